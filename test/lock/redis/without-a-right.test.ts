// Calls of a Redis user without the right for one command, for each command that a call needs. The answer of a call
// must agree with its effect, over TCP and over HTTP. refused-commands.test.ts shows the same for each script.
import { Redis } from "ioredis";
import { afterAll, describe, expect, it } from "vitest";
import { createLocks, isLockError, type Lock, type Locks } from "../../../src/index.ts";
import { ioredisPort } from "../../../src/lock/tcp/ioredis.ts";
import { startGateway } from "../../../src/tools/gateway/gateway.ts";
import { refusingRedis } from "../../support/refusing-redis.ts";

const redis = await refusingRedis();
const url = redis.url.replace(/\/\/.*@/, "//user:secret@");
const client = new Redis(url);
const gateway = await startGateway({ redisUrl: url });
afterAll(async () => {
  client.disconnect();
  await gateway.close();
});

const OPTIONS = { leaseMs: 20_000, pollMs: 100 };
const overTcp = createLocks({ redis: ioredisPort(client), ...OPTIONS });
const overHttp = createLocks({ redis: gateway, ...OPTIONS });

/** Brings Redis into a state, and returns the call. */
type Arranges = (locks: Locks) => Promise<() => Promise<unknown>>;

const kinds: readonly [string, (locks: Locks) => Lock][] = [
  ["lock", (locks) => locks.lock("l")],
  ["fair lock", (locks) => locks.fairLock("l")],
  ["fenced lock", (locks) => locks.fencedLock("l")],
  ["read lock", (locks) => locks.readWriteLock("l").readLock()],
  ["write lock", (locks) => locks.readWriteLock("l").writeLock()],
  ["fair read lock", (locks) => locks.fairReadWriteLock("l").readLock()],
  ["fair write lock", (locks) => locks.fairReadWriteLock("l").writeLock()],
];

const ofLocks = kinds.flatMap(([kind, of]): [string, Arranges][] => [
  [`tryAcquire of a ${kind}`, async (locks) => () => of(locks).tryAcquire()],
  [
    `release of a ${kind}`,
    async (locks) => {
      const held = await of(locks).acquire();
      return () => held.release();
    },
  ],
  [
    `release of one of two holds of a ${kind}`,
    async (locks) => {
      await of(locks).acquire({ owner: "o:1" });
      const held = await of(locks).acquire({ owner: "o:1" });
      return () => held.release();
    },
  ],
  [
    `forceRelease of a ${kind}`,
    async (locks) => {
      await of(locks).acquire();
      return () => of(locks).forceRelease();
    },
  ],
]);

const calls: readonly [string, Arranges][] = [
  ["trySetPermits", async (locks) => () => locks.semaphore("s").trySetPermits(5)],
  [
    "addPermits",
    async (locks) => {
      await locks.semaphore("s").trySetPermits(5);
      return () => locks.semaphore("s").addPermits(3);
    },
  ],
  [
    "release of a semaphore",
    async (locks) => {
      await locks.semaphore("s").trySetPermits(5);
      return () => locks.semaphore("s").release();
    },
  ],
  [
    "drainPermits",
    async (locks) => {
      await locks.semaphore("s").trySetPermits(5);
      return () => locks.semaphore("s").drainPermits();
    },
  ],
  [
    "tryAcquire of a semaphore",
    async (locks) => {
      await locks.semaphore("s").trySetPermits(5);
      return () => locks.semaphore("s").tryAcquire();
    },
  ],
  ["trySetCount", async (locks) => () => locks.countDownLatch("c").trySetCount(2)],
  ...[2, 1].map((count): [string, Arranges] => [
    `countDown of ${count}`,
    async (locks) => {
      await locks.countDownLatch("c").trySetCount(count);
      return () => locks.countDownLatch("c").countDown();
    },
  ]),
  [
    "delete of a latch",
    async (locks) => {
      await locks.countDownLatch("c").trySetCount(2);
      return () => locks.countDownLatch("c").delete();
    },
  ],
  ["trySetPermits with leases", async (locks) => () => locks.permitExpirableSemaphore("p").trySetPermits(2)],
  [
    "setPermits with leases",
    async (locks) => {
      await locks.permitExpirableSemaphore("p").trySetPermits(2);
      return () => locks.permitExpirableSemaphore("p").setPermits(7);
    },
  ],
  [
    "tryAcquire with a lease",
    async (locks) => {
      await locks.permitExpirableSemaphore("p").trySetPermits(2);
      return () => locks.permitExpirableSemaphore("p").tryAcquire();
    },
  ],
  [
    "release of a permit with a lease",
    async (locks) => {
      await locks.permitExpirableSemaphore("p").trySetPermits(2);
      const permit = await locks.permitExpirableSemaphore("p").acquire();
      return () => permit.release();
    },
  ],
  ...ofLocks,
];

// The timeout key of an ended read hold ends with its lease. Queues are hints of waiters.
const IGNORED = /^leasehound:|:rwlock_timeout:|^redisson_lock_(queue|timeout):/;

/** Reads the state that Java reads, with another id for each owner, permit and token. */
async function seen(): Promise<unknown> {
  const keys = Object.entries(await redis.state()).filter(([key]) => !IGNORED.test(key));
  const ofNoId = ([kind, content]: readonly [string, string, number]): string =>
    kind === "zset" ? `${content.split("\n").length} leases` : content.replaceAll(/[\da-f-]{36}:\w+/g, "id");
  return Object.fromEntries(keys.map(([key, found]) => [key, [ofNoId(found), found[2] === -1]]));
}

/** Returns the commands that ran since the counters were reset, but for those that scripts are run by. */
async function commandsRun(): Promise<string[]> {
  const stats = String(await redis.admin.sendCommand(["INFO", "commandstats"]));
  const names = [...stats.matchAll(/^cmdstat_([a-z]+)[:|]/gm)].map(([, name = ""]) => name);
  return [...new Set(names)].filter((name) => !/^(eval|evalsha|config|info|acl|ping|subscribe|psubscribe)$/.test(name));
}

describe.each([
  ["over ioredis", overTcp],
  ["over HTTP", overHttp],
])("a user without a right, %s", (_, locks) => {
  it.each(calls)("%s", async (__, arrange) => {
    const reset = (): Promise<unknown> => redis.admin.sendCommand(["FLUSHALL"]);
    await reset();
    const call = await arrange(locks);
    const before = await seen();
    await redis.admin.sendCommand(["CONFIG", "RESETSTAT"]);
    await call();
    const commands = await commandsRun();
    const after = await seen();
    expect(after).not.toEqual(before);
    for (const command of commands) {
      await reset();
      const again = await arrange(locks);
      const rights = command === "publish" ? ["resetchannels"] : [`-${command}`];
      await redis.admin.sendCommand(["ACL", "SETUSER", "user", ...rights]);
      const error = await again().then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      const found = await seen();
      await redis.admin.sendCommand(["ACL", "SETUSER", "user", "&*", "+@all"]);
      if (error === undefined) expect(found, `without ${command}`).toEqual(after);
      else if (!isLockError(error)) throw error;
      else if (error.outcome === "not-done") expect(found, `without ${command}`).toEqual(before);
      else expect(error.outcome, `without ${command}: ${error.message}`).toBe("unknown");
      if (command === "publish") expect(error).toBe(undefined);
    }
  });
});
