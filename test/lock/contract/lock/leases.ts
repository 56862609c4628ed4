// Leases of one call: renewed or fixed, and longer for a while. For the runtime and kind that are passed.
import { describe, expect, it } from "vitest";
import type { LockEvent, LocksOptions } from "../../../../src/index.ts";
import { eventually } from "../../../support/eventually.ts";
import { atMost, itWaits, leaseTime } from "../../../support/place.ts";
import type { Endpoint } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { BackgroundWork } from "../../../support/wait-until.ts";
import { type ExclusiveKind, locksOf } from "../kinds.ts";

export function leasesContract(redis: Endpoint, kind: ExclusiveKind): void {
  const make = (options: Partial<LocksOptions> = {}) => locksOf(kind, { redis, leaseMs: 20_000, ...options });

  describe.concurrent("a lease of one call", () => {
    itWaits("is renewed with `renew: true`", async () => {
      const lock = make().lock(uniqueName());
      const held = await lock.acquire({ leaseMs: leaseTime(1_500), renew: true });
      expect(held.leaseMs).toBe(leaseTime(1_500));
      const granted = held.validUntil;
      const { stop } = held.keepAlive(new BackgroundWork());
      await eventually(async () => held.validUntil > granted, leaseTime(5_000));
      stop();
      expect(await held.release()).toEqual({ outcome: "released", holdCount: 0 });
    });

    itWaits("is renewed by withLock with `renew: true`, until maxHoldMs", async () => {
      const lock = make().lock(uniqueName());
      const context = new BackgroundWork();
      const granted = await lock.withLock(
        async (held) => {
          const { validUntil } = held;
          await eventually(async () => held.validUntil > validUntil, leaseTime(5_000));
          return held.leaseMs;
        },
        { leaseMs: leaseTime(1_500), renew: true, maxHoldMs: 60_000, context },
      );
      expect(granted).toBe(leaseTime(1_500));
    });

    it("is fixed without it, and so is the client's with `renew: false`", async () => {
      for (const options of [
        { leaseMs: leaseTime(5_000) },
        { renew: false },
        { leaseMs: leaseTime(5_000), renew: false },
      ]) {
        await using held = await make().lock(uniqueName()).acquire(options);
        expect(() => held.keepAlive(new BackgroundWork())).toThrow(expect.objectContaining({ code: "LEASE_FIXED" }));
      }
    });

    it("can be longer once, and is never shortened", async () => {
      const lock = make().lock(uniqueName());
      await using held = await lock.acquire();
      const validUntil = await held.renew({ leaseMs: 90_000 });
      expect(Math.abs(held.validUntil - validUntil)).toBeLessThan(10);
      expect(await lock.remainingMs()).toBeGreaterThan(80_000);
      // Two clocks are read for it.
      expect(Math.abs((await held.renew({ leaseMs: leaseTime(1_000) })) - validUntil)).toBeLessThan(10);
      expect(Math.abs((await held.renew()) - validUntil)).toBeLessThan(10);
      expect(await lock.remainingMs()).toBeGreaterThan(80_000);
      expect(await held.check()).toBe(true);
    });

    it("can be longer once by the text of the hold, and its object learns of it", async () => {
      const events: LockEvent[] = [];
      const lock = make({ onEvent: (event) => events.push(event) }).lock(uniqueName());
      const held = await lock.acquire();
      const text = held.serialize();
      const elsewhere = make().lock(lock.name);
      const renewedElsewhere = await elsewhere.renew(text, { leaseMs: 40_000 });
      expect(await lock.remainingMs()).toBeGreaterThan(30_000);
      expect(held.validUntil).toBeLessThan(renewedElsewhere);
      const validUntil = await lock.renew(text, { leaseMs: 90_000 });
      expect(held.validUntil).toBeGreaterThanOrEqual(validUntil - 1);
      expect(events.map(({ type }) => type)).toEqual(["acquiring", "acquired", "renewed"]);
      await held.release();
    });

    it("of a wrong length is refused before anything is sent", async () => {
      const lock = make().lock(uniqueName());
      await using held = await lock.acquire();
      const refused = { code: "INVALID_OPTION", option: "leaseMs" };
      await expect(held.renew({ leaseMs: 0 })).rejects.toMatchObject(refused);
      await expect(lock.renew(held.serialize(), { leaseMs: 3e9 })).rejects.toMatchObject(refused);
      // @ts-expect-error: a text is no boolean
      await expect(lock.acquire({ renew: "yes" })).rejects.toMatchObject({ code: "INVALID_OPTION", option: "renew" });
    });
  });

  describe.concurrent("the wait of an acquire", () => {
    it("is told by its hold", async () => {
      const lock = make().lock(uniqueName());
      const first = await lock.acquire();
      expect(first).toMatchObject({ waited: false });
      expect(first.waitedMs).toBeLessThan(atMost(10_000));
      if (kind.shared) return void (await first.release());
      let refuse = (): void => {};
      const refused = new Promise<void>((resolve) => {
        refuse = resolve;
      });
      const start = performance.now();
      const waiting = make().lock(lock.name).acquire({ waitMs: 15_000, onWait: refuse });
      await refused;
      await first.release();
      await using second = await waiting;
      expect(second.waited).toBe(true);
      expect(second.waitedMs).toBeGreaterThan(0);
      expect(second.waitedMs).toBeLessThanOrEqual(performance.now() - start + 50);
    });
  });
}
