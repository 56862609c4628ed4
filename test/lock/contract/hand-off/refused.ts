// handOff refuses before it sends a request.
import { describe, expect, it } from "vitest";
import type { LocksOptions } from "../../../../src/index.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { leaseTime } from "../../../support/place.ts";
import type { Endpoint } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";

const LEASE_MS = leaseTime(2_000);
const LONG = { maxHoldMs: 60_000, leaseMs: LEASE_MS };

export function handOffRefusedContract(redis: Endpoint, watchdog: NonNullable<LocksOptions["watchdog"]>): void {
  const make = (options: Partial<LocksOptions> = {}) => createLocks({ redis, leaseMs: LEASE_MS, watchdog, ...options });

  describe.concurrent("handOff is refused", () => {
    it("without a watchdog", async () => {
      const locks = make({ watchdog: undefined });
      await using held = await locks.lock(uniqueName()).acquire();
      await expect(held.handOff(LONG)).rejects.toMatchObject({ code: "NO_WATCHDOG" });
      await expect(locks.lock(held.name).handOffStatus(held.serialize())).rejects.toMatchObject({
        code: "NO_WATCHDOG",
      });
      expect(await held.check()).toBe(true);
    });

    it("for a lease fixed at acquire, also after a move", async () => {
      const locks = make();
      await using fixed = await locks.lock(uniqueName()).acquire({ leaseMs: leaseTime(5_000) });
      await expect(fixed.handOff(LONG)).rejects.toMatchObject({ code: "LEASE_FIXED" });
      const resumed = await locks.resume(fixed.serialize());
      await expect(resumed.handOff(LONG)).rejects.toMatchObject({ code: "LEASE_FIXED" });
    });

    it("once the hold was released, moved, lost or its locks were closed", async () => {
      const locks = make();
      const lock = locks.lock(uniqueName());
      const released = await lock.acquire();
      await released.release();
      await expect(released.handOff(LONG)).rejects.toMatchObject({ code: "NOT_HELD" });
      const moved = await lock.acquire();
      moved.serialize({ move: true });
      await expect(moved.handOff(LONG)).rejects.toMatchObject({ code: "NOT_HELD" });
      await lock.forceRelease();
      const lost = await lock.acquire();
      await lock.forceRelease();
      await expect(lost.handOff(LONG)).rejects.toMatchObject({ code: "LOCK_LOST", end: "lost" });
      expect(lost.signal.aborted).toBe(true);
      const closed = await lock.acquire();
      locks.close();
      await expect(closed.handOff(LONG)).rejects.toMatchObject({ code: "CLOSED" });
    });

    it("once a write hold was lost, with an error that names its owner, not its field", async () => {
      const write = make().readWriteLock(uniqueName()).writeLock();
      const held = await write.acquire({ owner: "alice" });
      await write.forceRelease();
      const lost = { code: "LOCK_LOST", end: "lost", lockName: write.name, owner: "alice" };
      await expect(held.handOff(LONG)).rejects.toMatchObject(lost);
      expect(held.signal.reason).toMatchObject(lost);
    });

    const wrong: [option: string, options: unknown][] = [
      ["options", undefined],
      ["options", null],
      ["options", 5_000],
      ["maxHoldMs", {}],
      ["maxHoldMs", { leaseMs: LEASE_MS }],
      ["maxHoldMs", { maxHoldMs: undefined }],
      ["maxHoldMs", { maxHoldMs: 0 }],
      ["maxHoldMs", { maxHoldMs: 999 }],
      ["maxHoldMs", { maxHoldMs: Number.NaN }],
      ["maxHoldMs", { maxHoldMs: Number.POSITIVE_INFINITY }],
      ["maxHoldMs", { maxHoldMs: 2 ** 31 }],
      ["maxHoldMs", { maxHoldMs: "1" }],
      ["leaseMs", { maxHoldMs: 60_000, leaseMs: 999 }],
      ["leaseMs", { maxHoldMs: 60_000, leaseMs: 1_500.5 }],
      ["leaseMs", { maxHoldMs: 60_000, leaseMs: "1500" }],
      ["until", { maxHoldMs: 60_000, until: Promise.resolve() }],
    ];

    it("for each wrong option, before a request to the watchdog", async () => {
      let asked = 0;
      const answer = async (): Promise<never> => {
        asked += 1;
        throw new Error("this watchdog is not to be asked");
      };
      const counting = { entrust: answer, withdraw: answer, status: answer };
      const lock = make({ watchdog: counting, leaseMs: 20_000 }).lock(uniqueName());
      await using held = await lock.acquire();
      for (const [option, options] of wrong) {
        const call = Reflect.apply(held.handOff, held, [options]);
        await expect(call, JSON.stringify(options)).rejects.toMatchObject({ code: "INVALID_OPTION", option });
      }
      for (const text of ["", "lh1.abc", undefined]) {
        const call = Reflect.apply(lock.handOffStatus, lock, [text]);
        await expect(call).rejects.toMatchObject({ code: "INVALID_OPTION", option: "serialized" });
      }
      const another = (await make().lock(uniqueName()).acquire()).serialize();
      await expect(lock.handOffStatus(another)).rejects.toMatchObject({ code: "INVALID_OPTION", option: "serialized" });
      expect(asked).toBe(0);
    });
  });
}
