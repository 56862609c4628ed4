// A fair lock that goes from its holder to the first of its queue within one isolate: release and grant in one request.
// Runs on a gateway of its own, one test at a time: it counts requests.
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { Held, Lock, LocksOptions, WaitOptions } from "../../../../src/index.ts";
import { queueKey, queueScoresKey, waiterChannels } from "../../../../src/lock/keys.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { listenAll } from "../../../support/channel.ts";
import { eventually } from "../../../support/eventually.ts";
import { executed, letGo, met } from "../../../support/held-back.ts";
import { isVirtual, leaseTime } from "../../../support/place.ts";
import { rejection } from "../../../support/rejection.ts";
import {
  clearFaults,
  command,
  countsOf,
  type Endpoint,
  resetCounts,
  setFaults,
  witnessed,
} from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { type Sleeper, sleeper } from "../../../support/waiting.ts";

const RELEASED = { outcome: "released" };
// In virtual time, a stream is confirmed at once.
const PASSED_OF_SEVEN = 7;

export function fairPassingContract(redis: Endpoint): void {
  const make = (options: Partial<LocksOptions> = {}): Lock =>
    createLocks({ redis, waitMs: 20_000, ...options }).fairLock(uniqueName());
  const queued = ({ name }: Lock): Promise<string[]> => command(redis, "LRANGE", queueKey(name), 0, -1);
  const waits = (lock: Lock, options: WaitOptions & { owner?: string; signal?: AbortSignal } = {}) =>
    sleeper((more) => lock.acquire({ ...options, ...more }));
  const passes = async ({ name }: Lock): Promise<number> =>
    (await witnessed(redis, name)).filter(({ reply }) => /^ended,.*,passed,/.test(String(reply))).length;

  /** Acquires the lock, and lets one caller wait until messages reach it. */
  async function heldBefore(
    lock: Lock,
    options: Parameters<typeof waits>[1] = {},
  ): Promise<{ held: Held; waiting: Sleeper<Held> }> {
    const held = await lock.acquire();
    const waiting = await waits(lock, options);
    waiting.got.catch(() => {});
    await resetCounts(redis);
    return { held, waiting };
  }

  // Redis knows the script, so that a pass is one request.
  beforeAll(async () => {
    const { held, waiting } = await heldBefore(make());
    await held.release();
    await (await waiting.got).release();
  });
  beforeEach(() => clearFaults(redis));
  afterEach(async () => {
    await clearFaults(redis);
    await eventually(async () => (await countsOf(redis)).openStreams === 0);
  });

  it("is released and granted to the first waiter in one request, without a message", async () => {
    const lock = make();
    const { held, waiting } = await heldBefore(lock);
    await using channel = await listenAll(redis, waiterChannels(lock.name));
    await resetCounts(redis);
    expect(await held.release()).toMatchObject(RELEASED);
    const next = await waiting.got;
    expect(await countsOf(redis)).toMatchObject({ requests: 1, billed: 12 });
    expect(next.holdCount).toBe(1);
    expect(await next.check()).toBe(true);
    expect(await queued(lock)).toEqual([]);
    expect(await command(redis, "EXISTS", queueScoresKey(lock.name))).toBe(0);
    expect(await next.release()).toMatchObject(RELEASED);
    expect(await lock.isLocked()).toBe(false);
    expect(channel.messages).toEqual([]);
  });

  it("goes on from waiter to waiter, in the order in which they came, without a limit", async () => {
    const lock = make();
    const { held, waiting } = await heldBefore(lock);
    const all = [waiting];
    for (let nth = 1; nth < 7; nth += 1) all.push(await waits(lock));
    const order: number[] = [];
    const done = all.map(async ({ got }, nth) => {
      await using _ = await got;
      order.push(nth);
    });
    await held.release();
    await Promise.all(done);
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6]);
    // Not to a waiter to which the stream has just moved, so that it attempts. The faster a stream is confirmed, the
    // more of them do. Only the first one certainly has it for long.
    const passed = await passes(lock);
    if (isVirtual) expect(passed).toBe(PASSED_OF_SEVEN);
    else expect(passed).toBeGreaterThanOrEqual(1);
  });

  it("is not passed past a waiter elsewhere: that one gets the message", async () => {
    const lock = make();
    const held = await lock.acquire();
    const elsewhere = `${crypto.randomUUID()}:1`;
    await command(redis, "RPUSH", queueKey(lock.name), elsewhere);
    await command(redis, "ZADD", queueScoresKey(lock.name), String(Date.now() + 300_000), elsewhere);
    const waiting = await waits(lock);
    await using channel = await listenAll(redis, waiterChannels(lock.name));
    expect(await held.release()).toMatchObject(RELEASED);
    await eventually(() => channel.messages.includes(`${elsewhere},0`));
    expect(await queued(lock)).toHaveLength(2);
    expect(await passes(lock)).toBe(0);
    await command(redis, "DEL", queueScoresKey(lock.name));
    await (await waiting.got).release();
  });

  it("is not passed to a waiter whose place in the queue is gone", async () => {
    const lock = make();
    const { held, waiting } = await heldBefore(lock);
    const elsewhere = `${crypto.randomUUID()}:1`;
    await command(redis, "LPUSH", queueKey(lock.name), elsewhere);
    expect(await held.release()).toMatchObject(RELEASED);
    expect(await passes(lock)).toBe(0);
    // Without a score, it is removed from the queue.
    await (await waiting.got).release();
    expect(await queued(lock)).toEqual([]);
  });

  it("whose reply is lost is repeated, and the waiter learns of its grant", async () => {
    const lock = make();
    const { held, waiting } = await heldBefore(lock);
    await setFaults(redis, 1, [{ fault: "drop-reply", request: 1 }]);
    expect(await held.release()).toMatchObject(RELEASED);
    const next = await waiting.got;
    expect(await next.check()).toBe(true);
    await next.release();
    expect(await lock.isLocked()).toBe(false);
  });

  it("that is executed twice, also after the waiter's release, grants once", async () => {
    const lock = make();
    const { held, waiting } = await heldBefore(lock);
    await setFaults(redis, 1, [{ fault: "duplicate", request: 1, delayMs: 600 }]);
    await held.release();
    await (await waiting.got).release();
    await eventually(async () => (await witnessed(redis, lock.name)).some(({ faulted }) => faulted === "duplicate"));
    expect(await lock.isLocked()).toBe(false);
  });

  it("that comes after the waiter attempted by itself is found by it", async () => {
    const lock = make();
    const { held, waiting } = await heldBefore(lock);
    await setFaults(redis, 1, [{ fault: "hold-back", reply: false, request: 1 }]);
    const refused = waiting.refusals();
    const releasing = held.release();
    await eventually(() => waiting.refusals() > refused, leaseTime(8_000));
    await letGo(redis, lock.name);
    expect(await releasing).toMatchObject(RELEASED);
    const next = await waiting.got;
    expect(await next.check()).toBe(true);
    await next.release();
  });

  it("leaves nothing when the waiter is aborted before it, and during it", async () => {
    for (const reply of [false, true]) {
      const lock = make();
      const stop = new AbortController();
      const { held, waiting } = await heldBefore(lock, { signal: stop.signal });
      const left = rejection(waiting.got);
      await setFaults(redis, 1, [{ fault: "hold-back", reply, request: 1 }]);
      const releasing = held.release();
      await (reply ? executed(redis, lock.name) : met(redis));
      stop.abort();
      expect(await left).toMatchObject({ code: "ABORTED" });
      await clearFaults(redis);
      expect(await releasing).toMatchObject(RELEASED);
      await eventually(async () => !(await lock.isLocked()) && (await queued(lock)).length === 0, leaseTime(3_000));
    }
  });
}
