// A Redis without memory accepts nothing new, and still releases.
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type Gateway, startGateway } from "../../scripts/gateway/index.ts";
import type { Locks } from "../../src/index.ts";
import { tokenKey } from "../../src/keys.ts";
import { type Connection, connect } from "../model/real.ts";
import { createLocks } from "../support/bare-locks.ts";
import { eventually } from "../support/eventually.ts";
import { runsOf } from "../support/runs.ts";
import { uniqueName } from "../support/unique-name.ts";

let gateway: Gateway;
let redis: Connection;
let locks: Locks;
beforeAll(async () => {
  gateway = await startGateway();
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
  await expect(locks.lock(uniqueName()).tryAcquire()).rejects.toMatchObject({ code: "REDIS_REFUSED" });
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
  await expect(lock.tryAcquire()).rejects.toMatchObject({ code: "REDIS_REFUSED" });
  expect(await redis.sendCommand(["GET", tokenKey(lock.name)])).toBe(held.fencingToken);
  expect(await lock.isLocked()).toBe(false);
  await memory("0");
  await using next = await lock.acquire();
  expect(BigInt(next.fencingToken)).toBeGreaterThan(BigInt(held.fencingToken));
});

it("a full Redis refuses to end one hold of two, and ends it later", async () => {
  const lock = locks.lock(uniqueName());
  const outer = await lock.acquire();
  const inner = await lock.acquire({ owner: outer.owner });
  await memory("1");
  await expect(inner.release()).rejects.toMatchObject({ code: "REDIS_REFUSED" });
  await expect(outer.release()).rejects.toMatchObject({ code: "REDIS_REFUSED" });
  expect(await lock.holdCount(outer.owner)).toBe(2);
  await memory("0");
  expect(await outer.release()).toEqual({ outcome: "still-held", holdCount: 1 });
  expect(await inner.release()).toMatchObject({ outcome: "released" });
});
