// The contract of a single flight, for the runtime that calls it.
import { describe, expect, it } from "vitest";
import { type Held, LockLostError, type SingleFlightOptions } from "../../../../src/index.ts";
import { resultKey } from "../../../../src/lock/keys.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { eventually } from "../../../support/eventually.ts";
import { gate } from "../../../support/gate.ts";
import { atMost, itWaits, leaseTime } from "../../../support/place.ts";
import { command, type Endpoint } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";

const TTL_MS = 60_000;

export function singleFlightContract(redis: Endpoint): void {
  const make = (leaseMs = 20_000) => createLocks({ redis, leaseMs });
  const stored = (name: string): Promise<string | null> => command(redis, "GET", resultKey(name));
  const isLocked = (name: string): Promise<boolean> => make().lock(name).isLocked();
  const never = (): never => {
    throw new Error("this one must not run");
  };

  /** Starts a flight that lasts until the gate opens. Resolves when its function runs. */
  async function flying(
    name: string,
    land: (held: Held) => unknown,
    options: Partial<SingleFlightOptions> = {},
    leaseMs?: number,
  ): Promise<{ result: Promise<unknown>; land(): void; held: Held }> {
    const [off, landing] = [gate(), gate()];
    let hold: Held | undefined;
    const result = make(leaseMs).singleFlight(
      name,
      async (held) => {
        hold = held;
        off.open();
        await landing.opened;
        return land(held);
      },
      { ttlMs: TTL_MS, ...options },
    );
    result.catch(() => {});
    await off.opened;
    if (hold === undefined) throw new Error("unreachable");
    return { result, land: landing.open, held: hold };
  }

  /** Starts a caller that waits for the flight. Resolves when it was refused at least once. */
  async function waiting(
    name: string,
    fn: () => unknown = never,
    options: Partial<SingleFlightOptions> = {},
  ): Promise<{ result: Promise<unknown> }> {
    const refused = gate();
    const onWait = (): void => refused.open();
    const result = make().singleFlight(name, fn, { ttlMs: TTL_MS, onWait, ...options });
    result.catch(() => {});
    await refused.opened;
    return { result };
  }

  const VALUES: readonly (readonly [string, unknown, unknown])[] = [
    ["null", null, null],
    ["nothing", undefined, undefined],
    ["false", false, false],
    ["zero", 0, 0],
    ["a number", -1.5e300, -1.5e300],
    ["no text", "", ""],
    ["text that begins as an error does", "!a|{}", "!a|{}"],
    ["text with all that needs care", `"\\\n\u0000|=[]\u2028\u{1f415}é`, `"\\\n\u0000|=[]\u2028\u{1f415}é`],
    ["half a character", "\ud83d", "\ud83d"],
    ["an empty list", [], []],
    ["an object", { a: { b: [1, "x", null] }, c: undefined }, { a: { b: [1, "x", null] } }],
    ["an object with a hostile key", JSON.parse('{"__proto__":{"x":1}}'), JSON.parse('{"__proto__":{"x":1}}')],
    ["an object without a prototype", Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
  ];

  const circle: { self?: unknown } = {};
  circle.self = [circle];
  /** Results that JSON would change or refuse, and what the error says. */
  const CHANGED: readonly (readonly [result: unknown, told: string])[] = [
    [Number.NaN, "NaN"],
    [[1, { a: Number.POSITIVE_INFINITY }], 'Infinity at "1.a"'],
    [1n, "a bigint"],
    [{ a: Symbol("s") }, 'a symbol at "a"'],
    [() => 1, "a function"],
    [circle, 'an object that contains itself at "self.0"'],
    [[undefined], "an array with undefined"],
    [{ list: new Array(1) }, 'an array with undefined at "list"'],
    [new Date(0), "an instance of a class"],
    [{ rates: new Map([["a", 1]]) }, 'an instance of a class at "rates"'],
    [new Response("x"), "an instance of a class"],
    [new Uint8Array(1), "an instance of a class"],
    [{ toJSON: () => ["made"] }, 'a function at "toJSON"'],
  ];

  describe.concurrent("single flight", () => {
    it.each(VALUES)("gives every caller the same: %s", async (_, value, expected) => {
      const name = uniqueName();
      const flight = await flying(name, () => value);
      const other = await waiting(name);
      flight.land();
      expect(await flight.result).toEqual(expected);
      expect(await other.result).toEqual(expected);
      expect(await make().singleFlight(name, never, { ttlMs: TTL_MS })).toEqual(expected);
      expect(await isLocked(name)).toBe(false);
    });

    it("runs the function of one of many callers, and gives its value to all", async () => {
      const name = uniqueName();
      let runs = 0;
      const call = async (nth: number): Promise<unknown> =>
        make().singleFlight(
          name,
          async () => {
            runs += 1;
            await new Promise((resolve) => setTimeout(resolve, 100));
            return { from: nth };
          },
          { ttlMs: TTL_MS, waitMs: 15_000 },
        );
      const values = await Promise.all(Array.from({ length: 30 }, (_, nth) => call(nth)));
      expect(runs).toBe(1);
      expect(new Set(values.map((value) => JSON.stringify(value))).size).toBe(1);
    });

    itWaits("passes the function the hold, which is one of the plain lock, kept alive past its lease", async () => {
      const name = uniqueName();
      const flight = await flying(name, (held) => held.check(), {}, leaseTime(2_000));
      expect(flight.held).toMatchObject({ name, leaseMs: leaseTime(2_000), holdCount: 1 });
      expect(await make().lock(name).isHeldBy(flight.held.owner)).toBe(true);
      await new Promise((resolve) => setTimeout(resolve, leaseTime(2_500)));
      expect(flight.held.signal.aborted).toBe(false);
      flight.land();
      expect(await flight.result).toBe(true);
      expect(flight.held.signal.aborted).toBe(false);
    });

    it("keeps a result under its documented key for its TTL, and no longer", async () => {
      const name = uniqueName();
      await make().singleFlight(name, () => "x", { ttlMs: leaseTime(5_000) });
      expect(await stored(name)).toBe('=["x"]');
      const left = await command<number>(redis, "PTTL", resultKey(name));
      expect(left).toBeGreaterThan(leaseTime(4_000));
      expect(left).toBeLessThanOrEqual(leaseTime(5_000));
      await command(redis, "PEXPIRE", resultKey(name), 1);
      await eventually(async () => (await stored(name)) === null);
      expect(await make().singleFlight(name, () => "y", { ttlMs: leaseTime(5_000) })).toBe("y");
    });

    it("serves no result whose TTL was removed", async () => {
      const name = uniqueName();
      await make().singleFlight(name, () => "x", { ttlMs: TTL_MS });
      await command(redis, "PERSIST", resultKey(name));
      expect(await make().singleFlight(name, () => "y", { ttlMs: TTL_MS })).toBe("y");
      expect(await command<number>(redis, "PTTL", resultKey(name))).toBeGreaterThan(0);
    });

    it("keeps results of different names apart, however they are written", async () => {
      const prefix = `${uniqueName().replaceAll(":", ".")}:`;
      const names = [..."a b|x:y|{a}:b|a{b|a}b|{}|a\nb|\0|é|🐕|__proto__|'|\"|\\|*?[".split("|"), "n".repeat(30_000)];
      const locks = createLocks({ redis, prefix });
      const fly = (name: string, fn: () => unknown): Promise<unknown> =>
        locks.singleFlight(name, fn, { ttlMs: TTL_MS });
      await Promise.all(names.map((name) => fly(name, () => `of ${name.slice(0, 99)}`)));
      const served = await Promise.all(names.map((name) => fly(name, never)));
      expect(served).toEqual(names.map((name) => `of ${name.slice(0, 99)}`));
    });

    it("runs one flight within another of another name", async () => {
      const [outer, inner] = [uniqueName(), uniqueName()];
      const locks = make();
      const options = { ttlMs: TTL_MS };
      const nested = (): Promise<string> =>
        locks.singleFlight(outer, async () => `${await locks.singleFlight(inner, () => "in", options)}+out`, options);
      expect(await nested()).toBe("in+out");
      expect(await locks.singleFlight(inner, never, options)).toBe("in");
    });

    it("never deadlocks with itself: a flight in one of the same name is busy", async () => {
      const name = uniqueName();
      const locks = make();
      const inner = (): Promise<unknown> => locks.singleFlight(name, never, { ttlMs: TTL_MS, waitMs: 0 });
      await expect(locks.singleFlight(name, inner, { ttlMs: TTL_MS })).rejects.toMatchObject({ code: "LOCK_BUSY" });
      expect(await isLocked(name)).toBe(false);
    });

    it("lets the function acquire the lock once more", async () => {
      const name = uniqueName();
      const locks = make();
      const again = (held: Held): Promise<number> =>
        locks.lock(name).withLock(({ holdCount }) => holdCount, { owner: held.owner });
      expect(await locks.singleFlight(name, again, { ttlMs: TTL_MS })).toBe(2);
      expect(await locks.singleFlight(name, never, { ttlMs: TTL_MS })).toBe(2);
      expect(await isLocked(name)).toBe(false);
    });

    it("keeps no result while a hold that the function left open has the lock", async () => {
      const name = uniqueName();
      const locks = make();
      let left: Held | undefined;
      const leaves = async (held: Held): Promise<string> => {
        left = await locks.lock(name).acquire({ owner: held.owner });
        return "x";
      };
      expect(await locks.singleFlight(name, leaves, { ttlMs: TTL_MS })).toBe("x");
      expect(await stored(name)).toBeNull();
      expect(await left?.release()).toMatchObject({ outcome: "released" });
    });

    it("keeps no result of a function that released the lock itself", async () => {
      const name = uniqueName();
      const lets = async (held: Held): Promise<string> => (await held.release()).outcome;
      expect(await make().singleFlight(name, lets, { ttlMs: TTL_MS })).toBe("released");
      expect(await stored(name)).toBeNull();
      expect(await make().singleFlight(name, () => "next", { ttlMs: TTL_MS })).toBe("next");
    });

    it("waits for a holder of the plain lock of that name, but serves a result during the hold", async () => {
      const name = uniqueName();
      const locks = make();
      const holder = await locks.lock(name).acquire();
      const busy = locks.singleFlight(name, never, { ttlMs: TTL_MS, waitMs: 0 });
      await expect(busy).rejects.toMatchObject({ code: "LOCK_BUSY", lockName: name });
      const other = await waiting(name, () => "x");
      await holder.release();
      expect(await other.result).toBe("x");
      await using _ = await locks.lock(name).acquire();
      expect(await locks.singleFlight(name, never, { ttlMs: TTL_MS, waitMs: 0 })).toBe("x");
    });

    it("waits no longer than waitMs, and leaves nothing behind", async () => {
      const name = uniqueName();
      const flight = await flying(name, () => "x");
      const start = performance.now();
      const busy = make().singleFlight(name, never, { ttlMs: TTL_MS, waitMs: 300, wait: "poll" });
      await expect(busy).rejects.toMatchObject({ code: "LOCK_BUSY", lockName: name });
      expect(performance.now() - start).toBeGreaterThan(290);
      flight.land();
      expect(await flight.result).toBe("x");
    });

    it("can wait by polling", async () => {
      const name = uniqueName();
      const flight = await flying(name, () => "x");
      const other = await waiting(name, never, { wait: "poll" });
      flight.land();
      expect(await other.result).toBe("x");
    });

    it("that is aborted while it waits rejects; the flight continues", async () => {
      const name = uniqueName();
      const flight = await flying(name, () => "x");
      const stop = new AbortController();
      const other = await waiting(name, never, { signal: stop.signal });
      stop.abort("enough");
      await expect(other.result).rejects.toMatchObject({ code: "ABORTED", cause: "enough" });
      await expect(
        make().singleFlight(name, never, { ttlMs: TTL_MS, signal: AbortSignal.abort() }),
      ).rejects.toMatchObject({ code: "ABORTED" });
      flight.land();
      expect(await flight.result).toBe("x");
    });

    it("that is closed while it waits rejects; one that runs ends, and its result is kept", async () => {
      const name = uniqueName();
      const locks = make();
      const [off, landing] = [gate(), gate()];
      const run = async (held: Held): Promise<unknown> => {
        off.open();
        await landing.opened;
        return Object(held.signal.reason).code;
      };
      const result = locks.singleFlight(name, run, { ttlMs: TTL_MS });
      await off.opened;
      const refused = gate();
      const other = locks.singleFlight(name, never, { ttlMs: TTL_MS, onWait: () => refused.open() });
      other.catch(() => {});
      await refused.opened;
      locks.close();
      await expect(other).rejects.toMatchObject({ code: "CLOSED" });
      landing.open();
      expect(await result).toBe("CLOSED");
      expect(await make().singleFlight(name, never, { ttlMs: TTL_MS })).toBe("CLOSED");
      await expect(locks.singleFlight(name, never, { ttlMs: TTL_MS })).rejects.toMatchObject({ code: "CLOSED" });
    });

    it("that is closed as it starts gives its lock back", async () => {
      const name = uniqueName();
      const locks = createLocks({
        redis,
        onEvent: ({ type }) => {
          if (type === "acquired") locks.close();
        },
      });
      await expect(locks.singleFlight(name, never, { ttlMs: TTL_MS })).rejects.toMatchObject({ code: "CLOSED" });
      expect(await isLocked(name)).toBe(false);
    });

    it("that is closed past its lease still gives its own caller the result", async () => {
      const name = uniqueName();
      const locks = make();
      const run = async (): Promise<string> => {
        locks.close();
        await command(redis, "DEL", name);
        return "its own";
      };
      expect(await locks.singleFlight(name, run, { ttlMs: TTL_MS })).toBe("its own");
      expect(await command(redis, "EXISTS", resultKey(name))).toBe(0);
    });

    it("ends for every waiter, also behind one that waits for the plain lock of that name", async () => {
      const name = uniqueName();
      const locks = make();
      const [off, landing] = [gate(), gate()];
      const run = async (): Promise<string> => {
        off.open();
        await landing.opened;
        return "landed";
      };
      const running = locks.singleFlight(name, run, { ttlMs: TTL_MS });
      await off.opened;
      const subscribed = gate();
      const twice = ({ attempts }: { attempts: number }): void => {
        if (attempts === 2) subscribed.open();
      };
      const waits = locks.singleFlight(name, never, { ttlMs: TTL_MS, onWait: twice });
      await subscribed.opened;
      const plain = gate();
      // It goes in line, without an attempt.
      const held = locks.lock(name).acquire({ onWait: () => plain.open() });
      await plain.opened;
      landing.open();
      const start = performance.now();
      expect(await waits).toBe("landed");
      expect(performance.now() - start).toBeLessThan(atMost(4_000));
      await (await held).release();
      await running;
    });

    it("that is closed rejects with the error of the function that ran", async () => {
      const locks = make();
      const run = (): never => {
        locks.close();
        throw new Error("its own");
      };
      await expect(locks.singleFlight(uniqueName(), run, { ttlMs: TTL_MS })).rejects.toThrow("its own");
    });

    it("leaves keys of another type unchanged, and names them", async () => {
      const [result, lock] = [uniqueName(), uniqueName()];
      const refused = { code: "NOT_A_LOCK" };
      await command(redis, "RPUSH", resultKey(result), "x");
      await expect(make().singleFlight(result, never, { ttlMs: TTL_MS })).rejects.toMatchObject(refused);
      expect(await isLocked(result)).toBe(false);
      await command(redis, "SET", lock, "x");
      await expect(make().singleFlight(lock, never, { ttlMs: TTL_MS })).rejects.toMatchObject(refused);
      expect(await command(redis, "GET", lock)).toBe("x");
      // Neither prevents serving a stored result.
      await command(redis, "SET", resultKey(lock), "=[1]", "PX", TTL_MS);
      expect(await make().singleFlight(lock, never, { ttlMs: TTL_MS })).toBe(1);
    });

    it.each(["=", "=[", "=5", "=null", "=[1", "={}"])(
      "treats a result in a foreign format as none: %s",
      async (text) => {
        const name = uniqueName();
        await command(redis, "SET", resultKey(name), text, "PX", TTL_MS);
        await expect(make().singleFlight(name, never, { ttlMs: TTL_MS })).rejects.toMatchObject({
          code: "UNEXPECTED_REPLY",
        });
        await command(redis, "DEL", resultKey(name));
        expect(await make().singleFlight(name, () => 1, { ttlMs: TTL_MS })).toBe(1);
      },
    );
  });

  describe.concurrent("a failed single flight", () => {
    class Strange extends Error {
      override name = "Strange";
    }
    const noError = Object.create(null);
    const liar = Object.assign(new Error("x"), { name: 42, message: { toString: never } });
    const ERRORS: readonly (readonly [string, unknown, { name?: string; message?: string }])[] = [
      ["an Error", new Strange("no luck"), { name: "Strange", message: "no luck" }],
      ["text", "no luck", { name: "Error", message: "no luck" }],
      ["nothing", undefined, { name: "Error", message: "undefined" }],
      ["a symbol", Symbol("s"), { name: "Error", message: "Symbol(s)" }],
      ["an object that is no text", noError, { name: "Error" }],
      ["an error whose parts are no text", liar, {}],
      ["what cannot be read", new Proxy({}, { getPrototypeOf: never }), {}],
      ["an error of a page's length", new Error("é\n🐕".repeat(9_000)), { name: "Error" }],
    ];

    it.each(ERRORS)("throws the function's error, also to the waiters: %s", async (_, thrown, told) => {
      const name = uniqueName();
      const flight = await flying(name, () => {
        throw thrown;
      });
      const others = await Promise.all([waiting(name), waiting(name)]);
      flight.land();
      const caught = await flight.result.then(never, (error: unknown) => ({ error }));
      expect(caught.error).toBe(thrown);
      for (const { result } of others) {
        await expect(result).rejects.toMatchObject({ code: "FLIGHT_FAILED", lockName: name, cause: told });
      }
      expect(await isLocked(name)).toBe(false);
    });

    it("is not a result for later callers: the function runs again, and earlier waiters still get its error", async () => {
      const name = uniqueName();
      const flight = await flying(name, () => Promise.reject(new Error("no luck")));
      // It does not learn of the end before its next attempt, seconds later.
      const other = await waiting(name, never, { wait: "poll" });
      flight.land();
      await expect(flight.result).rejects.toThrow("no luck");
      await expect(other.result).rejects.toMatchObject({ code: "FLIGHT_FAILED" });
      const next = await flying(name, () => "better");
      next.land();
      expect(await next.result).toBe("better");
      expect(await make().singleFlight(name, never, { ttlMs: TTL_MS })).toBe("better");
    });

    it.each(CHANGED)("is caused by a result that JSON does not keep: %o", async (value, told) => {
      const name = uniqueName();
      const flight = await flying(name, () => value);
      const other = await waiting(name);
      flight.land();
      const message = expect.stringContaining(`"fn" gave ${told}, which JSON does not keep`);
      await expect(flight.result).rejects.toMatchObject({ code: "INVALID_OPTION", option: "fn", message });
      await expect(other.result).rejects.toMatchObject({ code: "FLIGHT_FAILED", cause: { message } });
    });

    it("is caused by a result of more than 30,000 bytes, and not by one of as many", async () => {
      const [fits, tooMuch] = [uniqueName(), uniqueName()];
      // The other five bytes: "=[", the quotes and "]".
      const most = "é".repeat(14_997);
      expect(await make().singleFlight(fits, () => `${most}x`, { ttlMs: TTL_MS })).toBe(`${most}x`);
      expect(await make().singleFlight(fits, never, { ttlMs: TTL_MS })).toBe(`${most}x`);
      const flight = await flying(tooMuch, () => `${most}xx`);
      const other = await waiting(tooMuch);
      flight.land();
      await expect(flight.result).rejects.toMatchObject({ code: "INVALID_OPTION", option: "fn" });
      await expect(other.result).rejects.toMatchObject({
        code: "FLIGHT_FAILED",
        cause: { message: expect.stringContaining("30001") },
      });
      expect(await isLocked(tooMuch)).toBe(false);
    });

    it("is not caused by one of as many bytes that all need escapes", async () => {
      const name = uniqueName();
      for (const worst of ['"'.repeat(14_997), "\u0001".repeat(4_999), "<".repeat(29_995)]) {
        await command(redis, "DEL", resultKey(name));
        await make().singleFlight(name, () => worst, { ttlMs: TTL_MS });
        expect(await make().singleFlight(name, never, { ttlMs: TTL_MS })).toBe(worst);
      }
    });
  });

  describe.concurrent("a single flight whose lock is lost while it runs", () => {
    const force = (name: string): Promise<boolean> => make().lock(name).forceRelease();

    it("gives the result that another has stored since, and overwrites nothing", async () => {
      const name = uniqueName();
      const flight = await flying(name, () => "old");
      await force(name);
      expect(await make().singleFlight(name, () => "new", { ttlMs: TTL_MS })).toBe("new");
      flight.land();
      expect(await flight.result).toBe("new");
      expect(await stored(name)).toBe('=["new"]');
    });

    it("gives that result when it took longer than waitMs", async () => {
      const name = uniqueName();
      const flight = await flying(name, () => "old", { waitMs: 0 });
      await force(name);
      expect(await make().singleFlight(name, () => "new", { ttlMs: TTL_MS })).toBe("new");
      flight.land();
      expect(await flight.result).toBe("new");
    });

    it("waits for the flight that runs since", async () => {
      const name = uniqueName();
      const flight = await flying(name, () => "old", { waitMs: leaseTime(2_000) });
      await force(name);
      const next = await flying(name, () => "new");
      flight.land();
      setTimeout(next.land, 300);
      expect(await flight.result).toBe("new");
      expect(await next.result).toBe("new");
    });

    it("runs again, once, when no other flight did", async () => {
      const name = uniqueName();
      let runs = 0;
      const loses = async (times: number): Promise<number> => {
        runs += 1;
        if (runs <= times) await force(name);
        return runs;
      };
      expect(await make().singleFlight(name, () => loses(1), { ttlMs: TTL_MS })).toBe(2);
      expect(await stored(name)).toBe("=[2]");
      await command(redis, "DEL", resultKey(name));
      runs = 0;
      const hopeless = make().singleFlight(name, () => loses(9), { ttlMs: TTL_MS, waitMs: 60_000 });
      await expect(hopeless).rejects.toMatchObject({ code: "LOCK_LOST", lockName: name });
      expect(runs).toBe(2);
      expect(await stored(name)).toBeNull();
    });

    it("gives the stored result when the function ended with its signal", async () => {
      const name = uniqueName();
      const flight = await flying(
        name,
        (held) =>
          new Promise<string>((_, reject) => {
            held.signal.addEventListener("abort", () => reject(held.signal.reason));
            held.signal.throwIfAborted();
          }),
        {},
        leaseTime(1_000),
      );
      await force(name);
      expect(await make().singleFlight(name, () => "new", { ttlMs: TTL_MS })).toBe("new");
      flight.land();
      expect(await flight.result).toBe("new");
    });

    it("rejects with the function's error in the end, when no result exists", async () => {
      const name = uniqueName();
      const fails = async (held: Held): Promise<never> => {
        await force(name);
        await held.renew();
        throw new Error("unreachable");
      };
      const options = { ttlMs: TTL_MS };
      await expect(make().singleFlight(name, fails, options)).rejects.toBeInstanceOf(LockLostError);
      expect(await stored(name)).toBeNull();
    });
  });
}
