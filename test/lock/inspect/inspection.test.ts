// An inspection costs one request and changes nothing. And databases that refuse a part of it.
import { expect, it, onTestFinished } from "vitest";
import { createLocks } from "../../../src/index.ts";
import { startGateway } from "../../../src/tools/gateway/gateway.ts";
import { startRedisServer } from "../../../src/tools/gateway/redis-server.ts";
import { emptyGateway } from "../../support/empty-gateway.ts";
import { eventually } from "../../support/eventually.ts";
import { onlyRedis } from "../../support/only-redis.ts";
import { connect } from "../model/real.ts";

const JAVA = "0f6a2a5e-9c5c-4a53-8a5e-5b0c4a0f7a11";
const { gateway } = await emptyGateway();

const SNAPSHOT = `local all = {}
local keys = redis.call('KEYS', '*')
table.sort(keys)
for _, key in ipairs(keys) do
  table.insert(all, { key, redis.call('DUMP', key), redis.call('PEXPIRETIME', key) })
end
return all`;

it("each inspection is one request, and leaves every key as it is", async () => {
  const locks = createLocks({ redis: gateway, leaseMs: 60_000 });
  const connection = await connect(gateway.redisUrl);
  await locks.lock("plain").acquire({ owner: "worker" });
  await locks.fairLock("fair").acquire();
  const both = locks.readWriteLock("both");
  await both.writeLock().acquire({ owner: "worker" });
  await both.readLock().acquire({ owner: "worker" });
  await locks.semaphore("permits").trySetPermits(3);
  const leased = locks.permitExpirableSemaphore("leased", { permits: 3 });
  await leased.acquireMany(2);
  await locks.countDownLatch("latch").trySetCount(3);
  const questions: readonly (() => Promise<unknown>)[] = [
    ...["plain", "fair", "both", "free"].map((name) => () => locks.lock(name).inspect()),
    () => both.inspect(),
    ...[() => locks.semaphore("permits").inspect(), () => leased.inspect()],
    ...[() => locks.semaphore("unset").inspect(), () => locks.permitExpirableSemaphore("unset").inspect()],
    ...[() => locks.countDownLatch("latch").inspect(), () => locks.countDownLatch("unset").inspect()],
  ];
  // Loads the scripts.
  for (const ask of questions) await ask();
  const before = await connection.sendCommand(["EVAL", SNAPSHOT, "0"]);
  for (const ask of questions) {
    await gateway.resetCounters();
    await ask();
    expect((await gateway.counters()).requests, String(ask)).toBe(1);
  }
  await gateway.resetCounters();
  await locks.list();
  expect((await gateway.counters()).requests).toBeLessThanOrEqual(4);
  expect(await connection.sendCommand(["EVAL", SNAPSHOT, "0"])).toEqual(before);
  connection.destroy();
});

it("an inspection bills few commands", async () => {
  await using own = await startGateway();
  const locks = createLocks({ redis: own, leaseMs: 60_000 });
  const connection = await connect(own.redisUrl);
  for (const name of ["plain", "waited"]) await locks.lock(name).acquire();
  await locks.fairLock("fair").acquire();
  await connection.sendCommand(["RPUSH", "redisson_lock_queue:{lock:fair}", "waiter"]);
  await locks.readWriteLock("read").readLock().acquire();
  const standing = locks.lock("waited").acquire({ waitMs: 60_000 });
  await eventually(async () => (await locks.lock("waited").inspect()).waiters === 1);
  const bill = async (inspect: () => Promise<unknown>): Promise<number | null> => {
    await inspect();
    await own.resetCounters();
    await inspect();
    return (await own.counters()).billed;
  };
  const bills = new Map<string, number | null>();
  for (const name of ["free", "plain", "waited", "fair", "read"]) {
    bills.set(name, await bill(() => locks.lock(name).inspect()));
  }
  bills.set("semaphore", await bill(() => locks.semaphore("s").inspect()));
  bills.set("permits", await bill(() => locks.permitExpirableSemaphore("p").inspect()));
  bills.set("latch", await bill(() => locks.countDownLatch("l").inspect()));
  expect(Object.fromEntries(bills)).toEqual({
    ...{ free: 4, plain: 6, waited: 8, fair: 10, read: 8 },
    ...{ semaphore: 4, permits: 8, latch: 4 },
  });
  connection.destroy();
  await locks.lock("waited").forceRelease();
  await (await standing).release();
});

it("the bill of one inspection has a bound, whatever the lock holds", async () => {
  const locks = createLocks({ redis: gateway });
  const connection = await connect(gateway.redisUrl);
  const readers = Array.from({ length: 500 }, (_, nth) => [`${JAVA}:${nth}`, "1000"]).flat();
  await connection.sendCommand(["HSET", "lock:crowd", "mode", "read", ...readers]);
  await connection.sendCommand(["PEXPIRE", "lock:crowd", "60000"]);
  await connection.sendCommand(["RPUSH", "redisson_lock_queue:{lock:crowd}", ...readers]);
  connection.destroy();
  await locks.lock("crowd").inspect();
  await gateway.resetCounters();
  expect(await locks.lock("crowd").inspect()).toMatchObject({ holderCount: 500, queueLength: 1_000 });
  expect((await gateway.counters()).billed).toBeLessThan(300);
});

it("a list bills two commands for each plain lock without waiters, and few for those with some", async () => {
  await using own = await startGateway();
  const locks = createLocks({ redis: own, leaseMs: 60_000 });
  const connection = await connect(own.redisUrl);
  for (let nth = 0; nth < 100; nth += 1) await locks.lock(`n${nth}`).acquire();
  const bill = async (): Promise<number | null> => {
    await own.resetCounters();
    expect((await locks.list({ limit: 1_000 })).locks.length).toBe(100);
    return (await own.counters()).billed;
  };
  await bill();
  // Beside those: two scripts, two SCANs, MGET, EXISTS and PUBSUB.
  expect(await bill()).toBe(2 * 100 + 7);
  for (const waiters of [1, 2]) {
    const key = `redisson_lock_queue:{lock:n${30 * waiters}}`;
    await connection.sendCommand(["RPUSH", key, "waiter"]);
    await connection.sendCommand(["PEXPIRE", key, "60000"]);
    expect(await bill()).toBeLessThanOrEqual(208 + 16 * waiters);
  }
  for (let nth = 0; nth < 100; nth += 1) {
    await connection.sendCommand(["RPUSH", `redisson_lock_queue:{lock:n${nth}}`, "waiter"]);
  }
  expect(await bill()).toBe(208 + 100);
  connection.destroy();
});

/** Opens a gateway as a user without some rights. */
async function gatewayWithout(...rights: string[]) {
  const server = await startRedisServer();
  onTestFinished(() => server.stop());
  const admin = await connect(server.url);
  await admin.sendCommand(["ACL", "SETUSER", "limited", "reset", "on", ">secret", "~*", "&*", "+@all", ...rights]);
  admin.destroy();
  return startGateway({ redisUrl: server.url.replace(/\/\/.*@/, "//limited:secret@") });
}

it("a database that refuses PUBSUB tells all but how many wait", onlyRedis("users with few rights"), async () => {
  await using limited = await gatewayWithout("-pubsub");
  const locks = createLocks({ redis: limited });
  const held = await locks.lock("x").acquire();
  const unknown = { waiters: "unknown", waitersUnknownBecause: "refused" };
  expect(await locks.lock("x").inspect()).toMatchObject({ ...unknown, holders: [{ owner: held.owner }] });
  expect(await locks.semaphore("s").inspect()).toMatchObject({ ...unknown, isSet: false });
  expect(await locks.permitExpirableSemaphore("p").inspect()).toMatchObject({ ...unknown, isSet: false });
  expect(await locks.countDownLatch("l").inspect()).toMatchObject({ ...unknown, count: 0 });
  expect((await locks.list()).locks).toMatchObject([{ ...unknown, name: "x" }]);
  await held.release();
  // Those in a queue are counted without it.
  const fair = locks.fairLock("f");
  const [first, second] = [await fair.acquire(), fair.acquire({ waitMs: 10_000 })];
  await eventually(async () => (await fair.inspect()).waiters === 1);
  await first.release();
  await (await second).release();
});

it("a database that refuses SCAN says what to do", onlyRedis("users with few rights"), async () => {
  await using limited = await gatewayWithout("-scan");
  const locks = createLocks({ redis: limited });
  await expect(locks.list()).rejects.toMatchObject({
    ...{ code: "REDIS_REFUSED", message: expect.stringMatching(/refused SCAN.*\+scan/) },
  });
  expect(await locks.lock("x").inspect()).toMatchObject({ kind: "free" });
});
