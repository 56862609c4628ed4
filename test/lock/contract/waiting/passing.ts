// A plain lock that goes from holder to waiter within one isolate: release and grant in one request. Runs on a gateway
// of its own, one test at a time: it counts requests.
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Held, Lock, LocksOptions } from "../../../../src/index.ts";
import { releaseChannel } from "../../../../src/lock/keys.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { eventually } from "../../../support/eventually.ts";
import { gate } from "../../../support/gate.ts";
import { executed, met } from "../../../support/held-back.ts";
import { leaseTime } from "../../../support/place.ts";
import { rejection } from "../../../support/rejection.ts";
import {
  clearFaults,
  command,
  countsOf,
  type Endpoint,
  hash,
  resetCounts,
  setFaults,
  witnessed,
} from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { NO_POLL_MS, passedHolds, RELEASED } from "./passed-holds.ts";

function isBusy(reply: unknown): boolean {
  return /^busy/.test(String(reply));
}

export function passingContract(redis: Endpoint): void {
  const make = (options: Partial<LocksOptions> = {}): Lock =>
    createLocks({ redis, pollMs: NO_POLL_MS, waitMs: 20_000, ...options }).lock(uniqueName());

  const requests = async (): Promise<number> => (await countsOf(redis)).requests;

  const passes = async ({ name }: Lock): Promise<number> =>
    (await witnessed(redis, name)).filter(({ reply }) => /^ended,.*,passed,/.test(String(reply))).length;

  /** Acquires the lock, and lets others wait in line until messages would reach them. */
  async function heldBefore(
    lock: Lock,
    ...waiters: Parameters<Lock["acquire"]>[0][]
  ): Promise<[Held, Promise<Held>[]]> {
    const held = await lock.acquire();
    const waiting: Promise<Held>[] = [];
    for (const options of waiters) {
      const joined = gate();
      // The first waits for its stream, and is refused twice. The others go in line, which is told at once.
      const onWait = ({ attempts }: { attempts: number }): void => {
        if (attempts !== 1) joined.open();
      };
      waiting.push(lock.acquire({ ...options, onWait }));
      await joined.opened;
    }
    await resetCounts(redis);
    return [held, waiting];
  }

  // Redis knows the script, so that a pass is one request.
  beforeAll(async () => {
    const [held, [waiting]] = await heldBefore(make(), {});
    await held.release();
    await (await waiting)?.release();
  });
  beforeEach(() => clearFaults(redis));
  afterEach(async () => {
    await clearFaults(redis);
    await eventually(async () => (await countsOf(redis)).openStreams === 0);
  });

  describe("a lock that a waiter of the same isolate is in line for", () => {
    it("is released and granted in one request, without a message", async () => {
      const lock = make();
      const [held, [waiting]] = await heldBefore(lock, {});
      expect(await held.release()).toMatchObject(RELEASED);
      const next = await waiting;
      // One of them takes the isolate out of the list of those that wait.
      expect(await countsOf(redis)).toMatchObject({ requests: 1, billed: 8 });
      expect(next?.holdCount).toBe(1);
      expect(await next?.check()).toBe(true);
      expect(await lock.isHeldBy(String(next?.owner))).toBe(true);
      expect(Number(next?.validUntil) - Date.now()).toBeGreaterThan(25_000);
      expect(await next?.release()).toMatchObject(RELEASED);
      expect(await lock.isLocked()).toBe(false);
    });

    it("is passed on by a holder with an owner of the caller's for 9 commands", async () => {
      const lock = make();
      const held = await lock.acquire({ owner: `passing:${crypto.randomUUID()}` });
      const waiting = lock.acquire();
      await eventually(
        async () => (await witnessed(redis, lock.name)).filter(({ reply }) => isBusy(reply)).length === 2,
      );
      await resetCounts(redis);
      await held.release();
      expect(await countsOf(redis)).toMatchObject({ requests: 1, billed: 9 });
      await (await waiting).release();
    });

    it("makes a later caller go in line without a request, in the order of the calls", async () => {
      const lock = make();
      const [held, waiting] = await heldBefore(lock, {}, {}, {});
      expect(await requests()).toBe(0);
      const order: number[] = [];
      const done = waiting.map(async (each, nth) => {
        await using _ = await each;
        order.push(nth);
      });
      await held.release();
      await Promise.all(done);
      expect(order).toEqual([0, 1, 2]);
      // The last attempts once when the stream has moved to it. During this attempt it is not offered the lock.
      expect(await passes(lock)).toBeGreaterThanOrEqual(2);
    });

    it("is announced to other isolates after four passes", async () => {
      const lock = make();
      const [held, waiting] = await heldBefore(lock, ...Array.from({ length: 6 }, () => ({})));
      await held.release();
      await Promise.all(waiting.map(async (each) => (await each).release()));
      // Of seven releases: four passes, a message, a pass, and the last release, for which nobody waits.
      expect(await passes(lock)).toBe(5);
    });

    it("is taken at once by a caller that passes an owner, which may hold it already", async () => {
      const lock = make();
      const owner = `passing:${crypto.randomUUID()}`;
      const held = await lock.acquire({ owner });
      const waiting = lock.acquire();
      await eventually(async () => (await countsOf(redis)).openStreams === 2);
      const inner = await lock.acquire({ owner });
      expect(inner.holdCount).toBe(2);
      await inner.release();
      expect(await held.release()).toMatchObject(RELEASED);
      await (await waiting).release();
    });

    it("stays with its owner's other hold, and is passed with the last", async () => {
      const lock = make();
      const owner = `passing:${crypto.randomUUID()}`;
      const outer = await lock.acquire({ owner });
      const inner = await lock.acquire({ owner });
      const waiting = lock.acquire();
      await eventually(async () => (await countsOf(redis)).openStreams === 2);
      expect(await inner.release()).toMatchObject({ outcome: "still-held", holdCount: 1 });
      expect(await lock.isHeldBy(owner)).toBe(true);
      expect(await outer.release()).toMatchObject(RELEASED);
      await (await waiting).release();
      expect(await lock.isLocked()).toBe(false);
    });
  });

  describe("a pass", () => {
    it("whose reply is lost is repeated, and the waiter learns of its grant", async () => {
      const lock = make();
      const [held, [waiting]] = await heldBefore(lock, {});
      await setFaults(redis, 1, [{ fault: "drop-reply", request: 1 }]);
      expect(await held.release()).toMatchObject(RELEASED);
      const next = await waiting;
      expect(await next?.check()).toBe(true);
      await next?.release();
      expect(await lock.isLocked()).toBe(false);
    });

    it("that is executed twice, also after the waiter's release, grants once", async () => {
      const lock = make();
      const [held, [waiting]] = await heldBefore(lock, {});
      await setFaults(redis, 1, [{ fault: "duplicate", request: 1, delayMs: 600 }]);
      await held.release();
      await (await waiting)?.release();
      await eventually(
        async () => (await witnessed(redis, lock.name)).filter(({ faulted }) => faulted === "duplicate").length > 0,
      );
      expect(await lock.isLocked()).toBe(false);
    });

    it("without an answer for a second does not keep the waiter: it attempts by itself", async () => {
      const lock = make();
      const [held, [waiting]] = await heldBefore(lock, {});
      await setFaults(redis, 1, [{ fault: "hold-back", reply: true, request: 1 }]);
      const releasing = held.release();
      await executed(redis, lock.name);
      const next = await waiting;
      expect(await next?.check()).toBe(true);
      await clearFaults(redis);
      expect(await releasing).toMatchObject(RELEASED);
      expect(await next?.release()).toMatchObject(RELEASED);
    });

    it("that comes after the waiter was refused by itself is found by it", async () => {
      const lock = make();
      const [held, [waiting]] = await heldBefore(lock, {});
      await setFaults(redis, 1, [{ fault: "hold-back", reply: false, request: 1 }]);
      const releasing = held.release();
      // Its own attempt, while the pass has not reached Redis.
      await eventually(async () => (await witnessed(redis, lock.name)).some(({ reply }) => isBusy(reply)));
      // On a slow machine a second attempt of the release may be the pass.
      await clearFaults(redis);
      expect(await releasing).toMatchObject(RELEASED);
      const next = await waiting;
      expect(await next?.check()).toBe(true);
      await next?.release();
    });

    it("leaves nothing when the waiter is aborted before it, and during it", async () => {
      for (const reply of [false, true]) {
        const lock = make();
        const stop = new AbortController();
        const [held, [waiting]] = await heldBefore(lock, { signal: stop.signal });
        const left = rejection(waiting);
        await setFaults(redis, 1, [{ fault: "hold-back", reply, request: 1 }]);
        const releasing = held.release();
        await (reply ? executed(redis, lock.name) : met(redis));
        stop.abort();
        expect(await left).toMatchObject({ code: "ABORTED" });
        await clearFaults(redis);
        expect(await releasing).toMatchObject(RELEASED);
        await eventually(async () => !(await lock.isLocked()), leaseTime(3_000));
      }
    });

    it("leaves nothing when the wait ends during it", async () => {
      const lock = make();
      const [held, [waiting]] = await heldBefore(lock, { waitMs: leaseTime(900) });
      await setFaults(redis, 1, [{ fault: "hold-back", reply: false, request: 1 }]);
      const releasing = held.release();
      await expect(waiting).rejects.toMatchObject({ code: "LOCK_BUSY" });
      await clearFaults(redis);
      expect(await releasing).toMatchObject(RELEASED);
      await eventually(async () => !(await lock.isLocked()), leaseTime(3_000));
    });

    it("grants nothing when the hold was freed by force, and the lock taken by another", async () => {
      const lock = make();
      const [held, [waiting]] = await heldBefore(lock, {});
      await command(redis, "DEL", lock.name);
      const other = `${crypto.randomUUID()}:1`;
      await command(redis, "HSET", lock.name, other, "1");
      await command(redis, "PEXPIRE", lock.name, "60000");
      expect(await held.release()).toMatchObject({ outcome: "taken" });
      expect(Object.keys(await hash(redis, lock.name))).toEqual([other]);
      await command(redis, "DEL", lock.name);
      await command(redis, "PUBLISH", releaseChannel(lock.name), "0");
      await (await waiting)?.release();
    });

    it("that no attempt reaches leaves the waiter in line, until the lease ends", async () => {
      const lock = make({ leaseMs: leaseTime(3_000) });
      const [held, [waiting]] = await heldBefore(lock, {});
      await setFaults(redis, 1, [{ fault: "drop-before", command: "EVALSHA", times: 5 }]);
      await expect(held.release()).rejects.toMatchObject({
        code: expect.stringMatching(/OUTCOME_UNKNOWN|REDIS_UNREACHABLE/),
      });
      await clearFaults(redis);
      await (await waiting)?.release();
    });
  });

  passedHolds(redis, { make, heldBefore, passes });

  it("ten callers in a loop get the lock equally often", async () => {
    const lock = make();
    const shares = Array.from({ length: 10 }, () => 0);
    const end = performance.now() + 1_500;
    let inside = 0;
    await Promise.all(
      shares.map(async (_, nth) => {
        while (performance.now() < end) {
          await using held = await lock.acquire();
          inside += 1;
          if (!held.signal.aborted) expect(inside).toBe(1);
          shares[nth] = (shares[nth] ?? 0) + 1;
          await new Promise((resolve) => setTimeout(resolve, 2));
          inside -= 1;
        }
      }),
    );
    const [most, least] = [Math.max(...shares), Math.min(...shares)];
    expect(most - least).toBeLessThanOrEqual(3);
  });
}
