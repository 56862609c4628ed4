// What the page of each other package promises, and the lines of its code that explain a row. The lines are those of
// the installed version.

interface Note {
  /** Of its own page, in our words. */
  readonly promise: string;
  readonly because: readonly string[];
}

export const NOTES: Readonly<Record<string, Note>> = {
  "upstash-lock": {
    promise: "experimental, for efficiency, not for correctness",
    because: [
      "learns of a loss by `extend` alone (`dist/index.mjs:107`)",
      "after a lost reply, its own value counts as busy (`:67`)",
    ],
  },
  redlock: {
    promise: "strong guarantees, with several Redis. Here it has one",
    because: [
      "the lease counts from before the request (`redlock.js:419`)",
      "a full Redis refuses `extend`, which writes the key (`:50`)",
      "a late copy of an acquire acquires again (`:19`)",
    ],
  },
  "redis-semaphore": {
    promise: "`onLockLost` when a renewal finds the lock lost",
    because: [
      "learns of a loss by the answer to a renewal alone (`lib/Lock.js:60`)",
      "a late reply counts, and its own value counts as busy (`lib/mutex/acquire.js:17`)",
    ],
  },
  "redlock-universal": {
    promise: "a signal that aborts when an extension fails",
    because: [
      "aborts by the answer to an extension alone (`dist/index.js:505`), sent when a fifth of the lease is left (`:470`)",
      "the lease counts from the answer (`:813`)",
      "its own value counts as busy (`:807`)",
    ],
  },
  verrou: {
    promise: "one API for many stores",
    because: [
      "the lease counts from before the request (`build/chunk-H4XKRNJ2.js:137`)",
      "its own value counts as busy (`build/src/drivers/redis.js:22`)",
    ],
  },
  "effect-distributed-lock": {
    promise: "an error when permits are lost; it may have bugs",
    because: [
      "learns of a loss by the answer to a refresh alone (`src/DistributedSemaphore.ts:309`), the first right after the grant",
      "entries carry the client's clock (`src/RedisBacking.ts:214`): a late copy has expired",
    ],
  },
};
