// What a program must not do, and options that are wrong: each is told, nothing hangs, and nothing stays replaced.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Program, type SimulateOptions, simulate } from "../../../src/engine/testing/index.ts";
import { LockError } from "../../../src/index.ts";
import { rejection } from "../../support/rejection.ts";

type Numbers = { readonly count: number };

const tried = (program: Program<Numbers>, others: Partial<SimulateOptions<Numbers>> = {}): Promise<unknown> =>
  rejection(simulate({ store: { count: 0 }, runs: 2, ...others, program }));

const { Date: RealDate, setTimeout: realTimeout, fetch: realFetch } = globalThis;
const { now } = performance;
const { random } = Math;
let listeners: unknown[] = [];
beforeEach(() => {
  listeners = process.listeners("unhandledRejection");
});
afterEach(() => {
  expect([Date, setTimeout, fetch]).toEqual([RealDate, realTimeout, realFetch]);
  expect(performance.now).toBe(now);
  expect(Math.random).toBe(random);
  expect(process.listeners("unhandledRejection")).toEqual(listeners);
});

describe("a program that uses the machine", () => {
  it.each<[name: string, instead: string, program: Program<Numbers>]>([
    ["Date", "now()", async ({ step }) => step(`at ${Date.now()}`)],
    ["Date", "now()", async ({ step }) => step(`at ${new Date().toISOString()}`)],
    ["performance.now", "now()", async ({ step }) => step(`at ${performance.now()}`)],
    ["Math.random", "random()", async ({ step }) => step(`draws ${Math.random()}`)],
    ["crypto.randomUUID", "random()", async ({ step }) => step(`makes ${crypto.randomUUID()}`)],
    ["setTimeout", "sleep(ms)", async () => new Promise((resolve) => setTimeout(resolve, 10))],
    ["fetch", "step(what)", async () => fetch("http://127.0.0.1:9/").catch(() => {})],
    ["AbortSignal.timeout", "sleep(ms)", async ({ step }) => step(`${AbortSignal.timeout(60_000).aborted}`)],
  ])("by %s is told to use %s", async (name, instead, program) => {
    const error = await tried(program);
    expect(error).toMatchObject({ code: "PLAN_FAILED", reason: "outside", run: 1 });
    expect(String(error)).toContain(`uses the machine's ${name}`);
    expect(String(error)).toContain(`use ${instead}`);
    expect(String(error)).toMatch(/outside\.test\.ts:\d+/);
  });

  it("may make a date of its own time", async () => {
    const program: Program<Numbers> = async ({ now, step }) => step(new Date(now()).toISOString());
    expect(await tried(program)).toMatchObject({ fulfilled: { runs: 2 } });
  });
});

describe("a program that", () => {
  it("awaits for ever is told where", async () => {
    const error = await tried(async ({ store }) => {
      await store.get("count");
      await new Promise(() => {});
    });
    expect(error).toMatchObject({ reason: "never-ends", cure: expect.stringContaining("await only what") });
  });

  it("waits for a lock for ever is told for which", async () => {
    const error = await tried(async ({ locks }) => {
      await locks.lock("mine").acquire({ leaseMs: 2_147_483_647 });
      await locks.lock("mine").acquire({ waitMs: 2_147_483_647 });
    });
    expect(error).toMatchObject({ reason: "never-ends", message: expect.stringContaining('lock("mine").acquire()') });
  });

  it("goes on without end is told how many calls it made", async () => {
    const error = await tried(async ({ step }) => {
      for (;;) await step("again");
    });
    expect(error).toMatchObject({ reason: "never-ends", message: expect.stringContaining("5000 calls") });
  });

  it("throws is told its seed, and keeps the cause", async () => {
    const cause = new TypeError("no such thing");
    const error = await tried(async () => Promise.reject(cause), { seed: 7 });
    expect(error).toMatchObject({ reason: "threw", seed: 7, cause, message: expect.stringContaining("no such thing") });
  });

  it("uses a lock wrongly is told so", async () => {
    const error = await tried(async ({ locks }) => locks.lock("").acquire());
    expect(error).toMatchObject({ reason: "threw", message: expect.stringContaining("INVALID_OPTION") });
  });

  it("ends with an error of a lock is none that failed", async () => {
    const program: Program<Numbers> = async ({ locks }) => {
      await locks.lock("one").acquire();
      await locks.lock("one").acquire({ waitMs: 0 });
    };
    const faults = { crash: false, pause: false, lostReplies: 0, lateMessages: false, fullRedis: false };
    expect(await tried(program, { faults, runs: 1, isolates: 1 })).toEqual({
      fulfilled: expect.objectContaining({ ended: { LOCK_BUSY: 1 } }),
    });
  });

  it.each<[call: string, program: Program<Numbers>]>([
    ['store.set("count")', async ({ store }) => void store.set("count", 1)],
    ['lock("gone").acquire()', async ({ locks }) => void locks.lock("gone").acquire()],
  ])("does not await %s is told to", async (call, program) => {
    expect(await tried(program)).toMatchObject({ reason: "not-awaited", cure: `await ${call}` });
  });

  it("forgets a promise that rejects is told its error", async () => {
    const error = await tried(async ({ sleep }) => {
      void sleep(5).then(() => Promise.reject(new Error("lost")));
      await sleep(20);
    });
    expect(error).toMatchObject({ reason: "threw", message: expect.stringContaining("lost") });
  });

  it("keeps state outside of itself is told that it cannot be repeated", async () => {
    let count = 0;
    const error = await tried(async ({ store }) => {
      count += 1;
      await store.set("count", count);
    });
    expect(error).toMatchObject({ reason: "not-repeatable" });
  });

  it("leaves a step or a read that lost a race is none that failed", async () => {
    const program: Program<Numbers> = async ({ step, store }) => {
      await Promise.race([step("one"), step("two"), store.get("count")]);
    };
    expect(await tried(program)).toMatchObject({ fulfilled: { runs: 2 } });
  });

  it("aborts an acquire and returns is none that failed", async () => {
    const program: Program<Numbers> = async ({ locks, sleep }) => {
      const leaving = new AbortController();
      locks
        .lock("busy")
        .acquire({ signal: leaving.signal, waitMs: 60_000 })
        .catch(() => {});
      await sleep(1);
      leaving.abort();
    };
    expect(await tried(program)).toMatchObject({ fulfilled: { runs: 2 } });
  });

  it("does not use its hold gets the warning of its locks as a console would", async () => {
    const report = await tried(
      async ({ locks, step }) => {
        await using _ = await locks.lock("a").acquire({ waitMs: 5_000 });
        await step("work");
      },
      { runs: 40 },
    );
    expect(report).toMatchObject({ fulfilled: { runs: 40 } });
  });

  it("acquires and releases without end is told so, also after minutes", async () => {
    const error = await tried(
      async ({ locks, sleep }) => {
        await sleep(600_000);
        for (;;) await locks.lock("a").withLock(async () => {});
      },
      { isolates: 1 },
    );
    expect(error).toMatchObject({ reason: "never-ends" });
  });

  it("is struck after minutes, too", async () => {
    const error = await tried(
      async ({ locks, store, step, sleep }) => {
        await sleep(600_000);
        await locks.withLock("a", async () => {
          const count = await store.get("count");
          if (count > 0) return;
          await step("work");
          await store.set("count", (await store.get("count")) + 1);
        });
      },
      { runs: 200, invariant: ({ store }) => store.get("count") <= 1 },
    );
    expect(error).toMatchObject({
      reason: "invariant",
      message: expect.stringMatching(/6\d\d\.\d+ s {2}isolate \d pauses/),
    });
  });

  it("throws what cannot be shown is told all the same", async () => {
    const thrown = Object.create(null);
    const error = await tried(async () => Promise.reject(thrown));
    expect(error).toMatchObject({ reason: "threw", cause: thrown });
  });

  it("has a lock with an odd name tells that name", async () => {
    const error = await tried(
      async ({ locks, store }) => {
        await using _ = await locks.lock("a$&$1").acquire();
        await store.set("count", 2);
      },
      { invariant: ({ store }) => store.get("count") < 2 },
    );
    expect(error).toMatchObject({ message: expect.stringContaining('gets "a$&$1"') });
  });

  it("writes what JSON has not is shown", async () => {
    const program: Program<{ big: bigint }> = async ({ store }) => {
      await store.set("big", 7n);
    };
    const invariant = (): boolean => false;
    const error = await rejection(simulate({ store: { big: 1n }, program, invariant }));
    expect(error).toMatchObject({ reason: "invariant", message: expect.stringContaining("writes big: 7") });
  });

  it("runs beside other code that uses the machine is not blamed for it", async () => {
    const timer = setInterval(() => [Date.now(), Math.random(), setTimeout(() => {}, 1)], 1);
    const rejected: unknown[] = [];
    const hear = (error: unknown): void => void rejected.push(error);
    process.on("unhandledRejection", hear);
    const other = new Error("of other code");
    setTimeout(() => void Promise.reject(other), 20);
    const program: Program<Numbers> = async ({ locks, store }) => {
      await using held = await locks.fencedLock("a").acquire();
      await store.set("count", 1, held.fencingToken);
    };
    const others = process.rawListeners("unhandledRejection").filter((one) => one !== hear);
    for (const one of others) process.off("unhandledRejection", Object(one));
    const report = await tried(program, { runs: 60 });
    clearInterval(timer);
    process.off("unhandledRejection", hear);
    for (const one of others) process.on("unhandledRejection", Object(one));
    expect(report).toMatchObject({ fulfilled: { runs: 60 } });
    expect(rejected).toEqual([other]);
  });

  it("waits for an immediate of the machine is told so", async () => {
    const error = await tried(async ({ locks }) => {
      await new Promise((resolve) => setImmediate(resolve));
      await locks.lock("late").acquire();
    });
    expect(error).toMatchObject({ code: "PLAN_FAILED", reason: expect.stringMatching(/outside|never-ends/) });
  });
});

describe("an invariant that", () => {
  const write: Program<Numbers> = async ({ store }) => {
    await store.set("count", 1);
  };
  it("throws is told, with its error as the cause", async () => {
    const error = await tried(write, { invariant: ({ store }) => expect(store.get("count")).toBe(0) });
    expect(error).toMatchObject({ reason: "invariant", cause: expect.any(Error) });
  });

  it("reads a key that the store has not is refused", async () => {
    const error = await tried(write, { invariant: ({ store }) => Reflect.apply(store.get, store, ["cuont"]) <= 1 });
    expect(error).toMatchObject({ code: "INVALID_OPTION", option: "key" });
  });

  it("asserts and returns nothing holds", async () => {
    const error = await tried(write, { invariant: () => undefined });
    expect(error).toMatchObject({ fulfilled: { runs: 2 } });
  });
});

describe("options that are wrong are named:", () => {
  const program: Program<Numbers> = async () => {};
  it.each<[option: string, given: object]>([
    ["options", []],
    ["program", { store: { count: 0 } }],
    ["program", { store: { count: 0 }, program: () => 1 }],
    ["store", { program }],
    ["store", { program, store: [] }],
    ["store", { program, store: { work: () => {} } }],
    ["invariant", { program, store: {}, invariant: true }],
    ["invariant", { program, store: {}, invariant: async () => true }],
    ["seed", { program, store: {}, seed: -1 }],
    ["seed", { program, store: {}, seed: 2 ** 32 }],
    ["runs", { program, store: {}, runs: 0 }],
    ["run", { program, store: {}, run: 0 }],
    ["isolates", { program, store: {}, isolates: 21 }],
    ["explosions", { program, store: {}, faults: { explosions: true } }],
    ["crash", { program, store: {}, faults: { crash: 1 } }],
    ["lostReplies", { program, store: {}, faults: { lostReplies: 2 } }],
    ["lostReplies", { program, store: {}, faults: { lostReplies: Number.NaN } }],
    ["redis", { program, store: {}, locks: { redis: {} } }],
    ["leaseMs", { program, store: {}, locks: { leaseMs: 10 } }],
    ["leaseMS", { program, store: {}, locks: { leaseMS: 1_000 } }],
    ["cluster", { program, store: {}, cluster: true }],
  ])("%s of %j", async (option, given) => {
    const error = await rejection(Reflect.apply(simulate, undefined, [given]));
    expect(error).toBeInstanceOf(LockError);
    expect(error).toMatchObject({ code: "INVALID_OPTION", option });
  });

  it("a step without a name, a time that is none, a value that is no data, a token that is none", async () => {
    for (const [option, wrong] of [
      ["what", async ({ step }) => step("")],
      ["ms", async ({ sleep }) => sleep(-1)],
      ["value", async ({ store }) => Reflect.apply(store.set, store, ["count", () => {}])],
      ["token", async ({ store }) => store.set("count", 1, "x")],
      [
        "token",
        async ({ locks, store }) => store.set("count", 1, Object(await locks.lock("a").acquire()).fencingToken),
      ],
      ["key", async ({ store }) => Reflect.apply(store.set, store, ["cuont", 1])],
    ] satisfies [string, Program<Numbers>][]) {
      expect(await tried(wrong)).toMatchObject({ reason: "threw", cause: { code: "INVALID_OPTION", option } });
    }
  });
});

describe("at the wrong time", () => {
  it("two at once are refused, and the first one goes on", async () => {
    const first = simulate({ store: {}, runs: 3, program: async ({ step }) => step("first") });
    const second = simulate({ store: {}, runs: 3, program: async ({ step }) => step("second") });
    expect(await rejection(second)).toMatchObject({ code: "INVALID_OPTION", option: "simulate" });
    expect(await first).toMatchObject({ runs: 3 });
  });

  it("faked timers are refused", async () => {
    vi.useFakeTimers();
    const error = await rejection(simulate({ store: {}, program: async () => {} }));
    vi.useRealTimers();
    expect(error).toMatchObject({ code: "INVALID_OPTION", option: "setTimeout" });
  });
});

it("one seed gives one hash, and another seed another one", async () => {
  const plan = (seed: number) =>
    simulate({
      seed,
      runs: 20,
      store: { count: 0 },
      async program({ locks, store, random, now }) {
        await using held = await locks.fencedLock("count").acquire({ waitMs: 60_000 });
        await store.set("count", Math.floor(random() * 1_000) + (now() % 7), held.fencingToken);
      },
    });
  const [one, again, other] = [await plan(42), await plan(42), await plan(43)];
  expect(again).toEqual(one);
  expect(other.hash).not.toBe(one.hash);
});
