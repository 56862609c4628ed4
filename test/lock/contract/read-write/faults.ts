// Lost, doubled and late requests and replies do nothing to readers, and to a writer that reads. faults.ts of the locks
// tests what they do to a hold of any kind. Runs on a gateway of its own, one test at a time.
import { afterEach, describe, expect, it } from "vitest";
import type { LocksOptions } from "../../../../src/index.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { endFaults } from "../../../support/end-faults.ts";
import { eventually } from "../../../support/eventually.ts";
import { letGo, met } from "../../../support/held-back.ts";
import { leaseTime } from "../../../support/place.ts";
import { clearFaults, command, type Endpoint, hash, setFaultMix, setFaults, witnessed } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { BackgroundWork } from "../../../support/wait-until.ts";
import type { ReadWriteMethod } from "../kinds.ts";

const LEASE_MS = leaseTime(1_000);

export function readWriteFaultsContract(redis: Endpoint, method: ReadWriteMethod): void {
  function sides(options: Partial<LocksOptions> = {}, name: string = uniqueName()) {
    const lock = createLocks({ redis, leaseMs: 20_000, ...options })[method](name);
    return { name, read: lock.readLock(), write: lock.writeLock() };
  }
  const released = { outcome: "released", holdCount: 0 };
  const newOwner = (): string => `f:${crypto.randomUUID()}`;
  const doubled = (name: string) =>
    eventually(async () => (await witnessed(redis, name)).some(({ faulted }) => faulted === "duplicate"));

  afterEach(() => endFaults(redis));

  describe("with lost replies,", () => {
    it("an acquire beside other readers counts once, new owner and passed owner", async () => {
      for (const owner of [undefined, newOwner()]) {
        const { name, read } = sides();
        const other = await read.acquire();
        await setFaults(redis, 1, [{ fault: "drop-reply", request: [1, 2] }]);
        const held = await read.acquire(owner === undefined ? {} : { owner });
        expect(held.holdCount).toBe(1);
        expect(await hash(redis, name)).toEqual({ mode: "read", [held.owner]: "1", [other.owner]: "1" });
        for (const hold of [held, other]) expect(await hold.release()).toEqual(released);
        expect(await command(redis, "EXISTS", name)).toBe(0);
      }
    });

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

    it("a downgrade happens once, however often it is repeated", async () => {
      const { name, read, write } = sides();
      const writer = await write.acquire();
      const reader = await read.acquire({ owner: writer.owner });
      await setFaults(redis, 1, [{ fault: "drop-reply", request: [1, 2] }]);
      expect(await writer.release()).toEqual(released);
      expect(await hash(redis, name)).toEqual({ mode: "read", [writer.owner]: "1" });
      expect(await reader.release()).toEqual(released);
    });

    it("a release counts once, although its owner reads again, or another writes, before it is repeated", async () => {
      const { read, write } = sides();
      const owner = newOwner();
      for (const next of [() => read.acquire({ owner }), () => write.acquire({ waitMs: 5_000 })]) {
        const held = await read.acquire({ owner });
        await setFaults(redis, 1, [{ fault: "drop-reply", request: 1 }]);
        const [outcome, after] = await Promise.all([held.release(), next()]);
        expect(outcome.holdCount).toBeLessThanOrEqual(1);
        expect(await held.release()).toEqual(outcome);
        expect(await after.check()).toBe(true);
        expect(await after.release()).toMatchObject({ outcome: "released" });
      }
    });

    it("a refused upgrade is reported by the next attempt, and takes nothing", async () => {
      const { name, read, write } = sides();
      const reader = await read.acquire();
      await setFaults(redis, 1, [{ fault: "drop-reply", request: [1, 2] }]);
      const asked = write.acquire({ owner: reader.owner, waitMs: 10_000 });
      await expect(asked).rejects.toMatchObject({ code: "UPGRADE_REFUSED" });
      expect(await hash(redis, name)).toEqual({ mode: "read", [reader.owner]: "1" });
      await reader.release();
      const refused = (await witnessed(redis, name)).find(
        ({ reply }) => Array.isArray(reply) && reply[2] === "upgrade",
      );
      // A late copy of it, after the last reader has left.
      expect(await command(redis, ...(refused?.command ?? []))).toEqual(["ended", expect.any(String), "upgrade"]);
      expect(await command(redis, "EXISTS", name)).toBe(0);
    });

    it("an unanswered acquire is given back, beside other readers and inside a write", async () => {
      const { name, read, write } = sides();
      const [reader, after] = [await read.acquire(), { mode: "read" }];
      await setFaults(redis, 1, [{ fault: "drop-reply", request: [1, 2, 3, 4] }]);
      await expect(read.acquire()).rejects.toMatchObject({ code: "REDIS_UNREACHABLE" });
      expect(await hash(redis, name)).toEqual({ ...after, [reader.owner]: "1" });
      await reader.release();
      const writer = await write.acquire();
      await setFaults(redis, 1, [{ fault: "drop-reply", request: [1, 2, 3, 4] }]);
      await expect(read.acquire({ owner: writer.owner })).rejects.toMatchObject({ code: "REDIS_UNREACHABLE" });
      expect(await hash(redis, name)).toEqual({ mode: "write", [`${writer.owner}:write`]: "1" });
      expect(await writer.release()).toEqual(released);
    });

    it("renewals count from the answered ones, and lose neither a read nor a write hold", async () => {
      const { read, write } = sides({ leaseMs: 3 * LEASE_MS });
      const writer = await write.acquire();
      const reader = await read.acquire({ owner: writer.owner });
      // One of three: no hold loses all the replies of a lease.
      const lost = Array.from({ length: 10 }, (_, nth) => 3 * nth + 2);
      await setFaults(redis, 1, [{ fault: "drop-reply", request: lost }]);
      for (const held of [writer, reader]) held.keepAlive(new BackgroundWork());
      await new Promise((resolve) => setTimeout(resolve, 4 * LEASE_MS));
      await clearFaults(redis);
      for (const held of [writer, reader]) {
        expect(held.signal.aborted).toBe(false);
        expect(await held.release()).toEqual(released);
      }
    });
  });

  describe("with doubled and late requests,", () => {
    it("an acquire counts once, and takes nothing after the release, although others read", async () => {
      for (const delayMs of [0, 300]) {
        const { name, read } = sides();
        const other = await read.acquire();
        await setFaults(redis, 1, [{ fault: "duplicate", request: 1, delayMs }]);
        const held = await read.acquire({ owner: newOwner() });
        expect(await held.release()).toEqual(released);
        await doubled(name);
        expect(await hash(redis, name)).toEqual({ mode: "read", [other.owner]: "1" });
        await other.release();
      }
    });

    it("a release takes nothing from its owner, who reads again", async () => {
      const { name, read } = sides();
      const owner = newOwner();
      const other = await read.acquire();
      const first = await read.acquire({ owner });
      await setFaults(redis, 1, [{ fault: "duplicate", request: 1, delayMs: 200 }]);
      await first.release();
      const second = await read.acquire({ owner });
      await doubled(name);
      expect(await hash(redis, name)).toEqual({ mode: "read", [owner]: "1", [other.owner]: "1" });
      for (const held of [second, other]) expect(await held.release()).toEqual(released);
    });

    it("a renewal after the release revives nothing", async () => {
      const { name, read, write } = sides();
      const other = await read.acquire({ leaseMs: leaseTime(5_000) });
      const held = await read.acquire({ leaseMs: 60_000 });
      await setFaults(redis, 1, [{ fault: "hold-back", reply: false, request: 1 }]);
      const renewal = held.renew().catch((error: unknown) => error);
      await met(redis);
      expect(await held.release()).toEqual(released);
      await letGo(redis, name);
      expect(await renewal).toMatchObject({ code: "NOT_HELD" });
      expect(await hash(redis, name)).toEqual({ mode: "read", [other.owner]: "1" });
      expect(await read.remainingMs()).toBeLessThanOrEqual(leaseTime(5_000));
      await other.release();
      const writer = await write.acquire({ waitMs: 0 });
      await writer.release();
    });

    it("an acquire after its caller gave up takes nothing, although others read", async () => {
      const { name, read } = sides();
      const other = await read.acquire();
      const stop = new AbortController();
      await setFaults(redis, 1, [{ fault: "hold-back", reply: false, request: 1 }]);
      const given = read.acquire({ signal: stop.signal });
      await met(redis);
      stop.abort("gave up");
      await expect(given).rejects.toMatchObject({ code: "ABORTED", cause: "gave up" });
      await letGo(redis, name);
      expect((await witnessed(redis, name)).at(-1)?.reply).toEqual(["ended", expect.any(String), "taken"]);
      expect(await hash(redis, name)).toEqual({ mode: "read", [other.owner]: "1" });
      await other.release();
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
