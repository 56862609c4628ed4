// The fair lock, whose queue both sides share: waiters of both sides get in as they came.

import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { uniqueName } from "../../../support/unique-name.ts";
import { asleep } from "../../../support/waiting.ts";
import type { JavaThread } from "../java-thread.ts";
import { isIn } from "../kinds.ts";
import { Both } from "./both.ts";
import { versions } from "./versions.ts";
import { tell } from "./woken.ts";

// Less than the 5 s after which a waiter of ours tries again without a message.
const SOON_MS = 4_500;

describe.each(versions.filter((version) => isIn(version, "fair")))("the fair lock with Redisson %s", (version) => {
  const both = new Both(version);
  beforeAll(() => both.start());
  afterAll(() => both.stop());

  const java = (): Promise<JavaThread> => both.java({ kind: "fair" });

  it("Java releases: our waiter is woken by its message, and not by a poll", async () => {
    const woken: number[] = [];
    for (let round = 0; round < 10; round += 1) {
      const [name, holder] = [uniqueName(), await java()];
      await holder.lock(name);
      let refusals = 0;
      const lock = both.locks({ pollMs: 60_000 }).fairLock(name);
      const waiting = lock.acquire({ waitMs: 25_000, onWait: () => (refusals += 1) });
      // The second one follows the confirmation of its stream.
      await asleep(() => refusals);
      const releasedAt = performance.now();
      expect(await holder.unlock(name)).toBe(true);
      const held = await waiting;
      woken.push(performance.now() - releasedAt);
      expect(await holder.tryLock(name)).toBe(false);
      expect((await held.release()).outcome).toBe("released");
      await both.nothingLeft(name);
    }
    tell(version, "fair: we are", woken);
    expect(Math.max(...woken)).toBeLessThan(SOON_MS);
  });

  it("we release: Java's waiter is woken by our message", async () => {
    const woken: number[] = [];
    for (let round = 0; round < 10; round += 1) {
      const [name, waiter] = [uniqueName(), await java()];
      const held = await both.locks().fairLock(name).acquire();
      await waiter.owner();
      const waiting = waiter.lock(name).then(() => performance.now());
      await both.listening(name, 1, waiter);
      const releasedAt = performance.now();
      await held.release();
      woken.push((await waiting) - releasedAt);
      expect(await waiter.unlock(name)).toBe(true);
      await both.nothingLeft(name);
    }
    tell(version, "fair: Java is", woken);
    expect(Math.max(...woken)).toBeLessThan(SOON_MS);
  });

  it("four of each side come alternately, and get in as they came", async () => {
    const name = uniqueName();
    const held = await both.locks().fairLock(name).acquire();
    const [came, got]: [string[], string[]] = [[], []];
    const work: Promise<void>[] = [];

    /** `section` waits, and releases after its callback. */
    async function comes(who: string, section: (inside: () => Promise<void>) => Promise<void>): Promise<void> {
      came.push(who);
      work.push(
        section(async () => {
          got.push(who);
          // Shows a waiter that gets in too early.
          await sleep(20);
        }),
      );
      await both.queued(name, came.length);
    }

    for (let nth = 0; nth < 4; nth += 1) {
      const waiter = await java();
      // Their patiences differ.
      const times = nth % 2 === 0 ? {} : { waitMs: 25_000 };
      await comes(`java ${nth}`, async (inside) => {
        if (!(await waiter.waitFor(name, times))) return;
        await inside();
        await waiter.unlock(name);
      });
      const lock = both.locks({ pollMs: 60_000 }).fairLock(name);
      await comes(`ours ${nth}`, async (inside) => {
        await using _ = await lock.acquire({ waitMs: 25_000 });
        await inside();
      });
    }
    const releasedAt = performance.now();
    await held.release();
    await Promise.all(work);
    console.log(`Redisson ${version}: eight by turns in ${Math.round(performance.now() - releasedAt)} ms`);
    expect(got).toEqual(came);
    await both.nothingLeft(name);
  });

  it("a waiter that gives up leaves the queue to those behind, on either side", async () => {
    const [name, holder, gone, stays] = [uniqueName(), await java(), await java(), await java()];
    await holder.lock(name);
    const lock = both.locks().fairLock(name);
    const givesUp = gone.tryLock(name, { waitMs: 1_500 });
    await both.queued(name, 1);
    const oursGivesUp = lock.tryAcquire({ waitMs: 1_500 });
    await both.queued(name, 2);
    const waiting = stays.lock(name);
    await both.queued(name, 3);
    const ours = lock.acquire({ waitMs: 25_000 });
    await both.queued(name, 4);
    expect([await givesUp, await oursGivesUp]).toEqual([false, null]);
    await both.queued(name, 2);
    expect(await holder.unlock(name)).toBe(true);
    await waiting;
    expect(await stays.unlock(name)).toBe(true);
    expect((await (await ours).release()).outcome).toBe("released");
    await both.nothingLeft(name);
  });

  it("a forced release lets the first in, on either side", async () => {
    const [name, waiter, other] = [uniqueName(), await java(), await java()];
    const lock = both.locks().fairLock(name);
    const held = await lock.acquire();
    await waiter.owner();
    const waiting = waiter.lock(name);
    await both.listening(name, 1, waiter);
    const ours = lock.acquire({ waitMs: 25_000 });
    await both.queued(name, 2);
    const forcedAt = performance.now();
    expect(await lock.forceRelease()).toBe(true);
    await waiting;
    expect((await held.release()).outcome).toBe("taken");
    expect(await other.forceUnlock(name)).toBe(true);
    expect((await (await ours).release()).outcome).toBe("released");
    expect(performance.now() - forcedAt).toBeLessThan(2 * SOON_MS);
    expect(await waiter.unlock(name)).toBe(true);
    await both.nothingLeft(name);
  });

  it("a lease that ends lets the first in, on either side", async () => {
    const [name, holder, waiter] = [uniqueName(), await java(), await java()];
    await holder.lock(name, { leaseMs: 2_000 });
    const takenAt = performance.now();
    const lock = both.locks({ pollMs: 60_000 }).fairLock(name);
    const ours = lock.acquire({ waitMs: 25_000, leaseMs: 2_000 });
    await both.queued(name, 1);
    const waiting = waiter.lock(name);
    await both.queued(name, 2);
    const held = await ours;
    expect(performance.now() - takenAt).toBeLessThan(2_000 + SOON_MS);
    // Java's waiter gets no message of the end of our lease.
    await waiting;
    expect(await held.check()).toBe(false);
    expect(await waiter.unlock(name)).toBe(true);
    await both.nothingLeft(name);
  });
});
