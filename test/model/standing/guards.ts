// The rules of standing requests and grants. The model can run without any of them, to show that each is necessary.

export const GRANT_GUARDS = {
  "valid-by-redis": "a grant is valid by the time of Redis in its message, not from its arrival",
  "anchor-of-sending": "the time of Redis in an answer belongs to the instant at which its request was sent",
  "bound-by-arrival": "a grant is valid for its confirmation lease from the arrival, at most",
  "own-clock": "a client compares times of Redis with each other, not with its own clock",
  "needs-anchor": "a message without an earlier answer of Redis is no grant",
  "asks-owner-state": "a grant skips an owner that Redis remembers",
  "grant-marks": "a grant is written into the owner state",
  "last-refused": "the refusal of the last attempt is remembered",
  "leaves-with-cancel": "a waiter that stands leaves with a cancel",
  "never-undone": "a grant is not taken back when PUBLISH counts no receiver",
  "gives-back-known": "only a grant to an owner that is known to have left is given back",
  "publishes-release": "a release that grants nothing publishes the message of the freed lock",
  "pass-serves": "a pass whose next owner gets nothing serves the list",
  "force-serves": "a forced release serves the list",
  "calls-the-living": "a call to attempt skips mailboxes that nobody hears",
  "counts-before": "a grant skips mailboxes that nobody hears",
  "keeps-flag": "a release keeps the flag while the list has requests",
  "bound-keeps-flag": "a release that skipped too many requests keeps the flag",
  "uncounted-calls-next": "a release that calls an uncounted waiter calls the next one for later",
  "goes-on": "a waiter that never heard of its grant goes on as another acquire",
  "leaves-moment": "a lock that was granted for long is left free for a moment",
  "since-carried": "a holder passes on when the last release was published",
} as const;

export type GrantGuard = keyof typeof GRANT_GUARDS;

/** The disabled guards. */
export type WithoutGrant = ReadonlySet<GrantGuard>;

export const NO_GUARD_LESS: WithoutGrant = new Set();

export function isGrantGuard(text: string): text is GrantGuard {
  return Object.hasOwn(GRANT_GUARDS, text);
}
