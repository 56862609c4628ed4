// The contract of the lock of several locks, for the runtime that calls it.

import { describe, expect, it } from "vitest";
import type { Lock, Locks, LocksOptions } from "../../../../src/index.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { eventually } from "../../../support/eventually.ts";
import { fieldsOf, textWith } from "../../../support/hold-texts.ts";
import { atMost, itWaits, leaseTime } from "../../../support/place.ts";
import { command, type Endpoint, hash, witnessed } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { BackgroundWork } from "../../../support/wait-until.ts";
import { asleep } from "../../../support/waiting.ts";

const RELEASED = { outcome: "released", holdCount: 0 };
/** Sorted as a multi lock takes them. */
const names = (many: number): string[] => Array.from({ length: many }, uniqueName).sort();

/** The members of a multi lock: all plain, so that one script takes them, or mixed. */
const makes: [string, (locks: Locks, name: string) => Lock][] = [
  ["plain", (locks, name) => locks.lock(name)],
  ["spin", (locks, name) => locks.spinLock(name)],
  ["non-reentrant", (locks, name) => locks.nonReentrantLock(name)],
  ["fair", (locks, name) => locks.fairLock(name)],
  ["fenced", (locks, name) => locks.fencedLock(name)],
  ["write", (locks, name) => locks.readWriteLock(name).writeLock()],
  ["fair write", (locks, name) => locks.fairReadWriteLock(name).writeLock()],
];
const kinds = makes.filter(([kind]) => ["plain", "fair", "fair write"].includes(kind));

export function multiLockContract(redis: Endpoint): void {
  const make = (options: Partial<LocksOptions> = {}) => createLocks({ redis, leaseMs: 20_000, ...options });
  const exists = (keys: readonly string[]): Promise<number> => command(redis, "EXISTS", ...keys);

  describe.concurrent("a multi lock", () => {
    it.each(makes)("of a plain lock and two %s ones holds all, renews all, releases all", async (kind, one) => {
      const locks = make();
      const [a = "", b = "", c = ""] = names(3);
      const multi = locks.multiLock(one(locks, c), locks.lock(a), one(locks, b));
      const held = await multi.acquire();
      const field = kind.endsWith("write") ? { mode: "write", [`${held.owner}:write`]: "1" } : { [held.owner]: "1" };
      expect(await hash(redis, a)).toEqual({ [held.owner]: "1" });
      for (const name of [b, c]) expect(await hash(redis, name)).toEqual(field);
      for (const name of [a, b, c]) await command(redis, "PEXPIRE", name, leaseTime(3_000));
      await held.renew();
      for (const name of [a, b, c]) expect(await command<number>(redis, "PTTL", name)).toBeGreaterThan(15_000);
      expect(await held.check()).toBe(true);
      expect(await make().multiLock(locks.lock(uniqueName()), locks.lock(a)).tryAcquire()).toBeNull();
      expect(await one(locks, b).tryAcquire()).toBeNull();
      expect(await held.release()).toEqual(RELEASED);
      expect(await exists([a, b, c])).toBe(0);
      expect(await held.check()).toBe(false);
    });

    it("is valid for no longer when the owner of one of its locks is renewed", async () => {
      const locks = make();
      const [a = "", b = ""] = names(2);
      await using held = await locks.multiLock(locks.lock(a), locks.lock(b)).acquire({ owner: "job-1" });
      const until = held.validUntil;
      expect(await locks.lock(a).renewOwner("job-1", { leaseMs: 60_000 })).toBe(true);
      expect(held.validUntil).toBeLessThan(until + 1_000);
    });

    it("reads beside other readers, and is busy beside a writer", async () => {
      const locks = make();
      const [shared, plain] = [locks.readWriteLock(uniqueName()), locks.lock(uniqueName())];
      const reader = await shared.readLock().acquire();
      const multi = locks.multiLock(plain, shared.readLock());
      const held = await multi.acquire();
      await held.renew();
      expect(await held.check()).toBe(true);
      expect(await held.release()).toEqual(RELEASED);
      await reader.release();
      await using _writer = await shared.writeLock().acquire();
      expect(await multi.tryAcquire()).toBeNull();
      expect(await plain.isLocked()).toBe(false);
    });

    it.each(kinds)("is busy when one of them is, and takes none, twice in a row: %s", async (_, one) => {
      const locks = make();
      const [a = "", b = "", c = ""] = names(3);
      const other = await locks.lock(b).acquire();
      const multi = locks.multiLock(locks.lock(a), locks.lock(b), one(locks, c));
      for (let nth = 0; nth < 2; nth += 1) {
        expect(await multi.tryAcquire()).toBeNull();
        expect(await exists([a, c])).toBe(0);
      }
      const refused = await multi.acquire({ waitMs: 100 }).catch((error: unknown) => error);
      expect(refused).toMatchObject({ code: "LOCK_BUSY", lockName: multi.name, remainingMs: expect.any(Number) });
      await other.release();
      expect(await (await multi.acquire()).release()).toEqual(RELEASED);
    });

    it.each(kinds)("waits for the one that is busy, and is woken by its release: %s", async (_, one) => {
      const locks = make({ pollMs: 60_000 });
      const [a, b, c] = names(3).map((name) => locks.lock(name));
      if (a === undefined || b === undefined || c === undefined) throw new Error("three");
      const [first, second] = [await a.acquire(), await c.acquire()];
      const waits: number[] = [];
      const multi = locks.multiLock(a, b, c, one(locks, uniqueName()));
      const waiting = multi.acquire({ waitMs: 20_000, onWait: ({ remainingMs }) => waits.push(remainingMs) });
      await eventually(() => waits.length >= 2);
      // It holds none of them meanwhile.
      expect(await b.isLocked()).toBe(false);
      const since = performance.now();
      await first.release();
      // Free, apart from another waiter, which must not be mistaken for a holder.
      await eventually(() => waits.length >= 3);
      await eventually(async () => !(await a.isLocked()));
      await second.release();
      const held = await waiting;
      expect(performance.now() - since).toBeLessThan(atMost(5_000));
      await held.release();
    });

    it("waits for a fair lock by polling, and keeps no place in its queue", async () => {
      const locks = make();
      const [fair, plain] = [locks.fairLock(uniqueName()), locks.lock(uniqueName())];
      const holder = await fair.acquire();
      let position: number | undefined = -1;
      const waiting = locks.multiLock(fair, plain).acquire({
        onWait: (facts) => {
          position = facts.position;
        },
      });
      await eventually(() => position === undefined);
      expect(await command(redis, "LLEN", `redisson_lock_queue:{${fair.name}}`)).toBe(0);
      await holder.release();
      await (await waiting).release();
    });

    it.each(kinds)("passes on a wake that it cannot use: %s", async (_, one) => {
      const locks = make({ pollMs: 60_000 });
      const [first = "", second = ""] = names(2);
      const [a, b] = [locks.lock(first), one(locks, second)];
      await using _busy = await b.acquire();
      const holder = await a.acquire();
      const tries = { plain: 0, multi: 0 };
      const wait = { waitMs: 20_000, wait: "subscribe" } as const;
      const waiting = a.acquire({ ...wait, onWait: () => (tries.plain += 1) });
      await eventually(() => tries.plain >= 2);
      const stop = new AbortController();
      const multi = locks.multiLock(a, b).acquire({ ...wait, signal: stop.signal, onWait: () => (tries.multi += 1) });
      await asleep(() => tries.multi);
      // The waiter that reads the stream lets the other try, which finds that it cannot have both.
      const since = performance.now();
      await holder.release();
      await (await waiting).release();
      expect(performance.now() - since).toBeLessThan(atMost(5_000));
      stop.abort();
      await expect(multi).rejects.toMatchObject({ code: "ABORTED" });
      expect(await a.isLocked()).toBe(false);
    });

    it.each(kinds)("has one winner of ten, and the others return at once: %s", async (_, one) => {
      const [a = "", b = "", c = ""] = names(3);
      const since = performance.now();
      const held = await Promise.all(
        Array.from({ length: 10 }, () => {
          const locks = make();
          return locks
            .multiLock(locks.lock(a), one(locks, b), locks.lock(c))
            .tryAcquire({ leaseMs: leaseTime(10_000) });
        }),
      );
      expect(held.filter((each) => each !== null)).toHaveLength(1);
      expect(performance.now() - since).toBeLessThan(atMost(5_000));
      await Promise.all(held.map((each) => each?.release()));
      expect(await exists([a, b, c])).toBe(0);
    });

    it.each(kinds)("in opposite orders never deadlocks: each of many gets it, one at a time: %s", async (_, one) => {
      const all = names(3);
      let inside = 0;
      let most = 0;
      await Promise.all(
        Array.from({ length: 8 }, async (_, nth) => {
          const locks = make({ pollMs: 1_000 });
          const ordered = nth % 2 === 0 ? all : [...all].reverse();
          const parts = ordered.map((name) => (name === all[1] ? one(locks, name) : locks.lock(name)));
          for (let round = 0; round < 2; round += 1) {
            await locks.multiLock(...parts).withLock(
              async () => {
                inside += 1;
                most = Math.max(most, inside);
                await new Promise((resolve) => setTimeout(resolve, 5));
                inside -= 1;
              },
              { waitMs: 30_000 },
            );
          }
        }),
      );
      expect(most).toBe(1);
      expect(await exists(all)).toBe(0);
    });

    it("that overlaps others in a ring never deadlocks", async () => {
      const ring = names(4);
      await Promise.all(
        ring.map(async (name, nth) => {
          const locks = make({ pollMs: 1_000 });
          const two = locks.multiLock(locks.lock(name), locks.lock(ring[(nth + 1) % 4] ?? ""));
          for (let round = 0; round < 3; round += 1) await two.withLock(() => {}, { waitMs: 30_000 });
        }),
      );
      expect(await exists(ring)).toBe(0);
    });

    it("of a passed owner re-enters its locks, and each release counts one less", async () => {
      const locks = make();
      const [a, b] = [locks.lock(uniqueName()), locks.lock(uniqueName())];
      const outer = await a.acquire();
      const { owner } = outer;
      const multi = locks.multiLock(a, b);
      const inner = await multi.acquire({ owner });
      const again = await multi.acquire({ owner });
      expect([await a.holdCount(owner), await b.holdCount(owner)]).toEqual([3, 2]);
      await again.renew();
      expect(await again.release()).toMatchObject({ outcome: "still-held" });
      expect([await a.holdCount(owner), await b.holdCount(owner)]).toEqual([2, 1]);
      expect(await inner.release()).toEqual({ outcome: "still-held", holdCount: 1 });
      expect([await a.holdCount(owner), await b.holdCount(owner)]).toEqual([1, 0]);
      expect(await multi.tryAcquire()).toBeNull();
      expect(await outer.release()).toEqual(RELEASED);
    });

    it("refuses its owner where one of them does, and gives back the others", async () => {
      const locks = make();
      const [plain, once] = [locks.lock(`a${uniqueName()}`), locks.nonReentrantLock(`b${uniqueName()}`)];
      await using first = await once.acquire();
      const multi = locks.multiLock(once, plain);
      await expect(multi.acquire({ owner: first.owner })).rejects.toMatchObject({ code: "ALREADY_HELD" });
      expect(await plain.isLocked()).toBe(false);

      const shared = locks.readWriteLock(`b${uniqueName()}`);
      await using reader = await shared.readLock().acquire();
      const writes = locks.multiLock(shared.writeLock(), plain);
      await expect(writes.acquire({ owner: reader.owner })).rejects.toMatchObject({ code: "UPGRADE_REFUSED" });
      expect(await plain.isLocked()).toBe(false);
      await expect(writes.acquire({ owner: "mode" })).rejects.toMatchObject({ code: "INVALID_OPTION" });
    });

    it.each(kinds)("refuses a key of another type, and leaves nothing: %s", async (_, one) => {
      const locks = make();
      const all = names(3);
      const [a = "", b = "", c = ""] = all;
      await command(redis, "SET", b, "text", "PX", 60_000);
      const multi = locks.multiLock(locks.lock(a), locks.lock(b), one(locks, c));
      await expect(multi.acquire()).rejects.toMatchObject({ code: "NOT_A_LOCK" });
      expect(await exists([a, c])).toBe(0);
      // A key may also become one during the hold: the others are still freed.
      await command(redis, "DEL", b);
      const held = await multi.acquire();
      await command(redis, "SET", b, "text", "PX", 60_000);
      await expect(held.release()).rejects.toMatchObject({ code: "NOT_A_LOCK" });
      expect(await exists([a, c])).toBe(0);
      await command(redis, "DEL", b);
    });

    it.each(kinds)("leaves nothing behind when it is aborted, closed or late: %s", async (_, one) => {
      const locks = make();
      const [a = "", b = "", c = ""] = names(3);
      const multi = locks.multiLock(locks.lock(a), one(locks, b), locks.lock(c));
      await using _held = await make().lock(c).acquire();
      const stop = new AbortController();
      const aborted = multi.acquire({ signal: stop.signal, onWait: () => stop.abort("enough") });
      await expect(aborted).rejects.toMatchObject({ code: "ABORTED", cause: "enough" });
      await expect(multi.acquire({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "ABORTED" });
      await expect(multi.acquire({ waitMs: 150 })).rejects.toMatchObject({ code: "LOCK_BUSY" });
      const closing = multi.acquire({ onWait: () => locks.close() });
      await expect(closing).rejects.toMatchObject({ code: "CLOSED" });
      await expect(multi.acquire()).rejects.toMatchObject({ code: "CLOSED" });
      expect(await exists([a, b])).toBe(0);
    });

    it.each(kinds)("is aborted in the middle of an attempt, which is taken back: %s", async (_, one) => {
      const locks = make();
      const all = names(3);
      const multi = locks.multiLock(...all.map((name) => one(locks, name)));
      const stop = new AbortController();
      const aborted = multi.acquire({ signal: stop.signal });
      setTimeout(() => stop.abort(), 1);
      await aborted.then(
        (held) => held.release(),
        (error: unknown) => expect(error).toMatchObject({ code: "ABORTED" }),
      );
      await eventually(async () => (await exists(all)) === 0);
    });

    itWaits.each(kinds)("is kept alive past its lease, by one request for all of a database: %s", async (_, one) => {
      const locks = make({ leaseMs: leaseTime(2_000) });
      const [a = "", b = ""] = names(2);
      const held = await locks.multiLock(locks.lock(a), one(locks, b)).acquire();
      const kept = held.keepAlive(new BackgroundWork());
      await new Promise((resolve) => setTimeout(resolve, leaseTime(2_750)));
      expect(held.signal.aborted).toBe(false);
      expect(await exists([a, b])).toBe(2);
      expect(await held.release()).toEqual(RELEASED);
      const { reason, renewals } = await kept.ended;
      expect(reason).toBe("released");
      expect(renewals).toBeGreaterThanOrEqual(3);
    });

    it("cannot be kept alive with a lease of its own", async () => {
      const locks = make();
      await using held = await locks.multiLock(locks.lock(uniqueName())).acquire({ leaseMs: leaseTime(1_000) });
      expect(() => held.keepAlive(new BackgroundWork())).toThrow(expect.objectContaining({ code: "LEASE_FIXED" }));
      await expect(held.handOff({ maxHoldMs: 5_000 })).rejects.toMatchObject({ code: "NO_WATCHDOG" });
    });

    it.each(kinds)(
      "is lost when one of them is freed by force; whatever finds that frees the others: %s",
      async (_, one) => {
        const locks = make();
        const [a = "", b = ""] = names(2);
        const multi = locks.multiLock(locks.lock(a), one(locks, b));
        {
          await using held = await multi.acquire();
          expect(await one(make(), b).forceRelease()).toBe(true);
          await expect(held.renew()).rejects.toMatchObject({ code: "LOCK_LOST" });
          expect(held.signal.aborted).toBe(true);
          await eventually(async () => (await exists([a, b])) === 0);
        }
        expect(await exists([a, b])).toBe(0);
        const held = await multi.acquire();
        await one(make(), b).forceRelease();
        expect(await held.check()).toBe(false);
        await eventually(async () => (await exists([a, b])) === 0);
        const next = await one(locks, b).acquire();
        const other = await locks.lock(a).acquire();
        expect(await held.release()).toMatchObject({ outcome: "expired" });
        for (const each of [next, other]) {
          expect(await each.check()).toBe(true);
          await each.release();
        }
      },
    );

    it.each(kinds)("moves as text, and any client resumes, renews and releases it: %s", async (_, one) => {
      const here = make();
      const there = make();
      const [a = "", b = ""] = names(2);
      const multi = here.multiLock(here.lock(a), one(here, b));
      // The order of its members does not matter.
      const same = there.multiLock(one(there, b), there.lock(a));
      const held = await multi.acquire();
      const text = held.serialize({ move: true });
      const resumed = await same.resume(text);
      expect(resumed).toMatchObject({ owner: held.owner, name: held.name, leaseMs: 20_000 });
      expect(await same.renew(text)).toBeGreaterThan(Date.now());
      await expect(here.resume(text)).rejects.toMatchObject({ code: "INVALID_OPTION", option: "serialized" });
      expect(await resumed.release()).toEqual(RELEASED);
      expect(await multi.release(text)).toEqual(RELEASED);
      await expect(same.resume(text)).rejects.toMatchObject({ code: "LOCK_LOST" });
      await expect(same.renew(text)).rejects.toMatchObject({ code: "LOCK_LOST" });
    });

    it("has a label, which its text states once", async () => {
      const locks = make();
      const multi = locks.multiLock(locks.lock(uniqueName()), locks.lock(uniqueName()));
      await using held = await multi.acquire({ label: "both" });
      const text = held.serialize();
      expect(JSON.stringify(fieldsOf(text)).split('"both"')).toHaveLength(2);
      expect([held.label, (await multi.resume(text)).label]).toEqual(["both", "both"]);
      const [label, members] = fieldsOf(text).slice(8);
      expect(label).toBe("both");
      const ofMember = ([kindId, key, owner, leaseMs, flags = 0, id = "", epoch = ""]: unknown[]) => [
        ...[kindId, key, owner, leaseMs, flags, id, epoch, "", "own"],
      ];
      const forged = textWith(fieldsOf(text).with(9, Object(members).map(ofMember)));
      await expect(multi.resume(forged)).rejects.toMatchObject({ code: "INVALID_OPTION", option: "serialized" });
      await using bare = await locks.multiLock(locks.lock(uniqueName())).acquire();
      expect(fieldsOf(bare.serialize())[8]).toBe("");
    });

    it("refuses the text of other locks, and of fewer", async () => {
      const locks = make();
      const [a, b] = [locks.lock(uniqueName()), locks.lock(uniqueName())];
      await using held = await locks.multiLock(a, b).acquire();
      const text = held.serialize();
      const wrong = { code: "INVALID_OPTION", option: "serialized" };
      await expect(locks.multiLock(a).release(text)).rejects.toMatchObject(wrong);
      await expect(locks.multiLock(a, locks.fairLock(b.name)).release(text)).rejects.toMatchObject(wrong);
      await expect(a.release(text)).rejects.toMatchObject(wrong);
      const fields = fieldsOf(text);
      for (const parts of [[], Object(fields[9]).slice(1), [fields], [1], "x"]) {
        const forged = textWith(fields.with(9, parts));
        await expect(locks.multiLock(a, b).release(forged)).rejects.toMatchObject(wrong);
      }
      expect(await held.check()).toBe(true);
    });

    it("costs two requests for any number of plain locks, and no more while no client waits", async () => {
      const locks = make();
      const all = names(5);
      await (await locks.multiLock(...all.map((name) => locks.lock(name))).acquire()).release();
      expect(await witnessed(redis, all[2] ?? "")).toHaveLength(2);
    });

    it("accepts names with special characters", async () => {
      const locks = make();
      const id = uniqueName();
      const odd = [`${id} {a`, `${id} a}b,c d\n🐕`, `${id}:{x}:y`, `${id}`, `${id} `];
      const multi = locks.multiLock(...odd.map((name) => locks.lock(name)));
      const held = await multi.acquire();
      for (const name of odd) expect(await hash(redis, name)).toEqual({ [held.owner]: "1" });
      const resumed = await multi.resume(held.serialize());
      expect(await resumed.release()).toEqual(RELEASED);
      expect(await exists(odd)).toBe(0);
    });

    it("uses options as the plain lock does", async () => {
      const locks = make({ prefix: "app:" });
      const name = uniqueName();
      const multi = locks.multiLock(locks.lock(name), locks.fairLock(`${name}2`));
      const result = await multi.withLock(async (held) => {
        expect(await exists([`app:${name}`, `app:${name}2`])).toBe(2);
        expect(held.holdCount).toBe(1);
        expect(held.fencingToken).toBeUndefined();
        return 7;
      });
      expect(result).toBe(7);
      await expect(multi.acquire({ leaseMs: 10 })).rejects.toMatchObject({ code: "INVALID_OPTION", option: "leaseMs" });
      expect(await exists([`app:${name}`, `app:${name}2`])).toBe(0);
    });
  });

  describe.concurrent("a red lock", () => {
    it("of one database works as a lock", async () => {
      const locks = make();
      const red = locks.redLock(locks.lock(uniqueName()));
      const held = await red.acquire();
      expect(await red.tryAcquire()).toBeNull();
      await held.renew();
      expect(await held.check()).toBe(true);
      await expect(held.handOff({ maxHoldMs: 5_000 })).rejects.toMatchObject({ code: "NO_WATCHDOG" });
      const text = held.serialize();
      await expect(locks.resume(text)).rejects.toMatchObject({ code: "INVALID_OPTION" });
      expect(await (await red.resume(text)).check()).toBe(true);
      expect(await held.release()).toEqual(RELEASED);
    });
  });

  describe("the locks of a multi lock", () => {
    const wrong = expect.objectContaining({ code: "INVALID_OPTION", option: "locks" });
    const locks = createLocks({ redis: { url: "https://example.com", token: "t" } });
    const lock = locks.lock("a");
    const not = (...given: unknown[]): Lock[] => given.map((each) => Object(each));

    it.each([
      ["none", []],
      ["one twice", [lock, lock]],
      ["two kinds of one name", [lock, locks.fairLock("a")]],
      ["to read and to write", [locks.readWriteLock("r").readLock(), locks.readWriteLock("r").writeLock()]],
      [
        "one of another client twice",
        [lock, createLocks({ redis: { url: "https://example.com", token: "t" } }).lock("a")],
      ],
      ["too many", Array.from({ length: 101 }, (_, nth) => locks.lock(`l${nth}`))],
      ["no lock", not(lock, {})],
      ["nothing", not(null)],
      ["a name", not("a")],
      ["several locks", not(locks.multiLock(lock))],
    ])("are refused: %s", (_, given) => {
      expect(() => locks.multiLock(...given)).toThrow(wrong);
    });

    it("are refused: two of one database in a red lock", () => {
      expect(() => locks.redLock(lock, locks.lock("b"))).toThrow(wrong);
      expect(() => locks.redLock()).toThrow(wrong);
    });

    it("may be a hundred", () => {
      expect(locks.multiLock(...Array.from({ length: 100 }, (_, nth) => locks.lock(`l${nth}`))).name).toContain("l99");
    });
  });
}
