// Lost, doubled and late requests and replies neither lose nor double permits of a semaphore. Runs on a gateway of its
// own, one test at a time.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isLockError, type Semaphore } from "../../../../src/index.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { endFaults } from "../../../support/end-faults.ts";
import { eventually } from "../../../support/eventually.ts";
import { letGo, met } from "../../../support/held-back.ts";
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
    it("are taken once by an acquire whose replies were lost", async () => {
      const semaphore = await full();
      await setFaults(redis, 1, [{ fault: "drop-reply", request: [1, 2] }]);
      await semaphore.acquire(2);
      expect((await told(semaphore)).slice(1)).toEqual(["held 3", "held 3", "held 3"]);
      expect(await left(semaphore)).toBe(3);
    });

    it.each(["drop-before", "drop-reply", "duplicate"] as const)(
      "of the `permits` option are set once, whichever request meets %s",
      async (fault) => {
        // An acquire that finds none set, the setting, and an acquire.
        for (const request of [1, 2, 3]) {
          await clearFaults(redis);
          const semaphore = locks.semaphore(uniqueName(), { permits: TOTAL });
          await setFaults(redis, 1, [{ fault, request }]);
          await semaphore.acquire(2);
          expect(await left(semaphore)).toBe(TOTAL - 2);
          await semaphore.release(2);
          expect(await left(semaphore)).toBe(TOTAL);
        }
      },
    );

    it("of the `permits` option cost nothing where they are set", async () => {
      const { name: set } = await full();
      const before = (await told(locks.semaphore(set))).length;
      await locks.semaphore(set, { permits: TOTAL }).acquire();
      expect((await told(locks.semaphore(set))).slice(before)).toEqual([`held ${TOTAL - 1}`]);
    });

    it.each([0, 150])("are taken once by an acquire that is doubled %i ms later", async (delayMs) => {
      const semaphore = await full();
      await setFaults(redis, 1, [{ fault: "duplicate", request: 1, delayMs }]);
      await semaphore.acquire();
      await runs(semaphore, 3);
      expect(await left(semaphore)).toBe(4);
    });

    it("are not taken again by a copy that comes after the release", async () => {
      const semaphore = await full();
      await setFaults(redis, 1, [{ fault: "duplicate", request: 1, delayMs: 200 }]);
      await semaphore.acquire(3);
      await semaphore.release(3);
      await runs(semaphore, 4);
      expect(await left(semaphore)).toBe(TOTAL);
    });

    it("are not taken by a copy of the last attempt, which was refused", async () => {
      const semaphore = await full();
      await semaphore.acquire(TOTAL);
      await setFaults(redis, 1, [{ fault: "drop-reply", request: 1 }]);
      expect(await semaphore.tryAcquire()).toBe(false);
      await clearFaults(redis);
      await semaphore.release(TOTAL);
      const refused = (await witnessed(redis, semaphore.name)).find(({ reply }) => Object(reply)[0] === "busy");
      expect(await command(redis, ...(refused?.command ?? []))).toEqual(["ended", expect.any(String), "refused"]);
      expect(await left(semaphore)).toBe(TOTAL);
    });

    it("are not taken by a copy of an attempt that found nothing set", async () => {
      const semaphore = locks.semaphore(uniqueName());
      await setFaults(redis, 1, [{ fault: "duplicate", request: 1, delayMs: 200 }]);
      await expect(semaphore.tryAcquire()).rejects.toMatchObject({ code: "PERMITS_UNSET" });
      await semaphore.trySetPermits(1);
      await runs(semaphore, 3);
      expect((await told(semaphore)).at(-1)).toBe("ended unset");
      expect(await left(semaphore)).toBe(1);
    });

    it("are not taken by an acquire that arrives after its caller gave up", async () => {
      const semaphore = await full();
      const stop = new AbortController();
      await setFaults(redis, 1, [{ fault: "hold-back", reply: false, request: 1 }]);
      const got = semaphore.acquire(2, { signal: stop.signal });
      await met(redis);
      stop.abort();
      await expect(got).rejects.toMatchObject({ code: "ABORTED" });
      await letGo(redis, semaphore.name);
      expect((await told(semaphore)).slice(1)).toEqual(["ended free", "ended free"]);
      expect(await left(semaphore)).toBe(TOTAL);
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

    it("of an acquire that was never answered are given back", async () => {
      const semaphore = await full();
      await setFaults(redis, 1, [{ fault: "drop-reply", request: [1, 2, 3, 4] }]);
      await expect(semaphore.acquire(2)).rejects.toMatchObject({ code: "REDIS_UNREACHABLE" });
      expect((await told(semaphore)).at(-1)).toBe("ended released");
      expect(await left(semaphore)).toBe(TOTAL);
    });

    it("are given back once, though the cancel is doubled and its replies are lost", async () => {
      const semaphore = await full();
      await setFaults(redis, 1, [
        { fault: "drop-reply", request: [1, 2, 3, 4, 5] },
        { fault: "duplicate", request: [5, 6], delayMs: 100 },
      ]);
      await expect(semaphore.acquire(2)).rejects.toMatchObject({ code: "REDIS_UNREACHABLE" });
      await eventually(async () => (await told(semaphore)).filter((text) => text === "ended released").length === 4);
      expect(await left(semaphore)).toBe(TOTAL);
    });

    it("are given back by a cancel that does not get through at first, as permits have no lease", async () => {
      const semaphore = await full();
      const stop = new AbortController();
      await setFaults(redis, 1, [
        { fault: "delay", request: 1, replyDelayMs: SLOW_MS },
        { fault: "drop-before", request: [2, 3, 4] },
      ]);
      const got = slow.semaphore(semaphore.name).acquire(2, { signal: stop.signal });
      const aborted = rejection(got);
      await runs(semaphore, 2);
      stop.abort();
      expect(await aborted).toMatchObject({ code: "ABORTED" });
      await eventually(async () => (await told(semaphore)).at(-1) === "ended released");
      expect(await left(semaphore)).toBe(TOTAL);
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

    it("are given back once by a release whose replies were lost, or that is doubled", async () => {
      const semaphore = await full();
      await semaphore.acquire(3);
      await setFaults(redis, 1, [
        { fault: "drop-reply", request: [1, 2] },
        { fault: "duplicate", request: [1, 3], delayMs: 100 },
      ]);
      await semaphore.release(2);
      await runs(semaphore, 7);
      expect((await told(semaphore)).slice(2)).toEqual(Array.from({ length: 5 }, () => "done 4"));
      expect(await left(semaphore)).toBe(4);
    });

    it("are given back by a release whose first attempt hangs", async () => {
      const semaphore = await full();
      await semaphore.acquire();
      await setFaults(redis, 1, [{ fault: "hold-back", reply: false, request: 1 }]);
      await semaphore.release();
      await letGo(redis, semaphore.name);
      await runs(semaphore, 4);
      expect(await left(semaphore)).toBe(TOTAL);
    });

    it("are given back once by an unanswered release, which is reported as unknown", async () => {
      const semaphore = await full();
      await semaphore.acquire();
      await setFaults(redis, 1, [{ fault: "drop-reply", request: [1, 2, 3, 4] }]);
      await expect(semaphore.release()).rejects.toMatchObject({ code: "OUTCOME_UNKNOWN" });
      expect(await left(semaphore)).toBe(TOTAL);
    });

    it("are set, added and drained once, and the first reply is reported", async () => {
      const semaphore = locks.semaphore(uniqueName());
      const lost = [{ fault: "drop-reply", request: 1 } as const, { fault: "duplicate", request: 2 } as const];
      await setFaults(redis, 1, lost);
      expect(await semaphore.trySetPermits(4)).toBe(true);
      await setFaults(redis, 1, lost);
      await semaphore.addPermits(-1);
      expect(await left(semaphore)).toBe(3);
      await setFaults(redis, 1, lost);
      expect(await semaphore.drainPermits()).toBe(3);
      expect(await left(semaphore)).toBe(0);
    });

    it("stay drained when a copy comes after others were added", async () => {
      const semaphore = await full();
      await setFaults(redis, 1, [{ fault: "duplicate", request: 1, delayMs: 200 }]);
      expect(await semaphore.drainPermits()).toBe(TOTAL);
      await semaphore.addPermits(2);
      await runs(semaphore, 4);
      expect(await left(semaphore)).toBe(2);
    });

    it("of two whose replies are swapped are taken by each alone", async () => {
      const [one, other] = [await full(), await full()];
      await setFaults(redis, 1, [{ fault: "swap-replies", request: [1, 2], delayMs: 500 }]);
      await Promise.all([one.acquire(2), other.acquire(3)]);
      expect([await left(one), await left(other)]).toEqual([3, 2]);
    });

    it("are taken once by a script that Redis forgot", async () => {
      const semaphore = await full();
      await command(redis, "SCRIPT", "FLUSH");
      await semaphore.acquire();
      expect(await left(semaphore)).toBe(4);
    });

    it("whose server is away, or replies for another semaphore, are reported as such", async () => {
      const semaphore = await full();
      await setFaults(redis, 1, [{ fault: "answer", status: 503, body: '{"error":"ERR upstream unavailable"}' }]);
      // By a client each: with pipelining, the next call would share a request with the cancel of the last one. A 503
      // for several commands does not say that none of them ran.
      const calls: ((semaphore: Semaphore) => Promise<unknown>)[] = [
        (one) => one.acquire(),
        (one) => one.release(),
        (one) => one.availablePermits(),
      ];
      for (const call of calls) {
        const ended = call(createLocks({ redis, leaseMs: LEASE_MS }).semaphore(semaphore.name));
        await expect(ended).rejects.toMatchObject({ code: "REDIS_UNREACHABLE" });
      }
      for (const result of [["done", "other", 1], ["held", "other", 1], null, 1]) {
        await setFaults(redis, 1, [{ fault: "answer", status: 200, body: JSON.stringify({ result }) }]);
        await expect(semaphore.acquire()).rejects.toMatchObject({ code: "UNEXPECTED_REPLY" });
        await expect(semaphore.drainPermits()).rejects.toMatchObject({ code: "UNEXPECTED_REPLY" });
      }
      await clearFaults(redis);
      expect(await left(semaphore)).toBe(TOTAL);
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
