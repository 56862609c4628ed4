// Waiting for every kind of lock. Runs on a gateway of its own, one test at a time: it inspects streams.

import { afterEach, describe, expect, it } from "vitest";
import type { AcquireOptions, Held, LocksOptions } from "../../../../src/index.ts";
import { eventually } from "../../../support/eventually.ts";
import { handOver } from "../../../support/hand-over.ts";
import { atMost, leaseTime } from "../../../support/place.ts";
import { countsOf, type Endpoint } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { asleep } from "../../../support/waiting.ts";
import { type ExclusiveKind, type LocksOfKind, locksOf } from "../kinds.ts";

// Only a message or a poll wakes a waiter this soon: a lease takes 30 s.
const SOON_MS = atMost(3_000);

export function waitingOfKindContract(redis: Endpoint, kind: ExclusiveKind): void {
  const make = (options: Partial<LocksOptions> = {}): LocksOfKind =>
    locksOf(kind, { redis, waitMs: 20_000, pollMs: kind.polls ? 5_000 : 60_000, ...options });

  const openStreams = async (): Promise<number> => (await countsOf(redis)).openStreams;

  /** Starts a waiter. Resolves when it sleeps: it has its stream, or was refused twice. */
  async function sleeper(
    lock: ReturnType<LocksOfKind["lock"]>,
    options: AcquireOptions = {},
  ): Promise<{ got: Promise<Held> }> {
    let refusals = 0;
    const got = lock.acquire({ ...options, onWait: () => (refusals += 1) });
    got.catch(() => {});
    await asleep(() => refusals);
    expect(await openStreams()).toBe(kind.polls ? 0 : kind.stands ? 2 : 1);
    return { got };
  }

  // The last waiter closes its stream, whatever the test did.
  afterEach(() => eventually(async () => (await openStreams()) === 0));

  describe("a waiter", () => {
    it("gets in with the release", async () => {
      const lock = make().lock(uniqueName());
      const held = await lock.acquire();
      const { got } = await sleeper(lock);
      expect(await handOver(got, () => held.release())).toBeLessThan(SOON_MS);
    });

    it("gets in with a release by force", async () => {
      const lock = make().lock(uniqueName());
      await lock.acquire();
      const { got } = await sleeper(lock);
      expect(await handOver(got, () => lock.forceRelease())).toBeLessThan(SOON_MS);
    });

    if (kind.reentrant) {
      it("gets in with the last of several holds, not before", async () => {
        const lock = make().lock(uniqueName());
        const outer = await lock.acquire();
        const inner = await lock.acquire({ owner: outer.owner });
        const { got } = await sleeper(lock);
        await outer.release();
        expect(await lock.isHeldBy(outer.owner)).toBe(true);
        expect(await handOver(got, () => inner.release())).toBeLessThan(SOON_MS);
      });
    }

    it("gets in at the end of a lease that was not released", async () => {
      const lock = make().lock(uniqueName());
      await lock.acquire({ leaseMs: leaseTime(1_200) });
      const start = performance.now();
      const held = await lock.acquire();
      expect(performance.now() - start).toBeLessThan(leaseTime(1_200) + atMost(1_000));
      await held.release();
    });

    it.each<[string, AcquireOptions, (stop: AbortController, locks: LocksOfKind) => void]>([
      ["is aborted", {}, (stop) => stop.abort()],
      ["times out", { waitMs: leaseTime(2_000) }, () => {}],
      ["is closed", {}, (_, locks) => locks.close()],
    ])("that %s leaves no stream behind, and blocks no other waiter", async (_, options, leave) => {
      const locks = make();
      const name = uniqueName();
      const held = await make().lock(name).acquire();
      const stop = new AbortController();
      const { got } = await sleeper(locks.lock(name), { ...options, signal: stop.signal });
      leave(stop, locks);
      await expect(got).rejects.toMatchObject({ code: expect.stringMatching(/ABORTED|LOCK_BUSY|CLOSED/) });
      await eventually(async () => (await openStreams()) === 0);
      await held.release();
      await (await make().lock(name).acquire({ waitMs: 0 })).release();
    });

    it("of several names alternates with others, and at the end no stream is left (C)", async () => {
      const locks = make();
      const names = Array.from({ length: 4 }, () => uniqueName());
      const inside = new Map<string, number>();
      const tasks = Array.from({ length: 24 }, async (_, nth) => {
        const name = names[nth % names.length] ?? "";
        await using held = await locks.lock(name).acquire();
        expect(inside.get(name) ?? 0).toBe(0);
        inside.set(name, 1);
        await held.check();
        inside.set(name, 0);
      });
      await Promise.all(tasks);
      await eventually(async () => (await openStreams()) === 0);
    });
  });
}
