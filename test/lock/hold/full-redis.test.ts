// A Redis without memory accepts nothing new, and still releases.
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type Locks, RedisRefusedError } from "../../../src/index.ts";
import { tokenKey } from "../../../src/lock/keys.ts";
import type { RedisPort } from "../../../src/lock/redis/port.ts";
import { upstashPort } from "../../../src/lock/redis/upstash.ts";
import { createLocks } from "../../support/bare-locks.ts";
import { eventually } from "../../support/eventually.ts";
import { runsOf } from "../../support/runs.ts";
import { type ServedGateway, startServedGateway } from "../../support/server.ts";
import { uniqueName } from "../../support/unique-name.ts";
import { kinds } from "../contract/kinds.ts";
import { type Connection, connect } from "../model/real.ts";

let gateway: ServedGateway;
let redis: Connection;
let locks: Locks;
beforeAll(async () => {
  gateway = await startServedGateway();
  redis = await connect(gateway.redisUrl);
  locks = createLocks({ redis: gateway });
});
afterEach(() => memory("0"));
afterAll(async () => {
  locks.close();
  redis.destroy();
  await gateway.close();
});

async function memory(bytes: string): Promise<void> {
  await redis.sendCommand(["CONFIG", "SET", "maxmemory", bytes]);
}

it.each([
  ["a new owner's", undefined],
  ["a passed owner's", { owner: "shared" }],
])("a full Redis frees %s lock, once, and wakes waiters", async (_, options) => {
  const lock = locks.lock(uniqueName());
  const held = await lock.acquire(options);
  const text = held.serialize();
  await memory("1");
  await expect(locks.lock(uniqueName()).tryAcquire()).rejects.toMatchObject({ code: "REDIS_UNREACHABLE" });
  expect(await held.release()).toEqual({ outcome: "released", holdCount: 0 });
  expect(await lock.isLocked()).toBe(false);
  await memory("0");
  await using next = await lock.acquire();
  expect(await lock.release(text)).toMatchObject({ outcome: "released" });
  expect(await next.check()).toBe(true);
});

it("a full Redis passes a lock on to a waiter of the same isolate", async () => {
  const lock = locks.lock(uniqueName());
  const held = await lock.acquire();
  const waiting = lock.acquire({ waitMs: 20_000 });
  await eventually(() => runsOf(gateway.witness(), lock.name).length === 3);
  await memory("1");
  expect(await held.release()).toMatchObject({ outcome: "released" });
  const next = await waiting;
  expect(await next.check()).toBe(true);
  expect(await next.release()).toMatchObject({ outcome: "released" });
  expect(await lock.isLocked()).toBe(false);
});

it("a full Redis takes permits back, one or a list, and leases none", async () => {
  const semaphore = locks.permitExpirableSemaphore(uniqueName());
  await semaphore.setPermits(4);
  const [one, two, ...list] = await semaphore.acquireMany(4);
  await memory("1");
  expect(await one?.release()).toMatchObject({ outcome: "released" });
  expect(await semaphore.release(String(two?.id))).toMatchObject({ outcome: "released" });
  expect(await semaphore.release(list.map(({ id }) => id))).toMatchObject({ outcome: "released" });
  expect(await semaphore.availablePermits()).toBe(4);
  await memory("0");
  expect(await one?.release()).toMatchObject({ outcome: "released" });
  expect(await semaphore.availablePermits()).toBe(4);
});

it("a full Redis gives no fencing token with a lock that cannot be acquired, and a higher one later", async () => {
  const lock = locks.fencedLock(uniqueName());
  const held = await lock.acquire();
  await memory("1");
  expect(await held.release()).toMatchObject({ outcome: "released" });
  await expect(lock.tryAcquire()).rejects.toMatchObject({ code: "REDIS_UNREACHABLE" });
  expect(await redis.sendCommand(["GET", tokenKey(lock.name)])).toBe(held.fencingToken);
  expect(await lock.isLocked()).toBe(false);
  await memory("0");
  await using next = await lock.acquire();
  expect(BigInt(next.fencingToken)).toBeGreaterThan(BigInt(held.fencingToken));
});

it.each(Object.values(kinds))(
  "a full Redis keeps and frees the lock of a $name, and both holds of its owner",
  async (kind) => {
    const lock = kind.lock(locks, uniqueName());
    const outer = await lock.acquire();
    const holds = kind.reentrant ? [await lock.acquire({ owner: outer.owner }), outer] : [outer];
    await memory("1");
    for (const held of holds) {
      await redis.sendCommand(["PEXPIRE", lock.name, "5000"]);
      await held.renew();
      expect(await redis.sendCommand(["PTTL", lock.name])).toBeGreaterThan(20_000);
      expect(await held.check()).toBe(true);
    }
    for (const [at, held] of holds.entries()) {
      const left = holds.length - 1 - at;
      expect(await held.release()).toEqual({ outcome: left === 0 ? "released" : "still-held", holdCount: left });
    }
    await memory("0");
    expect(await redis.sendCommand(["EXISTS", lock.name])).toBe(0);
    await (await lock.acquire()).release();
  },
);

it("a full Redis renews and takes back permits, and counts a latch down", async () => {
  const leased = locks.permitExpirableSemaphore(uniqueName());
  await leased.setPermits(2);
  const permits = await leased.acquireMany(2, { leaseMs: 1_000 });
  const renewable = await locks.permitExpirableSemaphore(uniqueName(), { permits: 1 }).acquire();
  const plain = locks.semaphore(uniqueName());
  await plain.trySetPermits(3);
  await plain.acquire(2);
  const latch = locks.countDownLatch(uniqueName());
  await latch.trySetCount(2);
  await memory("1");
  await renewable.renew();
  await Promise.all(permits.map((permit) => permit.release()));
  await renewable.release();
  await plain.release(2);
  await latch.countDown();
  await latch.countDown();
  await memory("0");
  expect([await leased.availablePermits(), await plain.availablePermits(), await latch.count()]).toEqual([2, 3, 0]);
});

it("a full Redis frees a lock by force, and finds that a free one is free", async () => {
  const lock = locks.lock(uniqueName());
  const held = await lock.acquire();
  await memory("1");
  expect([await lock.forceRelease(), await lock.forceRelease()]).toEqual([true, false]);
  expect(await held.check()).toBe(false);
});

it("withPermit of a semaphore in a full Redis returns the result of its function, and gives the permit back", async () => {
  const semaphore = locks.semaphore(uniqueName(), { permits: 1 });
  expect(
    await semaphore.withPermit(async () => {
      await memory("1");
      return "done";
    }),
  ).toBe("done");
  expect(await semaphore.availablePermits()).toBe(1);
});

it("withPermit of a semaphore whose release is refused returns the result, and releases once that is allowed", async () => {
  const port = upstashPort(gateway);
  let refusals = 0;
  let isAllowed = false;
  const run: RedisPort["run"] = (call, limits) => {
    if (isAllowed || call.script.name !== "semaphore/add-permits") return port.run(call, limits);
    refusals += 1;
    throw new RedisRefusedError("over the quota", { httpStatus: 400, redisCode: "ERR" });
  };
  const semaphore = createLocks({ redis: { ...port, run }, leaseMs: 1_000 }).semaphore(uniqueName(), { permits: 1 });
  expect(await semaphore.withPermit(async () => "done")).toBe("done");
  expect(await semaphore.availablePermits()).toBe(0);
  expect(refusals).toBeGreaterThan(1);
  isAllowed = true;
  await eventually(async () => (await semaphore.availablePermits()) === 1);
});
