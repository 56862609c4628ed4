// The rules of standing requests and grants. The model can run without any of them, to show that each is necessary.

import type { Break } from "../harness/space.ts";
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

/** The first violation without each guard. */
export const BREAKS: Readonly<Record<keyof typeof GRANT_GUARDS, Break<GrantViolation>>> = {
  "valid-by-redis": { violation: "false-belief", in: "short lease" },
  "anchor-of-sending": { violation: "false-belief", in: "short confirmation" },
  "bound-by-arrival": { violation: "false-belief", in: "clock ahead" },
  "own-clock": { violation: "false-belief", in: "short confirmation" },
  "needs-anchor": { violation: "false-belief", in: "short confirmation" },
  "asks-owner-state": { violation: "granted-after-end", in: "one stands" },
  "grant-marks": { violation: "granted-twice", in: "one stands" },
  "last-refused": { violation: "granted-after-end", in: "one stands" },
  "leaves-with-cancel": { violation: "left-by-done", in: "one stands" },
  "never-undone": { violation: "false-belief", in: "two stand" },
  "gives-back-known": { violation: "false-belief", in: "two stand" },
  "publishes-release": { violation: "untold", in: "one stands" },
  "pass-serves": { violation: "uncalled", in: "pass" },
  "force-serves": { violation: "uncalled", in: "forced release" },
  "calls-the-living": { violation: "uncalled", in: "dead mailboxes" },
  "counts-before": { violation: "granted-to-dead", in: "dead mailboxes" },
  "keeps-flag": { violation: "unflagged", in: "two stand" },
  "bound-keeps-flag": { violation: "unflagged", in: "more dead than one release skips" },
  "calls-the-open": { violation: "uncalled", in: "free moments of many" },
  "uncounted-calls-next": { violation: "unflagged", in: "only called" },
  "uncounted-calls-two": { violation: "uncalled", in: "only called, and dead" },
  "goes-on": { violation: "lost-waiter", in: "goes on" },
  "leaves-moment": { violation: "java-untold", in: "free moments" },
  sealed: { violation: "false-belief", in: "forger" },
  "since-carried": { violation: "java-untold", in: "free moments" },
  "leaves-with-grant": { violation: "false-no", in: "one stands, keys are locked" },
  "leaves-with-attempt": { violation: "granted-after-end", in: "one stands, keys are locked" },
  "leaves-with-loss": { violation: "uncalled", in: "free moments of many, keys are locked" },
  "sees-own-hold": { violation: "false-no", in: "one stands, keys are locked" },
  "writes-found-grant": { violation: "granted-twice", in: "reserved" },
};

export type GrantGuard = keyof typeof GRANT_GUARDS;

/** The disabled guards. */
export type WithoutGrant = ReadonlySet<GrantGuard>;
