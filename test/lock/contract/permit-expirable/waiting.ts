// Waiting for permits: by message, by the end of a lease, and without messages. Runs on a gateway of its own, one test
// at a time: it looks at streams.

import { afterEach, describe, expect, it } from "vitest";
import type { LeaseOptions, LocksOptions, Permit, PermitExpirableSemaphore } from "../../../../src/index.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { eventually } from "../../../support/eventually.ts";
import { javaAcquires, javaReleases } from "../../../support/permits.ts";
import { atMost, leaseTime } from "../../../support/place.ts";
import { clearFaults, countsOf, type Endpoint, setFaults } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { asleep } from "../../../support/waiting.ts";

// Only a message wakes a waiter this soon: a poll takes a minute, a lease 30 s.
const SOON_MS = atMost(3_000);

export function waitingPermitExpirableContract(redis: Endpoint): void {
  async function withPermits(permits: number, options: Partial<LocksOptions> = {}): Promise<PermitExpirableSemaphore> {
    const locks = createLocks({ redis, waitMs: 18_000, pollMs: 60_000, ...options });
    const semaphore = locks.permitExpirableSemaphore(uniqueName());
    await semaphore.setPermits(permits);
    return semaphore;
  }
  const openStreams = async (): Promise<number> => (await countsOf(redis)).openStreams;

  /** Starts a wait. Resolves when it sleeps: it was refused again after its stream was open. */
  async function sleeper(
    semaphore: PermitExpirableSemaphore,
    many = 1,
    options: LeaseOptions = {},
  ): Promise<{ got: Promise<Permit[]>; in: () => boolean }> {
    let [refusals, isIn] = [0, false];
    const got = semaphore.acquireMany(many, { ...options, onWait: () => (refusals += 1) });
    got.then(
      () => {
        isIn = true;
      },
      () => {},
    );
    await asleep(() => refusals);
    return { got, in: () => isIn };
  }

  async function soon(got: Promise<unknown>, free: () => Promise<unknown>): Promise<void> {
    const start = performance.now();
    await free();
    await got;
    expect(performance.now() - start).toBeLessThan(SOON_MS);
  }

  afterEach(async () => {
    await clearFaults(redis);
    await eventually(async () => (await openStreams()) === 0);
  });

  describe("a waiter for permits", () => {
    it("gets in with a release, of one or a list, and with more permits", async () => {
      const semaphore = await withPermits(1);
      const [permit] = await semaphore.acquireMany(1);
      const first = await sleeper(semaphore);
      await soon(first.got, async () => permit?.release());
      const second = await sleeper(semaphore);
      await soon(second.got, async () => semaphore.release((await first.got).map(({ id }) => id)));
      const third = await sleeper(semaphore);
      await soon(third.got, () => semaphore.addPermits(1));
      const fourth = await sleeper(semaphore);
      await soon(fourth.got, () => semaphore.setPermits(3));
    });

    it("for many gets in when there are enough, not before", async () => {
      const semaphore = await withPermits(4);
      const permits = await semaphore.acquireMany(4);
      const { got, in: isIn } = await sleeper(semaphore, 3);
      for (const nth of [0, 1]) await permits[nth]?.release();
      await eventually(async () => (await semaphore.availablePermits()) === 2);
      expect(isIn()).toBe(false);
      await soon(got, async () => permits[2]?.release());
      expect(await semaphore.availablePermits()).toBe(0);
    });

    it("with tryAcquire gets one within its time, or null at its end", async () => {
      const semaphore = await withPermits(1);
      const permit = await semaphore.acquire();
      expect(await semaphore.tryAcquire({ waitMs: 100 })).toBeNull();
      let refusals = 0;
      const got = semaphore.tryAcquire({ waitMs: 15_000, onWait: () => (refusals += 1) });
      await asleep(() => refusals);
      await soon(got, () => permit.release());
      expect((await got)?.id).toMatch(/^[0-9a-f]{32}$/);
    });

    it("gets in at the end of the first lease, without a message", async () => {
      const semaphore = await withPermits(1);
      await semaphore.acquire({ leaseMs: leaseTime(2_000) });
      const start = performance.now();
      await (await semaphore.acquire({ wait: "subscribe" })).release();
      const waited = performance.now() - start;
      expect(waited).toBeGreaterThan(leaseTime(1_500));
      expect(waited).toBeLessThan(leaseTime(2_000) + SOON_MS);
    });

    it("gets in one after the other, up to all that fit at once", async () => {
      const semaphore = await withPermits(3);
      const permits = await semaphore.acquireMany(3);
      const waiters = await Promise.all([1, 1, 1].map((many) => sleeper(semaphore, many)));
      await soon(Promise.all(waiters.map(({ got }) => got)), () => semaphore.release(permits.map(({ id }) => id)));
    });

    it("gets in with a release by Java of Java's permit", async () => {
      const semaphore = await withPermits(1);
      const id = "7f".repeat(16);
      expect(await javaAcquires(redis, semaphore.name, id, Date.now() + 600_000, Date.now())).toBe("OK");
      const { got } = await sleeper(semaphore);
      await soon(got, async () => expect(await javaReleases(redis, semaphore.name, id, Date.now())).toBe(1));
    });

    it("gets in within a poll when messages do not come", async () => {
      const pollMs = 1_500;
      const semaphore = await withPermits(1, { pollMs });
      const permit = await semaphore.acquire();
      await setFaults(redis, 1, [{ fault: "freeze-stream" }]);
      const { got } = await sleeper(semaphore);
      const start = performance.now();
      await permit.release();
      await got;
      expect(performance.now() - start).toBeLessThan(pollMs + SOON_MS);
    });

    it("that gives up leaves nothing behind: busy, aborted, closed", async () => {
      const semaphore = await withPermits(1);
      const permit = await semaphore.acquire();
      const busy = { code: "LOCK_BUSY", lockName: semaphore.name };
      await expect(semaphore.acquire({ waitMs: 1_200, wait: "subscribe" })).rejects.toMatchObject(busy);
      const stop = new AbortController();
      const aborted = await sleeper(semaphore, 1, { signal: stop.signal });
      stop.abort("enough");
      await expect(aborted.got).rejects.toMatchObject({ code: "ABORTED", cause: "enough" });
      const locks = createLocks({ redis, waitMs: 18_000, pollMs: 60_000 });
      const closed = await sleeper(locks.permitExpirableSemaphore(semaphore.name));
      locks.close();
      await expect(closed.got).rejects.toMatchObject({ code: "CLOSED" });
      await expect(locks.permitExpirableSemaphore(semaphore.name).acquire()).rejects.toMatchObject({ code: "CLOSED" });
      await permit.release();
      expect(await semaphore.availablePermits()).toBe(1);
    });
  });
}
