// The contract of the permit-expirable semaphore, for the runtime that calls it.
import { describe, expect, it } from "vitest";
import type { LockEvent, LocksOptions, PermitExpirableSemaphore } from "../../../../src/index.ts";
import { permitLeasesKey } from "../../../../src/lock/keys.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { eventually } from "../../../support/eventually.ts";
import { lookAtPermits } from "../../../support/permits.ts";
import { atMost, itWaits, leaseTime } from "../../../support/place.ts";
import { command, type Endpoint } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { BackgroundWork } from "../../../support/wait-until.ts";

const LEASE_MS = 20_000;
const SHORT_MS = leaseTime(1_500);
const HEX_ID = /^[0-9a-f]{32}$/;
const UNKNOWN = "0123456789abcdef0123456789abcdef";

export function permitExpirableContract(redis: Endpoint): void {
  const make = (options: Partial<LocksOptions> = {}) => createLocks({ redis, leaseMs: LEASE_MS, ...options });
  const semaphoreOf = (name = uniqueName(), options: Partial<LocksOptions> = {}): PermitExpirableSemaphore =>
    make(options).permitExpirableSemaphore(name);

  async function withPermits(permits: number, options: Partial<LocksOptions> = {}): Promise<PermitExpirableSemaphore> {
    const semaphore = semaphoreOf(uniqueName(), options);
    expect(await semaphore.trySetPermits(permits)).toBe(true);
    return semaphore;
  }

  /** Returns the total, available and leased permits. */
  async function numbers(semaphore: PermitExpirableSemaphore): Promise<number[]> {
    return [await semaphore.getPermits(), await semaphore.availablePermits(), await semaphore.acquiredPermits()];
  }

  describe.concurrent("the number of permits", () => {
    it("is 0 where none was set, and an acquire fails at once instead of waiting", async () => {
      const semaphore = semaphoreOf();
      expect(await numbers(semaphore)).toEqual([0, 0, 0]);
      const unset = { code: "PERMITS_UNSET", lockName: semaphore.name };
      await expect(semaphore.acquire()).rejects.toMatchObject(unset);
      await expect(semaphore.tryAcquire()).rejects.toMatchObject(unset);
      await expect(semaphore.acquireMany(2, { waitMs: 60_000 })).rejects.toMatchObject(unset);
      expect(await command(redis, "EXISTS", semaphore.name, permitLeasesKey(semaphore.name))).toBe(0);
    });

    it("is set once by trySetPermits", async () => {
      const semaphore = await withPermits(10);
      expect(await semaphore.availablePermits()).toBe(10);
      expect(await semaphore.trySetPermits(15)).toBe(false);
      expect(await semaphore.availablePermits()).toBe(10);
    });

    it("changes with setPermits, also below the leased ones, which all stay", async () => {
      const semaphore = semaphoreOf();
      for (const permits of [10, 15, 15, 5]) {
        await semaphore.setPermits(permits);
        expect(await numbers(semaphore)).toEqual([permits, permits, 0]);
      }
      const [first, second, third] = await semaphore.acquireMany(3);
      expect(await numbers(semaphore)).toEqual([5, 2, 3]);
      await semaphore.setPermits(3);
      expect(await numbers(semaphore)).toEqual([3, 0, 3]);
      await semaphore.setPermits(2);
      expect(await numbers(semaphore)).toEqual([2, -1, 3]);
      expect(await semaphore.tryAcquire()).toBeNull();
      // Over-committed: the first permit that comes back lets no waiter in.
      expect(await first?.release()).toMatchObject({ outcome: "released" });
      expect(await numbers(semaphore)).toEqual([2, 0, 2]);
      expect(await semaphore.tryAcquire()).toBeNull();
      await second?.release();
      expect(await numbers(semaphore)).toEqual([2, 1, 1]);
      expect(await third?.check()).toBe(true);
    });

    it("changes by addPermits, in both directions", async () => {
      const semaphore = await withPermits(10);
      for (const [more, then] of [
        [5, 15],
        [-10, 5],
        [-10, -5],
        [0, -5],
      ] as const) {
        await semaphore.addPermits(more);
        expect(await semaphore.availablePermits()).toBe(then);
      }
      const fresh = semaphoreOf();
      await fresh.addPermits(2);
      expect(await numbers(fresh)).toEqual([2, 2, 0]);
    });

    itWaits("stays the same in total throughout leases, and their ends", async () => {
      const semaphore = await withPermits(2);
      expect(await numbers(semaphore)).toEqual([2, 2, 0]);
      await semaphore.acquire({ leaseMs: SHORT_MS });
      expect(await numbers(semaphore)).toEqual([2, 1, 1]);
      await semaphore.acquire({ leaseMs: SHORT_MS });
      expect(await numbers(semaphore)).toEqual([2, 0, 2]);
      expect(await semaphore.tryAcquire()).toBeNull();
      await eventually(async () => (await semaphore.availablePermits()) === 2);
      expect(await numbers(semaphore)).toEqual([2, 2, 0]);
      expect(await semaphore.tryAcquire()).not.toBeNull();
      expect(await semaphore.availablePermits()).toBe(1);
    });

    itWaits(
      "ends with the semaphore and its leases, when the key was given a TTL, and does not come back",
      async () => {
        const semaphore = await withPermits(3);
        await command(redis, "PEXPIRE", semaphore.name, SHORT_MS);
        const [permit] = await semaphore.acquireMany(2);
        const leases = permitLeasesKey(semaphore.name);
        expect(await command<number>(redis, "PTTL", leases)).toBeGreaterThan(0);
        await semaphore.addPermits(1);
        await semaphore.setPermits(4);
        expect(await command<number>(redis, "PTTL", semaphore.name)).toBeGreaterThan(0);
        await eventually(async () => (await command(redis, "EXISTS", semaphore.name, leases)) === 0);
        expect(await permit?.check()).toBe(false);
        expect(await permit?.release()).toMatchObject({ outcome: "expired" });
        expect(await numbers(semaphore)).toEqual([0, 0, 0]);
        expect(await command(redis, "EXISTS", semaphore.name, leases)).toBe(0);
      },
    );

    it("is neither restored nor raised by leases of a deleted semaphore", async () => {
      const semaphore = await withPermits(2);
      const [first, second] = await semaphore.acquireMany(2, { leaseMs: SHORT_MS });
      await command(redis, "DEL", semaphore.name);
      expect(await first?.release()).toMatchObject({ outcome: "released" });
      expect(await semaphore.availablePermits()).toBe(0);
      expect(await command(redis, "EXISTS", semaphore.name)).toBe(0);
      await expect(semaphore.tryAcquire()).rejects.toMatchObject({ code: "PERMITS_UNSET" });
      expect(await semaphore.trySetPermits(1)).toBe(true);
      expect(await second?.release()).toMatchObject({ outcome: "expired" });
      expect(await numbers(semaphore)).toEqual([1, 1, 0]);
    });
  });

  describe.concurrent("a permit", () => {
    it("has an id of 32 hex digits, kept in Redis as bytes, until its lease ends", async () => {
      const semaphore = await withPermits(2);
      const permit = await semaphore.acquire();
      expect(permit.id).toMatch(HEX_ID);
      expect(permit).toMatchObject({ name: semaphore.name, leaseMs: LEASE_MS });
      expect(Math.abs(permit.validUntil - Date.now() - LEASE_MS)).toBeLessThan(leaseTime(3_000));
      const { available, leases, now } = await lookAtPermits(redis, semaphore.name);
      expect(available).toBe("1");
      expect(Object.keys(leases)).toEqual([permit.id]);
      expect(leases[permit.id]).toMatch(/^\d{13}$/);
      expect(Number(leases[permit.id]) - now).toBeLessThanOrEqual(LEASE_MS);
      expect(Number(leases[permit.id]) - now).toBeGreaterThan(LEASE_MS - 5_000);
      expect(await permit.release()).toEqual({ outcome: "released", holdCount: 0 });
      expect(await lookAtPermits(redis, semaphore.name)).toMatchObject({ available: "2", leases: {} });
    });

    it("is one of many, each leased and released separately", async () => {
      const semaphore = await withPermits(10);
      const permits = await semaphore.acquireMany(6);
      expect(new Set(permits.map(({ id }) => id)).size).toBe(6);
      expect(await semaphore.availablePermits()).toBe(4);
      expect(await permits[3]?.release()).toMatchObject({ outcome: "released" });
      expect(await numbers(semaphore)).toEqual([10, 5, 5]);
      expect(await permits[0]?.check()).toBe(true);
      expect(await permits[3]?.check()).toBe(false);
      expect(permits[3]?.signal.aborted).toBe(false);
      const more = await semaphore.acquireMany(5);
      expect(more).toHaveLength(5);
      expect(await numbers(semaphore)).toEqual([10, 0, 10]);
    });

    it("is taken together with others or not at all", async () => {
      const semaphore = await withPermits(10);
      await semaphore.acquireMany(4);
      await semaphore.acquireMany(5);
      expect(await semaphore.availablePermits()).toBe(1);
      await expect(semaphore.acquireMany(2, { waitMs: 0 })).rejects.toMatchObject({ code: "LOCK_BUSY" });
      expect(await numbers(semaphore)).toEqual([10, 1, 9]);
    });

    it("is not available when all are leased: busy reports when the first lease ends", async () => {
      const semaphore = await withPermits(1);
      const permit = await semaphore.acquire();
      expect(await semaphore.tryAcquire()).toBeNull();
      const busy = await semaphore.acquire({ waitMs: 0 }).catch((error: unknown) => error);
      expect(busy).toMatchObject({ code: "LOCK_BUSY", lockName: semaphore.name, attempts: 1 });
      expect(Object(busy).remainingMs).toBeGreaterThan(LEASE_MS - 5_000);
      await permit.release();
      await using next = await semaphore.acquire({ waitMs: 0 });
      expect(next.id).not.toBe(permit.id);
    });

    it("that was never leased, or by Java without an end, is waited for by message alone", async () => {
      const semaphore = await withPermits(0);
      const busy = { code: "LOCK_BUSY", remainingMs: -1 };
      await expect(semaphore.acquire({ waitMs: 0 })).rejects.toMatchObject(busy);
      await command(redis, "ZADD", permitLeasesKey(semaphore.name), "922337203685477", "x".repeat(16));
      await expect(semaphore.acquire({ waitMs: 0 })).rejects.toMatchObject(busy);
    });

    itWaits("whose lease ends goes to a waiter; its release is too late then", async () => {
      for (const first of ["acquire", "tryAcquire"] as const) {
        const semaphore = await withPermits(1);
        const permit = await semaphore[first]({ leaseMs: SHORT_MS });
        const started = performance.now();
        const next = await semaphore.acquire({ waitMs: leaseTime(10_000), wait: "poll" });
        expect(performance.now() - started).toBeLessThan(SHORT_MS + atMost(2_500));
        expect(permit?.signal.aborted).toBe(true);
        expect(await semaphore.release(permit?.id ?? "")).toMatchObject({ outcome: "expired" });
        expect(await permit?.release()).toMatchObject({ outcome: "expired" });
        expect(await next.check()).toBe(true);
        expect(await numbers(semaphore)).toEqual([1, 0, 1]);
      }
    });

    itWaits("that is released after its lease, before any other request, still comes back", async () => {
      const semaphore = await withPermits(1);
      const permit = await semaphore.acquire({ leaseMs: SHORT_MS });
      await eventually(async () => {
        const { leases, now } = await lookAtPermits(redis, semaphore.name);
        return now >= Number(leases[permit.id]);
      });
      expect(await permit.release()).toMatchObject({ outcome: "expired" });
      expect(await command(redis, "GET", semaphore.name)).toBe("1");
      expect(await permit.release()).toMatchObject({ outcome: "expired" });
      expect(await numbers(semaphore)).toEqual([1, 1, 0]);
    });

    it("is renewed to its full length, and never shortened or revived", async () => {
      const semaphore = await withPermits(1);
      const permit = await semaphore.acquire({ leaseMs: SHORT_MS });
      const before = Number((await lookAtPermits(redis, semaphore.name)).leases[permit.id]);
      await eventually(async () => (await lookAtPermits(redis, semaphore.name)).now > before - SHORT_MS + 100);
      expect(await permit.renew()).toBeGreaterThan(Date.now());
      expect(Number((await lookAtPermits(redis, semaphore.name)).leases[permit.id])).toBeGreaterThan(before);
      // Another client lengthened the lease.
      await command(redis, "EVAL", LONGER, 1, permitLeasesKey(semaphore.name), before + 60_000);
      await permit.renew();
      expect((await lookAtPermits(redis, semaphore.name)).leases[permit.id]).toBe(String(before + 60_000));
      expect(await permit.check()).toBe(true);
      expect(permit.validUntil).toBeGreaterThan(Date.now() + 50_000);
      await command(redis, "EVAL", LONGER, 1, permitLeasesKey(semaphore.name), 1);
      await expect(permit.renew()).rejects.toMatchObject({ code: "LOCK_LOST", owner: permit.id, end: "lost" });
      expect(await semaphore.tryAcquire()).not.toBeNull();
      expect(await permit.check()).toBe(false);
    });

    itWaits("is kept alive past its lease, and ends with the release", async () => {
      const semaphore = await withPermits(1, { leaseMs: SHORT_MS });
      const permit = await semaphore.acquire();
      const kept = permit.keepAlive(new BackgroundWork());
      await new Promise((resolve) => setTimeout(resolve, 2.5 * SHORT_MS));
      expect(permit.signal.aborted).toBe(false);
      expect(await semaphore.tryAcquire()).toBeNull();
      expect(await permit.release()).toMatchObject({ outcome: "released" });
      const { reason, renewals } = await kept.ended;
      expect(reason).toBe("released");
      expect(renewals).toBeGreaterThanOrEqual(4);
    });

    it("is kept during background work and released at its end, not with the scope", async () => {
      const semaphore = await withPermits(1);
      const background = new BackgroundWork();
      let finish = (): void => {};
      const until = new Promise<void>((resolve) => {
        finish = resolve;
      });
      {
        await using permit = await semaphore.acquire();
        permit.keepAlive(background, { until });
      }
      expect(await semaphore.availablePermits()).toBe(0);
      finish();
      await background.settled();
      expect(await semaphore.availablePermits()).toBe(1);
    });

    it("with a lease of its own is not kept alive", async () => {
      const semaphore = await withPermits(1);
      await using permit = await semaphore.acquire({ leaseMs: leaseTime(5_000) });
      expect(permit.leaseMs).toBe(leaseTime(5_000));
      const fixed = expect.objectContaining({ code: "LEASE_FIXED" });
      expect(() => permit.keepAlive(new BackgroundWork())).toThrow(fixed);
    });

    it("is one of as many as the `permits` option says, which the first acquire sets", async () => {
      const name = uniqueName();
      const semaphore = make().permitExpirableSemaphore(name, { permits: 2 });
      expect(await numbers(semaphore)).toEqual([0, 0, 0]);
      await using _ = await semaphore.acquire();
      expect(await numbers(semaphore)).toEqual([2, 1, 1]);
      expect(await make().permitExpirableSemaphore(name, { permits: 9 }).acquireMany(1)).toHaveLength(1);
      expect(await semaphore.tryAcquire()).toBeNull();
      const many = make().permitExpirableSemaphore(uniqueName(), { permits: 2 });
      expect(await many.acquireMany(2)).toHaveLength(2);
    });

    itWaits("is renewed while the function of withPermit runs, and given back", async () => {
      const semaphore = make({ leaseMs: SHORT_MS }).permitExpirableSemaphore(uniqueName(), { permits: 1 });
      const used = await semaphore.withPermit(async (permit) => {
        await new Promise((resolve) => setTimeout(resolve, 2 * SHORT_MS));
        return [permit.signal.aborted, await permit.check()];
      });
      expect(used).toEqual([false, true]);
      expect(await numbers(semaphore)).toEqual([1, 1, 0]);
      const failing = semaphore.withPermit(() => Promise.reject(new TypeError("the user's own")));
      await expect(failing).rejects.toThrow(TypeError);
      expect(await semaphore.availablePermits()).toBe(1);
    });

    it("that is lost during the function of withPermit ends it in LOCK_LOST, with the function's result", async () => {
      const semaphore = await withPermits(1);
      const lost = { code: "LOCK_LOST", lockName: semaphore.name };
      const steal = async ({ id }: { id: string }): Promise<string> => {
        await command(redis, "DEL", permitLeasesKey(semaphore.name));
        return id;
      };
      await expect(semaphore.withPermit(steal)).rejects.toMatchObject({
        ...lost,
        result: expect.stringMatching(HEX_ID),
      });
      await semaphore.setPermits(1);
      const failing = semaphore.withPermit(async (permit) => {
        await steal(permit);
        throw new TypeError("the user's own");
      });
      await expect(failing).rejects.toMatchObject({ ...lost, cause: expect.any(TypeError) });
      const late = semaphoreOf(uniqueName()).withPermit(() => 1, { leaseMs: leaseTime(1_000) });
      await expect(late).rejects.toMatchObject({ code: "PERMITS_UNSET" });
    });

    it("is given back at the end of the scope, once", async () => {
      const semaphore = await withPermits(2);
      {
        await using permit = await semaphore.acquire();
        await permit.release();
      }
      expect(await numbers(semaphore)).toEqual([2, 2, 0]);
      {
        await using _permit = await semaphore.acquire();
      }
      expect(await numbers(semaphore)).toEqual([2, 2, 0]);
    });

    it("is named in events by its id", async () => {
      const events: LockEvent[] = [];
      const semaphore = await withPermits(1, { onEvent: (event) => events.push(event) });
      const permit = await semaphore.acquire();
      await permit.renew();
      await permit.release();
      const of = { lockName: semaphore.name, owner: permit.id };
      expect(events.slice(1)).toMatchObject([
        { ...of, type: "acquired", attempts: 1 },
        { ...of, type: "renewed" },
        { ...of, type: "released", outcome: "released" },
      ]);
    });

    itWaits("aborts when another client took it away, found by its next renewal", async () => {
      const semaphore = await withPermits(1, { leaseMs: SHORT_MS });
      const permit = await semaphore.acquire();
      const kept = permit.keepAlive(new BackgroundWork());
      expect(await semaphoreOf(semaphore.name).release(permit.id)).toMatchObject({ outcome: "released" });
      expect((await kept.ended).reason).toBe("released");
      expect(permit.signal.aborted).toBe(true);
      expect(await permit.check()).toBe(false);
      expect(await permit.release()).toMatchObject({ outcome: "released" });
      expect(await numbers(semaphore)).toEqual([1, 1, 0]);
    });
  });

  describe.concurrent("a release by ids", () => {
    it("gives back permits of any client, one or many", async () => {
      const semaphore = await withPermits(10);
      const ids = (await semaphore.acquireMany(6)).map(({ id }) => id);
      const elsewhere = semaphoreOf(semaphore.name);
      expect(await elsewhere.release(ids.slice(0, 4))).toEqual({ outcome: "released", holdCount: 0 });
      expect(await semaphore.availablePermits()).toBe(8);
      expect(await elsewhere.release(ids.slice(4))).toMatchObject({ outcome: "released" });
      expect(await numbers(semaphore)).toEqual([10, 10, 0]);
      expect(await elsewhere.release(ids)).toMatchObject({ outcome: "expired" });
      expect(await numbers(semaphore)).toEqual([10, 10, 0]);
    });

    itWaits("gives back all or none: one unknown, released or ended permit fails the list", async () => {
      const semaphore = await withPermits(10);
      const [first, second, third] = (await semaphore.acquireMany(3)).map(({ id }) => id);
      const over = await semaphore.acquire({ leaseMs: SHORT_MS });
      await semaphore.release(String(third));
      await eventually(async () => {
        const { leases, now } = await lookAtPermits(redis, semaphore.name);
        return now >= Number(leases[over.id]);
      });
      for (const other of [UNKNOWN, third, over.id]) {
        const list = [first, second, other].map(String);
        expect(await semaphore.release(list)).toMatchObject({ outcome: "expired" });
      }
      expect(Object.keys((await lookAtPermits(redis, semaphore.name)).leases)).toHaveLength(3);
      expect(await semaphore.release([first, second].map(String))).toMatchObject({ outcome: "released" });
      expect(await command(redis, "GET", semaphore.name)).toBe("10");
    });

    itWaits("gives back ended permits as well", async () => {
      const semaphore = await withPermits(10);
      const over = await semaphore.acquireMany(6, { leaseMs: SHORT_MS });
      const live = await semaphore.acquireMany(2);
      await eventually(async () => {
        const { leases, now } = await lookAtPermits(redis, semaphore.name);
        return now >= Number(leases[over[0]?.id ?? ""]);
      });
      expect(await semaphore.release(live.map(({ id }) => id))).toMatchObject({ outcome: "released" });
      expect(await command(redis, "GET", semaphore.name)).toBe("10");
      expect(await semaphore.release(over.map(({ id }) => id))).toMatchObject({ outcome: "expired" });
      expect(await numbers(semaphore)).toEqual([10, 10, 0]);
    });

    it("of one permit always has the same outcome, and says when the permit was never leased", async () => {
      const semaphore = await withPermits(2);
      const { id } = await semaphore.acquire();
      for (let time = 0; time < 3; time += 1) {
        expect(await semaphore.release(id)).toMatchObject({ outcome: "released" });
        expect(await semaphore.release(UNKNOWN)).toMatchObject({ outcome: "expired" });
      }
      expect(await numbers(semaphore)).toEqual([2, 2, 0]);
    });

    it("counts an id once, however often it is listed", async () => {
      const semaphore = await withPermits(2);
      const { id } = await semaphore.acquire();
      expect(await semaphore.release([id, id, id])).toMatchObject({ outcome: "released" });
      expect(await numbers(semaphore)).toEqual([2, 2, 0]);
    });

    it("accepts a thousand ids", async () => {
      const semaphore = await withPermits(1_000);
      const permits = await semaphore.acquireMany(1_000);
      expect(await numbers(semaphore)).toEqual([1_000, 0, 1_000]);
      expect(await semaphore.release(permits.map(({ id }) => id))).toMatchObject({ outcome: "released" });
      expect(await numbers(semaphore)).toEqual([1_000, 1_000, 0]);
    });
  });

  describe.concurrent("names and types", () => {
    it("have their own permits, however they are written, under Redisson's keys", async () => {
      const prefix = `${uniqueName().replaceAll(":", ".")}:`;
      const locks = make({ prefix });
      for (const name of ["x:y", "{a}:b", "a{b", "a}b", "{}", "a\nb", "\0", "é 🐕", "__proto__", "n".repeat(30_000)]) {
        const semaphore = locks.permitExpirableSemaphore(name);
        await semaphore.trySetPermits(1);
        const permit = await semaphore.acquire({ waitMs: 0 });
        const key = prefix + name;
        const leases = key.includes("{") ? `${key}:timeout` : `{${key}}:timeout`;
        expect(await command(redis, "ZCARD", leases)).toBe(1);
        expect(await semaphore.tryAcquire()).toBeNull();
        await permit.release();
        expect(await command(redis, "GET", key)).toBe("1");
      }
    });

    it("of other keys are refused and left unchanged", async () => {
      const wrong = { code: "NOT_A_LOCK" };
      const hash = semaphoreOf();
      await command(redis, "HSET", hash.name, "field", "1");
      const leases = await withPermits(3);
      await command(redis, "SET", permitLeasesKey(leases.name), "text");
      for (const semaphore of [hash, leases]) {
        await expect(semaphore.acquire()).rejects.toMatchObject(wrong);
        await expect(semaphore.acquireMany(2)).rejects.toMatchObject(wrong);
        await expect(semaphore.setPermits(4)).rejects.toMatchObject(wrong);
        await expect(semaphore.release(UNKNOWN)).rejects.toMatchObject(wrong);
        await expect(semaphore.release([UNKNOWN])).rejects.toMatchObject(wrong);
        await expect(semaphore.availablePermits()).rejects.toMatchObject(wrong);
      }
      await expect(hash.trySetPermits(1)).rejects.toMatchObject(wrong);
      await expect(hash.addPermits(1)).rejects.toMatchObject(wrong);
      expect(await command(redis, "HGETALL", hash.name)).toEqual(["field", "1"]);
      expect(await command(redis, "GET", leases.name)).toBe("3");
      expect(await command(redis, "GET", permitLeasesKey(leases.name))).toBe("text");
    });

    it.each(["", "abc", "1.5", "1e3", " 1", "0x10", "99999999999999999999"])(
      "of a number that is not valid (%j) are refused before anything changes",
      async (text) => {
        const semaphore = await withPermits(2);
        const permit = await semaphore.acquire();
        await command(redis, "SET", semaphore.name, text);
        const refused = { code: "NOT_A_LOCK" };
        await expect(semaphore.acquire()).rejects.toMatchObject(refused);
        await expect(permit.release()).rejects.toMatchObject(refused);
        await expect(semaphore.release([permit.id])).rejects.toMatchObject(refused);
        await expect(semaphore.availablePermits()).rejects.toMatchObject(refused);
        expect(Object.keys((await lookAtPermits(redis, semaphore.name)).leases)).toEqual([permit.id]);
        expect(await command(redis, "GET", semaphore.name)).toBe(text);
      },
    );
  });

  describe.concurrent("many contenders for permits", () => {
    it("never hold more than there are", async () => {
      const name = uniqueName();
      const clients = [make(), make(), make()].map((locks) => locks.permitExpirableSemaphore(name));
      await clients[0]?.trySetPermits(3);
      let [inside, most] = [0, 0];
      const contend = async (index: number): Promise<void> => {
        await using _permit = await clients[index % 3]?.acquire({ waitMs: 20_000 });
        inside += 1;
        most = Math.max(most, inside);
        await new Promise((resolve) => setTimeout(resolve, 5));
        inside -= 1;
      };
      await Promise.all(Array.from({ length: 30 }, (_, index) => contend(index)));
      expect(most).toBeLessThanOrEqual(3);
      expect(await semaphoreOf(name).availablePermits()).toBe(3);
    });

    it("all get in eventually, whether they want one or all", async () => {
      for (const wants of [
        [2, 2],
        [1, 2],
      ]) {
        const semaphore = await withPermits(2);
        const got: number[] = [];
        const turn = async (many: number): Promise<void> => {
          const permits = await semaphore.acquireMany(many);
          got.push(many);
          await semaphore.release(permits.map(({ id }) => id));
        };
        await Promise.all(wants.map(turn));
        expect(got.sort()).toEqual(wants);
        expect(await semaphore.availablePermits()).toBe(2);
      }
    });
  });
}

const LONGER = "redis.call('ZADD', KEYS[1], ARGV[1], redis.call('ZRANGE', KEYS[1], 0, 0)[1])";
