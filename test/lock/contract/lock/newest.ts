// withLock with `mode: "newest"`: the newest call runs, and interrupts the one before.
import { describe, expect, it } from "vitest";
import { LockStolenError, type Locks } from "../../../../src/index.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { eventually } from "../../../support/eventually.ts";
import { leaseTime } from "../../../support/place.ts";
import type { Endpoint } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";

export function newestContract(redis: Endpoint): void {
  const make = (): Locks => createLocks({ redis, leaseMs: leaseTime(1_500) });

  describe("withLock, the newest call", () => {
    it("interrupts the one that runs, in the same client and in another one", async () => {
      for (const [older, newer] of [[make()], [make(), make()]]) {
        if (older === undefined) throw new Error("unreachable");
        const name = uniqueName();
        let runs = 0;
        const first = older.withLock(
          name,
          async ({ signal }) => {
            runs += 1;
            await eventually(() => signal.aborted);
            return "interrupted";
          },
          { mode: "newest" },
        );
        const caught = first.catch((error: unknown) => error);
        await eventually(() => runs === 1);
        expect(await (newer ?? older).withLock(name, () => "newest", { mode: "newest" })).toBe("newest");
        expect(await caught).toMatchObject({ code: "LOCK_STOLEN", result: "interrupted" });
        expect(await older.lock(name).isLocked()).toBe(false);
      }
    });

    it("runs alone of many that were called at once; the others never run", async () => {
      const name = uniqueName();
      const locks = make();
      const ran: number[] = [];
      const calls = Array.from({ length: 10 }, (_, nth) =>
        locks
          .withLock(name, () => ran.push(nth), { mode: "newest" })
          .then(
            () => "ran",
            (error: unknown) => error,
          ),
      );
      const ends = await Promise.all(calls);
      expect(ends.slice(0, -1).every((end) => end instanceof LockStolenError)).toBe(true);
      expect([ends.at(-1), ran]).toEqual(["ran", [9]]);
      expect(await locks.lock(name).isLocked()).toBe(false);
    });

    it("ends with its signal, and passes on what its function returns and throws", async () => {
      const locks = make();
      const own = { mode: "newest" } as const;
      await expect(locks.withLock(uniqueName(), () => Promise.reject(new TypeError("mine")), own)).rejects.toThrow(
        TypeError,
      );
      const signal = AbortSignal.abort(new Error("enough"));
      await expect(locks.withLock(uniqueName(), () => 1, { ...own, signal })).rejects.toMatchObject({
        code: "ABORTED",
      });
      // @ts-expect-error there is no such mode
      await expect(locks.withLock(uniqueName(), () => 1, { mode: "oldest" })).rejects.toMatchObject({ option: "mode" });
      expect(await locks.withLock(uniqueName(), () => "waited", { mode: undefined })).toBe("waited");
      // An owner that has the lock would get another hold, and interrupt nobody.
      const owned = locks.withLock(uniqueName(), () => 1, { ...own, owner: "worker-7" });
      await expect(owned).rejects.toMatchObject({ code: "INVALID_OPTION", option: "owner" });
    });
  });
}
