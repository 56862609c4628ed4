// The faults of `leasehound/testing`: the rules of the gateway, in process.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createTestLocks, type FaultRule, type TestLocks } from "../../src/engine/testing/index.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Returns how often an acquire was carried out. */
function grants(locks: TestLocks): number {
  return locks.redis.witness().filter(({ result }) => Array.isArray(result) && result[0] === "held").length;
}

/** Lets timers run until the work is done. */
async function played<Result>(work: Promise<Result>): Promise<Result> {
  const state = { isDone: false };
  const done = () => {
    state.isDone = true;
  };
  work.then(done, done);
  while (!state.isDone) await vi.advanceTimersByTimeAsync(50);
  return work;
}

describe("a rule", () => {
  it.each<[string, FaultRule, number]>([
    ["drop-reply: executed, and repeated", { fault: "drop-reply", times: 2 }, 3],
    ["drop-before: not executed, and repeated", { fault: "drop-before", times: 2 }, 1],
    ["duplicate: executed twice", { fault: "duplicate", times: 1 }, 2],
    ["late-order: repeated, and executed later", { fault: "late-order", times: 1, delayMs: 500 }, 2],
    ["reply: an error in place of the first", { fault: "reply", error: "LOADING not now", times: 1 }, 1],
    ["reply: an error after the execution", { fault: "reply", error: "LOADING not now", times: 1, executes: true }, 2],
    ["delay: beyond the deadline, and repeated", { fault: "delay", delayMs: 10_000, times: 1 }, 2],
    ["delay: of the reply", { fault: "delay", replyDelayMs: 10_000, times: 1 }, 2],
  ])("%s; the lock is held once", async (_, rule, executions) => {
    const locks = createTestLocks();
    locks.redis.faults.set({ rules: [rule] });
    const held = await played(locks.lock("a").acquire());
    expect(locks.redis.faults.state().rules[0]?.fired).toBe(Object(rule).times);
    await vi.advanceTimersByTimeAsync(12_000);
    expect(grants(locks)).toBe(executions);
    expect(held.holdCount).toBe(1);
    expect((await held.release()).outcome).toBe("released");
    expect(await locks.lock("a").isLocked()).toBe(false);
  });

  it("hold-back withholds a request until the rules change", async () => {
    const locks = createTestLocks();
    const { faults } = locks.redis;
    const held = await locks.lock("a").acquire();
    let isReleased = false;
    const released = held.release().then(() => {
      isReleased = true;
    });
    faults.set({ rules: [{ fault: "hold-back", reply: false }] });
    await vi.advanceTimersByTimeAsync(500);
    expect(isReleased).toBe(false);
    faults.clear();
    await released;
    expect(faults.state()).toEqual({ seed: 0, requests: 0, rules: [] });
  });

  it("hits the first run of a script, which Redis does not know yet, by EVALSHA", async () => {
    const locks = createTestLocks();
    locks.redis.faults.set({ rules: [{ fault: "reply", command: "evalsha", error: "NOPERM boom", times: 1 }] });
    await expect(locks.lock("a").tryAcquire()).rejects.toMatchObject({ code: "REDIS_REFUSED" });
    expect(locks.redis.faults.state().rules[0]?.fired).toBe(1);
  });

  it("swap-replies and replay-reply give a request the reply of another, which it refuses", async () => {
    const locks = createTestLocks();
    const warm = await locks.lock("warm").acquire();
    locks.redis.faults.set({ rules: [{ fault: "swap-replies", delayMs: 1_000, times: 2 }] });
    const names = ["a", "b"];
    const both = await played(Promise.all(names.map((name) => locks.lock(name).acquire())));
    expect(both.map(({ name }) => name)).toEqual(names);
    locks.redis.faults.set({ rules: [{ fault: "replay-reply", times: 1 }] });
    await played(warm.renew());
    expect(locks.redis.faults.state().rules[0]?.fired).toBe(1);
  });

  it("reply with a result is refused as one that no script gives", async () => {
    const locks = createTestLocks();
    locks.redis.faults.set({ rules: [{ fault: "reply", result: ["OK"] }] });
    await expect(played(locks.lock("a").acquire())).rejects.toMatchObject({ code: "UNEXPECTED_REPLY" });
  });

  it("an error that Redis gives is REDIS_REFUSED, and nothing was done", async () => {
    const locks = createTestLocks();
    await (await locks.lock("a").acquire()).release();
    locks.redis.faults.set({ rules: [{ fault: "reply", error: "NOPERM not for you", command: "evalsha" }] });
    const refused = { code: "REDIS_REFUSED", redisCode: "NOPERM" };
    await expect(played(locks.lock("b").acquire())).rejects.toMatchObject(refused);
    expect(grants(locks)).toBe(1);
  });

  it.each<[string, FaultRule]>([
    ["the first attempt", { fault: "drop-reply", request: 1 }],
    ["the last attempt", { fault: "drop-reply", request: 4 }],
  ])("that loses the reply to %s does not hide that memory is full", async (_, rule) => {
    const locks = createTestLocks();
    locks.redis.isFull = true;
    locks.redis.faults.set({ rules: [rule] });
    const full = { code: "REDIS_UNREACHABLE", redisCode: "OOM", message: expect.stringContaining("free memory") };
    await expect(played(locks.lock("a").acquire())).rejects.toMatchObject(full);
    expect(locks.redis.faults.state().rules[0]?.fired).toBe(1);
  });

  it("that loses a reply, and all those to the cancel, leaves the outcome unknown, and says that memory is full", async () => {
    const locks = createTestLocks();
    locks.redis.isFull = true;
    const later = [5, 6, 7, 8, 9, 10];
    locks.redis.faults.set({ rules: [{ fault: "drop-reply", request: [1, ...later] }] });
    const unknown = { code: "OUTCOME_UNKNOWN", message: expect.stringMatching(/OOM.*free memory/) };
    await expect(played(locks.lock("a").acquire())).rejects.toMatchObject(unknown);
  });

  it("fires by number, command, seed and times, and says how often", async () => {
    const locks = createTestLocks();
    const { faults } = locks.redis;
    await locks.lock("a").isLocked();
    const story = async (seed: number): Promise<number[]> => {
      faults.set({ seed, rules: [{ fault: "delay", delayMs: 0, probability: 0.5 }] });
      const fired: number[] = [];
      for (let nth = 0; nth < 20; nth += 1) {
        await locks.lock("a").isLocked();
        fired.push(faults.state().rules[0]?.fired ?? 0);
      }
      return fired;
    };
    expect(await story(7)).toEqual(await story(7));
    expect(await story(7)).not.toEqual(await story(8));
    faults.set({
      rules: [
        { fault: "delay", delayMs: 0, request: [1, 3] },
        { fault: "delay", delayMs: 0, command: "EXISTS" },
      ],
    });
    for (let nth = 0; nth < 4; nth += 1) await locks.lock("a").isLocked();
    expect(faults.state()).toMatchObject({ requests: 4, rules: [{ fired: 2 }, { fired: 0 }] });
  });
});

describe("a rule for streams", () => {
  it.each<[string, FaultRule]>([
    ["is lost", { fault: "drop-before", command: "SUBSCRIBE" }],
    ["is refused", { fault: "reply", error: "NOPERM no channels", command: "SUBSCRIBE" }],
    ["falls silent", { fault: "freeze-stream" }],
    ["falls silent before its confirmation", { fault: "freeze-stream", beforeConfirmation: true }],
    ["is cut", { fault: "cut-stream", delayMs: 10 }],
    ["is late", { fault: "delay", replyDelayMs: 20_000, command: "SUBSCRIBE" }],
  ])("a waiter gets the lock although its stream %s", async (_, rule) => {
    const locks = createTestLocks();
    const held = await locks.lock("a").acquire();
    locks.redis.faults.set({ rules: [rule] });
    const waiter = locks.redis.locks().lock("a").acquire({ waitMs: 60_000 });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(locks.redis.faults.state().rules[0]?.fired).toBeGreaterThan(0);
    await played(held.release());
    const next = await played(waiter);
    expect(next.holdCount).toBe(1);
  });
});

describe("a wrong plan is INVALID_OPTION, and sets nothing", () => {
  it.each<[string, unknown]>([
    ["rules", { rules: "all" }],
    ["plan", undefined],
    ["seed", { seed: 0.5, rules: [] }],
    ["mix", { rules: [], mix: { leaseMs: 1_000 } }],
    ["rules[0]", { rules: [1] }],
    ["rules[1].fault", { rules: [{ fault: "drop-reply" }, { fault: "fire" }] }],
    ["rules[0].fault", { rules: [{ fault: "cut-body", atByte: 3 }] }],
    ["rules[0].fault", { rules: [{ fault: "answer", status: 500 }] }],
    ["rules[0].fault", { rules: [{ fault: "refuse" }] }],
    ["rules[0].times", { rules: [{ fault: "delay", times: 0 }] }],
    ["rules[0].atByte", { rules: [{ fault: "delay", atByte: 1 }] }],
    ["rules[0].reply", { rules: [{ fault: "hold-back" }] }],
    ["rules[0].result", { rules: [{ fault: "reply", error: "ERR no", result: 1 }] }],
    ["rules[0].error", { rules: [{ fault: "reply", error: "ERR\r\nno" }] }],
  ])("%s: %j", (option, plan) => {
    const { faults } = createTestLocks().redis;
    const set = (): void => Reflect.apply(faults.set, faults, [plan]);
    expect(set).toThrow(expect.objectContaining({ code: "INVALID_OPTION", option }));
    expect(faults.state().rules).toEqual([]);
  });

  it("a fault in the bytes of HTTP or TCP is refused by its name, with the place that has it", () => {
    const { faults } = createTestLocks().redis;
    const set = (): void => Reflect.apply(faults.set, faults, [{ rules: [{ fault: "stall-body", atByte: 1 }] }]);
    expect(set).toThrow(/"stall-body".* needs the gateway/);
  });
});
