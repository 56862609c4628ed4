// Keys of the application stay unchanged, value and TTL, whichever method is called with their names.
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLocks, isLockError, type Locks } from "../../src/index.ts";
import { permitLeasesKey, queueKey, queueScoresKey, tokenKey } from "../../src/lock/keys.ts";
import { type ApiCall, apiCalls } from "../support/api-calls.ts";
import { shortOrFull } from "../support/exhaustive.ts";
import { textWith } from "../support/hold-texts.ts";
import { agreeableWatchdog } from "../support/lock-api.ts";
import { hasRedis } from "../support/only-redis.ts";
import { command } from "../support/rest.ts";
import { type ServedGateway, startServedGateway } from "../support/server.ts";
import { connect } from "./model/real.ts";

const NAME = "x";
const KEY = `lock:${NAME}`;
const UUID = "0f6a2a5e-9c5c-4a53-8a5e-5b0c4a0f7a11";

/** Values of an application under a key, as the commands that write them. None of them is a lock or a counter. */
const VALUES: readonly (readonly string[])[] = [
  ["SET", "text"],
  ["SET", ""],
  ["SET", "007"],
  ["SET", "1.5"],
  ["RPUSH", "a", "b"],
  ["SADD", "a", "1"],
  ["ZADD", "1", "a", "99999999999999", "b"],
  // The engine has no streams.
  ...(hasRedis ? [["XADD", "*", "a", "1"]] : []),
  ["HSET", "name", "Bob", "visits", "41"],
  ["HSET", "visits", "1"],
  ["HSET", "a", "1"],
  ["HSET", "user:1", "1"],
  ["HSET", "1", "1"],
  ["HSET", "mode", "read"],
  ["HSET", "mode", "read", "a", "1"],
  ["HSET", "mode", "write", "a:write", "1", "b", "2"],
  ["HSET", "mode", "dark", `${UUID}:1`, "1"],
  ["HSET", `${UUID}:1`, "1", "name", "Bob"],
  ["HSET", `${UUID}:1`, "1", `${UUID}:2`, "1"],
  ["HSET", `${UUID}:1`, "-1"],
  ["HSET", `${UUID}:1`, "01"],
  ["HSET", `${UUID}:1`, "99999999999"],
];
const OWNERS = ["visits", "a", "user:1", "1", "mode", "b", `${UUID}:1`];
/** Looks like a lock, except for the missing TTL. */
const ENDLESS = [
  ["HSET", `${UUID}:1`, "1"],
  ["HSET", "mode", "read", `${UUID}:1`, "1"],
  ["HSET", "mode", "read", `${UUID}:1`, "1", `${UUID}:2`, "1"],
  ["HSET", "mode", "read", `${UUID}:1`, "1", "visits", "41"],
  ["HSET", "mode", "write", `${UUID}:1:write`, "1", `${UUID}:1`, "1"],
];

let gateway: ServedGateway;
let locks: Locks;
let ofApi: ApiCall[];
beforeAll(async () => {
  gateway = await startServedGateway();
  locks = createLocks({ redis: gateway, leaseMs: 1_000, waitMs: 0, watchdog: agreeableWatchdog() });
  ofApi = await apiCalls(locks, NAME, OWNERS);
  // A new owner's hold of each kind, and more, because their texts are passed too.
  expect(ofApi.length).toBeGreaterThan(100);
});
afterAll(async () => {
  locks.close();
  await gateway.close();
});

const lockKinds = [
  () => locks.lock(NAME),
  () => locks.fairLock(NAME),
  () => locks.fencedLock(NAME),
  () => locks.spinLock(NAME),
  () => locks.nonReentrantLock(NAME),
  () => locks.nonReentrantFairLock(NAME),
  () => locks.readWriteLock(NAME).readLock(),
  () => locks.readWriteLock(NAME).writeLock(),
  () => locks.fairReadWriteLock(NAME).readLock(),
  () => locks.fairReadWriteLock(NAME).writeLock(),
];

/** Returns the text of a hold, as any client can forge it. */
function textOf(family: string, owner: string, isNew: boolean): string {
  return textWith([family, KEY, owner, 60_000, isNew ? 0 : 2, "h1", isNew ? "" : "h1"]);
}

const ofLocks = (make: (typeof lockKinds)[number]): ApiCall[] => [
  () => make().tryAcquire(),
  (owner) => make().tryAcquire({ owner }),
  (owner) => make().acquire({ owner, leaseMs: 2_000 }),
  () => make().isLocked(),
  () => make().remainingMs(),
  () => make().inspect(),
  (owner) => make().holdCount(owner),
  () => make().forceRelease(),
  ...["lock", "fair", "read", "write"].flatMap((family): ApiCall[] =>
    [true, false].flatMap((isNew): ApiCall[] => [
      async (owner) => make().release(textOf(family, family === "write" ? `${owner}:write` : owner, isNew)),
      async (owner) => make().renew(textOf(family, family === "write" ? `${owner}:write` : owner, isNew)),
      async (owner) => locks.resume(textOf(family, family === "write" ? `${owner}:write` : owner, isNew)),
    ]),
  ),
];
const ofCounters: readonly ApiCall[] = [
  () => locks.semaphore(NAME).tryAcquire(),
  () => locks.semaphore(NAME).release(),
  () => locks.semaphore(NAME).trySetPermits(3),
  () => locks.semaphore(NAME).addPermits(-1),
  () => locks.semaphore(NAME).drainPermits(),
  () => locks.semaphore(NAME).availablePermits(),
  () => locks.semaphore(NAME).inspect(),
  () => locks.permitExpirableSemaphore(NAME).tryAcquire(),
  () => locks.permitExpirableSemaphore(NAME).trySetPermits(3),
  () => locks.permitExpirableSemaphore(NAME).setPermits(3),
  () => locks.permitExpirableSemaphore(NAME).addPermits(2),
  () => locks.permitExpirableSemaphore(NAME).availablePermits(),
  () => locks.permitExpirableSemaphore(NAME).inspect(),
  () => locks.permitExpirableSemaphore(NAME).release("0".repeat(32)),
  () => locks.countDownLatch(NAME).trySetCount(2),
  () => locks.countDownLatch(NAME).countDown(),
  () => locks.countDownLatch(NAME).count(),
  () => locks.countDownLatch(NAME).inspect(),
  () => locks.countDownLatch(NAME).delete(),
  () => locks.countDownLatch(NAME).wait(),
];
const together: readonly ApiCall[] = [
  () => locks.singleFlight(NAME, () => "x", { ttlMs: 1_000 }),
  () => locks.multiLock(locks.lock(NAME), locks.lock("y")).tryAcquire(),
  () => locks.multiLock(locks.fairLock(NAME), locks.lock("y")).tryAcquire(),
  () => locks.list(),
];
const CALLS = [...lockKinds.flatMap(ofLocks), ...ofCounters, ...together];

async function put(value: readonly string[], key: string, hasTtl: boolean): Promise<void> {
  const [word = "", ...rest] = value;
  await command(gateway, word, key, ...rest);
  if (hasTtl) await command(gateway, "PEXPIRE", key, 500_000);
}

const LOOK = "return { redis.call('DUMP', KEYS[1]), redis.call('PEXPIRETIME', KEYS[1]) }";

/** Reads the key's bytes and expiry. */
async function looked(connection: Awaited<ReturnType<typeof connect>>, key: string): Promise<string> {
  return JSON.stringify(await connection.sendCommand(["EVAL", LOOK, "1", key]));
}

async function unchangedBy(key: string, calls: readonly (readonly [ApiCall, string])[]): Promise<void> {
  const connection = await connect(gateway.redisUrl);
  try {
    const before = await looked(connection, key);
    for (const [call, owner] of calls) {
      // A refusal of the call's input is fine too.
      const error = await call(owner).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      if (error !== undefined && !isLockError(error)) throw error;
      expect(await looked(connection, key), `${call}, ${owner}`).toBe(before);
    }
  } finally {
    connection.destroy();
  }
}

it("random calls leave a key of the application unchanged, of any type, with and without a TTL", async () => {
  const sequence = fc.array(fc.tuple(fc.constantFrom(...CALLS, ...ofApi), fc.constantFrom(...OWNERS)), {
    minLength: 1,
    maxLength: 12,
  });
  const foreign = fc.oneof(
    fc.tuple(fc.constantFrom(...VALUES), fc.boolean()),
    fc.tuple(fc.constantFrom(...ENDLESS), fc.constant(false)),
  );
  await fc.assert(
    fc.asyncProperty(foreign, sequence, async ([value, hasTtl], calls) => {
      await command(gateway, "FLUSHALL");
      await put(value, KEY, hasTtl);
      await unchangedBy(KEY, calls);
    }),
    { numRuns: shortOrFull(30, 120) },
  );
}, 240_000);

// The part contains each call and each value.
const PART = shortOrFull(6, 1);

it("each single call leaves each value unchanged", async () => {
  for (const [nth, value] of [...VALUES, ...ENDLESS].entries()) {
    await command(gateway, "FLUSHALL");
    await put(value, KEY, nth < VALUES.length && nth % 2 === 0);
    await unchangedBy(
      KEY,
      [...CALLS, ...ofApi]
        .map((call, at) => [call, OWNERS[(at + nth) % OWNERS.length] ?? ""] as const)
        .filter((_, at) => (at + nth) % PART === 0),
    );
  }
}, 240_000);

it.each([
  ["the queue of a fair lock", queueKey(KEY), ["SET", "text"]],
  ["the scores of a fair lock", queueScoresKey(KEY), ["SET", "text"]],
  ["the token of a fenced lock", tokenKey(KEY), ["RPUSH", "a"]],
  ["the token of a fenced lock, as text", tokenKey(KEY), ["SET", "text"]],
  ["the leases of a semaphore", permitLeasesKey(KEY), ["HSET", "a", "1"]],
  ["the leases of a semaphore, as another set", permitLeasesKey(KEY), ["ZADD", "1", "member"]],
] as const)("what is no lock's stays in the place of %s", async (_, key, value) => {
  for (const permits of [undefined, "3"]) {
    await command(gateway, "FLUSHALL");
    await put(value, key, true);
    if (permits !== undefined) await command(gateway, "SET", KEY, permits);
    await unchangedBy(
      key,
      [...ofLocks(() => locks.fairLock(NAME)), ...ofLocks(() => locks.fencedLock(NAME)), ...ofCounters].map(
        (call) => [call, `${UUID}:1`] as const,
      ),
    );
  }
});

it("queries, acquires and forced releases end in NOT_A_LOCK, which names the key but not its content", async () => {
  for (const value of VALUES) {
    await command(gateway, "FLUSHALL");
    await put(value, KEY, true);
    const messages = new Set<string>();
    for (const make of lockKinds) {
      for (const call of ofLocks(make).slice(0, 8)) {
        const error = await call(`${UUID}:9`).then(
          () => undefined,
          (reason: unknown) => reason,
        );
        expect(error, `${call} of ${value}`).toMatchObject({ code: "NOT_A_LOCK", key: KEY });
        if (error instanceof Error) messages.add(error.message);
      }
    }
    expect([...messages]).toEqual([expect.stringContaining('"lock:x"')]);
  }
});

it.each([
  ["lock", ["HSET", "mode", "read", `${UUID}:1`, "1", `${UUID}:2`, "1"]],
  ["fair", ["HSET", "mode", "read", `${UUID}:1`, "1", `${UUID}:2`, "1"]],
  ["read", ["HSET", `${UUID}:1`, "1"]],
  ["write", ["HSET", `${UUID}:1`, "1"]],
] as const)("a hold of a %s that Java may have taken is none of a lock of another kind", async (family, value) => {
  await command(gateway, "FLUSHALL");
  await put(value, KEY, true);
  const text = textOf(family, family === "write" ? `${UUID}:1:write` : `${UUID}:1`, true);
  await unchangedBy(KEY, [
    [() => locks.resume(text), ""],
    ...lockKinds.map((make) => [() => make().release(text), ""] as const),
  ]);
});

it("a hold count of an absent reader does not read the whole hash", async () => {
  await command(gateway, "FLUSHALL");
  await put(["HSET", "mode", "read", `${UUID}:1`, "999999"], KEY, true);
  const both = locks.readWriteLock(NAME);
  for (const lock of [both.readLock(), both.writeLock()]) {
    await gateway.resetCounters();
    await lock.tryAcquire({ owner: `${UUID}:1` }).catch(() => {});
    expect((await gateway.counters()).billed).toBeLessThan(100);
  }
});

it("a release beside any number of readers costs less than 1,000 commands, and the lock stays", async () => {
  await command(gateway, "FLUSHALL");
  const lock = locks.readWriteLock(NAME).readLock();
  const others = await Promise.all(Array.from({ length: 1_100 }, () => lock.acquire({ leaseMs: 100_000 })));
  const longest = await lock.acquire({ leaseMs: 200_000 });
  await gateway.resetCounters();
  expect(await longest.release()).toMatchObject({ outcome: "released" });
  expect((await gateway.counters()).billed).toBeLessThan(1_000);
  expect(await lock.remainingMs()).toBeGreaterThan(90_000);
  await Promise.all(others.map((held) => held.release()));
  expect(await lock.isLocked()).toBe(false);
}, 60_000);
