// Lost, doubled and late requests and replies never take a permit twice, give one back twice, or lose one. Runs on a
// gateway of its own, one test at a time.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isLockError, type LocksOptions, type Permit, type PermitExpirableSemaphore } from "../../../../src/index.ts";
import { requestKey } from "../../../../src/lock/keys.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { endFaults } from "../../../support/end-faults.ts";
import { eventually } from "../../../support/eventually.ts";
import { lookAtPermits } from "../../../support/permits.ts";
import { leaseTime } from "../../../support/place.ts";
import { clearFaults, command, type Endpoint, setFaultMix, setFaults } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { BackgroundWork } from "../../../support/wait-until.ts";

export function permitExpirableFaultsContract(redis: Endpoint): void {
  const semaphoreOf = (options: Partial<LocksOptions> = {}, name = uniqueName()): PermitExpirableSemaphore =>
    createLocks({ redis, leaseMs: 20_000, ...options }).permitExpirableSemaphore(name);

  async function withPermits(permits: number, options: Partial<LocksOptions> = {}): Promise<PermitExpirableSemaphore> {
    const semaphore = semaphoreOf(options);
    await semaphore.setPermits(permits);
    return semaphore;
  }

  // Its scripts are loaded: the first request of a test is the first run.
  beforeEach(async () => {
    const semaphore = await withPermits(2);
    const [first, second] = await semaphore.acquireMany(2);
    await first?.renew();
    await first?.release();
    await semaphore.release([String(second?.id)]);
    await semaphore.availablePermits();
  });
  afterEach(() => endFaults(redis));

  describe("permits", () => {
    it("are valid for their lease at most when no renewal is answered, with a warning before", async () => {
      const events: string[] = [];
      const semaphore = await withPermits(1, { leaseMs: leaseTime(1_000), onEvent: ({ type }) => events.push(type) });
      const permit = await semaphore.acquire();
      const kept = permit.keepAlive(new BackgroundWork());
      await setFaults(redis, 1, [{ fault: "drop-before" }]);
      expect((await kept.ended).reason).toBe("lost");
      expect(permit.signal.aborted).toBe(true);
      // Events come soon after their causes.
      await eventually(() => events.includes("lost"));
      expect(events).toEqual(expect.arrayContaining(["acquired", "renewal-failing", "lost"]));
    });

    it("add up after a mix of all faults, and none is lost after the leases", async () => {
      const [leaseMs, total] = [leaseTime(1_000), 3];
      const semaphore = await withPermits(total, { leaseMs });
      await setFaultMix(redis, 7, leaseMs);
      const inside = new Set<Permit>();
      let [most, worked] = [0, 0];
      const cycle = async (nth: number): Promise<void> => {
        const permits = await semaphore.acquireMany(1 + (nth % 2), { waitMs: leaseTime(8_000) });
        if (permits.every(({ signal }) => !signal.aborted)) {
          for (const permit of permits) inside.add(permit);
          // Only valid permits count: this caller may continue late, after its lease.
          most = Math.max(most, [...inside].filter(({ signal }) => !signal.aborted).length);
          worked += 1;
          await new Promise((resolve) => setTimeout(resolve, 5));
          for (const permit of permits) inside.delete(permit);
        }
        if (nth % 3 === 0) await semaphore.release(permits.map(({ id }) => id));
        else await Promise.all(permits.map((permit) => permit.release()));
      };
      const ends = await Promise.allSettled(Array.from({ length: 30 }, (_, nth) => cycle(nth)));
      for (const end of ends) if (end.status === "rejected") expect(isLockError(end.reason)).toBe(true);
      await clearFaults(redis);
      expect(worked).toBeGreaterThan(15);
      expect(most).toBeLessThanOrEqual(total);
      // Invariant M10, after each script that reported both.
      const { available, leases } = await lookAtPermits(redis, semaphore.name);
      expect(Number(available) + Object.keys(leases).length).toBe(total);
      await eventually(async () => (await semaphore.availablePermits()) === total, 4 * leaseMs);
      expect(await semaphore.acquiredPermits()).toBe(0);
    });

    it("leave a record of each end, which expires", async () => {
      const semaphore = await withPermits(2);
      const [one, two] = await semaphore.acquireMany(2);
      await one?.release();
      await semaphore.release([String(two?.id)]);
      for (const permit of [one, two]) {
        const record = requestKey(semaphore.name, String(permit?.id));
        expect(await command(redis, "GET", record)).toBe("-released");
        expect(await command<number>(redis, "PTTL", record)).toBeGreaterThan(0);
      }
    });
  });
}
