// `leasehound/testing` on the fake timers of Vitest.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createTestLocks, testWatchdog } from "../../src/engine/testing/index.ts";
import { rejection } from "../support/rejection.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("a lease ends in time", async () => {
  const locks = createTestLocks({ leaseMs: 30_000 });
  const held = await locks.lock("a").acquire();
  await vi.advanceTimersByTimeAsync(29_000);
  expect(await locks.lock("a").isLocked()).toBe(true);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await locks.lock("a").isLocked()).toBe(false);
  expect(held.signal.aborted).toBe(true);
});

it("keepAlive holds a lock for a day", async () => {
  const locks = createTestLocks();
  const held = await locks.lock("a").acquire();
  held.keepAlive(undefined, { maxHoldMs: 2 * 86_400_000 });
  await vi.advanceTimersByTimeAsync(86_400_000);
  expect(held.signal.aborted).toBe(false);
  expect((await held.release()).outcome).toBe("released");
});

it("a waiter is woken by a release, and a fair queue is served in order", async () => {
  const locks = createTestLocks();
  const held = await locks.fairLock("a").acquire();
  const order: number[] = [];
  const waits = [1, 2, 3].map(async (nth) => {
    await vi.advanceTimersByTimeAsync(nth);
    const next = await locks.redis.locks().fairLock("a").acquire({ waitMs: 60_000 });
    order.push(nth);
    await next.release();
  });
  await vi.advanceTimersByTimeAsync(1_000);
  await held.release();
  await vi.advanceTimersByTimeAsync(1_000);
  await Promise.all(waits);
  expect(order).toEqual([1, 2, 3]);
});

it("a database that hangs leaves the outcome unknown, and nothing behind", async () => {
  const locks = createTestLocks();
  const back = locks.redis.hang();
  const failed = rejection(locks.lock("a").tryAcquire());
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await failed).toMatchObject({ code: "OUTCOME_UNKNOWN" });
  back();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await locks.lock("a").isLocked()).toBe(false);
});

it("a thousand waiters hold the lock one at a time", async () => {
  const locks = createTestLocks();
  const first = await locks.lock("a").acquire();
  let inside = 0;
  let most = 0;
  const all = Array.from({ length: 1_000 }, async () => {
    const held = await locks.lock("a").acquire({ waitMs: 3_600_000 });
    inside += 1;
    most = Math.max(most, inside);
    await new Promise((resolve) => setTimeout(resolve, 10));
    inside -= 1;
    await held.release();
  });
  await vi.advanceTimersByTimeAsync(100);
  await first.release();
  await vi.advanceTimersByTimeAsync(60_000);
  await Promise.all(all);
  expect(most).toBe(1);
});

describe("testWatchdog", () => {
  it("keeps a hold for half an hour, and then ends it", async () => {
    const { redis } = createTestLocks();
    const locks = redis.locks({ watchdog: testWatchdog(redis) });
    const lock = locks.lock("a");
    const held = await lock.acquire({ label: "import 7" });
    const text = held.serialize();
    await held.handOff({ maxHoldMs: 1_800_000 });
    await vi.advanceTimersByTimeAsync(1_790_000);
    expect(await lock.handOffStatus(text)).toMatchObject({ state: "kept", label: "import 7" });
    expect(await redis.locks().lock("a").tryAcquire()).toBeNull();
    await vi.advanceTimersByTimeAsync(11_000);
    expect(await lock.handOffStatus(text)).toMatchObject({ state: "expired" });
    expect(await redis.locks().lock("a").tryAcquire()).not.toBeNull();
  });

  it("is refused for what has no port", () => {
    const locks = createTestLocks();
    const refused = expect.objectContaining({ code: "INVALID_OPTION", option: "redis" });
    // @ts-expect-error: the locks, not their database
    expect(() => testWatchdog(locks)).toThrow(refused);
  });

  it("ends to keep a hold that another process has released, or that was lost", async () => {
    const { redis } = createTestLocks();
    const locks = redis.locks({ watchdog: testWatchdog(redis) });
    const texts = await Promise.all(
      ["released", "lost"].map(async (name) => {
        const held = await locks.lock(name).acquire();
        await held.handOff({ maxHoldMs: 1_800_000 });
        return held.serialize();
      }),
    );
    await (
      await redis
        .locks()
        .lock("released")
        .resume(texts[0] ?? "")
    ).release();
    redis.loseHold("lost");
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await locks.lock("released").handOffStatus(texts[0] ?? "")).toMatchObject({ state: "released" });
    expect(await locks.lock("lost").handOffStatus(texts[1] ?? "")).toMatchObject({ state: "lost" });
  });
});

describe("suspend", () => {
  it("ends the leases that run out meanwhile, and each hold says so at its first look", async () => {
    const { redis } = createTestLocks({ leaseMs: 30_000 });
    const locks = redis.locks();
    const [held, fair, permit] = [
      await locks.lock("a").acquire(),
      await locks.fairLock("b").acquire(),
      await locks.lock("c").acquire({ leaseMs: 120_000 }),
    ];
    held.keepAlive(undefined, { maxHoldMs: 3_600_000 });
    let events = 0;
    held.signal.addEventListener("abort", () => {
      events += 1;
    });
    redis.suspend(60_000);
    expect([held.signal.aborted, fair.signal.aborted, permit.signal.aborted]).toEqual([true, true, false]);
    expect(held.signal.reason).toMatchObject({ code: "LOCK_LOST" });
    expect(events).toBe(1);
    await expect(held.renew()).rejects.toMatchObject({ code: "LOCK_LOST" });
    expect(await redis.locks().lock("a").tryAcquire()).not.toBeNull();
    expect(await redis.locks().lock("c").tryAcquire()).toBeNull();
  });

  it("moves the wall clock and no timer, and the next renewal comes within a second", async () => {
    const { redis } = createTestLocks({ leaseMs: 30_000 });
    const held = await redis.locks().lock("a").acquire();
    held.keepAlive(undefined, { maxHoldMs: 3_600_000 });
    let fired = 0;
    const every = setInterval(() => {
      fired += 1;
    }, 5_000);
    const before = { wall: Date.now(), monotonic: performance.now() };
    redis.suspend(20_000);
    expect({ wall: Date.now() - before.wall, monotonic: performance.now() - before.monotonic, fired }).toEqual({
      wall: 20_000,
      monotonic: 0,
      fired: 0,
    });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(held.signal.aborted).toBe(false);
    expect(await redis.locks().lock("a").remainingMs()).toBeGreaterThan(28_000);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(fired).toBe(1);
    clearInterval(every);
  });

  it("is refused in real time, and for a wrong time", () => {
    const { redis } = createTestLocks();
    for (const ms of [0, 1.5, Number.NaN]) {
      expect(() => redis.suspend(ms)).toThrow(expect.objectContaining({ code: "INVALID_OPTION", option: "ms" }));
    }
    vi.useRealTimers();
    expect(() => redis.suspend(1_000)).toThrow(expect.objectContaining({ code: "INVALID_OPTION", option: "suspend" }));
    vi.useFakeTimers({ toFake: ["Date"] });
    const real = { code: "INVALID_OPTION", option: "performance.now" };
    expect(() => redis.suspend(1_000)).toThrow(expect.objectContaining(real));
  });
});
