// Lost, doubled and late requests and replies never take a permit twice, give one back twice, or lose one. Runs on a
// gateway of its own, one test at a time.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isLockError, type LocksOptions, type Permit, type PermitExpirableSemaphore } from "../../../../src/index.ts";
import { requestKey } from "../../../../src/lock/keys.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { endFaults } from "../../../support/end-faults.ts";
import { eventually } from "../../../support/eventually.ts";
import { executed, letGo, met } from "../../../support/held-back.ts";
import { lookAtPermits } from "../../../support/permits.ts";
import { leaseTime } from "../../../support/place.ts";
import { clearFaults, command, type Endpoint, setFaultMix, setFaults, witnessed } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { BackgroundWork } from "../../../support/wait-until.ts";

const LOST = [{ fault: "drop-reply", request: [1, 2] }] as const;

export function permitExpirableFaultsContract(redis: Endpoint): void {
  const semaphoreOf = (options: Partial<LocksOptions> = {}, name = uniqueName()): PermitExpirableSemaphore =>
    createLocks({ redis, leaseMs: 20_000, ...options }).permitExpirableSemaphore(name);

  async function withPermits(permits: number, options: Partial<LocksOptions> = {}): Promise<PermitExpirableSemaphore> {
    const semaphore = semaphoreOf(options);
    await semaphore.setPermits(permits);
    return semaphore;
  }

  /** Returns the counter and the number of leases. */
  async function state({ name }: PermitExpirableSemaphore): Promise<[string | null, number]> {
    const { available, leases } = await lookAtPermits(redis, name);
    return [available, Object.keys(leases).length];
  }
  const runs = async (name: string, kind: string): Promise<number> =>
    (await witnessed(redis, name)).filter(({ reply }) => Array.isArray(reply) && reply[0] === kind).length;

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
    it("of an acquire whose replies were lost are taken once, one or many", async () => {
      for (const many of [1, 3]) {
        const semaphore = await withPermits(5);
        await setFaults(redis, 1, LOST);
        const permits = await semaphore.acquireMany(many);
        expect(await runs(semaphore.name, "held")).toBe(3);
        expect(await state(semaphore)).toEqual([String(5 - many), many]);
        for (const permit of permits) expect(await permit.check()).toBe(true);
      }
    });

    it.each([0, 150])("of an acquire that is doubled %i ms later are taken once", async (delayMs) => {
      const semaphore = await withPermits(5);
      await setFaults(redis, 1, [{ fault: "duplicate", request: 1, delayMs }]);
      const permits = await semaphore.acquireMany(2);
      await eventually(async () => (await runs(semaphore.name, "held")) === 2);
      expect(await state(semaphore)).toEqual(["3", 2]);
      for (const permit of permits) expect(await permit.release()).toMatchObject({ outcome: "released" });
      expect(await state(semaphore)).toEqual(["5", 0]);
    });

    it("are released once, however often the release is repeated: one, by its id, and a list", async () => {
      const semaphore = await withPermits(4);
      const [one, two, three, four] = await semaphore.acquireMany(4);
      const list = [three, four].map((permit) => String(permit?.id));
      const releases = [() => one?.release(), () => semaphore.release(String(two?.id)), () => semaphore.release(list)];
      for (const [nth, release] of releases.entries()) {
        await setFaults(redis, 1, LOST);
        expect(await release()).toMatchObject({ outcome: "released" });
        await clearFaults(redis);
        expect(await state(semaphore)).toEqual(
          [
            ["1", 3],
            ["2", 2],
            ["4", 0],
          ][nth],
        );
      }
    });

    it("of a list that cannot be released stay refused, although they could be released when the request is repeated", async () => {
      const semaphore = await withPermits(2);
      const permit = await semaphore.acquire();
      await setFaults(redis, 1, [{ fault: "drop-reply", request: 1 }]);
      const unknown = "ab".repeat(16);
      expect(await semaphore.release([permit.id, unknown])).toMatchObject({ outcome: "expired" });
      expect(await state(semaphore)).toEqual(["1", 1]);
    });

    it("are not taken by an acquire that arrives after its caller gave up, or was refused", async () => {
      const semaphore = await withPermits(1);
      const stop = new AbortController();
      await setFaults(redis, 1, [{ fault: "hold-back", reply: false, request: 1 }]);
      const given = semaphore.acquire({ signal: stop.signal });
      await met(redis);
      stop.abort();
      await expect(given).rejects.toMatchObject({ code: "ABORTED" });
      await letGo(redis, semaphore.name);
      await eventually(async () => (await runs(semaphore.name, "ended")) === 2);
      expect(await state(semaphore)).toEqual(["1", 0]);

      const permit = await semaphore.acquire();
      await setFaults(redis, 1, [{ fault: "drop-reply", request: 1 }]);
      expect(await semaphore.tryAcquire()).toBeNull();
      await clearFaults(redis);
      await permit.release();
      const refused = (await witnessed(redis, semaphore.name)).find(
        ({ reply }) => Array.isArray(reply) && reply[0] === "busy",
      );
      expect(await command(redis, ...(refused?.command ?? []))).toEqual(["ended", expect.any(String), "refused"]);
      expect(await state(semaphore)).toEqual(["1", 0]);
    });

    it("whose grant was never received are given back by the cancel, which takes no others", async () => {
      const semaphore = await withPermits(4);
      const other = await semaphore.acquire();
      await setFaults(redis, 1, [{ fault: "drop-reply", request: [1, 2, 3, 4] }]);
      await expect(semaphore.acquireMany(2)).rejects.toMatchObject({ code: "REDIS_UNREACHABLE" });
      expect(await state(semaphore)).toEqual(["3", 1]);
      expect(await other.check()).toBe(true);
    });

    it("that are granted together with the abort are given back", async () => {
      const semaphore = await withPermits(3);
      const stop = new AbortController();
      await setFaults(redis, 1, [{ fault: "hold-back", reply: true, request: 1 }]);
      const given = semaphore.acquireMany(3, { signal: stop.signal });
      await executed(redis, semaphore.name);
      stop.abort();
      await expect(given).rejects.toMatchObject({ code: "ABORTED" });
      await eventually(async () => (await state(semaphore))[0] === "3");
      expect(await state(semaphore)).toEqual(["3", 0]);
    });

    it("of two semaphores whose replies were swapped are accepted by neither", async () => {
      const [one, other] = [await withPermits(1), await withPermits(2)];
      await setFaults(redis, 1, [{ fault: "swap-replies", request: [1, 2], delayMs: 1_000 }]);
      const [first, second] = await Promise.all([one.acquire(), other.acquire()]);
      expect(Object.keys((await lookAtPermits(redis, one.name)).leases)).toEqual([first.id]);
      expect(Object.keys((await lookAtPermits(redis, other.name)).leases)).toEqual([second.id]);
    });

    it("are set, and added, once despite lost replies", async () => {
      const semaphore = semaphoreOf();
      await setFaults(redis, 1, LOST);
      expect(await semaphore.trySetPermits(3)).toBe(true);
      await setFaults(redis, 1, LOST);
      await semaphore.addPermits(4);
      expect(await state(semaphore)).toEqual(["7", 0]);
      await semaphore.acquireMany(2);
      await setFaults(redis, 1, LOST);
      await semaphore.setPermits(1);
      expect(await state(semaphore)).toEqual(["-1", 2]);
    });

    it("stay unset in a repeated reply, although they are set by then", async () => {
      const semaphore = semaphoreOf();
      await setFaults(redis, 1, [{ fault: "drop-reply", request: 1 }]);
      const [asked] = await Promise.allSettled([
        semaphore.acquire(),
        eventually(async () => (await runs(semaphore.name, "ended")) >= 1).then(() => semaphore.trySetPermits(1)),
      ]);
      expect(asked).toMatchObject({ status: "rejected", reason: { code: "PERMITS_UNSET" } });
      expect(await state(semaphore)).toEqual(["1", 0]);
    });

    it("are given back at the end of the lease when their holder was killed, and late renewals restore none", async () => {
      const semaphore = await withPermits(1);
      const dead = await semaphore.acquire({ leaseMs: leaseTime(1_000) });
      await dead.renew();
      const renewal = (await witnessed(redis, semaphore.name)).find(
        ({ reply }) => Array.isArray(reply) && reply[0] === "leased",
      );
      const next = await semaphore.acquire({ waitMs: leaseTime(10_000), wait: "poll" });
      expect(await command(redis, ...(renewal?.command ?? []))).toMatchObject({ 0: "ended", 2: "lost" });
      expect(Object.keys((await lookAtPermits(redis, semaphore.name)).leases)).toEqual([next.id]);
    });

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
