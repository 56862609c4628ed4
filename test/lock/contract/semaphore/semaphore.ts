// The contract of the plain semaphore, for the runtime that calls it. Waiting for a message and faults are in files of
// their own.
import { describe, expect, it } from "vitest";
import type { LockEvent, LocksOptions, Semaphore } from "../../../../src/index.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { eventually } from "../../../support/eventually.ts";
import { itWaits, leaseTime } from "../../../support/place.ts";
import { command, type Endpoint } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { BackgroundWork } from "../../../support/wait-until.ts";
import { sleeper } from "../../../support/waiting.ts";

const MOST = 2_147_483_647;
// Longer than any wait of a test that succeeds.
const LONG_MS = 15_000;
const POLL: { wait: "poll" } = { wait: "poll" };

export function semaphoreContract(redis: Endpoint): void {
  const make = (options: Partial<LocksOptions> = {}) => createLocks({ redis, ...options });
  const unset = (): Semaphore => make().semaphore(uniqueName());

  async function having(permits: number): Promise<Semaphore> {
    const semaphore = unset();
    expect(await semaphore.trySetPermits(permits)).toBe(true);
    return semaphore;
  }

  const left = (semaphore: Semaphore): Promise<number> => semaphore.availablePermits();
  const same = (semaphore: Semaphore): Semaphore => make().semaphore(semaphore.name);

  describe("permits", () => {
    it("are set once; a second trySetPermits returns false and changes nothing", async () => {
      const semaphore = await having(10);
      expect(await semaphore.trySetPermits(15)).toBe(false);
      expect(await left(semaphore)).toBe(10);
      expect(await command(redis, "PTTL", semaphore.name)).toBe(-1);
    });

    itWaits("set with a TTL end after it", async () => {
      const semaphore = unset();
      expect(await semaphore.trySetPermits(1, { ttlMs: leaseTime(1_000) })).toBe(true);
      expect(await semaphore.trySetPermits(2, { ttlMs: 60_000 })).toBe(false);
      const ttl = await command<number>(redis, "PTTL", semaphore.name);
      expect(ttl).toBeGreaterThan(0);
      expect(ttl).toBeLessThanOrEqual(leaseTime(1_000));
      expect(await left(semaphore)).toBe(1);
      await eventually(async () => (await left(semaphore)) === 0);
      expect(await command(redis, "EXISTS", semaphore.name)).toBe(0);
      await expect(semaphore.tryAcquire()).rejects.toMatchObject({ code: "PERMITS_UNSET" });
    });

    it("keep their TTL through every operation; Redisson removes it", async () => {
      const semaphore = unset();
      await semaphore.trySetPermits(5, { ttlMs: 50_000 });
      await semaphore.acquire(2);
      await semaphore.addPermits(3);
      await semaphore.release();
      expect(await semaphore.drainPermits()).toBe(7);
      const ttl = await command<number>(redis, "PTTL", semaphore.name);
      expect(ttl).toBeGreaterThan(0);
      expect(ttl).toBeLessThanOrEqual(50_000);
      expect(await left(semaphore)).toBe(0);
    });

    it("are taken and given back", async () => {
      const semaphore = await having(10);
      await semaphore.acquire();
      expect(await left(semaphore)).toBe(9);
      await semaphore.release();
      expect(await left(semaphore)).toBe(10);
      await semaphore.acquire(5);
      expect(await left(semaphore)).toBe(5);
      await semaphore.release(5);
      expect(await left(semaphore)).toBe(10);
    });

    it("are added to those that were taken", async () => {
      const semaphore = await having(10);
      await semaphore.acquire(10);
      await semaphore.addPermits(4);
      expect(await left(semaphore)).toBe(4);
      await semaphore.release(10);
      expect(await left(semaphore)).toBe(14);
      await semaphore.acquire(5);
      expect(await left(semaphore)).toBe(9);
    });

    it("may be fewer than none", async () => {
      const semaphore = await having(10);
      await semaphore.acquire(10);
      await semaphore.addPermits(-5);
      expect(await left(semaphore)).toBe(-5);
      expect(await semaphore.tryAcquire()).toBe(false);
      await semaphore.release(10);
      expect(await left(semaphore)).toBe(5);
      await semaphore.acquire(5);
      expect(await left(semaphore)).toBe(0);
    });

    it("are added to a semaphore that was never set", async () => {
      const [released, added] = [unset(), unset()];
      await released.release();
      expect(await left(released)).toBe(1);
      await released.release();
      await released.acquire(2);
      expect(await left(released)).toBe(0);
      await added.addPermits(3);
      await added.acquire(3);
      expect(await added.trySetPermits(1)).toBe(false);
    });

    it("are drained", async () => {
      const semaphore = unset();
      expect(await semaphore.drainPermits()).toBe(0);
      expect(await command(redis, "EXISTS", semaphore.name)).toBe(0);
      await semaphore.trySetPermits(10);
      await semaphore.acquire(3);
      expect(await semaphore.drainPermits()).toBe(7);
      expect(await semaphore.drainPermits()).toBe(0);
      await semaphore.addPermits(-5);
      expect(await semaphore.drainPermits()).toBe(-5);
      expect(await left(semaphore)).toBe(0);
    });

    it("may be acquired and released as zero at once", async () => {
      const semaphore = unset();
      await semaphore.acquire(0);
      expect(await semaphore.tryAcquire(0, { waitMs: 5 })).toBe(true);
      await semaphore.release(0);
      expect(await left(semaphore)).toBe(0);
      expect(await command(redis, "EXISTS", semaphore.name)).toBe(0);
      // Without a request.
      const nowhere = createLocks({ redis: { url: "http://127.0.0.1:9", token: "t" } }).semaphore("x");
      await nowhere.acquire(0);
      await nowhere.release(0);
    });

    it("are as many as Java counts (C)", async () => {
      const semaphore = await having(MOST);
      for (let round = 0; round < 4; round += 1) {
        for (const permits of [1, MOST]) {
          await semaphore.acquire(permits);
          expect(await left(semaphore)).toBe(MOST - permits);
          await semaphore.release(permits);
        }
      }
      await semaphore.release(MOST);
      expect(await left(semaphore)).toBe(2 * MOST);
    });

    it.each(["é🐕", "{a}:b", "a{b", "a}b", "x|y", 'a\n"\\\0', "*?[x]"])("have any name: %j", async (odd) => {
      const name = odd + uniqueName();
      const locks = make({ prefix: "p:" });
      expect(await locks.semaphore(name).trySetPermits(2)).toBe(true);
      await locks.semaphore(name).acquire();
      expect(await command(redis, "GET", `p:${name}`)).toBe("1");
      await locks.semaphore(name).release();
      expect(await locks.semaphore(name).availablePermits()).toBe(2);
    });
  });

  describe("an acquire", () => {
    it("takes all or none, and takes the missing ones when they come", async () => {
      const semaphore = await having(5);
      expect(await semaphore.tryAcquire(3)).toBe(true);
      expect(await semaphore.tryAcquire(4)).toBe(false);
      expect(await left(semaphore)).toBe(2);
      const { got } = await sleeper((options) => semaphore.tryAcquire(4, { ...options, waitMs: LONG_MS }));
      await same(semaphore).release(2);
      expect(await got).toBe(true);
      expect(await left(semaphore)).toBe(0);
    });

    it("waits for a release of another, and no permit is left over", async () => {
      const semaphore = await having(1);
      await semaphore.acquire();
      const { got } = await sleeper((options) => same(semaphore).acquire(1, { ...options, waitMs: LONG_MS }));
      await semaphore.release();
      await got;
      expect(await left(semaphore)).toBe(0);
    });

    it("of many permits waits for several releases", async () => {
      const semaphore = await having(5);
      await semaphore.acquire(3);
      const { got, isOver } = await sleeper((options) => semaphore.acquire(4, { ...options, waitMs: LONG_MS }));
      await same(semaphore).release();
      expect(isOver()).toBe(false);
      await same(semaphore).release();
      await got;
      expect(await left(semaphore)).toBe(0);
    });

    it("is not satisfied by permits that only came back, but by one that is added", async () => {
      const semaphore = await having(1);
      const waiting = await sleeper((options) => semaphore.acquire(2, { ...options, waitMs: LONG_MS }));
      await same(semaphore).acquire();
      const before = waiting.refusals();
      await same(semaphore).release();
      await eventually(() => waiting.refusals() > before);
      expect(waiting.isOver()).toBe(false);
      await same(semaphore).addPermits(1);
      await waiting.got;
      expect(await left(semaphore)).toBe(0);
    });

    it("without permits ends when waitMs has passed, and takes none later", async () => {
      const semaphore = await having(1);
      const error = await semaphore.acquire(2, { waitMs: 150, ...POLL }).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: "LOCK_BUSY", lockName: semaphore.name, remainingMs: -1 });
      expect(Object(error).waitedMs).toBeGreaterThanOrEqual(150);
      expect(String(error)).toMatch(/semaphore ".*" has too few permits, after \d+ ms \(tries: \d+\)$/);
      await semaphore.release();
      expect(await semaphore.tryAcquire(2)).toBe(true);
    });

    it("of a semaphore that was never set fails at once, however long it would wait", async () => {
      const semaphore = unset();
      const refused = { code: "PERMITS_UNSET", lockName: semaphore.name };
      await expect(semaphore.acquire(1, { waitMs: LONG_MS })).rejects.toMatchObject(refused);
      await expect(semaphore.tryAcquire()).rejects.toMatchObject(refused);
      await semaphore.trySetPermits(1);
      await semaphore.acquire();
    });

    itWaits("that waits for a semaphore whose TTL passes is refused", async () => {
      const semaphore = unset();
      await semaphore.trySetPermits(1, { ttlMs: leaseTime(600) });
      const got = make({ pollMs: 50 }).semaphore(semaphore.name).acquire(2, { waitMs: LONG_MS });
      await expect(got).rejects.toMatchObject({ code: "PERMITS_UNSET" });
    });

    it.each<["aborted" | "closed", string]>([
      ["aborted", "ABORTED"],
      ["closed", "CLOSED"],
    ])("that is %s leaves all permits", async (how, code) => {
      const locks = make();
      const semaphore = await having(1);
      const stop = new AbortController();
      const { got } = await sleeper((options) =>
        locks.semaphore(semaphore.name).acquire(2, { ...options, signal: stop.signal, waitMs: LONG_MS }),
      );
      if (how === "aborted") stop.abort(new Error("enough"));
      else locks.close();
      await expect(got).rejects.toMatchObject({ code });
      await semaphore.release();
      expect(await semaphore.tryAcquire(2)).toBe(true);
      if (how === "closed") await expect(locks.semaphore(semaphore.name).acquire()).rejects.toMatchObject({ code });
    });

    it("emits its events", async () => {
      const events: LockEvent[] = [];
      const name = uniqueName();
      const semaphore = make({ onEvent: (event) => events.push(event) }).semaphore(name);
      await semaphore.trySetPermits(1);
      await semaphore.acquire();
      expect(await semaphore.tryAcquire(1, { waitMs: 60, ...POLL })).toBe(false);
      const facts = { lockName: name, kind: "semaphore" };
      expect(events[0]).toMatchObject({ ...facts, type: "acquiring", waitMs: 10_000 });
      expect(events[1]).toMatchObject({ ...facts, type: "acquired", attempts: 1, holds: 0 });
      expect(events[2]).toMatchObject({ ...facts, type: "acquiring", waitMs: 60 });
      expect(events[3]).toMatchObject({ ...facts, type: "waiting", remainingMs: -1, attempts: 1, position: undefined });
      expect(events.at(-1)).toMatchObject({ ...facts, type: "busy", remainingMs: -1 });
      expect(events.slice(3, -1).every(({ type }) => type === "waiting")).toBe(true);
    });

    it.each([1, 3])("is one of as many as there are permits: %i (C)", async (permits) => {
      const semaphore = await having(permits);
      const clients = [semaphore, same(semaphore), same(semaphore)];
      let [inside, most, rounds] = [0, 0, 0];
      const task = async (nth: number): Promise<void> => {
        const mine = clients[nth % 3] ?? semaphore;
        await mine.acquire(1, { waitMs: LONG_MS });
        inside += 1;
        most = Math.max(most, inside);
        rounds += 1;
        await left(mine);
        inside -= 1;
        await mine.release();
      };
      await Promise.all(Array.from({ length: 18 }, (_, nth) => task(nth)));
      expect(rounds).toBe(18);
      expect(most).toBeLessThanOrEqual(permits);
      expect(await left(semaphore)).toBe(permits);
    });
  });

  describe("the permits option", () => {
    it("is set by the first acquire, and by none after it", async () => {
      const name = uniqueName();
      const semaphore = make().semaphore(name, { permits: 3 });
      expect(await left(semaphore)).toBe(0);
      await semaphore.acquire(2);
      expect(await left(semaphore)).toBe(1);
      expect(await make().semaphore(name, { permits: 10 }).tryAcquire(2)).toBe(false);
      await semaphore.release(2);
      expect(await left(semaphore)).toBe(3);
    });

    it("is set once by whichever of many comes first", async () => {
      const name = uniqueName();
      const got = await Promise.all(
        Array.from({ length: 6 }, () => make().semaphore(name, { permits: 4 }).tryAcquire()),
      );
      expect(got.filter((each) => each)).toHaveLength(4);
    });

    it("is not set over another's, and waits no longer than waitMs", async () => {
      const semaphore = await having(1);
      await semaphore.acquire();
      const again = make().semaphore(semaphore.name, { permits: 5 });
      await expect(again.acquire({ waitMs: 100, ...POLL })).rejects.toMatchObject({ code: "LOCK_BUSY" });
      expect(await left(semaphore)).toBe(0);
    });

    it("below the wanted number makes the caller wait", async () => {
      const semaphore = make().semaphore(uniqueName(), { permits: 1 });
      await expect(semaphore.acquire(2, { waitMs: 100, ...POLL })).rejects.toMatchObject({ code: "LOCK_BUSY" });
      expect(await left(semaphore)).toBe(1);
    });
  });

  describe("withPermit", () => {
    const three = (): Semaphore => make().semaphore(uniqueName(), { permits: 3 });

    it("takes permits while the function runs, and then gives back as many", async () => {
      const semaphore = three();
      expect(await semaphore.withPermit(() => left(semaphore))).toBe(2);
      expect(await semaphore.withPermit(() => left(semaphore), { permits: 3, waitMs: 0 })).toBe(0);
      expect(await semaphore.withPermit(() => left(semaphore), { permits: 0 })).toBe(3);
      expect(await left(semaphore)).toBe(3);
    });

    it("gives back when the function throws, at once or later, and ends in its error", async () => {
      const semaphore = three();
      const failing = semaphore.withPermit(() => {
        throw new TypeError("the user's own");
      });
      await expect(failing).rejects.toThrow(TypeError);
      await expect(semaphore.withPermit(() => Promise.reject(new RangeError("later")))).rejects.toThrow(RangeError);
      expect(await left(semaphore)).toBe(3);
    });

    it("takes none, and runs nothing, when there are too few", async () => {
      const semaphore = three();
      await semaphore.acquire(3);
      let ran = false;
      const used = semaphore.withPermit(() => (ran = true), { waitMs: 0 });
      await expect(used).rejects.toMatchObject({ code: "LOCK_BUSY" });
      expect(ran).toBe(false);
      expect(await left(semaphore)).toBe(0);
    });

    it("passes the release to the context", async () => {
      const semaphore = three();
      const context = new BackgroundWork();
      await semaphore.withPermit(() => {}, { context });
      expect(context.promises).toHaveLength(1);
      await context.settled();
    });
  });

  describe("a key", () => {
    it("of another type is refused and left unchanged", async () => {
      const semaphore = unset();
      const lock = make().lock(semaphore.name);
      await using held = await lock.acquire();
      const refused = { code: "NOT_A_LOCK" };
      for (const call of everyCall(semaphore)) await expect(call()).rejects.toMatchObject(refused);
      expect(await held.check()).toBe(true);
    });

    it("that is not an integer is refused and left unchanged", async () => {
      const semaphore = unset();
      for (const text of ["abc", "", "1.5", "1e3", "99999999999999999999"]) {
        await command(redis, "SET", semaphore.name, text);
        const calls = everyCall(semaphore);
        for (const call of [calls.acquire, calls.add, calls.release, calls.drain]) {
          await expect(call()).rejects.toMatchObject({ code: "NOT_A_LOCK" });
        }
        expect(await command(redis, "GET", semaphore.name)).toBe(text);
      }
    });
  });
}

function everyCall(semaphore: Semaphore) {
  const calls = {
    set: () => semaphore.trySetPermits(1),
    add: () => semaphore.addPermits(1),
    release: () => semaphore.release(),
    drain: () => semaphore.drainPermits(),
    available: () => semaphore.availablePermits(),
    acquire: () => semaphore.acquire(1, { waitMs: 0 }),
  };
  return { ...calls, [Symbol.iterator]: () => Object.values(calls).values() };
}

/** Wrong use fails at the call, before anything is sent: this client has no server. */
export function semaphoreOptionsContract(): void {
  const locks = createLocks({ redis: { url: "https://nowhere.invalid", token: "canary" } });
  type Method = "trySetPermits" | "addPermits" | "acquire" | "tryAcquire" | "withPermit" | "release";
  const call = (method: Method, ...args: unknown[]): Promise<unknown> => {
    const semaphore = locks.semaphore("x");
    return Reflect.apply(semaphore[method], semaphore, args);
  };

  it("checks the name like that of a lock", () => {
    for (const name of [undefined, "", 7, null, "\ud800", "redisson_sc:{x}", "leasehound:x", "x".repeat(33_000)]) {
      const wrong = (): unknown => Reflect.apply(locks.semaphore, locks, [name]);
      expect(wrong).toThrowError(expect.objectContaining({ code: "INVALID_OPTION", option: "name" }));
    }
  });

  it.each([null, -1, 1.5, 2 ** 31, Number.NaN, "1", true, 1n])(
    "refuses an invalid number of permits, case %#",
    async (n) => {
      const refused = { code: "INVALID_OPTION", option: "permits" };
      await expect(call("withPermit", () => 1, { permits: n })).rejects.toMatchObject(refused);
      const made = (): unknown => Reflect.apply(locks.semaphore, locks, ["x", { permits: n }]);
      expect(made).toThrowError(expect.objectContaining(refused));
      for (const method of ["trySetPermits", "acquire", "tryAcquire", "release"] as const) {
        await expect(call(method, n)).rejects.toMatchObject(refused);
      }
      if (n !== -1) await expect(call("addPermits", n)).rejects.toMatchObject(refused);
      await expect(call("trySetPermits")).rejects.toMatchObject(refused);
      await expect(call("addPermits")).rejects.toMatchObject(refused);
      await expect(call("addPermits", -(2 ** 31))).rejects.toMatchObject(refused);
    },
  );

  it.each<[string, Method, unknown]>([
    ["ttlMs", "trySetPermits", { ttlMs: 0 }],
    ["ttlMs", "trySetPermits", { ttlMs: 1.5 }],
    ["ttlMs", "trySetPermits", { ttlMs: null }],
    ["ttlMs", "trySetPermits", { ttlMs: 2 ** 31 }],
    ["ttl", "trySetPermits", { ttl: 5 }],
    ["options", "trySetPermits", 5],
    ["waitMs", "acquire", { waitMs: -1 }],
    ["leaseMs", "acquire", { leaseMs: 5_000 }],
    ["owner", "tryAcquire", { owner: "a" }],
    ["signal", "tryAcquire", { signal: {} }],
    ["wait", "acquire", { wait: "never" }],
    ["onWait", "acquire", { onWait: 1 }],
    ["options", "acquire", null],
  ])("names the option %s of %s, case %#", async (option, method, options) => {
    for (const permits of [0, 1]) {
      await expect(call(method, permits, options)).rejects.toMatchObject({ code: "INVALID_OPTION", option });
    }
    // With options alone and no number of permits, the error names the same option.
    if (method === "trySetPermits" || options === null) return;
    await expect(call(method, options)).rejects.toMatchObject({ code: "INVALID_OPTION", option });
  });

  it.each<[string, unknown]>([
    ["waitMs", { waitMs: -1 }],
    ["leaseMs", { leaseMs: 5_000 }],
    ["maxHoldMs", { maxHoldMs: 5_000 }],
    ["context", { context: {} }],
    ["options", null],
  ])("names the option %s of withPermit, case %#", async (option, options) => {
    await expect(call("withPermit", () => 1, options)).rejects.toMatchObject({ code: "INVALID_OPTION", option });
  });

  it("names options that are passed twice, and a wrong option of locks.semaphore", async () => {
    const twice = { code: "INVALID_OPTION", option: "permits" };
    await expect(call("acquire", { waitMs: 1 }, { waitMs: 1 })).rejects.toMatchObject(twice);
    for (const [option, options] of [
      ["permits", { permits: 0 }],
      ["permit", { permit: 3 }],
      ["options", 3],
    ]) {
      const made = (): unknown => Reflect.apply(locks.semaphore, locks, ["x", options]);
      expect(made).toThrowError(expect.objectContaining({ code: "INVALID_OPTION", option }));
    }
  });
}
