// Which reads and writes exclude each other, for the runtime that calls it. Many read or one writes. The writer may
// also read. Each side reports its own state. The leases of read holds are in read-holds.ts.

import { describe, expect, it } from "vitest";
import { type Held, isLockError, type Lock, type LocksOptions } from "../../../../src/index.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { eventually } from "../../../support/eventually.ts";
import { fieldsOf, textWith } from "../../../support/hold-texts.ts";
import { atMost, itWaits, leaseTime } from "../../../support/place.ts";
import { command, type Endpoint, hash } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import type { ReadWriteMethod } from "../kinds.ts";

const LEASE_MS = 20_000;

interface Sides {
  readonly read: Lock;
  readonly write: Lock;
}

export function readWriteContract(redis: Endpoint, method: ReadWriteMethod): void {
  const make = (options: Partial<LocksOptions> = {}) => createLocks({ redis, leaseMs: LEASE_MS, ...options });
  function sides(name: string = uniqueName(), options: Partial<LocksOptions> = {}): Sides {
    const lock = make(options)[method](name);
    return { read: lock.readLock(), write: lock.writeLock() };
  }

  describe.concurrent("many read, or one writes:", () => {
    it("readers of several clients get in at once, and a writer after the last of them", async () => {
      const { read, write } = sides();
      const readers = await Promise.all([1, 2, 3].map(() => sides(read.name).read.acquire({ waitMs: 0 })));
      expect(readers.map(({ holdCount }) => holdCount)).toEqual([1, 1, 1]);
      for (const held of readers) {
        expect(await write.tryAcquire()).toBeNull();
        expect(await held.release()).toEqual({ outcome: "released", holdCount: 0 });
      }
      expect(await read.isLocked()).toBe(false);
      const writer = await write.acquire({ waitMs: 0 });
      expect(await writer.release()).toEqual({ outcome: "released", holdCount: 0 });
    });

    it("a writer keeps readers and other writers out", async () => {
      const { read, write } = sides();
      const writer = await write.acquire();
      const other = sides(read.name);
      expect(await other.read.tryAcquire()).toBeNull();
      expect(await other.write.tryAcquire()).toBeNull();
      expect(await read.tryAcquire()).toBeNull();
      await writer.release();
      const reader = await read.acquire({ waitMs: 0 });
      await reader.release();
    });

    it.runIf(method === "readWriteLock")(
      "readers get in while a writer waits, which gets in after the last",
      async () => {
        const { read, write } = sides();
        const first = await read.acquire();
        let waits = false;
        const waiting = write.acquire({ waitMs: 15_000, onWait: () => (waits = true) });
        await eventually(() => waits);
        const second = await read.acquire({ waitMs: 0 });
        await first.release();
        expect(await write.isLocked()).toBe(false);
        await second.release();
        const writer = await waiting;
        expect(await writer.check()).toBe(true);
        await writer.release();
      },
    );

    it("a lock of another kind on the name keeps both out, and is kept out by both", async () => {
      const name = uniqueName();
      const { read, write } = sides(name);
      const others = [make().lock(name), make().fairLock(name), make().fencedLock(name)];
      for (const side of [read, write]) {
        const held = await side.acquire();
        for (const other of others) expect(await other.tryAcquire()).toBeNull();
        await held.release();
      }
      for (const other of others) {
        const held = await other.acquire();
        for (const side of [read, write]) expect(await side.tryAcquire()).toBeNull();
        expect(await held.release()).toMatchObject({ outcome: "released" });
      }
    });

    it("a lock of another kind is not re-entered by its owner either", async () => {
      const name = uniqueName();
      const { read, write } = sides(name);
      const locks = make();
      const reentrant = [locks.lock(name), locks.fairLock(name), locks.fencedLock(name)];
      const others = [...reentrant, locks.nonReentrantLock(name), locks.nonReentrantFairLock(name)];
      const owner = `o:${crypto.randomUUID()}`;
      for (const side of [read, write]) {
        const held = await side.acquire({ owner });
        const before = await hash(redis, name);
        for (const other of others)
          for (const asks of [owner, `${owner}:write`, "mode"])
            expect(await other.tryAcquire({ owner: asks })).toBeNull();
        expect(await hash(redis, name)).toEqual(before);
        expect(await held.release()).toEqual({ outcome: "released", holdCount: 0 });
      }
      for (const other of others) {
        const held = await other.acquire({ owner });
        for (const side of [read, write]) expect(await side.tryAcquire({ owner })).toBeNull();
        expect(await hash(redis, name)).toEqual({ [owner]: "1" });
        expect(await held.release()).toEqual({ outcome: "released", holdCount: 0 });
      }
      expect(await command(redis, "KEYS", `*{${name}}`)).not.toContain(name);
    });

    it("a lock of another kind excludes readers, even of its own owner without a record", async () => {
      const name = uniqueName();
      const owner = `${crypto.randomUUID()}:1`;
      await command(redis, "HSET", name, owner, 1);
      await command(redis, "PEXPIRE", name, LEASE_MS);
      expect(await sides(name).read.tryAcquire({ owner })).toBeNull();
      expect(await hash(redis, name)).toEqual({ [owner]: "1" });
    });

    it.each(["mode", "alice:write"])("an owner %s of another kind re-enters its own lock", async (owner) => {
      const locks = make();
      const name = uniqueName();
      for (const lock of [locks.lock(name), locks.fencedLock(name), locks.fairLock(name)]) {
        const outer = await lock.acquire({ owner });
        const inner = await lock.acquire({ owner, waitMs: 0 });
        for (const side of Object.values(sides(name))) expect(await side.tryAcquire({ owner: "alice" })).toBeNull();
        expect(await inner.release()).toEqual({ outcome: "still-held", holdCount: 1 });
        expect(await outer.release()).toEqual({ outcome: "released", holdCount: 0 });
      }
    });
  });

  describe.concurrent("a writer that reads", () => {
    it.each([undefined, "passed"])("continues reading when it stops writing: owner %s", async (passed) => {
      const { read, write } = sides();
      const writer = await write.acquire(passed === undefined ? {} : { owner: `w:${crypto.randomUUID()}` });
      const { owner } = writer;
      const reader = await read.acquire({ owner, waitMs: 0 });
      expect([reader.owner, reader.holdCount]).toEqual([owner, 1]);
      expect(await hash(redis, read.name)).toEqual({ mode: "write", [owner]: "1", [`${owner}:write`]: "1" });
      expect(await read.tryAcquire()).toBeNull();
      expect(await writer.release()).toEqual({ outcome: "released", holdCount: 0 });
      expect(await hash(redis, read.name)).toEqual({ mode: "read", [owner]: "1" });
      expect([await write.isLocked(), await read.isLocked()]).toEqual([false, true]);
      expect(await write.tryAcquire()).toBeNull();
      const other = await read.acquire({ waitMs: 0 });
      expect(await reader.check()).toBe(true);
      for (const held of [reader, other]) expect(await held.release()).toMatchObject({ outcome: "released" });
      expect(await command(redis, "EXISTS", read.name)).toBe(0);
    });

    it("continues writing when it stops reading, for as long as its lease", async () => {
      const { read, write } = sides();
      const writer = await write.acquire({ leaseMs: 60_000 });
      for (const leaseMs of [leaseTime(5_000), leaseTime(8_000)]) await read.acquire({ owner: writer.owner, leaseMs });
      const inner = await read.acquire({ owner: writer.owner, leaseMs: leaseTime(6_000) });
      expect(await inner.release()).toEqual({ outcome: "still-held", holdCount: 2 });
      expect(await write.remainingMs()).toBeGreaterThan(60_000 - leaseTime(2_000));
      expect(await writer.check()).toBe(true);
      expect(await sides(read.name).read.tryAcquire()).toBeNull();
      await writer.release();
      // Now the lease of the readers, which ends with the longest.
      expect(await read.remainingMs()).toBeLessThanOrEqual(leaseTime(8_000));
      expect(await read.remainingMs()).toBeGreaterThan(leaseTime(6_000));
    });

    it("writes again while it writes and reads: the longest lease counts, without a sum", async () => {
      const { read, write } = sides();
      const writer = await write.acquire({ leaseMs: leaseTime(30_000) });
      const { owner } = writer;
      const reader = await read.acquire({ owner, leaseMs: leaseTime(5_000) });
      const inner = await write.acquire({ owner, leaseMs: leaseTime(10_000), waitMs: 0 });
      expect(inner.holdCount).toBe(2);
      expect(await write.remainingMs()).toBeLessThanOrEqual(leaseTime(30_000));
      const longer = await write.acquire({ owner, leaseMs: leaseTime(60_000), waitMs: 0 });
      expect(await write.remainingMs()).toBeGreaterThan(leaseTime(58_000));
      expect(await write.remainingMs()).toBeLessThanOrEqual(leaseTime(60_000));
      expect(await inner.release()).toEqual({ outcome: "still-held", holdCount: 2 });
      expect(await longer.release()).toEqual({ outcome: "still-held", holdCount: 1 });
      expect(await read.tryAcquire()).toBeNull();
      expect(await writer.release()).toEqual({ outcome: "released", holdCount: 0 });
      expect(await reader.release()).toEqual({ outcome: "released", holdCount: 0 });
    });
  });

  describe.concurrent("a reader that asks to write", () => {
    it("is refused at once, however long it would wait, and leaves only its read hold", async () => {
      const { read, write } = sides();
      const reader = await read.acquire();
      const { owner } = reader;
      const refused = { code: "UPGRADE_REFUSED", lockName: read.name };
      const start = performance.now();
      await expect(write.acquire({ owner, waitMs: 15_000 })).rejects.toMatchObject(refused);
      await expect(write.tryAcquire({ owner })).rejects.toMatchObject(refused);
      await expect(write.withLock(() => {}, { owner, waitMs: 15_000 })).rejects.toMatchObject(refused);
      expect(performance.now() - start).toBeLessThan(atMost(5_000));
      expect(await hash(redis, read.name)).toEqual({ mode: "read", [owner]: "1" });
      const other = await read.acquire({ waitMs: 0 });
      await expect(write.acquire({ owner, waitMs: 15_000 })).rejects.toMatchObject(refused);
      for (const held of [reader, other]) expect(await held.release()).toMatchObject({ outcome: "released" });
      const writer = await write.acquire({ owner, waitMs: 0 });
      expect(await writer.release()).toMatchObject({ outcome: "released" });
    });

    itWaits("is only busy when its own read hold ended by a crash: the other readers will leave", async () => {
      const { read, write } = sides();
      const owner = `up:${crypto.randomUUID()}`;
      const dead = await read.acquire({ owner, leaseMs: leaseTime(1_000) });
      const other = await read.acquire();
      await eventually(() => dead.signal.aborted);
      await eventually(async () => (await command(redis, "EXISTS", `{${read.name}}:${owner}:rwlock_timeout:1`)) === 0);
      expect(await write.tryAcquire({ owner })).toBeNull();
      const waiting = write.acquire({ owner, waitMs: 15_000 });
      await other.release();
      expect(await (await waiting).release()).toEqual({ outcome: "released", holdCount: 0 });
    });

    // In a queue, the reader is behind the writer.
    it.runIf(method === "readWriteLock")("that became a reader while it waited is refused then", async () => {
      const { read, write } = sides();
      const owner = `up:${crypto.randomUUID()}`;
      const other = await read.acquire();
      let waits = false;
      const waiting = write.acquire({ owner, waitMs: 15_000, onWait: () => (waits = true) });
      const refused = waiting.catch((error: unknown) => error);
      await eventually(() => waits);
      const reader = await read.acquire({ owner, waitMs: 0 });
      await other.release();
      // The next attempt hears of it, which may be that of the poll.
      expect(await refused).toMatchObject({ code: "UPGRADE_REFUSED" });
      expect(await reader.release()).toMatchObject({ outcome: "released" });
      expect(await write.isLocked()).toBe(false);
    });

    it("gets an error of ours that contains no secrets of the holder", async () => {
      const { read, write } = sides();
      await using reader = await read.acquire();
      const error = await write.acquire({ owner: reader.owner }).catch((caught: unknown) => caught);
      if (!isLockError(error)) throw error;
      expect(error.message).not.toContain(redis.token);
      expect(error.code).toBe("UPGRADE_REFUSED");
    });
  });

  describe.concurrent("each side", () => {
    it("reports whether it is locked, by whom, how often, and for how long", async () => {
      const { read, write } = sides();
      const free = async (side: Lock) => [await side.isLocked(), await side.remainingMs()];
      const writer = await write.acquire({ owner: `s:${crypto.randomUUID()}`, leaseMs: leaseTime(10_000) });
      const { owner } = writer;
      expect(await free(read)).toEqual([false, -2]);
      expect([await write.isLocked(), await write.holdCount(owner), await read.holdCount(owner)]).toEqual([true, 1, 0]);
      const readers = [await read.acquire({ owner }), await read.acquire({ owner })];
      expect([await write.holdCount(owner), await read.holdCount(owner)]).toEqual([1, 2]);
      expect([await write.isHeldBy(owner), await read.isHeldBy(owner)]).toEqual([true, true]);
      expect([await write.isLocked(), await read.isLocked()]).toEqual([true, true]);
      expect(await read.remainingMs()).toBeGreaterThan(0);
      await writer.release();
      expect(await free(write)).toEqual([false, -2]);
      expect([await write.holdCount(owner), await read.holdCount(owner)]).toEqual([0, 2]);
      for (const held of readers) await held.release();
      expect([await free(write), await free(read)]).toEqual([
        [false, -2],
        [false, -2],
      ]);
    });

    it("is forced open alone: the other side's lock stays", async () => {
      const { read, write } = sides();
      expect([await read.forceRelease(), await write.forceRelease()]).toEqual([false, false]);
      const reader = await read.acquire();
      expect(await write.forceRelease()).toBe(false);
      expect(await reader.check()).toBe(true);
      expect(await read.forceRelease()).toBe(true);
      expect(await reader.check()).toBe(false);
      const writer = await write.acquire({ waitMs: 0 });
      const nested = await read.acquire({ owner: writer.owner, waitMs: 0 });
      expect(await read.forceRelease()).toBe(false);
      expect([await writer.check(), await nested.check()]).toEqual([true, true]);
      expect(await write.forceRelease()).toBe(true);
      expect([await writer.check(), await nested.check()]).toEqual([false, false]);
      for (const held of [reader, writer, nested]) expect(await held.release()).toMatchObject({ outcome: "expired" });
      expect(await command(redis, "EXISTS", read.name)).toBe(0);
    });

    it("never forces open a lock of another kind", async () => {
      const { read, write } = sides();
      await using held = await make().lock(read.name).acquire();
      for (const side of [read, write]) {
        await expect(side.forceRelease()).rejects.toMatchObject({ code: "NOT_A_LOCK", key: read.name });
      }
      expect(await held.check()).toBe(true);
    });

    it("refuses the text of the other side's holds", async () => {
      const { read, write } = sides();
      const writer = await write.acquire();
      const reader = await read.acquire({ owner: writer.owner });
      const invalid = { code: "INVALID_OPTION", option: "serialized" };
      for (const [side, held] of [
        [read, writer],
        [write, reader],
      ] as const) {
        await expect(side.release(held.serialize())).rejects.toMatchObject(invalid);
        await expect(side.renew(held.serialize())).rejects.toMatchObject(invalid);
      }
      expect([await writer.check(), await reader.check()]).toEqual([true, true]);
      const resumed = await make().resume(writer.serialize());
      expect(resumed).toMatchObject({ owner: writer.owner, holdCount: 1 });
      expect(await resumed.release()).toMatchObject({ outcome: "released" });
      expect(await (await make().resume(reader.serialize())).release()).toMatchObject({ outcome: "released" });
    });

    it.each([
      ["{t}:books", "alice"],
      ["{t}:books", "eu:west:7"],
      ["books", "eu:west:7"],
    ])("has no reader of %s with the owner %s, whose timeout keys would be another's", async (end, owner) => {
      const { read, write } = sides(`${uniqueName()}${end}`);
      const invalid = { code: "INVALID_OPTION", option: "owner" };
      await expect(read.acquire({ owner })).rejects.toMatchObject(invalid);
      await expect(read.holdCount(owner)).rejects.toMatchObject(invalid);
      // A writer has no timeout keys.
      expect(await (await write.acquire({ owner })).release()).toMatchObject({ outcome: "released" });
      await using held = await read.acquire({ owner: "west:7" });
      expect(await read.holdCount(held.owner)).toBe(1);
    });

    it("refuses text whose owner is not of its side", async () => {
      const { read, write } = sides();
      const locks = make();
      const invalid = { code: "INVALID_OPTION", option: "serialized" };
      for (const [side, fields] of [
        [read, ["alice:write", "mode"]],
        [write, ["alice", "mode:write", ":write", "alice:write:write"]],
      ] as const) {
        await using held = await side.acquire();
        for (const field of fields) await expect(locks.resume(textOf(held, field))).rejects.toMatchObject(invalid);
        expect(await held.check()).toBe(true);
      }
      await using plain = await locks.lock(read.name).acquire({ owner: "alice:write" });
      expect((await locks.resume(plain.serialize())).owner).toBe("alice:write");

      /** Returns the text of this hold with the owner as Redis stores it. */
      function textOf(held: Held, field: string): string {
        return textWith(fieldsOf(held.serialize()).with(2, field));
      }
    });

    it.each(["mode", ":write", "a:write"])("has no owner %s, whose field would mean something else", async (owner) => {
      const { read, write } = sides();
      for (const side of [read, write]) {
        const invalid = { code: "INVALID_OPTION", option: "owner" };
        await expect(side.acquire({ owner })).rejects.toMatchObject(invalid);
        await expect(side.tryAcquire({ owner })).rejects.toMatchObject(invalid);
        await expect(side.withLock(() => {}, { owner })).rejects.toMatchObject(invalid);
        await expect(side.holdCount(owner)).rejects.toMatchObject(invalid);
        await expect(side.isHeldBy(owner)).rejects.toMatchObject(invalid);
      }
      expect(await command(redis, "EXISTS", read.name)).toBe(0);
    });
  });
}
