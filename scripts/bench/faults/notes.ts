// What the page of each other package promises, and the lines of its code that explain a row. The lines are those of
// the installed version.
import type { SubjectId } from "./subject.ts";

interface Note {
  /** Of its own page, in our words. */
  readonly promise: string;
  readonly because: readonly string[];
}

export const NOTES: Readonly<Partial<Record<SubjectId, Note>>> = {
  "upstash-lock": {
    promise: "experimental, for efficiency, and not for the correctness of a system. No row breaks this",
    because: [
      "a holder learns of a loss by `extend` alone (`dist/index.mjs:107`)",
      "after a lost reply, the client repeats `SET NX`, and a refusal by its own value counts as busy " +
        "(`dist/index.mjs:67`)",
    ],
  },
  redlock: {
    promise: "strong guarantees with one Redis and with several, and fault tolerance by several. Here it has one",
    because: [
      "the time of expiry counts from before the request (`redlock.js:419`), and a failed attempt is undone " +
        "(`redlock.js:424`): no overlap where the holder looks first",
      "`extend` writes the key again (`redlock.js:50`), which a full Redis refuses. The call is repeated ten " +
        "times (`redlock.js:427`), and until then the old time of expiry stands",
      "a copy of an acquire that comes after the release acquires again (`redlock.js:19`)",
    ],
  },
  "redis-semaphore": {
    promise: "atomic scripts, and a call of `onLockLost` when a renewal finds the lock lost",
    because: [
      "a holder learns of a loss by the answer to a renewal alone (`lib/Lock.js:60`). While one hangs, no other is " +
        "sent (`lib/Lock.js:53`)",
      "a reply of `SET NX` counts, however late, and a refusal by the own value counts as busy " +
        "(`lib/mutex/acquire.js:17`)",
    ],
  },
  "redlock-universal": {
    promise: "automatic extension, and a signal that aborts when an extension fails",
    because: [
      "the signal aborts by the answer to an extension alone (`dist/index.js:505`), which a timer sends " +
        "(`dist/index.js:489`), and not at the end of the lease",
      "a fifth of the lease is left then (`dist/index.js:470`): a Redis that is away for as long costs the lock",
      "the lease counts from the arrival of the answer (`dist/index.js:813`)",
      "after a lost reply, a refusal by the own value counts as busy (`dist/index.js:807`)",
    ],
  },
  verrou: {
    promise: "one API for many stores",
    because: [
      "`isExpired` compares with a time from before the request (`build/chunk-H4XKRNJ2.js:137`): no overlap where " +
        "the holder looks first",
      "after a lost reply, a refusal by the own value counts as busy (`build/src/drivers/redis.js:22`)",
    ],
  },
  "effect-distributed-lock": {
    promise: "it may have bugs. Permits are refreshed while they are held, with an error when they are lost",
    because: [
      "a holder learns of a loss by the answer to a refresh alone (`src/DistributedSemaphore.ts:309`), without a " +
        "limit of time. The first refresh comes right after the grant, and so finds a late one",
      "entries carry the clock of the client (`src/RedisBacking.ts:214`), so a late copy of an acquire has expired",
    ],
  },
};
