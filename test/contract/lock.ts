// What the plain lock promises, as a function of where it runs. The cases marked (W) are those of Redisson's own
// RedissonLockTest that speak of wire or behaviour.
import { describe, expect, it } from "vitest";
import { createLocks, type Held, isLockError, type LockEvent, type LocksOptions } from "../../src/index.ts";
import { eventually } from "../support/eventually.ts";
import { command, type Endpoint, hash } from "../support/rest.ts";
import { uniqueName } from "../support/unique-name.ts";

const LEASE_MS = 1_000;

export function lockContract(redis: Endpoint): void {
  const make = (options: Partial<LocksOptions> = {}) => createLocks({ redis, leaseMs: LEASE_MS, ...options });

  describe.concurrent("one holder at a time", () => {
    it("locks and unlocks, twice with the same object (W)", async () => {
      const lock = make().lock(uniqueName());
      for (let round = 0; round < 2; round += 1) {
        const held = await lock.acquire();
        expect(await lock.isLocked()).toBe(true);
        expect(await held.release()).toEqual({ outcome: "released", holdCount: 0 });
        expect(await lock.isLocked()).toBe(false);
      }
    });

    it("excludes two acquisitions of one client, and of two clients", async () => {
      const name = uniqueName();
      const locks = make();
      await using held = await locks.lock(name).acquire();
      expect(await locks.lock(name).tryAcquire()).toBeNull();
      expect(await make().lock(name).tryAcquire()).toBeNull();
      expect(held.holdCount).toBe(1);
    });

    it("tells hold count, holder and lease to everybody (W)", async () => {
      const lock = make().lock(uniqueName());
      expect(await lock.remainingMs()).toBe(-2);
      const held = await lock.acquire();
      expect(await lock.holdCount(held.owner)).toBe(1);
      expect(await lock.isHeldBy(held.owner)).toBe(true);
      expect(await lock.isHeldBy("somebody:else")).toBe(false);
      expect(await lock.holdCount("somebody:else")).toBe(0);
      expect(await lock.remainingMs()).toBeGreaterThan(0);
      expect(await lock.remainingMs()).toBeLessThanOrEqual(LEASE_MS);
      await held.release();
      expect(await lock.isHeldBy(held.owner)).toBe(false);
      expect(await lock.remainingMs()).toBe(-2);
    });

    it("takes a lease of an hour exactly, and the client's without one (W)", async () => {
      const lock = make({ leaseMs: 30_000 }).lock(uniqueName());
      const hour = await lock.acquire({ leaseMs: 3_600_000 });
      expect(hour.leaseMs).toBe(3_600_000);
      const left = await lock.remainingMs();
      expect(left).toBeGreaterThan(3_600_000 - 2_000);
      expect(left).toBeLessThanOrEqual(3_600_000);
      await hour.release();
      await using usual = await lock.acquire();
      expect(await lock.remainingMs()).toBeGreaterThan(28_000);
      expect(usual.validUntil).toBeLessThanOrEqual(Date.now() + 30_000);
    });

    it("keeps a counter exact among 15 contenders of three clients (W)", async () => {
      const name = uniqueName();
      const clients = [make(), make(), make()];
      let counter = 0;
      let inside = 0;
      const round = async (index: number): Promise<void> => {
        await using held = await (clients[index % 3] ?? make()).lock(name).acquire({ waitMs: 15_000, leaseMs: 10_000 });
        expect(++inside).toBe(1);
        const seen = counter;
        await held.check();
        counter = seen + 1;
        inside -= 1;
      };
      await Promise.all(Array.from({ length: 15 }, (_, index) => round(index)));
      expect(counter).toBe(15);
    });
  });

  describe.concurrent("re-entry by owner", () => {
    it("counts holds of one owner, and frees the lock with the last (W)", async () => {
      const lock = make().lock(uniqueName());
      const owner = `re:${crypto.randomUUID()}`;
      const outer = await lock.acquire({ owner, waitMs: 0 });
      const inner = await lock.acquire({ owner, waitMs: 0 });
      expect([outer.holdCount, inner.holdCount]).toEqual([1, 2]);
      expect(await lock.holdCount(owner)).toBe(2);
      expect(await inner.release()).toEqual({ outcome: "still-held", holdCount: 1 });
      expect(await lock.tryAcquire()).toBeNull();
      expect(await lock.holdCount(owner)).toBe(1);
      expect(await outer.release()).toEqual({ outcome: "released", holdCount: 0 });
      expect(await lock.holdCount(owner)).toBe(0);
    });

    it("re-enters a hold whose owner was not passed", async () => {
      const lock = make().lock(uniqueName());
      const outer = await lock.acquire();
      const inner = await lock.acquire({ owner: outer.owner, waitMs: 0 });
      expect(inner.holdCount).toBe(2);
      expect(await outer.release()).toEqual({ outcome: "still-held", holdCount: 1 });
      expect(await inner.check()).toBe(true);
      expect(await outer.check()).toBe(false);
      expect(await inner.release()).toEqual({ outcome: "released", holdCount: 0 });
    });

    it("keeps an explicit lease at a partial release (W)", async () => {
      const lock = make({ leaseMs: 5_000 }).lock(uniqueName());
      const owner = `re:${crypto.randomUUID()}`;
      const holds: Held[] = [];
      for (let i = 0; i < 3; i += 1) holds.push(await lock.acquire({ owner, leaseMs: 10_000 }));
      await holds[2]?.release();
      await holds[1]?.release();
      expect(await lock.remainingMs()).toBeGreaterThan(8_000);
      expect(await lock.remainingMs()).toBeLessThanOrEqual(10_000);
      await holds[0]?.release();
    });

    it("never shortens the lease when the second one is shorter", async () => {
      const lock = make().lock(uniqueName());
      const long = await lock.acquire({ leaseMs: 60_000 });
      const short = await lock.acquire({ owner: long.owner, leaseMs: 1_000 });
      expect(await lock.remainingMs()).toBeGreaterThan(58_000);
      await short.release();
      expect(await lock.remainingMs()).toBeGreaterThan(58_000);
      await long.release();
    });
  });

  describe.concurrent("the end of a lease", () => {
    it("frees a lock whose holder is gone after at most one lease (W)", async () => {
      const lock = make().lock(uniqueName());
      const start = Date.now();
      const lost = await lock.acquire();
      const next = await lock.acquire({ waitMs: 5 * LEASE_MS });
      expect(Date.now() - start).toBeGreaterThan(LEASE_MS * 0.9);
      expect(next.owner).not.toBe(lost.owner);
      expect(await lost.release()).toEqual({ outcome: "taken", holdCount: 0 });
      expect(await lock.isHeldBy(next.owner)).toBe(true);
      expect(await next.release()).toEqual({ outcome: "released", holdCount: 0 });
    });

    it("aborts the signal at the local end of the lease, before Redis can grant it again", async () => {
      const lock = make().lock(uniqueName());
      const held = await lock.acquire();
      await eventually(() => held.signal.aborted, 3 * LEASE_MS);
      expect(isLockError(held.signal.reason) && held.signal.reason.code).toBe("LOCK_LOST");
      await expect(held.renew()).rejects.toMatchObject({ code: "LOCK_LOST" });
      expect(() => held.keepAlive({ waitUntil() {} })).toThrowError(expect.objectContaining({ code: "LOCK_LOST" }));
      expect(await held.check()).toBe(false);
      await eventually(async () => !(await lock.isLocked()));
      expect(await held.release()).toEqual({ outcome: "expired", holdCount: 0 });
    });

    it("renews to a full lease by hand", async () => {
      const lock = make().lock(uniqueName());
      const held = await lock.acquire({ leaseMs: 2_000 });
      const before = held.validUntil;
      await eventually(async () => (await lock.remainingMs()) < 1_700);
      const until = await held.renew();
      expect(until).toBeGreaterThan(before);
      expect(await lock.remainingMs()).toBeGreaterThan(1_700);
      await held.release();
      await expect(held.renew()).rejects.toMatchObject({ code: "NOT_HELD" });
    });

    it("finds out from Redis when somebody forced the lock open (W)", async () => {
      const lock = make({ leaseMs: 20_000 }).lock(uniqueName());
      expect(await lock.forceRelease()).toBe(false);
      const held = await lock.acquire();
      expect(await lock.forceRelease()).toBe(true);
      expect(await lock.isLocked()).toBe(false);
      expect(held.signal.aborted).toBe(false);
      expect(await held.check()).toBe(false);
      expect(held.signal.aborted).toBe(true);
      expect(await held.release()).toEqual({ outcome: "expired", holdCount: 0 });
    });
  });

  describe.concurrent("waiting", () => {
    it("waits no longer than waitMs, and says what it met (W)", async () => {
      const name = uniqueName();
      await using holder = await make({ leaseMs: 20_000 }).lock(name).acquire();
      const start = performance.now();
      expect(await make().lock(name).tryAcquire({ waitMs: 600 })).toBeNull();
      expect(performance.now() - start).toBeGreaterThanOrEqual(599);
      const seen: number[] = [];
      const busy = make()
        .lock(name)
        .acquire({ waitMs: 300, onWait: ({ attempts }) => seen.push(attempts) });
      await expect(busy).rejects.toMatchObject({ code: "LOCK_BUSY", lockName: name });
      const error = await busy.catch((caught: unknown) => caught);
      if (!isLockError(error) || error.code !== "LOCK_BUSY") throw error;
      expect(error.waitedMs).toBeGreaterThanOrEqual(299);
      expect(error.remainingMs).toBeGreaterThan(15_000);
      expect(error.attempts).toBe(seen.length + 1);
      expect(seen).toEqual(seen.map((_, index) => index + 1));
      expect(await holder.check()).toBe(true);
    });

    it("hands the lock to a waiter after the release", async () => {
      const name = uniqueName();
      const holder = await make({ leaseMs: 20_000 }).lock(name).acquire();
      let waiting = false;
      const next = make()
        .lock(name)
        .acquire({ waitMs: 10_000, onWait: () => (waiting = true) });
      await eventually(() => waiting);
      await holder.release();
      await using held = await next;
      expect(await held.check()).toBe(true);
    });

    it("ends a wait by its signal and leaves nothing behind (W)", async () => {
      const name = uniqueName();
      const lock = make({ leaseMs: 20_000 }).lock(name);
      const holder = await lock.acquire();
      const stop = new AbortController();
      const waiter = lock.acquire({ waitMs: 10_000, signal: stop.signal, onWait: () => stop.abort("enough") });
      await expect(waiter).rejects.toMatchObject({ code: "ABORTED", cause: "enough" });
      await holder.release();
      expect(await lock.isLocked()).toBe(false);
    });

    it("sends nothing when the signal is aborted before", async () => {
      const locks = make({ redis: { url: "http://127.0.0.1:1", token: "none" } });
      const given = locks.lock(uniqueName()).acquire({ signal: AbortSignal.abort("early") });
      await expect(given).rejects.toMatchObject({ code: "ABORTED", cause: "early" });
    });

    it("ends waits and renewals at close, and takes nothing afterwards", async () => {
      const name = uniqueName();
      const locks = make();
      const held = await locks.lock(name).acquire();
      const text = held.serialize();
      const kept = held.keepAlive({ waitUntil() {} });
      const waiter = locks.lock(name).acquire({ onWait: () => locks.close() });
      await expect(waiter).rejects.toMatchObject({ code: "CLOSED" });
      expect(await kept.ended).toMatchObject({ reason: "stopped" });
      // Nobody watches the hold any more, so nobody may believe in it.
      expect(held.signal.reason).toMatchObject({ code: "CLOSED" });
      expect(() => held.keepAlive({ waitUntil() {} })).toThrowError(expect.objectContaining({ code: "CLOSED" }));
      await expect(locks.resume(text)).rejects.toMatchObject({ code: "CLOSED" });
      await expect(locks.lock(name).acquire()).rejects.toMatchObject({ code: "CLOSED" });
      expect(await held.release()).toMatchObject({ outcome: "released" });
    });
  });

  describe.concurrent("leaving the scope", () => {
    it("releases with await using, also when the body throws", async () => {
      const lock = make().lock(uniqueName());
      const body = async (): Promise<void> => {
        await using held = await lock.acquire();
        expect(await held.check()).toBe(true);
        throw new Error("the user's own");
      };
      await expect(body()).rejects.toThrow("the user's own");
      expect(await lock.isLocked()).toBe(false);
    });

    it("runs a function under the lock: its result and its error are the user's", async () => {
      const lock = make().lock(uniqueName());
      expect(await lock.use(async (held) => [held.holdCount, await lock.isLocked()])).toEqual([1, true]);
      const failing = lock.use(() => {
        throw new TypeError("the user's own");
      });
      await expect(failing).rejects.toThrow(TypeError);
      expect(await lock.isLocked()).toBe(false);
    });

    it("keeps the lock alive while the function runs, past its lease", async () => {
      const lock = make().lock(uniqueName());
      const kept = await lock.use(
        async (held) => {
          await new Promise((resolve) => setTimeout(resolve, 1.5 * LEASE_MS));
          return !held.signal.aborted && (await held.check());
        },
        { keepAlive: true },
      );
      expect(kept).toBe(true);
      expect(await lock.isLocked()).toBe(false);
    });

    it("releases once, however often it is asked", async () => {
      const name = uniqueName();
      const lock = make().lock(name);
      const held = await lock.acquire();
      const first = held.release();
      const second = held.release();
      expect(await first).toEqual(await second);
      await using next = await lock.acquire({ waitMs: 0 });
      expect(await held.release()).toEqual({ outcome: "released", holdCount: 0 });
      await held[Symbol.asyncDispose]();
      expect(await next.check()).toBe(true);
    });
  });

  describe.concurrent("a hold that travels", () => {
    it("goes on in another client, is moved, and is released from anywhere", async () => {
      const name = uniqueName();
      const here = make({ leaseMs: 20_000 });
      const there = make({ leaseMs: 5_000 });
      const held = await here.lock(name).acquire();
      const text = held.serialize({ move: true });
      await held[Symbol.asyncDispose]();
      const resumed = await there.resume(text);
      expect(resumed).toMatchObject({ name, owner: held.owner, leaseMs: 20_000, holdCount: 1 });
      expect(await resumed.renew()).toBeGreaterThan(Date.now() + 15_000);
      expect(await resumed.release()).toEqual({ outcome: "released", holdCount: 0 });
      expect(await there.lock(name).release(text)).toEqual({ outcome: "released", holdCount: 0 });
      await expect(there.resume(text)).rejects.toMatchObject({ code: "LOCK_LOST", end: "released" });
    });

    it("is renewed and released as text, by the lock it is of", async () => {
      const lock = make().lock(uniqueName());
      const held = await lock.acquire({ leaseMs: 20_000 });
      const text = held.serialize();
      expect(await lock.renew(text)).toBeGreaterThan(Date.now() + 15_000);
      expect(await lock.release(text)).toEqual({ outcome: "released", holdCount: 0 });
      await expect(lock.renew(text)).rejects.toMatchObject({ code: "LOCK_LOST", end: "released" });
      // Released elsewhere: over here too, but nobody lost anything.
      expect(await held.check()).toBe(false);
      expect(await held.release()).toEqual({ outcome: "released", holdCount: 0 });
    });

    it("is nobody's to renew or keep alive here once it was moved", async () => {
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

    it("is not resumed in the last moment of its lease", async () => {
      const name = uniqueName();
      const locks = make();
      const held = await locks.lock(name).acquire({ leaseMs: 20_000 });
      await command(redis, "PEXPIRE", name, 100);
      await expect(locks.resume(held.serialize())).rejects.toMatchObject({ code: "LOCK_LOST" });
    });

    it("refuses what is no hold, a hold of another lock, and another prefix", async () => {
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
  });

  describe.concurrent("names", () => {
    const odd = [
      ..."a b|x:y|a,b|{a}|{a}:b|a{b|a}b|{}|a\nb|\0|\u202e|é|🐕|__proto__|constructor|'|\"|\\|%2F|../x|*?[".split("|"),
      "n".repeat(30_000),
    ];

    it("takes any well-formed name, and tells all of them apart", async () => {
      const locks = make({ leaseMs: 20_000, prefix: `${uniqueName()}:` });
      const holds = await Promise.all(odd.map((name) => locks.lock(name).acquire({ waitMs: 0 })));
      expect(await Promise.all(holds.map((held) => held.check()))).toEqual(odd.map(() => true));
      const outcomes = await Promise.all(holds.map(async (held) => (await held.release()).outcome));
      expect(outcomes).toEqual(odd.map(() => "released"));
    });

    it("puts the prefix before the name", async () => {
      const prefix = `${uniqueName()}:`;
      await using held = await make({ prefix }).lock("orders").acquire();
      expect(held.name).toBe("orders");
      expect(await hash(redis, `${prefix}orders`)).toEqual({ [held.owner]: "1" });
    });
  });

  describe.concurrent("errors", () => {
    it("tells a key of another type apart from a busy lock, and leaves it alone", async () => {
      const name = uniqueName();
      await command(redis, "SET", name, "mine", "PX", 10_000);
      const wrong = { code: "REDIS_REFUSED", redisCode: "WRONGTYPE" };
      await expect(make().lock(name).tryAcquire()).rejects.toMatchObject(wrong);
      expect(await command(redis, "GET", name)).toBe("mine");
    });

    it("tells a wrong token, and never prints it", async () => {
      const locks = make({ redis: { url: redis.url, token: "canary-5ecret" } });
      const error = await locks
        .lock(uniqueName())
        .acquire()
        .catch((caught: unknown) => caught);
      if (!isLockError(error)) throw error;
      expect(error).toMatchObject({ code: "REDIS_REFUSED", httpStatus: 401 });
      expect(`${error.message} ${String(error.stack)} ${JSON.stringify(error)}`).not.toContain("canary");
    });
  });

  it("watches a lease that outlives every timer", async () => {
    const name = uniqueName();
    const held = await make().lock(name).acquire();
    await command(redis, "PEXPIRE", name, 3_000_000_000);
    expect(await held.check()).toBe(true);
    expect(held.signal.aborted).toBe(false);
    expect(held.validUntil).toBeGreaterThan(Date.now() + 2_900_000_000);
    await held.release();
  });

  it("gives a lease again to a lock whose TTL somebody took away, when its owner re-enters", async () => {
    const name = uniqueName();
    const lock = make().lock(name);
    const outer = await lock.acquire();
    await command(redis, "PERSIST", name);
    expect(await make().lock(name).tryAcquire()).toBeNull();
    const inner = await lock.acquire({ owner: outer.owner });
    expect(await lock.remainingMs()).toBeGreaterThan(0);
    await inner.release();
    await outer.release();
  });

  it("survives a listener that rejects", async () => {
    const onEvent = async (): Promise<void> => {
      throw new Error("the listener's own");
    };
    const held = await make({ onEvent }).lock(uniqueName()).acquire();
    expect(await held.release()).toMatchObject({ outcome: "released" });
  });

  it("tells what happens to a hold, in order, and survives a listener that throws", async () => {
    const events: LockEvent[] = [];
    const onEvent = (event: LockEvent): void => {
      events.push(event);
      throw new Error("the listener's own");
    };
    const lock = make({ onEvent }).lock(uniqueName());
    const held = await lock.acquire();
    await held.renew();
    expect(await lock.tryAcquire()).toBeNull();
    await held.release();
    expect(events.map(({ type }) => type)).toEqual(["acquired", "renewed", "released"]);
    expect(events.every(({ lockName, owner }) => lockName === lock.name && owner === held.owner)).toBe(true);
  });
}
