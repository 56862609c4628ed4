// The contract of the count-down latch, for the runtime that calls it. Faults are in a file of their own.
import { describe, expect, it } from "vitest";
import type { CountDownLatch, LocksOptions } from "../../../../src/index.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { eventually } from "../../../support/eventually.ts";
import { command, type Endpoint } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { sleeper } from "../../../support/waiting.ts";

const LONG_MS = 15_000;

export function countDownLatchContract(redis: Endpoint): void {
  const make = (options: Partial<LocksOptions> = {}) => createLocks({ redis, ...options });
  const unset = (): CountDownLatch => make().countDownLatch(uniqueName());
  const same = (latch: CountDownLatch): CountDownLatch => make().countDownLatch(latch.name);

  async function closed(count: number): Promise<CountDownLatch> {
    const latch = unset();
    expect(await latch.trySetCount(count)).toBe(true);
    return latch;
  }

  describe("a latch", () => {
    it("is set once; a second trySetCount returns false and changes nothing", async () => {
      const latch = await closed(1);
      expect(await latch.trySetCount(2)).toBe(false);
      expect(await latch.count()).toBe(1);
      expect(await command(redis, "PTTL", latch.name)).toBe(-1);
    });

    it("that was never set counts 0, and is open", async () => {
      const latch = unset();
      expect(await latch.count()).toBe(0);
      await latch.wait({ waitMs: 0 });
    });

    it("counts down to 0 and no further, and then is open", async () => {
      const latch = await closed(2);
      expect(await latch.count()).toBe(2);
      await latch.countDown();
      expect(await latch.count()).toBe(1);
      await latch.countDown();
      expect(await latch.count()).toBe(0);
      await latch.wait({ waitMs: 0 });
      await latch.countDown();
      expect(await latch.count()).toBe(0);
      await latch.wait({ waitMs: 0 });
      expect(await command(redis, "EXISTS", latch.name)).toBe(0);
    });

    it("that was never set ignores a count", async () => {
      const latch = unset();
      await latch.countDown();
      expect(await command(redis, "EXISTS", latch.name)).toBe(0);
      await latch.trySetCount(1);
      await latch.countDown();
      await latch.wait({ waitMs: 0 });
    });

    it("can be closed again when it is open", async () => {
      const latch = await closed(1);
      await latch.countDown();
      expect(await latch.trySetCount(Number.MAX_SAFE_INTEGER)).toBe(true);
      expect(await latch.count()).toBe(Number.MAX_SAFE_INTEGER);
      await latch.countDown();
      expect(await latch.count()).toBe(Number.MAX_SAFE_INTEGER - 1);
    });

    it("can be deleted; the reply says whether it was closed", async () => {
      const latch = await closed(3);
      expect(await latch.delete()).toBe(true);
      expect(await latch.count()).toBe(0);
      expect(await latch.delete()).toBe(false);
      expect(await unset().delete()).toBe(false);
    });

    it("that another client set to 0 is open, and the next count deletes it", async () => {
      const latch = unset();
      await command(redis, "SET", latch.name, "0");
      await latch.wait({ waitMs: 0 });
      expect(await latch.trySetCount(1)).toBe(false);
      await latch.countDown();
      expect(await command(redis, "EXISTS", latch.name)).toBe(0);
    });

    it.each(["é🐕", "{a}:b", "a{b", "a}b", "x|y", 'a\n"\\\0', "*?[x]"])("may have any name: %j", async (odd) => {
      const latch = make({ prefix: "p:" }).countDownLatch(odd + uniqueName());
      expect(await latch.trySetCount(1)).toBe(true);
      expect(await command(redis, "GET", `p:${latch.name}`)).toBe("1");
      const { got } = await sleeper((options) => latch.wait({ ...options, waitMs: LONG_MS }));
      await latch.countDown();
      await got;
    });
  });

  describe("a wait", () => {
    it("ends when the count reaches 0", async () => {
      const latch = await closed(1);
      const { got } = await sleeper((options) => latch.wait({ ...options, waitMs: LONG_MS }));
      await same(latch).countDown();
      await got;
    });

    it("ends for every waiter, in one client and in several", async () => {
      const latch = await closed(1);
      const clients = [latch, latch, latch, same(latch), same(latch)];
      const waits = clients.map((each) => sleeper((options) => each.wait({ ...options, waitMs: LONG_MS })));
      const sleepers = await Promise.all(waits);
      await same(latch).countDown();
      await Promise.all(sleepers.map(({ got }) => got));
    });

    it("ends for every waiter when the latch is deleted; Redisson's continues", async () => {
      const latch = await closed(5);
      const waits = [latch, same(latch)].map((each) =>
        sleeper((options) => each.wait({ ...options, waitMs: LONG_MS })),
      );
      const sleepers = await Promise.all(waits);
      expect(await latch.delete()).toBe(true);
      await Promise.all(sleepers.map(({ got }) => got));
    });

    it("ends when waitMs has passed and the latch is closed", async () => {
      const latch = await closed(1);
      const error = await latch.wait({ waitMs: 150 }).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: "LOCK_BUSY", lockName: latch.name, remainingMs: -1 });
      expect(Object(error).waitedMs).toBeGreaterThanOrEqual(150);
      expect(String(error)).toMatch(/latch ".*" is not open, after \d+ ms \(tries: \d+\)$/);
      expect(await latch.count()).toBe(1);
    });

    it("changes nothing in Redis, however it ends", async () => {
      const latch = await closed(1);
      await expect(latch.wait({ waitMs: 100 })).rejects.toMatchObject({ code: "LOCK_BUSY" });
      await latch.countDown();
      await latch.wait();
      const kept = await command<string[]>(redis, "KEYS", `*${latch.name}*`);
      // The records of trySetCount and countDown.
      expect(kept.filter((key) => /^leasehound:\w*:request:/.test(key))).toHaveLength(2);
      expect(kept).toHaveLength(2);
    });

    it.each<["aborted" | "closed", string]>([
      ["aborted", "ABORTED"],
      ["closed", "CLOSED"],
    ])("that is %s ends", async (how, code) => {
      const locks = make();
      const latch = await closed(1);
      const stop = new AbortController();
      const { got } = await sleeper((options) =>
        locks.countDownLatch(latch.name).wait({ ...options, signal: stop.signal, waitMs: LONG_MS }),
      );
      if (how === "aborted") stop.abort(new Error("enough"));
      else locks.close();
      await expect(got).rejects.toMatchObject({ code });
      if (how === "aborted") {
        const again = latch.wait({ signal: stop.signal });
        await expect(again).rejects.toMatchObject({ code, cause: stop.signal.reason });
      }
    });

    it("that polls ends as well", async () => {
      const latch = await closed(1);
      const { got } = await sleeper((options) => latch.wait({ ...options, wait: "poll", waitMs: LONG_MS }));
      await latch.countDown();
      await got;
    });
  });

  it("as many waiters as counts all continue, and the latch ends at 0 (C)", async () => {
    const many = 30;
    const latch = await closed(many);
    const clients = [latch, same(latch), same(latch)];
    const of = (nth: number): CountDownLatch => clients[nth % 3] ?? latch;
    const waits = Array.from({ length: many }, (_, nth) => of(nth).wait({ waitMs: LONG_MS }));
    await Promise.all(Array.from({ length: many }, (_, nth) => of(nth).countDown()));
    await Promise.all(waits);
    expect(await latch.count()).toBe(0);
    await eventually(async () => (await command(redis, "EXISTS", latch.name)) === 0);
  });

  describe("a key", () => {
    it("of another type is refused and left unchanged", async () => {
      const latch = unset();
      await using held = await make().lock(latch.name).acquire();
      const refused = { code: "NOT_A_LOCK" };
      const calls = [
        () => latch.trySetCount(1),
        () => latch.count(),
        () => latch.countDown(),
        () => latch.wait(),
        () => latch.delete(),
      ];
      for (const call of calls) await expect(call()).rejects.toMatchObject(refused);
      expect(await held.check()).toBe(true);
    });

    it("that is not an integer is refused and left unchanged", async () => {
      const latch = unset();
      for (const text of ["abc", "", "1.5"]) {
        await command(redis, "SET", latch.name, text);
        await expect(latch.countDown()).rejects.toMatchObject({ code: "NOT_A_LOCK" });
        expect(await command(redis, "GET", latch.name)).toBe(text);
      }
    });
  });
}

/** Wrong use fails at the call, before anything is sent: this client has no server. */
export function countDownLatchOptionsContract(): void {
  const locks = createLocks({ redis: { url: "https://nowhere.invalid", token: "canary" } });

  it("checks the name like that of a lock", () => {
    for (const name of [undefined, "", 7, null, "\ud800", "redisson_x", "leasehound:x", "x".repeat(33_000)]) {
      const wrong = (): unknown => Reflect.apply(locks.countDownLatch, locks, [name]);
      expect(wrong).toThrowError(expect.objectContaining({ code: "INVALID_OPTION", option: "name" }));
    }
  });

  it.each([undefined, null, 0, -1, 1.5, 2 ** 53, Number.NaN, "1", 1n])(
    "refuses a count that is not valid, case %#",
    async (n) => {
      const latch = locks.countDownLatch("x");
      const set = Reflect.apply(latch.trySetCount, latch, [n]);
      await expect(set).rejects.toMatchObject({ code: "INVALID_OPTION", option: "count" });
    },
  );

  it.each<[string, unknown]>([
    ["waitMs", { waitMs: -1 }],
    ["leaseMs", { leaseMs: 5_000 }],
    ["owner", { owner: "a" }],
    ["signal", { signal: {} }],
    ["options", 5],
  ])("names the option %s of wait, case %#", async (option, options) => {
    const latch = locks.countDownLatch("x");
    const waiting = Reflect.apply(latch.wait, latch, [options]);
    await expect(waiting).rejects.toMatchObject({ code: "INVALID_OPTION", option });
  });
}
