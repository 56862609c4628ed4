// `leasehound/testing`: locks without a server, in real time and on the fake timers of vitest.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createTestLocks } from "../../src/engine/testing/index.ts";
import { createLightLocks } from "../../src/lock/light/index.ts";
import { kinds } from "../contract/kinds.ts";
import { startNode } from "../support/child-process.ts";

describe("locks of a test", () => {
  it("are held by one client, and refused to another", async () => {
    const locks = createTestLocks();
    const held = await locks.lock("a").acquire();
    expect(await locks.redis.locks().lock("a").tryAcquire()).toBeNull();
    expect((await held.release()).outcome).toBe("released");
  });

  it.each(Object.values(kinds).map((kind) => [kind.name, kind] as const))("are of each kind: %s", async (_, kind) => {
    const locks = createTestLocks({ prefix: "" });
    const held = await kind.lock(locks, "a").acquire();
    expect(await kind.lock(locks.redis.locks(), "a").isLocked()).toBe(true);
    expect(await held.release()).toMatchObject({ outcome: "released" });
  });

  it("are light locks, too", async () => {
    const light = createLightLocks({ redis: createTestLocks().redis.port });
    const held = await light.lock("a").acquire();
    expect(await light.lock("a").tryAcquire()).toBeNull();
    expect((await held.release()).outcome).toBe("released");
  });

  it("share nothing with those of another test", async () => {
    await createTestLocks().lock("a").acquire();
    expect(await createTestLocks().lock("a").isLocked()).toBe(false);
  });

  it("tell what Redis ran", async () => {
    const locks = createTestLocks({ prefix: "" });
    await locks.lock("a").acquire();
    expect(locks.redis.witness()).toEqual([
      { command: expect.arrayContaining(["EVALSHA", "a"]), result: undefined },
      { command: expect.arrayContaining(["EVAL", "a"]), result: expect.arrayContaining(["held"]) },
    ]);
    expect(await locks.redis.command("TYPE", "a")).toEqual({ result: "hash" });
  });
});

describe("what goes wrong", () => {
  it("a lost hold is LOCK_LOST", async () => {
    const locks = createTestLocks();
    const held = await locks.lock("a").acquire();
    locks.redis.loseHold("a");
    await expect(held.check()).resolves.toBe(false);
    expect(held.signal.aborted).toBe(true);
    expect((await held.release()).outcome).not.toBe("released");
  });

  it("a stolen hold is another owner's", async () => {
    const locks = createTestLocks();
    const held = await locks.lock("a").acquire();
    const stolen = await locks.redis.stealHold("a");
    expect(await locks.lock("a").isHeldBy(stolen.owner)).toBe(true);
    expect((await held.release()).outcome).toBe("taken");
    expect(await stolen.check()).toBe(true);
  });

  it("a dropped reply is repeated, and counts once", async () => {
    const locks = createTestLocks({ prefix: "" });
    await (await locks.lock("warm").acquire()).release();
    locks.redis.dropNextReply(2);
    const held = await locks.lock("a").acquire();
    expect(held.holdCount).toBe(1);
    expect((await held.release()).outcome).toBe("released");
    expect(() => locks.redis.dropNextReply(0)).toThrow(expect.objectContaining({ option: "count" }));
  });

  it("a reply is dropped of a command that ran, also of the first one", async () => {
    const locks = createTestLocks({ prefix: "" });
    locks.redis.dropNextReply();
    const held = await locks.lock("a").acquire();
    const ran = locks.redis.witness().filter(({ result }) => Array.isArray(result) && result[0] === "held");
    expect(ran).toHaveLength(2);
    expect(held.holdCount).toBe(1);
  });

  it("no message arrives while the database is away", async () => {
    const locks = createTestLocks({ pollMs: 60_000 });
    const held = await locks.lock("a").acquire();
    let isOver = false;
    const waiter = locks.redis.locks().lock("a").acquire({ waitMs: 10_000, onUnreachable: "wait" });
    waiter.then(() => (isOver = true));
    await new Promise((resolve) => setTimeout(resolve, 50));
    const back = locks.redis.goAway();
    await expect(held.release()).rejects.toMatchObject({ code: "REDIS_UNREACHABLE" });
    expect(isOver).toBe(false);
    back();
    await held.release();
    await (await waiter).release();
  });

  it.each([
    ["options", null],
    ["redis", { redis: {} }],
    ["keyLocking", { keyLocking: true }],
  ])("a wrong option is refused: %s", (option, options) => {
    expect(() => Reflect.apply(createTestLocks, undefined, [options])).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION", option }),
    );
  });

  it("a database that is away is REDIS_UNREACHABLE, until it is back", async () => {
    const locks = createTestLocks();
    const back = locks.redis.goAway();
    await expect(locks.lock("a").tryAcquire()).rejects.toMatchObject({ code: "REDIS_UNREACHABLE" });
    back();
    back();
    expect(await locks.lock("a").tryAcquire()).not.toBeNull();
  });

  it("full memory is REDIS_REFUSED, and a release still works", async () => {
    const locks = createTestLocks();
    const held = await locks.lock("a").acquire();
    locks.redis.isFull = true;
    await expect(locks.lock("b").acquire()).rejects.toMatchObject({ code: "REDIS_REFUSED", redisCode: "OOM" });
    expect((await held.release()).outcome).toBe("released");
  });
});

describe("on fake timers", () => {
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
    const failed = expect(locks.lock("a").tryAcquire()).rejects.toMatchObject({ code: "OUTCOME_UNKNOWN" });
    await vi.advanceTimersByTimeAsync(60_000);
    await failed;
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
});

it("fakeTime fakes both clocks of node:test", async () => {
  await using child = startNode(["--test", "test/engine/node-test/fake-time.ts"]);
  const { code, stdout } = await child.ended;
  expect(stdout).toContain("pass 2");
  expect(code).toBe(0);
});

describe("a half-faked clock is INVALID_OPTION, with the cure", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    ["Date", "performance.now"],
    ["performance", "Date"],
  ] as const)("%s alone", async (faked, real) => {
    vi.useFakeTimers({ toFake: [faked] });
    const error = { code: "INVALID_OPTION", option: real, message: expect.stringContaining("fakeTime(t)") };
    await expect(createTestLocks().lock("a").acquire()).rejects.toMatchObject(error);
  });
});
