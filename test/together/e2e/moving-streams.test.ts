// Waiters for many locks in real workerd, each in another invocation. They share the stream of one mailbox, which ends
// with the invocation that reads it. The holders are in another process.
import type { Miniflare } from "miniflare";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createLocks, type Held, type Locks } from "../../../src/index.ts";
import { standingKey } from "../../../src/lock/keys.ts";
import { acquireCall, releaseCall } from "../../../src/lock/lua/lock.ts";
import { upstashPort } from "../../../src/lock/redis/upstash.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { eventually } from "../../support/eventually.ts";
import { loneWorker } from "../../support/lone-worker.ts";
import { command } from "../../support/rest.ts";
import { runsOf } from "../../support/runs.ts";
import { uniqueName } from "../../support/unique-name.ts";

const PREFIX = "lock:";
const WAITERS = 20;
// Longer than any test: a message wakes a waiter, or another waiter of its isolate does.
const NO_POLL_MS = 60_000;
// How long others are silent until a leader that was cut is replaced, and attempts for all locks follow.
const REPLACED_MS = 4_500;
// When one waiter is cut: long after its attempt was answered, which nobody could know otherwise.
const CUT_MS = 2_000;
// Allows for three processes on a busy machine.
const SLACK_MS = 1_000;

let gateway: Gateway;
let worker: Miniflare;
let workerUrl: URL;
let locks: Locks;

beforeAll(async () => {
  gateway = await startGateway();
  worker = await loneWorker("test/together/e2e/waiting-worker/index.ts", gateway);
  workerUrl = await worker.ready;
  locks = createLocks({ redis: gateway, prefix: PREFIX, waitMs: 20_000, leaseMs: 60_000 });
});
afterAll(async () => {
  await worker?.dispose();
  await gateway?.close();
});
// The last waiter closes its stream, whatever the test did.
afterEach(async () => {
  gateway.faults.clear();
  await streams(0);
});

interface Answer {
  readonly owner?: string;
  readonly code?: string;
  readonly left?: boolean;
  /** When it arrived here. */
  readonly atMs: number;
}

async function ask(name: string, more: object = {}): Promise<Answer> {
  const body = JSON.stringify({ name, prefix: PREFIX, holdMs: 5, waitMs: 30_000, pollMs: NO_POLL_MS, ...more });
  const response = await fetch(workerUrl, { method: "POST", body });
  return { ...Object(await response.json()), atMs: performance.now() };
}

const streams = (count: number, withinMs?: number): Promise<boolean> =>
  eventually(async () => (await gateway.counters()).openStreams === count, withinMs);
const hasStood = (name: string): Promise<boolean> =>
  eventually(async () => (await command<number>(gateway, "LLEN", standingKey(PREFIX + name))) > 0);

/** A waiter, and the holder of its lock. */
interface Waiting {
  readonly holder: Held;
  readonly answer: Promise<Answer>;
}

/**
 * Starts a waiter for `other`, which reads the stream of the isolate, and then one for `name`, which is cut later.
 * Resolves when both have stood.
 */
async function cutBesideReader(name: string, other: string) {
  const reader = ask(other);
  await hasStood(other);
  const cut = ask(name, { leaveMs: CUT_MS });
  await hasStood(name);
  return { reader, cut };
}

/** Releases each hold. Returns the longest time from a release to the answer of its waiter, ms. */
async function longestDelay(waiting: readonly Waiting[]): Promise<number> {
  const delays = waiting.map(async ({ holder, answer }) => {
    const start = performance.now();
    await holder.release();
    const { owner, atMs } = await answer;
    expect(owner).toEqual(expect.any(String));
    return atMs - start;
  });
  return Math.max(...(await Promise.all(delays)));
}

describe("handlers that wait, each for its own lock,", () => {
  /** Starts them one after the other. The first one leads. */
  async function allWait(more: (nth: number) => object = () => ({})): Promise<Waiting[]> {
    const names = Array.from({ length: WAITERS }, uniqueName);
    const holders = await Promise.all(names.map((name) => locks.lock(name).acquire()));
    const waiting: Waiting[] = [];
    for (const [nth, holder] of holders.entries()) {
      waiting.push({ holder, answer: ask(holder.name, more(nth)) });
      await hasStood(holder.name);
    }
    await streams(1);
    return waiting;
  }

  /** Awaits those that are cut. Returns the others. */
  async function living(waiting: readonly Waiting[], isCut: (nth: number) => boolean): Promise<Waiting[]> {
    const cut = waiting.filter((_, nth) => isCut(nth));
    for (const { answer } of cut) expect(await answer).toMatchObject({ left: true });
    return waiting.filter((_, nth) => !isCut(nth));
  }

  it("share one stream, and are granted the locks by message", async () => {
    const waiting = await allWait();
    const since = gateway.witness().at(-1)?.seq;
    expect(await longestDelay(waiting)).toBeLessThan(500 + SLACK_MS);
    const attempts = runsOf(gateway.witness(since)).filter(({ script }) => script.startsWith("lock/acquire"));
    // When the stream moves, those that still wait attempt once: they may have missed a message.
    expect(attempts.length).toBeLessThanOrEqual(2 * WAITERS);
  });

  it("are not delayed when the waiter with the stream times out", async () => {
    const [first, ...others] = await allWait((nth) => (nth === 0 ? { waitMs: 3_000 } : {}));
    expect(await first?.answer).toMatchObject({ code: "LOCK_BUSY" });
    expect(await longestDelay(others)).toBeLessThan(500 + SLACK_MS);
    await first?.holder.release();
  });

  it("are not delayed when the waiter with the stream gets in", async () => {
    const [first, ...others] = await allWait((nth) => (nth === 0 ? { holdMs: 1_500 } : {}));
    await first?.holder.release();
    expect(await longestDelay(others)).toBeLessThan(500 + SLACK_MS);
    expect(await first?.answer).toMatchObject({ owner: expect.any(String) });
  });

  it("are not delayed when the invocation with the stream gets in, and ends before another stream is open", async () => {
    const [first, ...others] = await allWait((nth) => (nth === 0 ? { holdMs: 0 } : {}));
    gateway.faults.set({ seed: 1, rules: [{ fault: "delay", command: "SUBSCRIBE", delayMs: 400 }] });
    await first?.holder.release();
    expect(await first?.answer).toMatchObject({ owner: expect.any(String) });
    await streams(0);
    expect(await longestDelay(others)).toBeLessThan(500 + SLACK_MS);
  });

  it("get in when a quarter of them was cut, and no stream with them", async () => {
    const isCut = (nth: number): boolean => nth % 4 === 3;
    const waiting = await allWait((nth) => (isCut(nth) ? { leaveMs: 2_000 } : {}));
    expect(await longestDelay(await living(waiting, isCut))).toBeLessThan(500 + SLACK_MS);
    for (const [nth, { holder }] of waiting.entries()) if (isCut(nth)) await holder.release();
  });

  it("get in when the waiter with the stream was cut, and others with it", async () => {
    const isCut = (nth: number): boolean => nth % 4 === 0;
    const waiting = await allWait((nth) => (isCut(nth) ? { leaveMs: 2_500 } : {}));
    expect(await longestDelay(await living(waiting, isCut))).toBeLessThan(REPLACED_MS + SLACK_MS);
    for (const [nth, { holder }] of waiting.entries()) if (isCut(nth)) await holder.release();
  });
});

describe("a handler that was cut while it waited, and is granted the lock,", () => {
  it("loses it by the reader of the stream, soon, to a waiter elsewhere", async () => {
    const [name, other] = [uniqueName(), uniqueName()];
    const [holder, kept] = [await locks.lock(name).acquire(), await locks.lock(other).acquire()];
    const { reader, cut } = await cutBesideReader(name, other);
    expect(await cut).toMatchObject({ left: true });
    await holder.release();
    expect(await locks.lock(name).isLocked()).toBe(true);
    const next = await locks.lock(name).acquire({ wait: "poll" });
    const [granted, givenBack] = runsOf(gateway.witness(), PREFIX + name).filter(
      ({ script }) => script === "lock/release",
    );
    expect((givenBack?.atMs ?? Number.NaN) - (granted?.atMs ?? 0)).toBeLessThan(400);
    await next.release();
    await kept.release();
    expect(await reader).toMatchObject({ owner: expect.any(String) });
  });

  it("loses it to the waiter behind it in its isolate", async () => {
    const [name, other] = [uniqueName(), uniqueName()];
    const [holder, kept] = [await locks.lock(name).acquire(), await locks.lock(other).acquire()];
    const { reader, cut } = await cutBesideReader(name, other);
    const behind = ask(name);
    expect(await cut).toMatchObject({ left: true });
    expect(await longestDelay([{ holder, answer: behind }])).toBeLessThan(500 + SLACK_MS);
    await kept.release();
    expect(await reader).toMatchObject({ owner: expect.any(String) });
  });
});

it("a handler that was cut while it waited, and is called, delays the one behind it by two seconds", async () => {
  const [name, other] = [uniqueName(), uniqueName()];
  const owner = `${crypto.randomUUID()}:1`;
  const hold = { key: PREFIX + name, owner, holdId: owner, leaseMs: 60_000, ownerIsNew: true, epoch: "" };
  const port = upstashPort(gateway);
  await port.run(acquireCall(hold, false), { timeoutMs: 5_000 });
  const kept = await locks.lock(other).acquire();
  const { reader, cut } = await cutBesideReader(name, other);
  const behind = ask(name);
  expect(await cut).toMatchObject({ left: true });
  const start = performance.now();
  // No release was published for a second: it leaves the lock free, and calls the first in the list.
  await port.run(releaseCall(hold, true, "elsewhere", { chain: { since: "1", turns: 0, owed: 0 } }), {
    timeoutMs: 5_000,
  });
  const { owner: next, atMs } = await behind;
  expect(next).toEqual(expect.any(String));
  expect(atMs - start).toBeLessThan(2_000 + SLACK_MS);
  await kept.release();
  expect(await reader).toMatchObject({ owner: expect.any(String) });
});
