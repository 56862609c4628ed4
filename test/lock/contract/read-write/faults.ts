// Lost, doubled and late requests and replies do nothing to readers, and to a writer that reads. faults.ts of the locks
// tests what they do to a hold of any kind. Runs on a gateway of its own, one test at a time.
import { afterEach, describe, expect, it } from "vitest";
import type { LocksOptions } from "../../../../src/index.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { endFaults } from "../../../support/end-faults.ts";
import { eventually } from "../../../support/eventually.ts";
import { leaseTime } from "../../../support/place.ts";
import { clearFaults, command, type Endpoint, hash, setFaultMix, setFaults } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import type { ReadWriteMethod } from "../kinds.ts";

const LEASE_MS = leaseTime(1_000);

export function readWriteFaultsContract(redis: Endpoint, method: ReadWriteMethod): void {
  function sides(options: Partial<LocksOptions> = {}, name: string = uniqueName()) {
    const lock = createLocks({ redis, leaseMs: 20_000, ...options })[method](name);
    return { name, read: lock.readLock(), write: lock.writeLock() };
  }
  const released = { outcome: "released", holdCount: 0 };
  const newOwner = (): string => `f:${crypto.randomUUID()}`;

  afterEach(() => endFaults(redis));

  describe("with lost replies,", () => {
    it("a partial release counts once, and ends its own lease alone", async () => {
      const { name, read } = sides();
      const owner = newOwner();
      const outer = await read.acquire({ owner, leaseMs: leaseTime(10_000) });
      const inner = await read.acquire({ owner, leaseMs: 60_000 });
      await setFaults(redis, 1, [{ fault: "drop-reply", request: [1, 2] }]);
      expect(await outer.release()).toEqual({ outcome: "still-held", holdCount: 1 });
      expect(await hash(redis, name)).toEqual({ mode: "read", [owner]: "1" });
      expect(await read.remainingMs()).toBeGreaterThan(55_000);
      expect(await inner.release()).toEqual(released);
    });
  });

  it("a mix of all of them leaves no reader beside a writer, and at the end nothing", async () => {
    const names = [uniqueName(), uniqueName()];
    await setFaultMix(redis, 11, LEASE_MS);
    const inside = new Map<string, { reading: number; writing: number }>();
    const cycle = async (nth: number): Promise<void> => {
      const name = names[nth % names.length] ?? "";
      const { read, write } = sides({ leaseMs: LEASE_MS, waitMs: leaseTime(15_000) }, name);
      const writes = nth % 5 === 0;
      await using held = await (writes ? write : read).acquire();
      if (held.signal.aborted) return;
      const now = inside.get(name) ?? { reading: 0, writing: 0 };
      inside.set(name, now);
      // This hold is valid: until that ends, no other may write, nor read beside a writer.
      expect(now.writing).toBe(0);
      if (writes) expect(now.reading).toBe(0);
      const side = writes ? "writing" : "reading";
      now[side] += 1;
      let counts = true;
      const leave = (): void => {
        if (counts) now[side] -= 1;
        counts = false;
      };
      held.signal.addEventListener("abort", leave);
      await held.check().catch(() => false);
      leave();
    };
    const ends = await Promise.allSettled(Array.from({ length: 60 }, (_, nth) => cycle(nth)));
    for (const end of ends)
      if (end.status === "rejected") expect(end.reason).toMatchObject({ code: expect.any(String) });
    expect(ends.filter(({ status }) => status === "fulfilled").length).toBeGreaterThan(
      method === "readWriteLock" ? 40 : 20,
    );
    await clearFaults(redis);
    for (const name of names) await eventually(async () => (await command(redis, "EXISTS", name)) === 0, 6 * LEASE_MS);
  });
}
