// The contract of the light lock, for the runtime and the database that are passed. Tests run at once.
import { expect, it } from "vitest";
import { createLocks, type LockEvent, LockLostError } from "../../../../src/index.ts";
import { createLightLocks, type LightHeld, type LightLocksOptions } from "../../../../src/lock/light/index.ts";
import { reached } from "../../../support/bare-locks.ts";
import { itWaits, leaseTime } from "../../../support/place.ts";
import { command, type Endpoint, witnessed } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { BackgroundWork } from "../../../support/wait-until.ts";

const LEASE_MS = leaseTime(1_500);
const LONG = { leaseMs: 30_000 };

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const aborted = (held: LightHeld): Promise<void> =>
  new Promise((resolve) => {
    held.signal.addEventListener("abort", () => resolve(), { once: true });
    if (held.signal.aborted) resolve();
  });

/** @param compares whether the server has DELEX … IFEQ and SET … IFEQ */
export function lightContract(redis: Endpoint, compares: boolean): void {
  const make = (options: Partial<LightLocksOptions> = {}) =>
    createLightLocks({ redis: reached(redis), prefix: "", leaseMs: LEASE_MS, ...options });
  const makeLock = (options?: Partial<LightLocksOptions>, name = uniqueName()) => make(options).lock(name);
  const storedAt = (name: string): Promise<string | null> => command(redis, "GET", name);

  it("is held by one owner, until its release", async () => {
    const lock = makeLock(LONG);
    const held = await lock.acquire();
    expect(await lock.tryAcquire()).toBeNull();
    expect(await makeLock(LONG, lock.name).tryAcquire()).toBeNull();
    expect([await lock.isLocked(), await held.check()]).toEqual([true, true]);
    expect(await held.release()).toEqual({ outcome: "released" });
    expect([await lock.isLocked(), await held.check()]).toEqual([false, false]);
    const next = await lock.tryAcquire();
    expect(next?.owner).not.toBe(held.owner);
    await next?.release();
  });

  it("stores a string with owner, time and label, for one lease", async () => {
    const lock = makeLock();
    await using held = await lock.acquire({ label: "a job, für alle\nlines" });
    const [, version, owner, since, label] =
      /^(\w+) (\S+) (\d+) ([\s\S]*)$/.exec(String(await storedAt(lock.name))) ?? [];
    expect([version, owner, label]).toEqual(["lh1", held.owner, held.label]);
    expect(Math.abs(Number(since) - Date.now())).toBeLessThan(60_000);
    const ttl = await command<number>(redis, "PTTL", lock.name);
    expect(ttl).toBeLessThanOrEqual(LEASE_MS);
    expect(ttl).toBeGreaterThan(0);
  });

  it("sends one command to acquire, to renew, to check and to release, and never SET with GET", async () => {
    const warm = await makeLock(LONG).acquire();
    await warm.renew();
    await warm.release();
    const held = await makeLock(LONG).acquire();
    await held.renew();
    await held.check();
    await held.release();
    const sent = (await witnessed(redis, held.name)).map(({ command: [name = "", , ...words] }) => {
      return [name, ...words.filter((word) => ["NX", "IFEQ", "GET"].includes(word))].join(" ");
    });
    expect(sent).toEqual(
      compares ? ["SET NX", "SET IFEQ", "GET", "DELEX IFEQ"] : ["SET NX", "EVALSHA", "GET", "EVALSHA"],
    );
  });

  it("sends two commands for a refused tryAcquire, and one for each attempt between the first and the last", async () => {
    const lock = makeLock({ ...LONG, pollMs: 50 });
    await using _ = await lock.acquire();
    expect(await lock.tryAcquire()).toBeNull();
    const names = async (): Promise<string> =>
      (await witnessed(redis, lock.name)).map(({ command: [name] }) => name).join(" ");
    expect(await names()).toBe("SET SET GET");
    await expect(lock.acquire({ waitMs: leaseTime(400) })).rejects.toMatchObject({ code: "LOCK_BUSY" });
    expect(await names()).toMatch(/^SET SET GET SET GET( SET)+ GET$/);
  });

  it("has a new owner for each attempt", async () => {
    const lock = makeLock(LONG);
    const held = await lock.acquire();
    expect(await lock.tryAcquire({ waitMs: 200 })).toBeNull();
    await held.release();
    const attempts = (await witnessed(redis, lock.name)).filter(({ command: words }) => words.includes("NX"));
    expect(new Set(attempts.map(({ command: [, , value] }) => value)).size).toBe(attempts.length);
    expect(attempts.length).toBeGreaterThan(1);
  });

  itWaits("is acquired by a waiter after the release, and after the end of the lease", async () => {
    const lock = makeLock({ pollMs: 50, leaseMs: leaseTime(2_000) });
    const held = await lock.acquire();
    const waiting = lock.acquire();
    await held.release();
    const dead = await waiting;
    const next = await lock.acquire({ waitMs: leaseTime(5_000) });
    expect([await dead.check(), await next.check()]).toEqual([false, true]);
    await next.release();
  });

  it("says in LOCK_BUSY who holds it, and whether that is this client", async () => {
    const lock = makeLock(LONG);
    await using held = await lock.acquire({ label: "nightly" });
    const busy = {
      code: "LOCK_BUSY",
      lockName: lock.name,
      attempts: 1,
      holder: { owner: held.owner, label: "nightly" },
    };
    await expect(lock.acquire({ waitMs: 0 })).rejects.toMatchObject({ ...busy, heldByThisClient: true });
    await expect(makeLock(LONG, lock.name).acquire({ waitMs: 0 })).rejects.toMatchObject({
      ...busy,
      heldByThisClient: false,
    });
  });

  it("renews for a full lease", async () => {
    const held = await makeLock(LONG).acquire();
    await command(redis, "PEXPIRE", held.name, LONG.leaseMs / 4);
    await sleep(10);
    const before = held.validUntil;
    expect(await held.renew()).toBeGreaterThan(before);
    expect(await command<number>(redis, "PTTL", held.name)).toBeGreaterThan(LONG.leaseMs / 2);
    await held.release();
    await expect(held.renew()).rejects.toMatchObject({ code: "NOT_HELD" });
  });

  itWaits("keepAlive renews past the lease, until the release", async () => {
    await using held = await makeLock().acquire();
    const { ended } = held.keepAlive(new BackgroundWork());
    await sleep(2 * LEASE_MS);
    expect([held.signal.aborted, await held.check()]).toEqual([false, true]);
    await held.release();
    const { reason, renewals } = await ended;
    expect(reason).toBe("released");
    expect(renewals).toBeGreaterThanOrEqual(3);
  });

  itWaits("says in LOCK_LOST that the caller fixed its lease, and so nothing renewed it", async () => {
    const message = expect.stringContaining("its lease was fixed at the call: pass renew: true there");
    const fixed = await makeLock().acquire({ leaseMs: leaseTime(1_000) });
    await aborted(fixed);
    expect(fixed.signal.reason).toMatchObject({ code: "LOCK_LOST", leaseFixed: true, message });
    const plain = await makeLock({ leaseMs: leaseTime(1_000) }).acquire();
    await aborted(plain);
    expect(plain.signal.reason).toMatchObject({ code: "LOCK_LOST", leaseFixed: false });
  });

  itWaits("keepAlive ends at maxHoldMs, by stop(), and for a lease that the caller fixed not at all", async () => {
    const held = await makeLock().acquire();
    const { ended } = held.keepAlive(new BackgroundWork(), { maxHoldMs: leaseTime(1_000) });
    expect((await ended).reason).toBe("max-hold");
    await aborted(held);
    expect(held.signal.reason).toMatchObject({ code: "LOCK_LOST", maxHoldMs: leaseTime(1_000) });
    const stopped = await makeLock().acquire();
    const keepAlive = stopped.keepAlive(new BackgroundWork());
    keepAlive.stop();
    expect(await keepAlive.ended).toEqual({ reason: "stopped", renewals: 0 });
    const fixed = await makeLock().acquire({ leaseMs: leaseTime(5_000) });
    expect(() => fixed.keepAlive(new BackgroundWork())).toThrowError(expect.objectContaining({ code: "LEASE_FIXED" }));
    await Promise.all([stopped.release(), fixed.release()]);
  });

  it("keepAlive keeps the hold for background work, and releases it then", async () => {
    const lock = makeLock();
    const context = new BackgroundWork();
    let finish = (): void => {};
    {
      await using held = await lock.acquire();
      held.keepAlive(context, {
        until: new Promise<void>((resolve) => {
          finish = resolve;
        }),
      });
    }
    expect(await lock.isLocked()).toBe(true);
    finish();
    await context.settled();
    expect(await lock.isLocked()).toBe(false);
  });

  itWaits("aborts its signal at the end of the lease, although nobody renews it", async () => {
    const held = await makeLock({ leaseMs: leaseTime(1_000) }).acquire();
    await aborted(held);
    expect(held.signal.reason).toMatchObject({ code: "LOCK_LOST", lockName: held.name, owner: held.owner });
    await expect(held.renew()).rejects.toBe(held.signal.reason);
    expect(await held.check()).toBe(false);
  });

  itWaits("withLock renews the lock while the function runs, and releases it", async () => {
    const lock = makeLock();
    const kept = await lock.withLock(async (held) => {
      await sleep(2 * LEASE_MS);
      return !held.signal.aborted && (await held.check());
    });
    expect([kept, await lock.isLocked()]).toEqual([true, false]);
  });

  it("withLock, of a lock and by a name, passes on the result or the error of the function", async () => {
    const locks = make(LONG);
    const name = uniqueName();
    expect(await locks.withLock(name, ({ name: held }) => held, { label: "x" })).toBe(name);
    await expect(
      locks.lock(name).withLock(() => {
        throw new Error("mine");
      }),
    ).rejects.toThrow("mine");
    expect(await locks.lock(name).isLocked()).toBe(false);
  });

  it.each([
    ["signal reported the loss", true],
    ["release finds it", false],
  ])("withLock ends in LOCK_LOST with the result when the %s", async (_, isSeen) => {
    const lock = makeLock(isSeen ? {} : LONG);
    const call = lock.withLock(async (held) => {
      expect(await makeLock(LONG, lock.name).forceRelease()).toBe(true);
      if (isSeen) await aborted(held);
      return "done";
    });
    const lost = await call.catch((error: unknown) => error);
    expect(lost).toBeInstanceOf(LockLostError);
    expect(lost).toMatchObject({ lockName: lock.name, result: "done" });
  });

  itWaits("withLock ends in LOCK_LOST with the function's error as cause when both happened", async () => {
    const lock = makeLock();
    const lost = lock.withLock(async (held) => {
      await makeLock(LONG, lock.name).forceRelease();
      await aborted(held);
      throw new Error("mine");
    });
    await expect(lost).rejects.toMatchObject({ code: "LOCK_LOST", cause: { message: "mine" } });
  });

  it("forceRelease frees the hold that it read, and its holder learns of it", async () => {
    const lock = makeLock(LONG);
    expect(await lock.forceRelease()).toBe(false);
    const held = await lock.acquire();
    expect(await lock.forceRelease()).toBe(true);
    const next = await lock.acquire();
    await expect(held.renew()).rejects.toMatchObject({ code: "LOCK_LOST" });
    expect(held.signal.aborted).toBe(true);
    expect(await held.release()).toEqual({ outcome: "lost" });
    expect(await next.check()).toBe(true);
    expect(await next.release()).toEqual({ outcome: "released" });
  });

  it("changes no key that is not its own", async () => {
    const name = uniqueName();
    const lock = makeLock(LONG, name);
    const calls = [
      () => lock.tryAcquire(),
      () => lock.acquire({ waitMs: 500 }),
      () => lock.isLocked(),
      () => lock.forceRelease(),
    ];
    const kinds: (string | number)[][] = [
      ["SET", name, "text"],
      ["SET", name, "lh1 x"],
      ["SET", name, "lh2 a 1 "],
      ["HSET", name, "field", 1],
      ["RPUSH", name, "item"],
    ];
    for (const words of kinds) {
      await command(redis, "DEL", name);
      await command(redis, ...words);
      const before = await command(redis, "DUMP", name);
      for (const call of calls) await expect(call()).rejects.toMatchObject({ code: "NOT_A_LOCK", key: name });
      expect([await command(redis, "DUMP", name), await command(redis, "PTTL", name)]).toEqual([before, -1]);
    }
  });

  it("touches no foreign value that replaced its own", async () => {
    for (const words of [
      ["SET", "text"],
      ["HSET", "field", "1"],
    ]) {
      const held = await makeLock(LONG).acquire();
      const [name = "", ...rest] = words;
      await command(redis, "DEL", held.name);
      await command(redis, name, held.name, ...rest);
      expect(await held.check()).toBe(false);
      expect(await held.release()).toEqual({ outcome: "lost" });
      expect([await command(redis, "EXISTS", held.name), await command(redis, "PTTL", held.name)]).toEqual([1, -1]);
    }
  });

  it("and a lock of another kind refuse each other's key", async () => {
    const locks = createLocks({ redis: reached(redis), prefix: "", ...LONG });
    const name = uniqueName();
    const light = makeLock(LONG, name);
    const kinds = [
      locks.lock(name),
      locks.fairLock(name),
      locks.fencedLock(name),
      locks.readWriteLock(name).readLock(),
    ];
    for (const lock of kinds) {
      const held = await light.acquire();
      await expect(lock.tryAcquire()).rejects.toMatchObject({ code: "NOT_A_LOCK", key: name });
      expect(await held.release()).toEqual({ outcome: "released" });
      await using other = await lock.acquire();
      await expect(light.tryAcquire()).rejects.toMatchObject({ code: "NOT_A_LOCK", key: name });
      expect(await other.check()).toBe(true);
    }
  });

  it("ends with ABORTED when its signal aborts, before and while it waits", async () => {
    const lock = makeLock(LONG);
    await using _ = await lock.acquire();
    const controller = new AbortController();
    const waiting = lock.acquire({ signal: controller.signal });
    controller.abort("enough");
    await expect(waiting).rejects.toMatchObject({ code: "ABORTED", cause: "enough" });
    await expect(lock.acquire({ signal: controller.signal })).rejects.toMatchObject({ code: "ABORTED" });
  });

  it("emits the events of calls and holds", async () => {
    const events: LockEvent[] = [];
    const lock = makeLock({ ...LONG, onEvent: (event) => events.push(event) });
    const held = await lock.acquire({ label: "of events" });
    await held.renew();
    expect(await lock.tryAcquire()).toBeNull();
    await held.release();
    const lost = await lock.acquire();
    await makeLock(LONG, lock.name).forceRelease();
    expect(await lost.check()).toBe(false);
    await lost.release();
    await sleep(0);
    const kinds = { kind: "lightLock", lockName: lock.name };
    expect(events).toMatchObject([
      { type: "acquiring", ...LONG, ...kinds, label: "of events" },
      { type: "acquired", attempts: 1, holds: 1, owner: held.owner },
      { type: "renewed", owner: held.owner, label: "of events" },
      { type: "acquiring", waitMs: 0 },
      { type: "busy", holder: { owner: held.owner }, heldByThisClient: true },
      { type: "released", outcome: "released", owner: held.owner, ...kinds },
      { type: "acquiring" },
      { type: "acquired" },
      { type: "lost", reason: "gone", owner: lost.owner },
    ]);
    expect(events[0]?.id).toBe(events[2]?.id);
  });
}
