// Lost and late requests and replies do nothing to a hold of any kind. Runs on a gateway of its own, one test at a
// time.
import { afterEach, describe, expect, it } from "vitest";
import type { LockEvent, LocksOptions } from "../../../../src/index.ts";
import { endFaults } from "../../../support/end-faults.ts";
import { eventually } from "../../../support/eventually.ts";
import { letGo, met } from "../../../support/held-back.ts";
import { atMost, leaseTime } from "../../../support/place.ts";
import { clearFaults, command, type Endpoint, hash, setFaults, witnessed } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { BackgroundWork } from "../../../support/wait-until.ts";
import { type ExclusiveKind, kinds, locksOf } from "../kinds.ts";

const LEASE_MS = leaseTime(1_000);

export function faultsContract(redis: Endpoint, kind: ExclusiveKind): void {
  const make = (options: Partial<LocksOptions> = {}) => locksOf(kind, { redis, leaseMs: LEASE_MS, ...options });

  afterEach(() => endFaults(redis));

  describe("with lost requests and replies,", () => {
    it("an acquire counts once, for a new owner and a passed owner", async () => {
      for (const owner of [undefined, `lost:${crypto.randomUUID()}`]) {
        const name = uniqueName();
        const lock = make({ leaseMs: 20_000 }).lock(name);
        await setFaults(redis, 1, [{ fault: "drop-reply", request: [1, 2] }]);
        const held = await lock.acquire(owner === undefined ? {} : { owner });
        expect(await hash(redis, name)).toEqual(kind.hashOf(held.owner));
        expect(await held.release()).toEqual({ outcome: "released", holdCount: 0 });
      }
    });

    it("each request is sent again until it arrives", async () => {
      await setFaults(redis, 1, [{ fault: "drop-before", request: [1, 2, 4] }]);
      const lock = make({ leaseMs: 20_000 }).lock(uniqueName());
      const held = await lock.acquire({ waitMs: 0 });
      expect(await held.release()).toEqual({ outcome: "released", holdCount: 0 });
    });

    it("a release frees the lock once, although the next holder has come", async () => {
      const lock = make({ leaseMs: 20_000 }).lock(uniqueName());
      const first = await lock.acquire();
      await setFaults(redis, 1, [{ fault: "drop-reply", request: 1 }]);
      const [outcome, second] = await Promise.all([first.release(), lock.acquire()]);
      expect(outcome).toEqual({ outcome: "released", holdCount: 0 });
      expect(await first.release()).toEqual({ outcome: "released", holdCount: 0 });
      expect(await second.check()).toBe(true);
      await second.release();
    });

    if (kind.reentrant) {
      it("a partial release counts once", async () => {
        const lock = make({ leaseMs: 20_000 }).lock(uniqueName());
        const owner = `partial:${crypto.randomUUID()}`;
        const outer = await lock.acquire({ owner });
        const inner = await lock.acquire({ owner });
        await setFaults(redis, 1, [{ fault: "drop-reply", request: [1, 2] }]);
        expect(await inner.release()).toEqual({ outcome: "still-held", holdCount: 1 });
        expect(await lock.holdCount(owner)).toBe(1);
        await outer.release();
      });
    }

    it("an acquire without any reply is given back", async () => {
      const name = uniqueName();
      const lock = make({ leaseMs: 20_000 }).lock(name);
      await setFaults(redis, 1, [{ fault: "drop-reply", request: [1, 2, 3, 4] }]);
      await expect(lock.acquire()).rejects.toMatchObject({ code: "REDIS_UNREACHABLE" });
      expect(await lock.isLocked()).toBe(false);
      const runs = await witnessed(redis, name);
      expect(runs.filter(({ reply }) => Array.isArray(reply) && reply[0] === "held")).toHaveLength(4);
    });

    it("an acquire that waits for Redis ends one attempt after waitMs, although no request is answered", async () => {
      const lock = make({ leaseMs: 20_000 }).lock(uniqueName());
      await setFaults(redis, 1, [{ fault: "hold-back", reply: false }]);
      const start = performance.now();
      const ended = lock.acquire({ waitMs: 1_000, onUnreachable: "wait" });
      await expect(ended).rejects.toMatchObject({ code: "OUTCOME_UNKNOWN" });
      expect(performance.now() - start).toBeLessThan(atMost(1_000 + 5_000 + 1_100));
    });

    it("an acquire whose cancel is lost too is unknown, and the lock ends with its lease", async () => {
      const lock = make().lock(uniqueName());
      await setFaults(redis, 1, [
        { fault: "drop-reply", command: "EVALSHA", times: 4 },
        { fault: "drop-before", request: [5, 6, 7, 8] },
      ]);
      await expect(lock.acquire()).rejects.toMatchObject({ code: "OUTCOME_UNKNOWN" });
      await eventually(async () => !(await lock.isLocked()), 3 * LEASE_MS);
    });

    it("an unanswered release ends the hold's validity without a loss", async () => {
      const events: LockEvent[] = [];
      const lock = make({ leaseMs: 20_000, onEvent: (event) => events.push(event) }).lock(uniqueName());
      const held = await lock.acquire();
      await setFaults(redis, 1, [{ fault: "drop-reply", request: [1, 2, 3, 4] }]);
      await expect(held.release()).rejects.toMatchObject({ code: "OUTCOME_UNKNOWN" });
      expect(held.signal.reason).toMatchObject({ code: "OUTCOME_UNKNOWN" });
      await expect(held.renew()).rejects.toMatchObject({ code: "NOT_HELD" });
      expect(await held.check()).toBe(false);
      await using next = await lock.acquire({ waitMs: 0 });
      expect(await held.release()).toEqual({ outcome: "released", holdCount: 0 });
      expect(await next.check()).toBe(true);
      const types = events.map(({ type }) => type).filter((type) => type !== "acquiring");
      expect(types.slice(0, 2)).toEqual(["acquired", "release-failing"]);
      // The repetition in the background, or that of the caller, is answered before or after the next acquire.
      expect(types.slice(2).sort()).toEqual(["acquired", "released"]);
    });

    it("a repeated last attempt stays refused, although the lock is free by then", async () => {
      const name = uniqueName();
      const lock = make({ leaseMs: 20_000 }).lock(name);
      const holder = await lock.acquire();
      await setFaults(redis, 1, [{ fault: "drop-reply", request: 1 }]);
      expect(await lock.tryAcquire()).toBeNull();
      await clearFaults(redis);
      await holder.release();
      const refused = (await witnessed(redis, name)).find(({ reply }) => Array.isArray(reply) && reply[0] === "busy");
      expect(await command(redis, ...(refused?.command ?? []))).toEqual(["ended", expect.any(String), "refused"]);
      expect(await lock.isLocked()).toBe(false);
    });
  });

  describe("releases that do not arrive", () => {
    it("have an unknown outcome and end renewals, and are repeated until one arrives", async () => {
      const lock = make({ leaseMs: 20_000 }).lock(uniqueName());
      const held = await lock.acquire();
      const kept = held.keepAlive(new BackgroundWork());
      await setFaults(redis, 1, [{ fault: "drop-before", request: [1, 2, 3, 4] }]);
      await expect(held.release()).rejects.toMatchObject({ code: "OUTCOME_UNKNOWN" });
      expect((await kept.ended).reason).toBe("released");
      await eventually(async () => !(await lock.isLocked()));
      expect(await held.release()).toEqual({ outcome: "released", holdCount: 0 });
    });

    it("do not revive or free anything when a renewal arrives after them", async () => {
      const name = uniqueName();
      const lock = make({ leaseMs: 20_000 }).lock(name);
      const held = await lock.acquire();
      await setFaults(redis, 1, [{ fault: "hold-back", reply: false, request: 1 }]);
      const renewal = held.renew().catch((error: unknown) => error);
      await met(redis);
      expect(await held.release()).toEqual({ outcome: "released", holdCount: 0 });
      await using next = await lock.acquire({ waitMs: 0 });
      await letGo(redis, name);
      expect(await renewal).toMatchObject({ code: "NOT_HELD" });
      expect(await hash(redis, name)).toEqual(kind.hashOf(next.owner));
    });
  });

  describe("with late requests,", () => {
    it("an acquire that arrives after its caller gave up takes nothing", async () => {
      const name = uniqueName();
      const lock = make().lock(name);
      const stop = new AbortController();
      await setFaults(redis, 1, [{ fault: "hold-back", reply: false, request: 1 }]);
      const given = lock.acquire({ signal: stop.signal });
      await met(redis);
      stop.abort("gave up");
      await expect(given).rejects.toMatchObject({ code: "ABORTED", cause: "gave up" });
      await letGo(redis, name);
      expect((await witnessed(redis, name)).at(-1)?.reply).toEqual(["ended", expect.any(String), "free"]);
      expect(await lock.isLocked()).toBe(false);
    });

    it("a lock that was granted while its caller gave up is given back", async () => {
      const name = uniqueName();
      const lock = make({ leaseMs: 20_000 }).lock(name);
      const stop = new AbortController();
      await setFaults(redis, 1, [{ fault: "drop-reply", request: 1 }]);
      const given = lock.acquire({ signal: stop.signal });
      await eventually(async () => (await witnessed(redis, name)).length >= 1);
      stop.abort();
      await given.then(
        (held) => held.release(),
        (error) => expect(error).toMatchObject({ code: "ABORTED" }),
      );
      await eventually(async () => !(await lock.isLocked()));
    });
  });

  describe("with doubled requests and swapped replies,", () => {
    it("an acquire doubled at once or later counts once, and takes nothing after the release", async () => {
      for (const delayMs of [0, 300]) {
        const name = uniqueName();
        const lock = make({ leaseMs: 20_000 }).lock(name);
        await setFaults(redis, 1, [{ fault: "duplicate", request: 1, delayMs }]);
        const held = await lock.acquire({ owner: `double:${delayMs}` });
        expect(await hash(redis, name)).toEqual(kind.hashOf(held.owner));
        expect(await held.release()).toEqual({ outcome: "released", holdCount: 0 });
        await eventually(
          async () => (await witnessed(redis, name)).filter(({ faulted }) => faulted === "duplicate").length,
        );
        expect(await lock.isLocked()).toBe(false);
      }
    });

    it("a release that is doubled later frees no other hold", async () => {
      const name = uniqueName();
      const lock = make({ leaseMs: 20_000 }).lock(name);
      const first = await lock.acquire();
      await setFaults(redis, 1, [{ fault: "duplicate", request: 1, delayMs: 200 }]);
      await first.release();
      await using second = await lock.acquire({ waitMs: 0 });
      await eventually(
        async () => (await witnessed(redis, name)).filter(({ faulted }) => faulted === "duplicate").length,
      );
      expect(await second.check()).toBe(true);
    });

    it("a request about an owner that is doubled later touches no later hold of that owner", async () => {
      const copied = async (name: string): Promise<void> => {
        await eventually(
          async () => (await witnessed(redis, name)).filter(({ faulted }) => faulted === "duplicate").length,
        );
      };
      const [name, owner] = [uniqueName(), `job-${crypto.randomUUID()}`];
      const lock = make({ leaseMs: 20_000 }).lock(name);
      await lock.acquire({ owner });
      await setFaults(redis, 1, [{ fault: "duplicate", request: 1, delayMs: 200 }]);
      expect(await lock.releaseOwner(owner)).toBe(true);
      const later = await lock.acquire({ owner, waitMs: 0 });
      await copied(name);
      expect(await later.check()).toBe(true);
      await setFaults(redis, 1, [{ fault: "duplicate", request: 1, delayMs: 200 }]);
      expect(await lock.renewOwner(owner, { leaseMs: 90_000 })).toBe(true);
      expect(await later.release()).toEqual({ outcome: "released", holdCount: 0 });
      await using last = await lock.acquire({ owner, waitMs: 0 });
      await copied(name);
      expect(await lock.remainingMs()).toBeLessThanOrEqual(20_000);
      expect(await last.check()).toBe(true);
    });

    it("a request about an owner that is repeated gets the first answer", async () => {
      const owner = `job-${crypto.randomUUID()}`;
      const lock = make({ leaseMs: 20_000 }).lock(uniqueName());
      await lock.acquire({ owner });
      await setFaults(redis, 1, [{ fault: "drop-reply", request: [1, 2, 4] }]);
      expect(await lock.renewOwner(owner)).toBe(true);
      expect(await lock.releaseOwner(owner)).toBe(true);
      expect(await lock.isLocked()).toBe(false);
    });

    it("replies of two locks are accepted by neither", async () => {
      const [one, other] = [make({ leaseMs: 20_000 }).lock(uniqueName()), make({ leaseMs: 20_000 }).lock(uniqueName())];
      await setFaults(redis, 1, [{ fault: "swap-replies", request: [1, 2], delayMs: 1_000 }]);
      const [held, heldToo] = await Promise.all([one.acquire(), other.acquire()]);
      expect(await one.holdCount(held.owner)).toBe(1);
      expect(await other.holdCount(heldToo.owner)).toBe(1);
      expect([await held.release(), await heldToo.release()]).toEqual([
        { outcome: "released", holdCount: 0 },
        { outcome: "released", holdCount: 0 },
      ]);
    });
  });

  it("a script that Redis forgot runs within the same attempt", async () => {
    const lock = make().lock(uniqueName());
    await command(redis, "SCRIPT", "FLUSH");
    const held = await lock.acquire({ waitMs: 0 });
    await command(redis, "SCRIPT", "FLUSH");
    expect(await held.release()).toEqual({ outcome: "released", holdCount: 0 });
  });
}

/** Renewals are the same for every kind. */
export function renewalFaultsContract(redis: Endpoint): void {
  const make = (options: Partial<LocksOptions> = {}) => locksOf(kinds.plain, { redis, leaseMs: LEASE_MS, ...options });

  afterEach(() => endFaults(redis));

  describe("renewals", () => {
    it("whose replies are lost count from the answered ones, and lose nothing", async () => {
      const events: LockEvent[] = [];
      const lock = make({ leaseMs: leaseTime(2_000), onEvent: (event) => events.push(event) }).lock(uniqueName());
      const held = await lock.acquire();
      const validBefore = held.validUntil;
      await setFaults(redis, 1, [{ fault: "drop-reply", request: [1, 2] }]);
      held.keepAlive(new BackgroundWork());
      await eventually(() => events.some(({ type }) => type === "renewal-failing"));
      expect(held.validUntil).toBeLessThanOrEqual(validBefore + 1);
      await eventually(() => events.some(({ type }) => type === "renewed"));
      expect(held.signal.aborted).toBe(false);
      await held.release();
    });

    it("that all hang end in a loss at the local end of the lease", async () => {
      const events: LockEvent[] = [];
      const lock = make({ onEvent: (event) => events.push(event) }).lock(uniqueName());
      const held = await lock.acquire();
      await setFaults(redis, 1, [{ fault: "delay", delayMs: leaseTime(3_000) }]);
      const kept = held.keepAlive(new BackgroundWork());
      await eventually(() => held.signal.aborted, 3 * LEASE_MS);
      expect(await kept.ended).toEqual({ reason: "lost", renewals: 0 });
      expect(events.some(({ type }) => type === "renewal-failing")).toBe(true);
      expect(events.at(-1)).toMatchObject({ type: "lost", reason: "lease-ended" });
    });

    it("that all hang end withLock in LOCK_LOST, with the result of its function", async () => {
      const lock = make().lock(uniqueName());
      const used = lock.withLock(async ({ signal }) => {
        await setFaults(redis, 1, [{ fault: "drop-before" }]);
        await eventually(() => signal.aborted, 3 * LEASE_MS);
        return 7;
      });
      await expect(used).rejects.toMatchObject({ code: "LOCK_LOST", end: undefined, result: 7 });
    });

    it("aside, a release without an answer does not discard the result of withLock within its lease", async () => {
      const lock = make({ leaseMs: 20_000 }).lock(uniqueName());
      const used = lock.withLock(async () => {
        await setFaults(redis, 1, [{ fault: "drop-before" }]);
        return 7;
      });
      expect(await used).toBe(7);
    });
  });
}
