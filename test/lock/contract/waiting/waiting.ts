// Waiting for a plain lock by its release message. kinds.ts tests what holds for every kind. Runs on a gateway of its
// own, one test at a time: it counts requests and streams.

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Lock, Locks, LocksOptions } from "../../../../src/index.ts";
import { readWriteChannel, releaseChannel } from "../../../../src/lock/keys.ts";
import type { Counts } from "../../../../src/tools/gateway/counters.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { eventually } from "../../../support/eventually.ts";
import { handOver } from "../../../support/hand-over.ts";
import { letGo, met } from "../../../support/held-back.ts";
import { atMost, leaseTime } from "../../../support/place.ts";
import { rejection } from "../../../support/rejection.ts";
import {
  clearFaults,
  command,
  countsOf,
  type Endpoint,
  faultRules,
  resetCounts,
  setFaults,
} from "../../../support/rest.ts";
import { ODD_NAMES, uniqueName } from "../../../support/unique-name.ts";
import { asleep, sleeper } from "../../../support/waiting.ts";

// Longer than any test that does not say otherwise.
const NO_POLL_MS = 60_000;
// Only a message wakes a waiter this soon: a lease takes 30 s.
const SOON_MS = atMost(3_000);

export function waitingContract(redis: Endpoint): void {
  const make = (options: Partial<LocksOptions> = {}): Locks =>
    createLocks({ redis, pollMs: NO_POLL_MS, waitMs: 20_000, ...options });

  const counts = (): Promise<Counts> => countsOf(redis);
  /** How many scripts were sent, several of them maybe in one request. */
  const scripts = async (): Promise<number> => (await counts()).byCommand["EVALSHA"] ?? 0;
  const noStreams = (): Promise<unknown> => eventually(async () => (await counts()).openStreams === 0);

  /** Waits until so many streams are open. */
  const streams = (count: number): Promise<unknown> => eventually(async () => (await counts()).openStreams === count);

  beforeEach(async () => {
    await clearFaults(redis);
    await resetCounts(redis);
  });
  afterEach(async () => {
    await clearFaults(redis);
    // The last waiter closes its stream, whatever the test did.
    await noStreams();
  });

  describe("a waiter", () => {
    it("is woken whatever the name of the lock, all these names at once", async () => {
      const waiting = ODD_NAMES.map(async (odd) => {
        const lock = make().lock(odd + uniqueName());
        const held = await lock.acquire();
        let refusals = 0;
        const got = lock.acquire({ onWait: () => (refusals += 1) });
        // The second refusal comes after its stream was open.
        await asleep(() => refusals);
        return handOver(got, () => held.release());
      });
      for (const ms of await Promise.all(waiting)) expect(ms).toBeLessThan(SOON_MS);
    });

    it("misses no release between its refusal and the confirmation of its stream", async () => {
      const lock = make().lock(uniqueName());
      const held = await lock.acquire();
      await setFaults(redis, 1, [{ fault: "delay", command: "SUBSCRIBE", delayMs: 600 }]);
      let refusals = 0;
      const waiting = lock.acquire({ onWait: () => (refusals += 1) });
      await eventually(() => refusals > 0);
      // Redis has not received the subscription yet.
      expect(await handOver(waiting, () => held.release())).toBeLessThan(SOON_MS);
    });

    it("misses no release that comes while its attempt is pending", async () => {
      const lock = make().lock(uniqueName());
      const held = await lock.acquire();
      let refusals = 0;
      const waiting = lock.acquire({ onWait: () => (refusals += 1) });
      await asleep(() => refusals);
      await setFaults(redis, 1, [{ fault: "delay", command: "EVALSHA", replyDelayMs: 600, times: 1 }]);
      const before = await counts();
      await command(redis, "PUBLISH", releaseChannel(lock.name), "0");
      // Redis has refused the attempt, and the reply has not arrived.
      await eventually(async () => (await counts()).requests >= before.requests + 2);
      expect(await handOver(waiting, () => held.release())).toBeLessThan(SOON_MS);
    });

    it("asks once more who holds the lock when its refusal came after the wait", async () => {
      const lock = make().lock(uniqueName());
      await using held = await lock.acquire({ label: "its holder" });
      const before = await counts();
      await setFaults(redis, 1, [{ fault: "delay", command: "EVALSHA", replyDelayMs: 600, times: 1 }]);
      const busy = await rejection(lock.acquire({ waitMs: 300 }));
      expect(busy).toMatchObject({
        code: "LOCK_BUSY",
        attempts: 2,
        holder: { owner: held.owner, label: "its holder" },
      });
      expect((await counts()).requests - before.requests).toBe(2);
    });

    it("sends no further attempt when half the time of one is over, and is cancelled instead", async () => {
      const lock = make({ leaseMs: 3_000 }).lock(uniqueName());
      await using held = await lock.acquire({ leaseMs: 30_000 });
      await setFaults(redis, 1, [{ fault: "delay", command: "EVALSHA", replyDelayMs: 900, times: 1 }]);
      const busy = await rejection(lock.acquire({ waitMs: 300 }));
      expect(busy).toMatchObject({ code: "LOCK_BUSY", attempts: 1, holder: undefined });
      expect(await held.check()).toBe(true);
    });

    it("costs two attempts and two streams, however long it waits", async () => {
      const lock = make().lock(uniqueName());
      const held = await lock.acquire();
      const before = await counts();
      const waiting = lock.acquire();
      await streams(2);
      await eventually(async () => (await counts()).requests >= before.requests + 4);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      expect((await counts()).requests - before.requests).toBe(4);
      await handOver(waiting, () => held.release());
    });
  });

  describe("of many waiters,", () => {
    it("the others of an owner have the lock as soon as its first one has", async () => {
      const owner = `both:${crypto.randomUUID()}`;
      const lock = make().lock(uniqueName());
      const held = await lock.acquire();
      const both = [
        await sleeper((wait) => lock.acquire({ owner, ...wait })),
        await sleeper((wait) => lock.acquire({ owner, ...wait })),
      ];
      const start = performance.now();
      await held.release();
      const holds = await Promise.all(both.map(({ got }) => got));
      expect(performance.now() - start).toBeLessThan(SOON_MS);
      expect(holds.map(({ holdCount }) => holdCount).toSorted()).toEqual([1, 2]);
      for (const hold of holds) await hold.release();
    });

    it("one is woken by a release, over one stream for all, with three scripts per hand-over", async () => {
      const lock = make().lock(uniqueName());
      const held = await lock.acquire();
      const sections: number[] = [];
      const waiting = Array.from({ length: 30 }, async (_, nth) => {
        await using _held = await lock.acquire();
        sections.push(nth);
      });
      await streams(2);
      const joined = await eventually(async () => {
        const many = await scripts();
        return many >= 61 ? many : undefined;
      });
      await held.release();
      await Promise.all(waiting);
      expect(new Set(sections).size).toBe(30);
      // The release before it is one of them.
      expect((await scripts()) - joined).toBeLessThanOrEqual(3 * 30);
    });

    it("another reads the stream when its reader leaves", async () => {
      const name = uniqueName();
      const held = await make().lock(name).acquire();
      const stop = new AbortController();
      const first = make().lock(name).acquire({ signal: stop.signal });
      const left = rejection(first);
      await streams(2);
      const second = make().lock(name).acquire();
      stop.abort();
      expect(await left).toMatchObject({ code: "ABORTED" });
      await streams(2);
      expect(await handOver(second, () => held.release())).toBeLessThan(SOON_MS);
    });

    it("one that was woken and leaves passes the wake on", async () => {
      // A write lock is neither passed on nor granted: a message wakes its waiters.
      const name = uniqueName();
      const lock = (): Lock => make().readWriteLock(name).writeLock();
      await lock().acquire();
      const stop = new AbortController();
      const left: Promise<unknown>[] = [];
      const leaving = async (): Promise<void> => {
        let refusals = 0;
        const got = lock().acquire({ signal: stop.signal, onWait: () => (refusals += 1) });
        left.push(got.then(Boolean, ({ code }) => code));
        await asleep(() => refusals);
      };
      // In a Worker the second is woken, because the first reads the stream.
      await leaving();
      await leaving();
      const last = lock().acquire();
      // The attempt of the woken one is pending when it is aborted.
      await setFaults(redis, 1, [{ fault: "hold-back", reply: false, command: "EVALSHA", times: 1 }]);
      await command(redis, "DEL", name);
      await command(redis, "PUBLISH", readWriteChannel(name), "0");
      await met(redis);
      stop.abort();
      expect(await Promise.all(left)).toEqual(["ABORTED", "ABORTED"]);
      const next = await last;
      await letGo(redis, name);
      await next.release();
    });

    it("all are woken by a payload other than 0", async () => {
      const lock = make().lock(uniqueName());
      const held = await lock.acquire();
      const stop = new AbortController();
      const waiting = [1, 2, 3].map(() => lock.acquire({ signal: stop.signal }).catch(() => {}));
      await streams(2);
      const before = await eventually(async () => {
        const many = await scripts();
        return many >= 7 ? many : undefined;
      });
      await command(redis, "PUBLISH", releaseChannel(lock.name), "1");
      await eventually(async () => (await scripts()) >= before + 3);
      stop.abort();
      await Promise.all(waiting);
      await held.release();
    });
  });

  describe("a stream", () => {
    it("that is cut is opened again", async () => {
      const lock = make().lock(uniqueName());
      const held = await lock.acquire();
      await setFaults(redis, 1, [{ fault: "cut-stream", delayMs: 200, times: 2 }]);
      const waiting = lock.acquire();
      await streams(2);
      await noStreams();
      await streams(2);
      expect(await handOver(waiting, () => held.release())).toBeLessThan(SOON_MS);
    });

    it("that falls silent delays a waiter by a poll at most", async () => {
      const pollMs = 1_500;
      const lock = make({ pollMs }).lock(uniqueName());
      const held = await lock.acquire();
      await setFaults(redis, 1, [{ fault: "freeze-stream" }]);
      const waiting = lock.acquire();
      await streams(2);
      expect(await handOver(waiting, () => held.release())).toBeLessThan(pollMs + SOON_MS);
    });

    it("that cannot be opened is replaced by polls, and opened later", async () => {
      await setFaults(redis, 1, [{ fault: "answer", command: "SUBSCRIBE", status: 500, times: 2 }]);
      const lock = make().lock(uniqueName());
      const held = await lock.acquire();
      let refusals = 0;
      const waiting = lock.acquire({ onWait: () => (refusals += 1) });
      await eventually(() => refusals > 1);
      await streams(2);
      expect(await handOver(waiting, () => held.release())).toBeLessThan(SOON_MS);
    });

    it("with any other payload grants nothing", async () => {
      const lock = make().lock(uniqueName());
      const held = await lock.acquire();
      const waiting = lock.acquire();
      await streams(2);
      for (const payload of ["", "nonsense", "7", "0\n\ndata: message,x,0", "x".repeat(10_000), '{"error":1}']) {
        await command(redis, "PUBLISH", releaseChannel(lock.name), payload);
      }
      const other = await lock.tryAcquire();
      expect(other).toBeNull();
      expect(await held.check()).toBe(true);
      expect(await handOver(waiting, () => held.release())).toBeLessThan(SOON_MS);
    });
  });

  describe("the option wait", () => {
    it('"poll" opens no stream', async () => {
      const lock = make().lock(uniqueName());
      const held = await lock.acquire();
      let refusals = 0;
      const waiting = lock.acquire({ wait: "poll", onWait: () => (refusals += 1) });
      await eventually(() => refusals > 2);
      expect((await counts()).openStreams).toBe(0);
      expect(await handOver(waiting, () => held.release())).toBeLessThan(SOON_MS);
    });

    it('"auto" opens none for a short wait, or a lease about to end; "subscribe" does', async () => {
      const lock = make().lock(uniqueName());
      await lock.acquire({ leaseMs: leaseTime(2_000) });
      const opened = async (): Promise<number> => {
        const { SUBSCRIBE = 0, PSUBSCRIBE = 0 } = (await counts()).byCommand;
        return SUBSCRIBE + PSUBSCRIBE;
      };
      const before = await opened();
      const subscribed = async (): Promise<number> => (await opened()) - before;
      await expect(lock.acquire({ waitMs: 500 })).rejects.toMatchObject({ code: "LOCK_BUSY" });
      expect(await subscribed()).toBe(0);
      await expect(lock.acquire({ waitMs: leaseTime(500), wait: "subscribe" })).rejects.toMatchObject({
        code: "LOCK_BUSY",
      });
      expect(await subscribed()).toBe(2);
      await eventually(async () => (await lock.remainingMs()) < 900);
      await streams(0);
      const held = await lock.acquire();
      expect(await subscribed()).toBe(2);
      await held.release();
    });
  });

  // Last, because the client remembers it.
  describe("a database without streams", () => {
    it("is asked for a stream once; its waiters poll", async () => {
      await setFaults(redis, 1, [
        ...["SUBSCRIBE", "PSUBSCRIBE"].map(
          (command) => ({ fault: "answer", command, status: 404, body: '{"error":"not found"}' }) as const,
        ),
      ]);
      for (let round = 0; round < 2; round += 1) {
        const lock = make().lock(uniqueName());
        const held = await lock.acquire();
        let refusals = 0;
        const waiting = lock.acquire({ onWait: () => (refusals += 1) });
        await eventually(() => refusals > 2);
        expect(await handOver(waiting, () => held.release())).toBeLessThan(SOON_MS);
      }
      // The mailbox and the channel of the lock.
      expect(await faultRules(redis)).toMatchObject([{ fired: 1 }, { fired: 1 }]);
    });
  });
}
