// handOff of several locks keeps all or none.
import { describe, expect, it } from "vitest";
import type { LocksOptions } from "../../../../src/index.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { eventually } from "../../../support/eventually.ts";
import { leaseTime } from "../../../support/place.ts";
import { command, type Endpoint } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";

const LEASE_MS = leaseTime(2_000);
const LONG = { maxHoldMs: 60_000, leaseMs: LEASE_MS };

export function handOffMultiContract(redis: Endpoint, watchdog: NonNullable<LocksOptions["watchdog"]>): void {
  const make = () => createLocks({ redis, leaseMs: LEASE_MS, watchdog });
  const exists = (keys: readonly string[]): Promise<number> => command(redis, "EXISTS", ...keys);

  describe.concurrent("handOff of several locks", () => {
    it("keeps all of them after the scope is left, until a release by text", async () => {
      const locks = make();
      const names = [uniqueName(), uniqueName(), uniqueName()];
      const [a = "", b = "", c = ""] = names;
      const multi = locks.multiLock(locks.lock(a), locks.fairLock(b), locks.readWriteLock(c).readLock());
      let text = "";
      {
        await using held = await multi.acquire({ label: "all" });
        expect(await held.handOff(LONG)).toBeGreaterThan(Date.now());
        text = held.serialize();
      }
      await new Promise((resolve) => setTimeout(resolve, 1.5 * LEASE_MS));
      expect(await exists(names)).toBe(3);
      expect(await multi.handOffStatus(text)).toMatchObject({ state: "kept", label: "all" });
      expect(await multi.release(text)).toEqual({ outcome: "released", holdCount: 0 });
      expect(await exists(names)).toBe(0);
      expect(await multi.handOffStatus(text)).toMatchObject({ state: "released" });
    });

    it("reports a loss when one of them is lost", async () => {
      const locks = make();
      const [a, b] = [locks.lock(uniqueName()), locks.lock(uniqueName())];
      const held = await locks.multiLock(a, b).acquire();
      await held.handOff(LONG);
      await b.forceRelease();
      await eventually(() => held.signal.aborted);
      expect(await held.release()).toEqual({ outcome: "expired", holdCount: 0 });
      expect(await a.isLocked()).toBe(false);
    });

    it("is refused as a whole when one of them has ended, and keeps none", async () => {
      const locks = make();
      const [a, b] = [locks.lock(uniqueName()), locks.lock(uniqueName())];
      const held = await locks.multiLock(a, b).acquire();
      await b.forceRelease();
      await expect(held.handOff(LONG)).rejects.toMatchObject({ code: "LOCK_LOST" });
      // The watchdog does not renew it.
      await eventually(async () => !(await a.isLocked()), 3 * LEASE_MS);
    });
  });
}
