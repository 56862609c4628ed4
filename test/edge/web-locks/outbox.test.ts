// A lock manager sends one request for all calls of one turn, in the order of the calls, whatever happens to the
// requests.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { LockManager, LockManagerOptions } from "../../../src/edge/web-locks/index.ts";
import { isLockError } from "../../../src/index.ts";
import { webLockPrefix } from "../../../src/lock/keys.ts";
import { gate } from "../../support/gate.ts";
import { hold, LEASE_MS, managersOf, pending, rejection } from "../../support/lock-managers.ts";
import { command } from "../../support/rest.ts";
import { startTestGateway, type TestGateway } from "../../support/test-gateway.ts";
import { uniquePrefix } from "../../support/unique-name.ts";
import { BackgroundWork } from "../../support/wait-until.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());
beforeEach(() => gateway.faults.clear());
afterEach(() => gateway.faults.clear());

const EVALSHA = "evalsha";
const makers = () => managersOf(gateway);
const manager = (options?: LockManagerOptions): LockManager => makers()(options);

/** Runs something, and returns how many requests it needed. */
async function requestsOf(run: () => Promise<unknown>): Promise<number> {
  await gateway.resetCounters();
  await run();
  return (await gateway.counters()).requests;
}

describe("a lock manager", () => {
  it("needs two requests for a lock, and one for all requests of a turn", async () => {
    const locks = manager();
    await locks.request("n", () => {});
    expect(await requestsOf(() => locks.request("n", () => {}))).toBe(2);
    const names = ["a", "b", "c", "d", "e"];
    expect(await requestsOf(() => Promise.all(names.map((name) => locks.request(name, () => {}))))).toBe(2);
  });

  it("needs one request for each hand-over between its own requests, and no stream", async () => {
    const locks = manager();
    await locks.request("n", () => {});
    const requests = await requestsOf(() =>
      Promise.all(Array.from({ length: 10 }, () => locks.request("n", () => {}))),
    );
    expect(requests).toBe(11);
  });

  it("loads its script again if Redis has forgotten it, and keeps the order", async () => {
    const locks = manager();
    await command(gateway, "SCRIPT", "FLUSH");
    const order: number[] = [];
    const all = [0, 1, 2, 3].map((nth) => locks.request("n", () => void order.push(nth)));
    expect((await locks.query()).pending).toHaveLength(3);
    await Promise.all(all);
    expect(order).toEqual([0, 1, 2, 3]);
  });

  it("splits a large turn, and keeps the order", async () => {
    const locks = manager();
    const order: number[] = [];
    await Promise.all(Array.from({ length: 200 }, (_, nth) => locks.request("n", () => void order.push(nth))));
    expect(order).toEqual(Array.from({ length: 200 }, (_, nth) => nth));
  });

  it("lets a key that is no lock fail its own requests alone", async () => {
    const prefix = uniquePrefix();
    const locks = managersOf(gateway, { prefix })();
    await command(gateway, "SET", `${webLockPrefix(prefix)}b`, "not a lock");
    const results = await Promise.allSettled(["a", "b", "c"].map((name) => locks.request(name, () => name)));
    const refused = expect.objectContaining({ code: "NOT_A_LOCK", key: `${webLockPrefix(prefix)}b` });
    expect(results).toEqual([
      { status: "fulfilled", value: "a" },
      { status: "rejected", reason: refused },
      { status: "fulfilled", value: "c" },
    ]);
    expect(await locks.query()).toEqual({ held: [], pending: [] });
    expect(await command(gateway, "GET", `${webLockPrefix(prefix)}b`)).toBe("not a lock");
  });
});

describe("the context of a request", () => {
  it("gets its release and its give-up, never its wait or its callback", async () => {
    const contexts = [new BackgroundWork(), new BackgroundWork()];
    let current = 0;
    const locks = makers()({ context: () => contexts[current] ?? expect.fail("no context") });
    const first = await hold(locks, "n");
    current = 1;
    const controller = new AbortController();
    const aborted = rejection(locks.request("n", { signal: controller.signal }, () => {}));
    await pending(locks, "n", 1);
    expect(contexts.map(({ promises }) => promises.length)).toEqual([0, 0]);
    controller.abort("own");
    expect(await aborted).toBe("own");
    expect(contexts.map(({ promises }) => promises.length)).toEqual([0, 1]);
    await first.release();
    expect(contexts.map(({ promises }) => promises.length)).toEqual([1, 1]);
    await Promise.all(contexts.map((context) => context.settled()));
    expect(await locks.query()).toEqual({ held: [], pending: [] });
  });

  it("is asked for by each request, which rejects if there is none", async () => {
    const none = new Error("no invocation");
    const locks = makers()({
      context: () => {
        throw none;
      },
    });
    expect(await rejection(locks.request("n", () => {}))).toBe(none);
    expect(await rejection(locks.query())).toBe(none);
  });
});

describe("a request whose", () => {
  // Each fault, on the request of a grant and on that of a release.
  const faults = [
    ["request is lost", { fault: "drop-before" }],
    ["reply is lost", { fault: "drop-reply" }],
    ["reply is cut", { fault: "cut-body", atByte: 9 }],
    ["reply never ends", { fault: "stall-body", atByte: 9 }],
    ["copy arrives at once", { fault: "duplicate" }],
    ["copy arrives later", { fault: "duplicate", delayMs: 200 }],
    ["server fails", { fault: "answer", status: 503 }],
    ["server fails after it has run", { fault: "answer", status: 502, executes: true }],
  ] as const;

  it.each(faults)("%s changes neither the order nor the number of grants", async (_, fault) => {
    const locks = manager();
    await locks.request("n", () => {});
    for (const request of [1, 2, 3]) {
      gateway.faults.set({ seed: 1, rules: [{ ...fault, request, command: EVALSHA }] });
      const log: string[] = [];
      const all = ["w1", "w2", "w3"].map((each) =>
        locks.request("n", async () => {
          log.push(`${each} in`);
          await Promise.resolve();
          log.push(`${each} out`);
        }),
      );
      await Promise.all(all);
      expect(log).toEqual(["w1 in", "w1 out", "w2 in", "w2 out", "w3 in", "w3 out"]);
      gateway.faults.clear();
      expect(await locks.query()).toEqual({ held: [], pending: [] });
    }
  });

  it("copy arrives after the end of all changes nothing", async () => {
    const locks = manager();
    await locks.request("n", () => {});
    gateway.faults.set({ seed: 1, rules: [{ fault: "duplicate", delayMs: 400, command: EVALSHA }] });
    const controller = new AbortController();
    const first = await hold(locks, "n");
    const aborted = rejection(locks.request("n", { signal: controller.signal }, () => {}));
    await pending(locks, "n", 1);
    controller.abort("own");
    expect(await aborted).toBe("own");
    await first.release();
    const thief = await hold(locks, "n", { steal: true });
    await new Promise((resolve) => setTimeout(resolve, 600));
    gateway.faults.clear();
    const { held, pending: waiting } = await locks.query();
    expect([held, waiting]).toEqual([[expect.objectContaining({ name: "n", mode: "exclusive" })], []]);
    expect(thief.held.signal.aborted).toBe(false);
    await thief.release();
    expect(await locks.query()).toEqual({ held: [], pending: [] });
  });

  it("reply is lost may have stolen a lock: it steals once", async () => {
    const make = makers();
    const [locks, others] = [make(), make()];
    const victim = await hold(others, "n");
    gateway.faults.set({ seed: 1, rules: [{ fault: "drop-reply", request: 1, command: EVALSHA }] });
    const thief = await hold(locks, "n", { steal: true });
    expect(await rejection(victim.done)).toMatchObject({ name: "AbortError", cause: { code: "LOCK_STOLEN" } });
    expect((await locks.query()).held).toHaveLength(1);
    await thief.release();
  });

  it("grant is heard of only after its lease is asked for anew", async () => {
    const locks = managersOf(gateway, { leaseMs: 1_000 })();
    await locks.request("n", () => {});
    const lost = { fault: "drop-reply", request: 1, command: EVALSHA } as const;
    gateway.faults.set({ seed: 1, rules: [lost, { fault: "drop-before", command: EVALSHA }] });
    setTimeout(() => gateway.faults.clear(), 1_500);
    const { held, release } = await hold(locks, "n");
    expect(held.signal.aborted).toBe(false);
    expect((await locks.query()).held).toHaveLength(1);
    await release();
    expect(await locks.query()).toEqual({ held: [], pending: [] });
  });
});

describe("while requests hang", () => {
  it("a batch is asked again after a sixth of the lease, in the same order", async () => {
    const locks = manager();
    await locks.request("n", () => {});
    gateway.faults.set({ seed: 1, rules: [{ fault: "hold-back", reply: true, request: 1, command: EVALSHA }] });
    const order: number[] = [];
    const start = performance.now();
    await Promise.all([0, 1, 2].map((nth) => locks.request("n", () => void order.push(nth))));
    expect(order).toEqual([0, 1, 2]);
    expect(performance.now() - start).toBeGreaterThan(LEASE_MS / 6 - 50);
    expect(performance.now() - start).toBeLessThan(LEASE_MS);
  });

  it("a lock is renewed until its release is sent, behind all that was asked before", { timeout: 60_000 }, async () => {
    const locks = manager();
    // A request has 32 of these, and the release waits for all of them.
    const asked = 32 * Math.ceil((1.5 * LEASE_MS) / 150);
    gateway.faults.set({ seed: 1, rules: [{ fault: "delay", replyDelayMs: 150, command: EVALSHA }] });
    const start = performance.now();
    const request = locks.request("n", () => "done");
    const queries = Array.from({ length: asked }, () => locks.query());
    expect(await request).toBe("done");
    expect(performance.now() - start).toBeGreaterThan(LEASE_MS);
    await Promise.all(queries);
  });

  it("a second request waits until the first is answered", async () => {
    const locks = manager();
    const { opened, open } = gate();
    const first = locks.request("n", () => opened);
    await locks.query();
    gateway.faults.set({ seed: 1, rules: [{ fault: "delay", replyDelayMs: 100, command: EVALSHA }] });
    const log: string[] = [];
    const early = locks.request("m", () => void log.push("early"));
    for (let hop = 0; hop < 50; hop += 1) await undefined;
    const late = locks.request("m", () => void log.push("late"));
    await Promise.all([early, late]);
    expect(log).toEqual(["early", "late"]);
    open();
    await first;
  });
});

describe("onUnreachable", () => {
  const away = { fault: "drop-before", command: EVALSHA } as const;

  it('"wait", the default, lets requests wait until Redis is back, and grants in the order of the calls', async () => {
    const locks = manager();
    await locks.request("n", () => {});
    gateway.faults.set({ seed: 1, rules: [{ ...away, times: 6 }] });
    const order: number[] = [];
    await Promise.all([0, 1, 2].map((nth) => locks.request("n", () => void order.push(nth))));
    expect(order).toEqual([0, 1, 2]);
  });

  it('"fail" rejects with the LockError', async () => {
    const locks = makers()({ onUnreachable: "fail" });
    await locks.request("n", () => {});
    gateway.faults.set({ seed: 1, rules: [away] });
    const error = await rejection(locks.request("n", () => expect.fail("called back")));
    expect(isLockError(error)).toBe(true);
    expect(error).toMatchObject({ code: "OUTCOME_UNKNOWN", message: expect.stringContaining('request lock "n"') });
    gateway.faults.clear();
    await locks.request("n", { ifAvailable: true }, (lock) => expect(lock).not.toBeNull());
  });

  it("means nothing to ifAvailable and query(), which always reject", async () => {
    const locks = manager();
    await locks.request("n", () => {});
    gateway.faults.set({ seed: 1, rules: [away] });
    const never = () => expect.fail("called back");
    expect(isLockError(await rejection(locks.request("n", { ifAvailable: true }, never)))).toBe(true);
    expect(isLockError(await rejection(locks.query()))).toBe(true);
    gateway.faults.clear();
    expect(await locks.query()).toEqual({ held: [], pending: [] });
  });

  it("means nothing to a refusal: a wrong token rejects at once", async () => {
    const locks = managersOf({ url: gateway.url, token: "wrong" })();
    expect(await rejection(locks.request("n", () => {}))).toMatchObject({ code: "REDIS_REFUSED" });
    expect(await rejection(locks.query())).toMatchObject({ code: "REDIS_REFUSED" });
  });
});
