// Every exclusive lock: holds that move, names, errors and events, for the runtime and kind that are passed.
import { describe, expect, it } from "vitest";
import {
  createClient,
  type Held,
  holdText,
  isLockError,
  type LockEvent,
  type LocksOptions,
  lock as plainLock,
} from "../../../../src/index.ts";
import { eventually } from "../../../support/eventually.ts";
import { itWaits, leaseTime } from "../../../support/place.ts";
import { command, type Endpoint, hash } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { type ExclusiveKind, kinds, locksOf } from "../kinds.ts";

const LEASE_MS = leaseTime(1_500);

export function holdsContract(redis: Endpoint, kind: ExclusiveKind): void {
  const make = (options: Partial<LocksOptions> = {}) => locksOf(kind, { redis, leaseMs: LEASE_MS, ...options });
  /** The key that ends with the lease. */
  const leaseKey = ({ name, owner }: Held): string => (kind.shared ? `{${name}}:${owner}:rwlock_timeout:1` : name);

  describe.concurrent("a hold that travels", () => {
    it("continues in another client, is moved, and is released from anywhere", async () => {
      const name = uniqueName();
      const here = make({ leaseMs: 60_000 });
      const there = make({ leaseMs: 20_000 });
      const held = await here.lock(name).acquire();
      const text = held.serialize({ move: true });
      await held[Symbol.asyncDispose]();
      const resumed = await there.resume(text);
      expect(resumed).toMatchObject({ name, owner: held.owner, leaseMs: 60_000, holdCount: 1 });
      expect(await resumed.renew()).toBeGreaterThan(Date.now() + 50_000);
      expect(await resumed.release()).toEqual({ outcome: "released", holdCount: 0 });
      expect(await there.lock(name).release(text)).toEqual({ outcome: "released", holdCount: 0 });
      await expect(there.resume(text)).rejects.toMatchObject({ code: "LOCK_LOST", end: "released" });
    });

    it("is renewed and released as text by its lock", async () => {
      const lock = make().lock(uniqueName());
      const held = await lock.acquire({ leaseMs: 20_000 });
      const text = held.serialize();
      expect(await lock.renew(text)).toBeGreaterThan(Date.now() + 15_000);
      expect(await lock.release(text)).toEqual({ outcome: "released", holdCount: 0 });
      await expect(lock.renew(text)).rejects.toMatchObject({ code: "LOCK_LOST", end: "released" });
      // Released elsewhere: the hold has ended here too, but was not lost.
      expect(await held.check()).toBe(false);
      expect(await held.release()).toEqual({ outcome: "released-elsewhere", holdCount: 0 });
    });

    it("is released elsewhere; then only its object learns of the end", async () => {
      const events: string[] = [];
      const told = (event: LockEvent): void => void (event.type === "released" && events.push(event.outcome));
      const locks = make({ leaseMs: 20_000, onEvent: told });
      const lock = locks.lock(uniqueName());
      const held = await lock.acquire();
      const text = held.serialize();
      const resumed = await make().resume(text);
      expect(await resumed.release()).toEqual({ outcome: "released", holdCount: 0 });
      // A client whose reply was lost may ask again with the text.
      expect(await lock.release(text)).toEqual({ outcome: "released", holdCount: 0 });
      const elsewhere = { outcome: "released-elsewhere", holdCount: 0 };
      expect(await Promise.all([held.release(), held.release()])).toEqual([elsewhere, elsewhere]);
      expect(held.signal.aborted).toBe(false);
      expect(events).toEqual(["released-elsewhere"]);
    });

    itWaits("cannot be renewed or kept alive here once it was moved", async () => {
      const lock = make().lock(uniqueName());
      const held = await lock.acquire();
      const kept = held.keepAlive({ waitUntil() {} });
      const text = held.serialize({ move: true });
      expect((await kept.ended).reason).toBe("handed-off");
      expect(() => held.keepAlive({ waitUntil() {} })).toThrowError(expect.objectContaining({ code: "NOT_HELD" }));
      await expect(held.renew()).rejects.toMatchObject({ code: "NOT_HELD" });
      expect(() => held.serialize()).toThrowError(expect.objectContaining({ code: "NOT_HELD" }));
      expect(held.signal.aborted).toBe(false);
      await eventually(() => held.signal.aborted, 3 * LEASE_MS);
      await eventually(async () => !(await lock.isLocked()));
      expect(await lock.release(text)).toMatchObject({ outcome: "expired" });
    });

    itWaits("is checked in Redis after its object stopped holding: moved, past its lease, or closed", async () => {
      const there = make();
      const locks = make();
      const moved = await locks.lock(uniqueName()).acquire();
      const received = await there.resume(moved.serialize({ move: true }));
      const kept = received.keepAlive({ waitUntil() {} });
      await eventually(() => moved.signal.aborted, 3 * LEASE_MS);
      expect([await moved.check(), await received.check()]).toEqual([true, true]);
      await received.release();
      expect((await kept.ended).reason).toBe("released");
      const open = await locks.lock(uniqueName()).acquire({ leaseMs: 20_000 });
      locks.close();
      expect(await open.check()).toBe(true);
      expect(await open.release()).toEqual({ outcome: "released", holdCount: 0 });
    });

    it("cannot be resumed in the last moment of its lease", async () => {
      const locks = make();
      const held = await locks.lock(uniqueName()).acquire({ leaseMs: 600_000 });
      // Less than the margin of such a lease, and longer than a busy machine pauses.
      await command(redis, "PEXPIRE", leaseKey(held), 5_000);
      const refusal = locks.resume(held.serialize());
      await expect(refusal).rejects.toMatchObject({ code: "LOCK_LOST", end: undefined });
      await expect(refusal).rejects.not.toThrow(/renew/);
    });

    it("refuses text that is not a hold, a hold of another lock, and another prefix", async () => {
      const locks = make();
      await using held = await locks.lock(uniqueName()).acquire();
      const text = held.serialize();
      const invalid = { code: "INVALID_OPTION", option: "serialized" };
      for (const bad of ["", "lh1.", "lh1.%%%", `lh2.${text.slice(4)}`, text.slice(0, -3), "lh1.WzEsMl0"]) {
        await expect(locks.resume(bad)).rejects.toMatchObject(invalid);
      }
      await expect(locks.lock(uniqueName()).release(text)).rejects.toMatchObject(invalid);
      await expect(make({ prefix: "other:" }).resume(text)).rejects.toMatchObject(invalid);
      expect(await held.check()).toBe(true);
    });

    it("is released and renewed only by a lock of its family", async () => {
      const name = uniqueName();
      const held = await make({ leaseMs: 20_000 }).lock(name).acquire();
      const text = held.serialize();
      const invalid = { code: "INVALID_OPTION", option: "serialized" };
      for (const other of Object.values(kinds)) {
        const lock = locksOf(other, { redis }).lock(name);
        if (other.textKind === kind.textKind) expect(await lock.renew(text)).toBeGreaterThan(Date.now());
        else {
          await expect(lock.renew(text)).rejects.toMatchObject(invalid);
          await expect(lock.release(text)).rejects.toMatchObject(invalid);
        }
      }
      const plainOnly = plainLock(createClient({ prefix: "", redis, text: holdText() }), held.name).resume(text);
      if (kind.textKind !== "lock") await expect(plainOnly).rejects.toMatchObject(invalid);
      else expect(await (await plainOnly).check()).toBe(true);
      expect(await held.release()).toMatchObject({ outcome: "released" });
    });
  });

  describe.concurrent("names", () => {
    const odd = [
      ..."a b|x:y|a,b|{a}|{a}:b|a{b|a}b|{}|a\nb|\0|\u202e|é|🐕|__proto__|constructor|'|\"|\\|%2F|../x|*?[".split("|"),
      "n".repeat(30_000),
    ];

    it("may be any well-formed text, and all are distinct", async () => {
      const locks = make({ leaseMs: 20_000, prefix: `${uniqueName().replaceAll(":", ".")}:` });
      const holds = await Promise.all(odd.map((name) => locks.lock(name).acquire({ waitMs: 0 })));
      expect(await Promise.all(holds.map((held) => held.check()))).toEqual(odd.map(() => true));
      const outcomes = await Promise.all(holds.map(async (held) => (await held.release()).outcome));
      expect(outcomes).toEqual(odd.map(() => "released"));
    });

    it("follow the prefix", async () => {
      const prefix = `${uniqueName().replaceAll(":", ".")}:`;
      await using held = await make({ prefix }).lock("orders").acquire();
      expect(held.name).toBe("orders");
      expect(Object.keys(await hash(redis, `${prefix}orders`)).join()).toContain(held.owner);
    });
  });

  describe.concurrent("errors", () => {
    it("differ for a key of another type and a busy lock, and leave the key unchanged", async () => {
      const name = uniqueName();
      await command(redis, "SET", name, "mine", "PX", leaseTime(10_000));
      const wrong = { code: "NOT_A_LOCK" };
      await expect(make().lock(name).tryAcquire()).rejects.toMatchObject(wrong);
      expect(await command(redis, "GET", name)).toBe("mine");
    });

    it("report a wrong token, and never print it", async () => {
      const locks = make({ redis: { url: redis.url, token: "canary-5ecret" } });
      const error = await locks
        .lock(uniqueName())
        .acquire()
        .catch((caught: unknown) => caught);
      if (!isLockError(error)) throw error;
      expect(error).toMatchObject({ code: "REDIS_REFUSED", redisCode: "WRONGPASS" });
      expect(`${error.message} ${String(error.stack)} ${JSON.stringify(error)}`).not.toContain("canary");
    });
  });

  describe.concurrent("a hold with listeners", () => {
    it("is watched to the end of a lease that is longer than any timer", async () => {
      const held = await make().lock(uniqueName()).acquire();
      for (const key of [held.name, leaseKey(held)]) await command(redis, "PEXPIRE", key, 3_000_000_000);
      expect(await held.check()).toBe(true);
      expect(held.signal.aborted).toBe(false);
      expect(held.validUntil).toBeGreaterThan(Date.now() + 2_900_000_000);
      await held.release();
    });

    it("survives a listener that rejects", async () => {
      const onEvent = async (): Promise<void> => {
        throw new Error("the listener's own");
      };
      const held = await make({ onEvent }).lock(uniqueName()).acquire();
      expect(await held.release()).toMatchObject({ outcome: "released" });
    });

    it("emits its events in order, and survives a listener that throws", async () => {
      const events: LockEvent[] = [];
      const onEvent = (event: LockEvent): void => {
        events.push(event);
        throw new Error("the listener's own");
      };
      const lock = make({ onEvent }).lock(uniqueName());
      const held = await lock.acquire();
      await held.renew();
      await held.release();
      expect(events.map(({ type }) => type)).toEqual(["acquiring", "acquired", "renewed", "released"]);
      for (const { id, lockName, owner, type } of events) {
        expect({ id, lockName }).toEqual({ id: events[0]?.id, lockName: lock.name });
        expect(owner).toBe(type === "acquiring" ? "" : held.owner);
      }
    });
  });
}
