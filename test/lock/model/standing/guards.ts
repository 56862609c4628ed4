// The rules of standing requests and grants. The model can run without any of them, to show that each is necessary.

import type { GrantViolation } from "./judge.ts";

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
  "calls-the-open": "a call to attempt skips owners that Redis remembers",
  "uncounted-calls-next": "a release that calls an uncounted waiter calls the next one for later",
  "uncounted-calls-two": "a release that calls two uncounted waiters calls the one behind them, too",
  "goes-on": "a waiter that never heard of its grant goes on as another acquire",
  "leaves-moment": "a lock that was granted for long is left free for a moment",
  sealed: "a message that has not the seal of the waiter's request is no grant",
  "since-carried": "a holder passes on when the last release was published",
  "leaves-with-grant": "with locked keys, a grant takes each request of its owner out",
  "leaves-with-attempt": "with locked keys, an attempt that is answered for good takes each request of its owner out",
  "leaves-with-loss": "with locked keys, the release of a lost hold takes each request of its owner out",
  "sees-own-hold": "an attempt finds a grant or a reservation without an owner state",
  "writes-found-grant": "an attempt writes the owner state that a grant or a reservation did not write",
} as const;

/** Without each guard, walks of a scenario find this violation first. */
export const BREAKS: Readonly<Record<keyof typeof GRANT_GUARDS, readonly [scenario: string, GrantViolation]>> = {
  "valid-by-redis": ["short lease", "false-belief"],
  "anchor-of-sending": ["short confirmation", "false-belief"],
  "bound-by-arrival": ["clock ahead", "false-belief"],
  "own-clock": ["short confirmation", "false-belief"],
  "needs-anchor": ["short confirmation", "false-belief"],
  "asks-owner-state": ["one stands", "granted-after-end"],
  "grant-marks": ["one stands", "granted-twice"],
  "last-refused": ["one stands", "granted-after-end"],
  "leaves-with-cancel": ["one stands", "left-by-done"],
  "never-undone": ["two stand", "false-belief"],
  "gives-back-known": ["two stand", "false-belief"],
  "publishes-release": ["one stands", "untold"],
  "pass-serves": ["pass", "uncalled"],
  "force-serves": ["forced release", "uncalled"],
  "calls-the-living": ["dead mailboxes", "uncalled"],
  "counts-before": ["dead mailboxes", "granted-to-dead"],
  "keeps-flag": ["two stand", "unflagged"],
  "bound-keeps-flag": ["more dead than one release skips", "unflagged"],
  "calls-the-open": ["free moments of many", "uncalled"],
  "uncounted-calls-next": ["only called", "unflagged"],
  "uncounted-calls-two": ["only called, and dead", "uncalled"],
  "goes-on": ["goes on", "lost-waiter"],
  "leaves-moment": ["free moments", "java-untold"],
  sealed: ["forger", "false-belief"],
  "since-carried": ["free moments", "java-untold"],
  "leaves-with-grant": ["one stands, keys are locked", "false-no"],
  "leaves-with-attempt": ["one stands, keys are locked", "granted-after-end"],
  "leaves-with-loss": ["free moments of many, keys are locked", "uncalled"],
  "sees-own-hold": ["one stands, keys are locked", "false-no"],
  "writes-found-grant": ["reserved", "granted-twice"],
};

export type GrantGuard = keyof typeof GRANT_GUARDS;

/** The disabled guards. */
export type WithoutGrant = ReadonlySet<GrantGuard>;

export const NO_GUARD_LESS: WithoutGrant = new Set();

export function isGrantGuard(text: string): text is GrantGuard {
  return Object.hasOwn(GRANT_GUARDS, text);
}
