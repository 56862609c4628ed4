// Lost, doubled and late requests and replies neither lose nor double permits of a semaphore. Runs on a gateway of its
// own, one test at a time.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isLockError, type Semaphore } from "../../../../src/index.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { endFaults } from "../../../support/end-faults.ts";
import { eventually } from "../../../support/eventually.ts";
import { leaseTime } from "../../../support/place.ts";
import { rejection } from "../../../support/rejection.ts";
import { clearFaults, command, type Endpoint, setFaultMix, setFaults, witnessed } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { sleeper } from "../../../support/waiting.ts";

// Attempts end soon.
const LEASE_MS = leaseTime(1_000);
const TOTAL = 5;

export function semaphoreFaultsContract(redis: Endpoint): void {
  const locks = createLocks({ redis, leaseMs: LEASE_MS });
  // Its attempts take 5 s: a slow request is not repeated before the test continues.
  const slow = createLocks({ redis });
  const SLOW_MS = 4_500;
  const name = uniqueName();

  async function full(permits = TOTAL): Promise<Semaphore> {
    const semaphore = locks.semaphore(uniqueName());
    await semaphore.trySetPermits(permits);
    return semaphore;
  }

  // Its scripts are loaded: the first request of a test is the first run.
  beforeEach(async () => {
    const semaphore = locks.semaphore(name);
    await semaphore.addPermits(1);
    await semaphore.acquire();
    await semaphore.drainPermits();
    await semaphore.trySetPermits(1);
  });
  afterEach(() => endFaults(redis));

  /** Returns the first and third words of the replies to all runs about this semaphore, delivered or not. */
  async function told(semaphore: Semaphore): Promise<string[]> {
    const entries = await witnessed(redis, semaphore.name);
    return entries.flatMap(({ reply }) => (Array.isArray(reply) ? [`${reply[0]} ${reply[2]}`] : []));
  }

  const runs = (semaphore: Semaphore, count: number): Promise<unknown> =>
    eventually(async () => (await told(semaphore)).length >= count);
  const left = (semaphore: Semaphore): Promise<number> => semaphore.availablePermits();

  describe("permits", () => {
    it("of the `permits` option cost nothing where they are set", async () => {
      const { name: set } = await full();
      const before = (await told(locks.semaphore(set))).length;
      await locks.semaphore(set, { permits: TOTAL }).acquire();
      expect((await told(locks.semaphore(set))).slice(before)).toEqual([`held ${TOTAL - 1}`]);
    });

    it("whose grant was never received are given back, and the next waiter is woken", async () => {
      const semaphore = await full(2);
      const stop = new AbortController();
      await setFaults(redis, 1, [{ fault: "delay", request: 1, replyDelayMs: SLOW_MS }]);
      const got = slow.semaphore(semaphore.name).acquire(2, { signal: stop.signal });
      const aborted = rejection(got);
      await runs(semaphore, 2);
      const patient = createLocks({ redis, pollMs: 60_000 }).semaphore(semaphore.name);
      const waiting = await sleeper((options) => patient.acquire(2, { ...options, waitMs: leaseTime(10_000) }));
      stop.abort();
      expect(await aborted).toMatchObject({ code: "ABORTED" });
      await waiting.got;
      expect(await left(semaphore)).toBe(0);
      expect(await told(semaphore)).toContain("ended released");
    });

    it("are not given back to a semaphore whose TTL has passed: it stays deleted", async () => {
      const semaphore = locks.semaphore(uniqueName());
      await semaphore.trySetPermits(TOTAL, { ttlMs: 60_000 });
      const stop = new AbortController();
      await setFaults(redis, 1, [{ fault: "delay", request: 1, replyDelayMs: SLOW_MS }]);
      const got = slow.semaphore(semaphore.name).acquire(2, { signal: stop.signal });
      const aborted = rejection(got);
      await runs(semaphore, 2);
      await command(redis, "DEL", semaphore.name);
      stop.abort();
      expect(await aborted).toMatchObject({ code: "ABORTED" });
      await eventually(async () => (await told(semaphore)).at(-1) === "ended released");
      expect(await command(redis, "EXISTS", semaphore.name)).toBe(0);
    });

    it("are neither lost nor doubled in a mix of all faults", async () => {
      const semaphore = await full();
      await setFaultMix(redis, 17, LEASE_MS);
      let [inside, unknown, cycles] = [0, 0, 0];
      // A change with an unknown outcome may be missing.
      const orUnknown = (permits: number, change: Promise<void>): Promise<void> =>
        change.catch((error: unknown) => {
          if (isLockError(error) && error.code !== "LOCK_BUSY") unknown += permits;
          throw error;
        });
      const cycle = async (nth: number): Promise<void> => {
        const wants = 1 + (nth % 3);
        await orUnknown(wants, semaphore.acquire(wants, { waitMs: leaseTime(15_000) }));
        inside += wants;
        expect(inside).toBeLessThanOrEqual(TOTAL);
        inside -= wants;
        await orUnknown(wants, semaphore.release(wants));
        cycles += 1;
      };
      const ends = await Promise.allSettled(Array.from({ length: 40 }, (_, nth) => cycle(nth)));
      for (const end of ends) if (end.status === "rejected") expect(isLockError(end.reason)).toBe(true);
      expect(cycles).toBeGreaterThan(10);
      await clearFaults(redis);
      // Waits until late requests have come, and background cancels have ended.
      await new Promise((resolve) => setTimeout(resolve, 1.5 * LEASE_MS));
      const now = await left(semaphore);
      expect(now).toBeLessThanOrEqual(TOTAL);
      expect(now).toBeGreaterThanOrEqual(TOTAL - unknown);
    });
  });
}
