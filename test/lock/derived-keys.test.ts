// No two locks share a key of Redis, whatever their kinds, prefixes and names; kinds of one name share the keys that
// Redisson's share.
import fc from "fast-check";
import { expect, it } from "vitest";
import { isLockError } from "../../src/base/errors.ts";
import type { Locks } from "../../src/index.ts";
import {
  checkPrefix,
  forcedReleaseKey,
  lastTriesKey,
  lockName,
  markKey,
  ownerStateKey,
  permitLeasesKey,
  queueKey,
  queueScoresKey,
  readTimeouts,
  readWriteQueueKeys,
  recordKey,
  requestKey,
  resultKey,
  standingFlagKey,
  standingKey,
  tokenKey,
  writeKey,
} from "../../src/lock/keys.ts";

const OWNERS = ["0f6a2a5e-9c5c-4a53-8a5e-5b0c4a0f7a11:1", "0f6a2a5e-9c5c-4a53-8a5e-5b0c4a0f7a11:-7"];
const IDS = [...OWNERS, "owner", "timeout", "x"];

/** Remembers the keys of the last name, for which each kind asks. */
function onceFor(keysOf: (key: string) => string[]): (key: string) => string[] {
  let last = "";
  let keys: string[] = keysOf(last);
  return (key) => {
    if (key !== last) keys = keysOf(key);
    last = key;
    return keys;
  };
}

const holdKeys = onceFor((key) => [
  ...IDS.flatMap((owner) => [ownerStateKey(key, owner), ownerStateKey(key, `${owner}:write`)]),
  ...IDS.flatMap((owner) => IDS.map((hold) => recordKey(key, owner, hold))),
  ...IDS.map((id) => forcedReleaseKey(key, id)),
]);
const requestKeys = onceFor((key) => IDS.map((id) => requestKey(key, id)));

const readTimeoutKeys = (key: string): string[] =>
  OWNERS.flatMap((owner) => [1, 2].map((n) => `${readTimeouts(key)}${owner}:rwlock_timeout:${n}`));

/** The methods that make a kind with keys of its own. */
type Kind = Exclude<
  keyof Locks,
  | ("prefix" | "close" | "resume" | "list" | "withLock")
  | ("spinLock" | "nonReentrantLock" | "nonReentrantFairLock" | "multiLock" | "redLock")
>;

/** Returns all keys that the scripts of a kind receive for a name, or derive from it. */
const KEYS_OF: Readonly<Record<Kind, (key: string) => string[]>> = {
  lock: (key) => [key, ...holdKeys(key), standingKey(key), standingFlagKey(key)],
  fairLock: (key) => [key, ...holdKeys(key), queueKey(key), queueScoresKey(key), lastTriesKey(key)],
  fencedLock: (key) => [key, ...holdKeys(key), tokenKey(key), standingKey(key), standingFlagKey(key)],
  readWriteLock: (key) => [key, ...holdKeys(key), ...readTimeoutKeys(key)],
  fairReadWriteLock: (key) => [key, ...holdKeys(key), ...readTimeoutKeys(key), ...readWriteQueueKeys(key)],
  singleFlight: (key) => [key, ...holdKeys(key), resultKey(key)],
  semaphore: (key) => [key, ...requestKeys(key)],
  permitExpirableSemaphore: (key) => [key, ...requestKeys(key), permitLeasesKey(key)],
  countDownLatch: (key) => [key, ...requestKeys(key)],
  fence: (key) => [markKey(key), ...IDS.map((id) => writeKey(key, id))],
};

// Similar names: made of few parts, including those of keys.
const parts = [
  "x",
  "0",
  "{",
  "}",
  ":",
  "|",
  "timeout",
  ":timeout",
  "lock",
  "owner",
  "rwlock_timeout",
  ":1",
  "leasehound",
];
const name = fc
  .array(fc.constantFrom(...parts, ...OWNERS), { minLength: 1, maxLength: 6 })
  .map((chosen) => chosen.join(""));
const prefix = fc.oneof(
  fc.constant("lock:"),
  name,
  name.map((text) => `${text}:`),
);

function accepted<Result>(make: () => Result): Result | undefined {
  try {
    return make();
  } catch (error) {
    if (isLockError(error) && error.code === "INVALID_OPTION") return undefined;
    throw error;
  }
}

/** Returns the keys of the second lock, of any kind, that are also keys of the first one. */
function shared(one: string, other: string): string[] {
  const keysOfKinds = (key: string): string[] => Object.values(KEYS_OF).flatMap((keysOf) => keysOf(key));
  const mine = new Set(keysOfKinds(one));
  return keysOfKinds(other).filter((key) => mine.has(key));
}

it("two different prefixes and names share no key, or one of them is refused", () => {
  let compared = 0;
  fc.assert(
    fc.property(prefix, name, prefix, name, (onePrefix, oneName, otherPrefix, otherName) => {
      const one = accepted(() => lockName(checkPrefix(onePrefix), oneName));
      const other = accepted(() => lockName(checkPrefix(otherPrefix), otherName));
      if (one === undefined || other === undefined) return;
      if (onePrefix === otherPrefix && oneName === otherName) return;
      compared += 1;
      expect(shared(one.key, other.key)).toEqual([]);
    }),
    { numRuns: 3_000 },
  );
  expect(compared).toBeGreaterThan(200);
});

it("bare names, Redisson's default, share no key with each other", () => {
  fc.assert(
    fc.property(name, name, (oneName, otherName) => {
      const one = accepted(() => lockName("", oneName));
      const other = accepted(() => lockName("", otherName));
      if (one === undefined || other === undefined || oneName === otherName) return;
      expect(shared(one.key, other.key)).toEqual([]);
    }),
    { numRuns: 5_000 },
  );
});

it.each([
  ["{jobs}:timeout", "the leases of the semaphore jobs"],
  ["a{b:timeout", "the leases of the semaphore a{b"],
  ["{jobs}", "the queue, the token and the channels of jobs"],
])("a name %s is refused, because it would equal, or share, %s", (refused) => {
  expect(() => lockName("", refused)).toThrow(expect.objectContaining({ code: "INVALID_OPTION", option: "name" }));
});

it.each(["t1", "t1:0:", ":", "a:b", "::"])(
  "a prefix %s is refused, because names after it could equal those of another prefix",
  (refused) => {
    expect(() => checkPrefix(refused)).toThrow(expect.objectContaining({ code: "INVALID_OPTION", option: "prefix" }));
  },
);

it("kinds of one name share the keys that docs/platforms/redisson.md lists", () => {
  const key = lockName("lock:", "orders").key;
  const sharedBy = (one: Kind, other: Kind): string[] => {
    const theirs = new Set(KEYS_OF[other](key));
    return KEYS_OF[one](key).filter((each) => theirs.has(each));
  };
  const locks: Kind[] = ["lock", "fairLock", "fencedLock", "readWriteLock", "fairReadWriteLock", "singleFlight"];
  // They are released by one script.
  const listed: Kind[] = ["lock", "fencedLock"];
  const ofReaders: Kind[] = ["readWriteLock", "fairReadWriteLock"];
  for (const one of locks)
    for (const other of locks.filter((kind) => kind !== one)) {
      const lists = listed.includes(one) && listed.includes(other) ? [standingKey(key), standingFlagKey(key)] : [];
      const timeouts = ofReaders.includes(one) && ofReaders.includes(other) ? readTimeoutKeys(key) : [];
      expect(sharedBy(one, other)).toEqual([key, ...holdKeys(key), ...lists, ...timeouts]);
    }
  const counters: Kind[] = ["semaphore", "permitExpirableSemaphore", "countDownLatch"];
  for (const one of counters) {
    for (const other of counters.filter((kind) => kind !== one)) {
      expect(sharedBy(one, other)).toEqual([key, ...requestKeys(key)]);
    }
    for (const other of locks) expect(sharedBy(one, other)).toEqual([key]);
  }
  for (const other of [...locks, ...counters]) expect(sharedBy("fence", other)).toEqual([]);
});
