// Waiting for a fair lock: in order, by message, without leftovers. Runs on a gateway of its own, one test at a time:
// it counts requests and streams.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Held, Locks, LocksOptions, WaitProgress } from "../../../../src/index.ts";
import { lastTriesKey, queueKey, queueScoresKey, waiterChannels } from "../../../../src/lock/keys.ts";
import type { Counts } from "../../../../src/tools/gateway/counters.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { eventually } from "../../../support/eventually.ts";
import { FairQueue } from "../../../support/fair-queue.ts";
import { handOver } from "../../../support/hand-over.ts";
import { atMost, leaseTime } from "../../../support/place.ts";
import { clearFaults, command, countsOf, type Endpoint, redisTime, setFaults } from "../../../support/rest.ts";
import { ODD_NAMES, uniqueName } from "../../../support/unique-name.ts";

// A queued waiter polls every 5 s: one that gets in sooner was woken by a message.
const SOON_MS = atMost(2_500);

export function fairnessContract(redis: Endpoint): void {
  const make = (options: Partial<LocksOptions> = {}): Locks => createLocks({ redis, waitMs: 20_000, ...options });
  const counts = (): Promise<Counts> => countsOf(redis);
  const streams = (count: number): Promise<unknown> => eventually(async () => (await counts()).openStreams === count);
  const queued = (name: string): Promise<string[]> => command(redis, "LRANGE", queueKey(name), 0, -1);

  /** Starts a wait. Resolves when the waiter is queued and was informed of its place; `got` is the hold. */
  async function join(
    name: string,
    locks = make(),
    options: { signal?: AbortSignal; owner?: string; waitMs?: number } = {},
  ): Promise<{ got: Promise<Held>; facts: WaitProgress[] }> {
    const before = (await queued(name)).length;
    const facts: WaitProgress[] = [];
    const got = locks.fairLock(name).acquire({ ...options, onWait: (told) => facts.push(told) });
    got.catch(() => {});
    await eventually(async () => facts.length > 0 && (await queued(name)).length > before);
    return { got, facts };
  }

  async function leavesNothing(name: string): Promise<void> {
    expect(await queued(name)).toEqual([]);
    expect(await command(redis, "EXISTS", queueScoresKey(name))).toBe(0);
    await streams(0);
  }

  beforeEach(() => clearFaults(redis));
  afterEach(async () => {
    await clearFaults(redis);
    // The last waiter closes its stream, whatever the test did.
    await streams(0);
  });

  describe("waiters of a fair lock", () => {
    it("get in one after the other in the order they came, over one stream, each woken by a message", async () => {
      const name = uniqueName();
      const first = await make().fairLock(name).acquire();
      const order: number[] = [];
      const done: Promise<void>[] = [];
      for (let nth = 0; nth < 12; nth += 1) {
        const { got } = await join(name);
        const enter = async (): Promise<void> => {
          const held = await got;
          order.push(nth);
          await held.release();
        };
        done.push(enter());
      }
      await streams(2);
      const start = performance.now();
      await first.release();
      await Promise.all(done);
      expect(order).toEqual(Array.from({ length: 12 }, (_, nth) => nth));
      expect(performance.now() - start).toBeLessThan(SOON_MS);
      await leavesNothing(name);
    });

    it("cost at most four scripts per hand-over", async () => {
      // Several of one tick share a request.
      const scripts = async (): Promise<number> => (await counts()).byCommand["EVALSHA"] ?? 0;
      const lock = make().fairLock(uniqueName());
      const held = await lock.acquire();
      const before = await scripts();
      const waiting = Array.from({ length: 30 }, async () => (await lock.acquire()).release());
      // Two attempts of each waiter.
      const joined = await eventually(async () => {
        const many = await scripts();
        return many >= before + 60 ? many : undefined;
      });
      await held.release();
      await Promise.all(waiting);
      // An attempt and a release each. The first waiter reads the stream, which therefore changes hands each time.
      expect((await scripts()) - joined).toBeLessThanOrEqual(4 * 30);
    });

    it("are woken whatever the name of the lock, all these names at once", async () => {
      const waiting = ODD_NAMES.map(async (odd) => {
        const name = odd + uniqueName();
        const held = await make().fairLock(name).acquire();
        const { got, facts } = await join(name);
        // Twice: before and after its stream was open.
        await eventually(() => facts.length >= 2);
        return handOver(got, () => held.release());
      });
      for (const ms of await Promise.all(waiting)) expect(ms).toBeLessThan(SOON_MS);
    });

    it("are informed of their place, also after another waiter left", async () => {
      const name = uniqueName();
      const held = await make().fairLock(name).acquire();
      const [one, two] = [await join(name), await join(name)];
      const three = make().fairLock(name).acquire({ waitMs: 300 });
      await expect(three).rejects.toMatchObject({ code: "LOCK_BUSY", position: 3 });
      expect(one.facts[0]).toMatchObject({ position: 1, attempts: 1, remainingMs: expect.any(Number) });
      expect(two.facts[0]).toMatchObject({ position: 2 });
      await held.release();
      await (await one.got).release();
      await (await two.got).release();
      await leavesNothing(name);
    });

    it("do not queue for a single attempt, and a single attempt does not pass them", async () => {
      const name = uniqueName();
      const held = await make().fairLock(name).acquire();
      const refused = make().fairLock(name).acquire({ waitMs: 0 });
      await expect(refused).rejects.toMatchObject({ code: "LOCK_BUSY", position: undefined });
      expect(await queued(name)).toEqual([]);
      // The lock is free, and the first waiter of the queue is slow to come.
      const queue = await FairQueue.of(redis, name);
      await queue.waits("slow");
      await held.release();
      expect(await make().fairLock(name).tryAcquire()).toBeNull();
      expect(await queue.waits("slow")).toMatchObject({ kind: "held" });
      await queue.releases("slow");
    });

    it.each<[string, (stop: AbortController, locks: Locks) => void, number | undefined]>([
      ["aborted", (stop) => stop.abort(), undefined],
      ["closed", (_, locks) => locks.close(), undefined],
      ["out of time", () => {}, leaseTime(1_200)],
    ])("leave the queue when they are %s, and the next is woken", async (_, end, waitMs) => {
      const name = uniqueName();
      const queue = await FairQueue.of(redis, name);
      await queue.waits("holder");
      const [stop, locks] = [new AbortController(), make()];
      const leaving = await join(name, locks, { signal: stop.signal, ...(waitMs === undefined ? {} : { waitMs }) });
      const next = await join(name);
      await streams(2);
      end(stop, locks);
      await expect(leaving.got).rejects.toMatchObject({ code: expect.stringMatching(/ABORTED|CLOSED|LOCK_BUSY/) });
      await eventually(async () => (await queued(name)).length === 1);
      const start = performance.now();
      await queue.releases("holder");
      await (await next.got).release();
      expect(performance.now() - start).toBeLessThan(SOON_MS);
      await leavesNothing(name);
    });

    it("get in past any number of waiters that died in the queue, once these were silent for 15 s", async () => {
      const name = uniqueName();
      const queue = await FairQueue.of(redis, name);
      await queue.waits("holder");
      for (let nth = 0; nth < 10; nth += 1) await queue.waits(`dead:${nth}`);
      const { got, facts } = await join(name, make({ pollMs: 300 }));
      expect(facts[0]).toMatchObject({ position: 11 });
      await queue.releases("holder");
      const longAgo = (await redisTime(redis)) - 16_000;
      for (let nth = 0; nth < 10; nth += 1) await command(redis, "ZADD", lastTriesKey(name), longAgo, `dead:${nth}`);
      const start = performance.now();
      await (await got).release();
      expect(performance.now() - start).toBeLessThan(SOON_MS);
      await leavesNothing(name);
    });

    it("keep their place by their attempts, and do not pass another waiter when they are woken by mistake", async () => {
      const name = uniqueName();
      const queue = await FairQueue.of(redis, name);
      await queue.waits("holder");
      const [one, two] = [await join(name, make({ pollMs: 200 })), await join(name, make({ pollMs: 200 }))];
      const [, second = ""] = await queued(name);
      for (let nth = 0; nth < 5; nth += 1) await command(redis, "PUBLISH", waiterChannels(name) + second, "0");
      await eventually(() => one.facts.length > 4 && two.facts.length > 8);
      expect(new Set(one.facts.map(({ position }) => position))).toEqual(new Set([1]));
      expect(new Set(two.facts.map(({ position }) => position))).toEqual(new Set([2]));
      await queue.releases("holder");
      await (await one.got).release();
      await (await two.got).release();
    });

    it("get in at the end of a lease that was not released", async () => {
      const name = uniqueName();
      await make()
        .fairLock(name)
        .acquire({ leaseMs: leaseTime(1_500) });
      const [one, two] = [await join(name), await join(name)];
      const start = performance.now();
      await (await one.got).release();
      await (await two.got).release();
      expect(performance.now() - start).toBeLessThan(leaseTime(1_500) + SOON_MS);
    });

    it("poll where there are no messages, and keep their order", async () => {
      const name = uniqueName();
      await setFaults(redis, 1, [{ fault: "freeze-stream" }]);
      const held = await make().fairLock(name).acquire();
      const waiting = [await join(name, make({ pollMs: 400 })), await join(name, make({ pollMs: 400 }))];
      await held.release();
      const order: number[] = [];
      await Promise.all(
        waiting.map(async ({ got }, nth) => {
          const own = await got;
          order.push(nth);
          await own.release();
        }),
      );
      expect(order).toEqual([0, 1]);
    });
  });

  describe("a hold of a fair lock", () => {
    it("stays fair when it moves, and its release there wakes the first of the queue", async () => {
      const name = uniqueName();
      const held = await make().fairLock(name).acquire();
      const text = held.serialize({ move: true });
      const { got } = await join(name);
      await streams(2);
      await expect(make().lock(name).release(text)).rejects.toMatchObject({ option: "serialized" });
      const resumed = await make().resume(text);
      await resumed.renew();
      const start = performance.now();
      await resumed.release();
      await (await got).release();
      expect(performance.now() - start).toBeLessThan(SOON_MS);
    });

    it("can be re-entered by its owner while others wait", async () => {
      const name = uniqueName();
      const lock = make().fairLock(name);
      const outer = await lock.acquire({ owner: "p:1" });
      const { got } = await join(name);
      const inner = await lock.acquire({ owner: "p:1", waitMs: 0 });
      expect(inner.holdCount).toBe(2);
      await expect(make().nonReentrantFairLock(name).acquire({ owner: "p:1" })).rejects.toMatchObject({
        code: "ALREADY_HELD",
        lockName: name,
      });
      expect(await inner.release()).toEqual({ outcome: "still-held", holdCount: 1 });
      expect(await outer.release()).toEqual({ outcome: "released", holdCount: 0 });
      await (await got).release();
    });
  });
}
