// The latch under lost, doubled and late requests and replies: no request counts twice. Runs on a gateway of its own,
// one test at a time.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CountDownLatch } from "../../../../src/index.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { endFaults } from "../../../support/end-faults.ts";
import { eventually } from "../../../support/eventually.ts";
import { leaseTime } from "../../../support/place.ts";
import { clearFaults, command, type Endpoint, setFaultMix, setFaults, witnessed } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";

// Attempts end soon.
const LEASE_MS = leaseTime(1_000);

export function countDownLatchFaultsContract(redis: Endpoint): void {
  const locks = createLocks({ redis, leaseMs: LEASE_MS });

  async function closed(count: number): Promise<CountDownLatch> {
    const latch = locks.countDownLatch(uniqueName());
    await latch.trySetCount(count);
    return latch;
  }

  // Its scripts are loaded: the first request of a test is the first run.
  beforeEach(async () => {
    const latch = await closed(2);
    await latch.countDown();
    await latch.delete();
    await latch.wait();
  });
  afterEach(() => endFaults(redis));

  async function told(latch: CountDownLatch): Promise<number[]> {
    const entries = await witnessed(redis, latch.name);
    return entries.flatMap(({ reply }) => (Array.isArray(reply) ? [reply[2]] : []));
  }

  describe("a latch", () => {
    it("is counted down once by a request whose replies were lost, or that is doubled", async () => {
      const latch = await closed(3);
      await setFaults(redis, 1, [
        { fault: "drop-reply", request: [1, 2] },
        { fault: "duplicate", request: [1, 3], delayMs: 100 },
      ]);
      await latch.countDown();
      await eventually(async () => (await told(latch)).length === 6);
      expect(await told(latch)).toEqual([1, 2, 2, 2, 2, 2]);
      expect(await latch.count()).toBe(2);
    });

    it("that was closed again is not counted down by a late copy", async () => {
      const latch = await closed(1);
      await setFaults(redis, 1, [{ fault: "duplicate", request: 1, delayMs: 200 }]);
      await latch.countDown();
      await latch.trySetCount(5);
      await eventually(async () => (await told(latch)).length === 4);
      expect(await latch.count()).toBe(5);
    });

    it("that was open is not counted down by a late copy", async () => {
      const latch = locks.countDownLatch(uniqueName());
      await setFaults(redis, 1, [{ fault: "duplicate", request: 1, delayMs: 200 }]);
      await latch.countDown();
      await latch.trySetCount(5);
      await eventually(async () => (await told(latch)).length === 3);
      expect(await latch.count()).toBe(5);
    });

    it("reports an unanswered count as unknown, and is counted down once", async () => {
      const latch = await closed(3);
      await setFaults(redis, 1, [{ fault: "drop-reply", request: [1, 2, 3, 4] }]);
      await expect(latch.countDown()).rejects.toMatchObject({ code: "OUTCOME_UNKNOWN" });
      expect(await latch.count()).toBe(2);
    });

    it("is set and deleted once, and reports the first reply", async () => {
      const latch = locks.countDownLatch(uniqueName());
      const lost = [{ fault: "drop-reply", request: 1 } as const, { fault: "duplicate", request: 2 } as const];
      await setFaults(redis, 1, lost);
      expect(await latch.trySetCount(4)).toBe(true);
      await setFaults(redis, 1, lost);
      expect(await latch.delete()).toBe(true);
      expect(await latch.count()).toBe(0);
    });

    it("that was closed again is neither deleted nor closed by late copies", async () => {
      const latch = locks.countDownLatch(uniqueName());
      await setFaults(redis, 1, [{ fault: "duplicate", request: [1, 2], delayMs: 250 }]);
      expect(await latch.trySetCount(4)).toBe(true);
      expect(await latch.delete()).toBe(true);
      await eventually(async () => (await told(latch)).length === 4);
      expect(await latch.count()).toBe(0);
      await setFaults(redis, 1, [{ fault: "duplicate", request: 2, delayMs: 200 }]);
      expect(await latch.trySetCount(2)).toBe(true);
      expect(await latch.delete()).toBe(true);
      expect(await latch.trySetCount(3)).toBe(true);
      await eventually(async () => (await told(latch)).length === 9);
      expect(await latch.count()).toBe(3);
    });

    it("is waited for despite lost and late replies and a server that is away for a while", async () => {
      const latch = await closed(1);
      await setFaults(redis, 1, [
        { fault: "drop-reply", request: [1, 2] },
        { fault: "answer", status: 503, request: 3 },
      ]);
      const waiting = latch.wait({ waitMs: 10_000, wait: "poll" });
      await eventually(async () => (await told(latch)).length > 2);
      await latch.countDown();
      await waiting;
    });

    it("that Redis lost is open, without an event", async () => {
      const latch = await closed(5);
      const waiting = latch.wait({ waitMs: 10_000, wait: "poll" });
      await command(redis, "DEL", latch.name);
      await waiting;
    });

    it("that does not answer is not considered open", async () => {
      const latch = await closed(1);
      for (const result of [null, ["done", "other", 0], ["done"], 0]) {
        await setFaults(redis, 1, [{ fault: "answer", status: 200, body: JSON.stringify({ result }) }]);
        await expect(latch.wait()).rejects.toMatchObject({ code: "UNEXPECTED_REPLY" });
      }
      await setFaults(redis, 1, [{ fault: "drop-before", command: "EVALSHA" }]);
      await expect(latch.wait()).rejects.toMatchObject({ code: expect.stringMatching(/UNREACHABLE|UNKNOWN/) });
    });

    it("counts each request once in a mix of all faults", async () => {
      const many = 60;
      const latch = await closed(many);
      await setFaultMix(redis, 23, LEASE_MS);
      const counts = await Promise.allSettled(Array.from({ length: many - 1 }, () => latch.countDown()));
      await clearFaults(redis);
      await new Promise((resolve) => setTimeout(resolve, 2 * LEASE_MS));
      const unknown = counts.filter(({ status }) => status === "rejected").length;
      expect(unknown).toBeLessThan(6);
      const left = await latch.count();
      expect(left).toBeGreaterThanOrEqual(1);
      expect(left).toBeLessThanOrEqual(1 + unknown);
    });
  });
}
