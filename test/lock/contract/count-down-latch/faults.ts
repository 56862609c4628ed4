// The latch under lost, doubled and late requests and replies: no request counts twice. Runs on a gateway of its own,
// one test at a time.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CountDownLatch } from "../../../../src/index.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { endFaults } from "../../../support/end-faults.ts";
import { leaseTime } from "../../../support/place.ts";
import { clearFaults, type Endpoint, setFaultMix } from "../../../support/rest.ts";
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

  describe("a latch", () => {
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
