// Waiting for permits, and for a latch, by message. Runs on a gateway of its own, one test at a time: it counts
// requests and streams.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { LocksOptions, Semaphore } from "../../../../src/index.ts";
import { countDownChannel, semaphoreChannel } from "../../../../src/lock/keys.ts";
import type { Counts } from "../../../../src/tools/gateway/counters.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { eventually } from "../../../support/eventually.ts";
import { letGo, met } from "../../../support/held-back.ts";
import { atMost } from "../../../support/place.ts";
import { rejection } from "../../../support/rejection.ts";
import { clearFaults, command, countsOf, type Endpoint, resetCounts, setFaults } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { type Sleeper, sleeper } from "../../../support/waiting.ts";

// Longer than any test that does not say otherwise: only a message ends a wait.
const NO_POLL_MS = 60_000;
const POLL_MS = 1_500;
const NONSENSE = ["", "nonsense", "-3", "1e9", "0\n\ndata: message,x,0", '{"error":1}'];

export function waitingWithoutLeaseContract(redis: Endpoint): void {
  const make = (options: Partial<LocksOptions> = {}) =>
    createLocks({ redis, pollMs: NO_POLL_MS, waitMs: 20_000, ...options });
  const counts = (): Promise<Counts> => countsOf(redis);
  const streams = (count: number): Promise<unknown> => eventually(async () => (await counts()).openStreams === count);
  const requests = async (): Promise<number> => (await counts()).requests;

  beforeEach(async () => {
    await clearFaults(redis);
    await resetCounts(redis);
  });
  afterEach(async () => {
    await clearFaults(redis);
    await streams(0);
  });

  async function empty(options?: Partial<LocksOptions>): Promise<Semaphore> {
    const semaphore = make(options).semaphore(uniqueName());
    await semaphore.trySetPermits(0);
    return semaphore;
  }

  const waiter = (semaphore: Semaphore, permits = 1): Promise<Sleeper<void>> =>
    sleeper((options) => semaphore.acquire(permits, options));

  describe("a waiter for permits", () => {
    it("is woken by a release of Java, whatever the name of the semaphore", async () => {
      for (const odd of ["a/b?c#d%e", "{t}:7", "a{b", "été ☃😀", "x,y,z", "two\nlines"]) {
        const semaphore = make().semaphore(odd + uniqueName());
        await semaphore.trySetPermits(0);
        const { got } = await waiter(semaphore);
        await command(redis, "INCRBY", semaphore.name, 1);
        await command(redis, "PUBLISH", semaphoreChannel(semaphore.name), "1");
        await got;
      }
    });

    it("is woken by a release after which there are a million", async () => {
      // A release of a lock says by this number that it has called those who stand.
      const many = 1_000_000;
      const semaphore = make().semaphore(uniqueName());
      await semaphore.trySetPermits(many - 1);
      const { got } = await waiter(semaphore, many);
      const start = performance.now();
      await semaphore.release(1);
      await got;
      // An attempt at the end of its wait would get them, too.
      expect(performance.now() - start).toBeLessThan(atMost(5_000));
    });

    it("costs two attempts and a stream, however long it waits", async () => {
      const semaphore = await empty();
      const before = await requests();
      const { got } = await waiter(semaphore);
      await new Promise((resolve) => setTimeout(resolve, 600));
      expect((await requests()) - before).toBe(3);
      await semaphore.release();
      await got;
    });

    it("gets in with added permits, and with permits that are set again", async () => {
      const semaphore = await empty();
      const { got } = await waiter(semaphore);
      await semaphore.addPermits(1);
      await got;
      const another = await waiter(semaphore);
      // In one transaction, so that no attempt finds the key missing in between.
      await command(redis, "DEL", semaphore.name);
      await semaphore.trySetPermits(1);
      await another.got;
    });

    it("is woken by nothing else in its stream", async () => {
      const semaphore = await empty();
      const waiting = await waiter(semaphore);
      for (const payload of [...NONSENSE, "7", "0"]) {
        const before = waiting.refusals();
        await command(redis, "PUBLISH", semaphoreChannel(semaphore.name), payload);
        await eventually(() => waiting.refusals() > before);
      }
      expect(waiting.isOver()).toBe(false);
      expect(await semaphore.availablePermits()).toBe(0);
      await semaphore.release();
      await waiting.got;
    });

    it("gets in with a poll when its stream is silent, as no lease would end", async () => {
      const semaphore = await empty({ pollMs: POLL_MS });
      await setFaults(redis, 1, [{ fault: "freeze-stream" }]);
      const { got } = await waiter(semaphore);
      const start = performance.now();
      await semaphore.release();
      await got;
      expect(performance.now() - start).toBeLessThan(POLL_MS + atMost(2_000));
    });
  });

  describe("several waiters for permits", () => {
    it("are woken as far as there are permits, over one stream", async () => {
      const semaphore = await empty();
      const waiters = await Promise.all([1, 2, 3, 4, 5].map(() => waiter(semaphore)));
      await streams(1);
      const before = await requests();
      await semaphore.release(3);
      await eventually(() => waiters.filter(({ isOver }) => isOver()).length === 3);
      // The release, three attempts, and a stream that moves with its leader.
      expect((await requests()) - before).toBeLessThanOrEqual(6);
      await semaphore.release(2);
      await Promise.all(waiters.map(({ got }) => got));
      expect(await semaphore.availablePermits()).toBe(0);
    });

    it("get in when they want no more than is available, even past earlier ones", async () => {
      const semaphore = await empty();
      const many = await waiter(semaphore, 5);
      const few = await waiter(semaphore, 2);
      const one = await waiter(semaphore, 1);
      await semaphore.release(3);
      await Promise.all([few.got, one.got]);
      expect(many.isOver()).toBe(false);
      await semaphore.release(1);
      // The one that needs many has been refused.
      await new Promise((resolve) => setTimeout(resolve, 200));
      const start = performance.now();
      await semaphore.acquire(1);
      expect(performance.now() - start).toBeLessThan(atMost(500));
      await semaphore.release(5);
      await many.got;
    });

    it("pass on the wake of one that leaves", async () => {
      const semaphore = await empty();
      const stop = new AbortController();
      const last = await waiter(semaphore);
      const woken = await sleeper((options) => semaphore.acquire(1, { ...options, signal: stop.signal }));
      await streams(1);
      const left = rejection(woken.got);
      await setFaults(redis, 1, [{ fault: "hold-back", reply: false, request: 2 }]);
      await semaphore.release();
      await met(redis);
      stop.abort();
      expect(await left).toMatchObject({ code: "ABORTED" });
      await last.got;
      await letGo(redis, semaphore.name);
      expect(await semaphore.availablePermits()).toBe(0);
    });

    it("all get in, however many each takes, and no permit is left over (C)", async () => {
      const semaphore = make().semaphore(uniqueName());
      await semaphore.trySetPermits(4);
      const clients = [semaphore, make().semaphore(semaphore.name), make().semaphore(semaphore.name)];
      let inside = 0;
      const task = async (nth: number): Promise<void> => {
        const wants = 1 + (nth % 4);
        const mine = clients[nth % 3] ?? semaphore;
        await mine.acquire(wants);
        inside += wants;
        expect(inside).toBeLessThanOrEqual(4);
        await mine.availablePermits();
        inside -= wants;
        await mine.release(wants);
      };
      await Promise.all(Array.from({ length: 24 }, (_, nth) => task(nth)));
      expect(await semaphore.availablePermits()).toBe(4);
    });
  });

  describe("waiters for a latch", () => {
    it("all get in with one message, over one stream", async () => {
      const latch = make().countDownLatch(`{odd,name\n☃}${uniqueName()}`);
      await latch.trySetCount(1);
      const waiters = await Promise.all([1, 2, 3, 4, 5].map(() => sleeper((options) => latch.wait(options))));
      await streams(1);
      // As the last countDown of Java does.
      await command(redis, "DEL", latch.name);
      await command(redis, "PUBLISH", countDownChannel(latch.name), "0");
      await Promise.all(waiters.map(({ got }) => got));
    });

    it("do not get in with a message alone", async () => {
      const latch = make().countDownLatch(uniqueName());
      await latch.trySetCount(1);
      const waiting = await sleeper((options) => latch.wait(options));
      for (const payload of [...NONSENSE, "1", "0"]) {
        const before = waiting.refusals();
        await command(redis, "PUBLISH", countDownChannel(latch.name), payload);
        await eventually(() => waiting.refusals() > before);
      }
      expect(waiting.isOver()).toBe(false);
      await latch.countDown();
      await waiting.got;
    });

    it("get in with a poll when their stream is silent, with one attempt for all", async () => {
      const latch = make({ pollMs: POLL_MS }).countDownLatch(uniqueName());
      await latch.trySetCount(1);
      await setFaults(redis, 1, [{ fault: "freeze-stream" }]);
      const waiters = await Promise.all([1, 2, 3].map(() => sleeper((options) => latch.wait(options))));
      const start = performance.now();
      await latch.countDown();
      await Promise.all(waiters.map(({ got }) => got));
      expect(performance.now() - start).toBeLessThan(POLL_MS + atMost(2_000));
    });
  });
}
