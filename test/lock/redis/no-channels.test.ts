// A Redis user without rights for any channel: `ACL SETUSER` makes such a user since Redis 7. The answer of each call
// must agree with its effect in Redis. Waiters hear nothing, and poll.
import { Redis } from "ioredis";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { createLocks, type Lock, type Locks } from "../../../src/index.ts";
import { ioredisPort } from "../../../src/lock/tcp/ioredis.ts";
import { startGateway } from "../../../src/tools/gateway/gateway.ts";
import { startRedisServer } from "../../../src/tools/gateway/redis-server.ts";
import { connect } from "../model/real.ts";

const server = await startRedisServer();
const admin = await connect(server.url);
await admin.sendCommand(["ACL", "SETUSER", "app", "on", ">pw", "~*", "+@all", "resetchannels"]);
const url = server.url.replace(/\/\/.*@/, "//app:pw@");
const client = new Redis(url);
const gateway = await startGateway({ redisUrl: url });
afterAll(async () => {
  client.disconnect();
  admin.destroy();
  await gateway.close();
  await server.stop();
});
beforeEach(() => admin.sendCommand(["FLUSHALL"]));

const OPTIONS = { leaseMs: 20_000, waitMs: 20_000, pollMs: 100 };
const overTcp = createLocks({ redis: ioredisPort(client), ...OPTIONS });
const overHttp = createLocks({ redis: gateway, ...OPTIONS });

const kinds: readonly [string, (locks: Locks) => Lock][] = [
  ["lock", (locks) => locks.lock("l")],
  ["fair lock", (locks) => locks.fairLock("l")],
  ["fenced lock", (locks) => locks.fencedLock("l")],
  ["read lock", (locks) => locks.readWriteLock("l").readLock()],
  ["write lock", (locks) => locks.readWriteLock("l").writeLock()],
  ["fair read lock", (locks) => locks.fairReadWriteLock("l").readLock()],
  ["fair write lock", (locks) => locks.fairReadWriteLock("l").writeLock()],
];

describe.each([
  ["over ioredis", overTcp],
  ["over HTTP", overHttp],
])("without rights for channels, %s", (_, locks) => {
  it("a semaphore of 2 lets 2 in at once, and has 2 permits afterwards", async () => {
    const semaphore = locks.semaphore("s", { permits: 2 });
    let inside = 0;
    let most = 0;
    async function work(): Promise<void> {
      inside += 1;
      most = Math.max(most, inside);
      await semaphore.availablePermits();
      inside -= 1;
    }
    await Promise.all(Array.from({ length: 10 }, () => semaphore.withPermit(work)));
    expect(most).toBeLessThanOrEqual(2);
    expect(await semaphore.availablePermits()).toBe(2);
  });

  it("each change of a semaphore has its effect and its answer, once", async () => {
    const semaphore = locks.semaphore("s");
    expect(await semaphore.trySetPermits(5)).toBe(true);
    await semaphore.addPermits(3);
    await semaphore.release(2);
    expect(await semaphore.availablePermits()).toBe(10);
    expect(await semaphore.drainPermits()).toBe(10);
  });

  it("a latch is set, counted down, opened and deleted", async () => {
    const latch = locks.countDownLatch("c");
    expect(await latch.trySetCount(2)).toBe(true);
    await latch.countDown();
    expect(await latch.count()).toBe(1);
    const waiting = latch.wait();
    await latch.countDown();
    await waiting;
    expect(await latch.trySetCount(1)).toBe(true);
    expect(await latch.delete()).toBe(true);
    expect(await latch.count()).toBe(0);
  });

  it("permits with leases are set, leased and given back", async () => {
    const semaphore = locks.permitExpirableSemaphore("p");
    expect(await semaphore.trySetPermits(2)).toBe(true);
    await semaphore.addPermits(1);
    const permits = [await semaphore.acquire(), await semaphore.acquire(), await semaphore.acquire()];
    const waiting = semaphore.acquire();
    for (const permit of permits) expect(await permit.release()).toMatchObject({ outcome: "released" });
    await (await waiting).release();
    await semaphore.setPermits(7);
    expect(await semaphore.availablePermits()).toBe(7);
  });

  it.each(kinds)("a %s is released, handed on, and freed by force", async (__, of) => {
    const lock = of(locks);
    const held = await lock.acquire();
    const waiting = lock.acquire();
    expect(await held.release()).toMatchObject({ outcome: "released" });
    await waiting;
    expect(await lock.forceRelease()).toBe(true);
    expect(await lock.isLocked()).toBe(false);
  });

  it("a lock is stolen", async () => {
    const robbed = await locks.lock("l").acquire();
    const thief = await locks.lock("l").acquire({ steal: true });
    expect(await robbed.check()).toBe(false);
    expect(await thief.release()).toMatchObject({ outcome: "released" });
  });
});
