// Locks that are lost, clients that are closed, Redis without its data, and processes that die.
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createLockManager, type LockManager } from "../../../src/edge/web-locks/index.ts";
import { createClient, createLocks, type LockEvent } from "../../../src/index.ts";
import { webLockPrefix, webTokenKey } from "../../../src/lock/keys.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { startNode } from "../../support/child-process.ts";
import { eventually } from "../../support/eventually.ts";
import { exhaustive } from "../../support/exhaustive.ts";
import { gate } from "../../support/gate.ts";
import { hold, LEASE_MS, managersOf, pending, rejection } from "../../support/lock-managers.ts";
import { command } from "../../support/rest.ts";
import { uniquePrefix } from "../../support/unique-name.ts";

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());
// Nobody waits any more, and so nobody listens.
afterEach(() => eventually(async () => (await gateway.counters()).openStreams === 0));

const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);
process.on("unhandledRejection", note);
afterAll(() => process.off("unhandledRejection", note));

describe("a lock that is lost", () => {
  it("rejects its request at once with an AbortError, whose cause is the LockError of the signal", async () => {
    const prefix = uniquePrefix();
    const locks = managersOf(gateway, { prefix })();
    const { opened, open } = gate();
    const order: string[] = [];
    let reason: unknown;
    const request = locks.request("n", async (_, held) => {
      held.signal.addEventListener("abort", () => {
        order.push("signal");
        reason = held.signal.reason;
      });
      await opened;
      order.push("callback");
      throw new Error("dropped");
    });
    await locks.query();
    await command(gateway, "DEL", `${webLockPrefix(prefix)}n`);
    const error = await rejection(request);
    order.push("request");
    expect(error).toBeInstanceOf(DOMException);
    expect(error).toMatchObject({ name: "AbortError", message: expect.stringContaining('lock "n"') });
    expect(Object(error).cause).toBe(reason);
    expect(reason).toMatchObject({ code: "LOCK_LOST", lockName: "n" });
    expect(Object.keys(Object(error))).not.toContain("cause");
    open();
    await eventually(() => order.length === 3);
    expect(order).toEqual(["signal", "request", "callback"]);
    expect(unhandled).toEqual([]);
  });

  it("is known by its release at the latest", async () => {
    const prefix = uniquePrefix();
    const locks = managersOf(gateway, { prefix })();
    const first = await hold(locks, "n");
    await command(gateway, "DEL", `${webLockPrefix(prefix)}n`);
    const second = await hold(managersOf(gateway, { prefix })(), "n");
    expect(await rejection(first.release())).toMatchObject({ name: "AbortError", cause: { code: "LOCK_LOST" } });
    await second.release();
  });

  it("because no renewal is answered is lost at the end of its lease", async () => {
    const locks = managersOf(gateway)();
    const { done, held } = await hold(locks, "n");
    gateway.faults.set({ seed: 1, rules: [{ fault: "drop-before", command: "evalsha" }] });
    const start = performance.now();
    const error = await rejection(done);
    gateway.faults.clear();
    expect(error).toMatchObject({ name: "AbortError", cause: { code: "LOCK_LOST" } });
    expect(held.signal.reason).toBe(Object(error).cause);
    expect(performance.now() - start).toBeLessThan(LEASE_MS + 500);
  });

  it("was stolen before its stream was confirmed is known when the stream is, long before a renewal", async () => {
    const make = managersOf(gateway, { leaseMs: 30_000 });
    gateway.faults.set({ seed: 1, rules: [{ fault: "delay", command: "psubscribe", replyDelayMs: 1_000 }] });
    const start = performance.now();
    const { done } = await hold(make(), "n");
    // Its stream is opened a second after the grant.
    await make().request("n", { steal: true }, () => {});
    expect(await rejection(done)).toMatchObject({ name: "AbortError", cause: { code: "LOCK_STOLEN" } });
    expect(performance.now() - start).toBeLessThan(6_000);
    gateway.faults.clear();
  });

  it("has events like any other: each call and each hold has one end", async () => {
    const events: LockEvent[] = [];
    const make = managersOf(gateway, { onEvent: (event) => void events.push(event) });
    const [locks, others] = [make(), make()];
    const victim = await hold(locks, "n");
    const controller = new AbortController();
    const waiting = rejection(locks.request("n", { signal: controller.signal }, () => {}));
    await pending(locks, "n", 1);
    controller.abort();
    await waiting;
    await locks.request("n", { ifAvailable: true }, () => {});
    await others.request("n", { steal: true }, () => {});
    await rejection(victim.release());
    const types = events.map(({ type }) => type);
    expect(types.filter((type) => type === "acquiring")).toHaveLength(4);
    for (const [type, count] of Object.entries({ acquired: 2, aborted: 1, busy: 1, released: 1, lost: 1 }))
      expect([type, types.filter((each) => each === type).length]).toEqual([type, count]);
    expect(events.every((event) => event.kind === "webLock" && event.lockName === "n")).toBe(true);
    expect(events.find(({ type }) => type === "lost")).toMatchObject({ reason: "stolen", id: events[0]?.id });
  });
});

describe("the token of a lock", () => {
  it("is higher at each exclusive grant, also after a theft and when Redis has lost its data", async () => {
    const make = managersOf(gateway);
    const tokens: bigint[] = [];
    const take = (locks: LockManager, options = {}) =>
      locks.request("n", options, (_, held) => void tokens.push(BigInt(held.fencingToken ?? "-1")));
    const locks = make();
    await take(locks);
    await Promise.all([take(locks), take(locks), take(locks), take(make())]);
    await take(make(), { steal: true });
    await command(gateway, "FLUSHALL");
    await take(locks);
    expect(tokens).toHaveLength(7);
    expect(tokens).toEqual([...new Set(tokens)].sort((left, right) => (left < right ? -1 : 1)));
  });

  it("goes up from one that is ahead of the clock", async () => {
    const prefix = uniquePrefix();
    const locks = managersOf(gateway, { prefix })();
    const key = webTokenKey(`${webLockPrefix(prefix)}n`);
    for (const [latest, next] of [
      ["9000000000000000", "9000000000000001"],
      ["8999999999999999", "9000000000000000"],
      ["9999999999999999", "10000000000000000"],
    ]) {
      await command(gateway, "SET", key, `${latest} another-owner:1`);
      expect(await locks.request("n", (_, held) => held.fencingToken)).toBe(next);
    }
  });

  it("is missing from a shared lock", async () => {
    const locks = managersOf(gateway)();
    expect(await locks.request("n", { mode: "shared" }, (_, held) => held.fencingToken)).toBeUndefined();
  });
});

describe("close() of the client", () => {
  it("ends what waits and what is held with an AbortError, and refuses all that is asked later", async () => {
    const client = createLocks({ redis: gateway, leaseMs: LEASE_MS, prefix: uniquePrefix() });
    const locks = createLockManager(client);
    const { done } = await hold(locks, "n");
    const waiting = locks.request("n", () => expect.fail("called back"));
    await pending(locks, "n", 1);
    client.close();
    for (const ended of [done, waiting])
      expect(await rejection(ended)).toMatchObject({ name: "AbortError", cause: { code: "CLOSED" } });
    for (const refused of [locks.request("n", () => {}), locks.query()]) {
      const error = await rejection(refused);
      expect(error).toBeInstanceOf(DOMException);
      expect(error).toMatchObject({ name: "InvalidStateError" });
    }
    // The argument is looked at first.
    expect(await rejection(Reflect.apply(locks.request, locks, ["n"]))).toBeInstanceOf(TypeError);
  });
});

describe("close() of the client, before the first answer", () => {
  it("ends a request that was just asked, one that shares, and one that steals", async () => {
    for (const options of [{}, { mode: "shared" }, { steal: true }, { ifAvailable: true }] as const) {
      const client = createLocks({ redis: gateway, leaseMs: LEASE_MS, prefix: uniquePrefix() });
      const request = createLockManager(client).request("n", options, () => expect.fail("called back"));
      client.close();
      expect(await rejection(request)).toMatchObject({ name: "AbortError", cause: { code: "CLOSED" } });
    }
  });

  it("ends what waits in the turn of the answer", async () => {
    const client = createLocks({ redis: gateway, leaseMs: LEASE_MS, prefix: uniquePrefix() });
    const locks = createLockManager(client);
    const requests = [locks.request("n", () => new Promise(() => {})), locks.request("n", () => expect.fail("called"))];
    await locks.query();
    client.close();
    for (const request of requests)
      expect(await rejection(request)).toMatchObject({ name: "AbortError", cause: { code: "CLOSED" } });
  });
});

describe("waiting requests", () => {
  it("keep their order when Redis loses its data", async () => {
    const locks = managersOf(gateway)();
    const first = await hold(locks, "n");
    const order: number[] = [];
    const waiting = [0, 1, 2].map((nth) => locks.request("n", () => void order.push(nth)));
    await pending(locks, "n", 3);
    await command(gateway, "FLUSHALL");
    expect(await rejection(first.done)).toMatchObject({ cause: { code: "LOCK_LOST" } });
    await Promise.all(waiting);
    expect(order).toEqual([0, 1, 2]);
  });

  it("of a client without streams acquire, too", async () => {
    const prefix = uniquePrefix();
    const polling = createLockManager(createClient({ redis: gateway, leaseMs: LEASE_MS, prefix }));
    const first = await hold(managersOf(gateway, { prefix })(), "n");
    const second = hold(polling, "n");
    await pending(polling, "n", 1);
    await first.release();
    const start = performance.now();
    await (await second).release();
    expect(performance.now() - start).toBeLessThan(2_500);
    expect((await gateway.counters()).openStreams).toBe(0);
  });

  it("acquire when a release is not heard, by looking", async () => {
    const make = managersOf(gateway, { pollMs: 500 });
    const first = await hold(make(), "n");
    gateway.faults.set({ seed: 1, rules: [{ fault: "freeze-stream" }] });
    const second = hold(make(), "n");
    await pending(make(), "n", 1);
    await first.release();
    await (await second).release();
    gateway.faults.clear();
  });

  it("1,000 of one manager acquire a shared lock by one message", { timeout: 60_000 }, async () => {
    const prefix = uniquePrefix();
    // Without streams: the only one is that of the waiters.
    const one = createLockManager(createClient({ redis: gateway, prefix }));
    const other = managersOf(gateway, { prefix, leaseMs: 30_000 })();
    const first = await hold(one, "n");
    let granted = 0;
    const waiting = Array.from({ length: 1_000 }, () => other.request("n", { mode: "shared" }, () => (granted += 1)));
    await pending(one, "n", 1_000);
    await eventually(async () => (await gateway.counters()).openStreams === 1);
    const since = gateway.witness().at(-1)?.seq;
    await first.release();
    await Promise.all(waiting);
    expect(granted).toBe(1_000);
    const evals = gateway.witness(since).filter(({ command: [name] }) => /^EVAL/i.test(String(name)));
    // Locks that are held for a second are renewed once, when their stream of thefts is confirmed.
    const renewals = Math.ceil(1_000 / 125);
    expect(evals.length).toBeLessThan(3 + 2 * Math.ceil(1_000 / 32) + 10 + renewals);
  });
});

describe("another process", () => {
  // Holds or waits for a lock, until it is killed; or leaves when it has no more work.
  const program = (what: string): string => `
    import { createLocks } from "./src/index.ts";
    import { createLockManager } from "./src/edge/web-locks/index.ts";
    const [url, token, prefix] = process.argv.slice(1);
    const client = createLocks({ redis: { url, token }, prefix, leaseMs: ${LEASE_MS} });
    const locks = createLockManager(client);
    ${what}`;
  const start = (what: string, prefix: string) =>
    startNode(["--input-type=module-typescript", "-e", program(what), gateway.url, gateway.token, prefix]);
  const HOLD = `locks.request("n", () => { console.log("held"); setInterval(() => {}, 1_000); return new Promise(() => {}); });`;

  it("excludes this one, and its locks are free within their lease after it was killed", async () => {
    const prefix = uniquePrefix();
    const locks = managersOf(gateway, { prefix })();
    await using holder = start(HOLD, prefix);
    expect(await holder.line()).toBe("held");
    await locks.request("n", { ifAvailable: true }, (lock) => expect(lock).toBeNull());
    const waiting = hold(locks, "n");
    await pending(locks, "n", 1);
    process.kill(holder.pid, "SIGKILL");
    const killedAt = performance.now();
    await (await waiting).release();
    expect(performance.now() - killedAt).toBeLessThan(LEASE_MS + 1_500);
  });

  // It waits for these 15 s.
  exhaustive(() => {
    it("that waited and was killed holds up the others for 15 s at most", { timeout: 40_000 }, async () => {
      const prefix = uniquePrefix();
      const locks = managersOf(gateway, { prefix })();
      const first = await hold(locks, "n");
      await using waiter = start(`locks.request("n", () => {}); console.log("asked"); ${HOLD}`, prefix);
      await waiter.line();
      await pending(locks, "n", 2);
      const waiting = hold(locks, "n");
      await pending(locks, "n", 3);
      process.kill(waiter.pid, "SIGKILL");
      await first.release();
      const start_ = performance.now();
      await (await waiting).release();
      expect(performance.now() - start_).toBeLessThan(17_000);
    });
  });

  it("ends by itself when its locks are released: nothing keeps it alive", async () => {
    await using leaver = start(
      `const all = [1, 2, 3].map(() => locks.request("n", () => new Promise((done) => setTimeout(done, 50))));
       await Promise.all(all);
       console.log("done");`,
      uniquePrefix(),
    );
    expect(await leaver.line()).toBe("done");
    const doneAt = performance.now();
    expect(await leaver.ended).toMatchObject({ code: 0, stderr: "" });
    expect(performance.now() - doneAt).toBeLessThan(1_500);
  });
});
