// Lost and late requests and replies change nothing in the tokens of a fenced lock. Runs on a gateway of its own, one
// test at a time.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type AcquireOptions, type FencedHeld, isLockError } from "../../../../src/index.ts";
import { tokenKey } from "../../../../src/lock/keys.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { endFaults } from "../../../support/end-faults.ts";
import { eventually } from "../../../support/eventually.ts";
import { letGo, met } from "../../../support/held-back.ts";
import { leaseTime } from "../../../support/place.ts";
import {
  clearFaults,
  command,
  type Endpoint,
  setFaultMix,
  setFaults,
  type WitnessedCommand,
  witnessed,
} from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";

const LEASE_MS = 20_000;
const owners: [string, AcquireOptions][] = [
  ["a new owner", {}],
  ["a passed owner", { owner: "passed:1" }],
];

export function fencedFaultsContract(redis: Endpoint): void {
  const make = (leaseMs = LEASE_MS) => createLocks({ redis, leaseMs });
  const latest = (name: string): Promise<string | null> => command(redis, "GET", tokenKey(name));

  // Its script is loaded: the first request of a test is the first run.
  beforeEach(() =>
    make()
      .fencedLock(uniqueName())
      .withLock(() => {}),
  );
  afterEach(() => endFaults(redis));

  async function runsThat(kind: string, name: string): Promise<WitnessedCommand[]> {
    return (await witnessed(redis, name)).filter(({ reply }) => Array.isArray(reply) && reply[0] === kind);
  }

  /** Returns the tokens in the replies to all runs of the acquire, delivered or not. */
  async function tokensTold(name: string): Promise<unknown[]> {
    return (await runsThat("held", name)).map(({ reply }) => Object(reply)[5]);
  }

  async function expectNothingAfter(held: FencedHeld): Promise<void> {
    expect(await make().fencedLock(held.name).isLocked()).toBe(false);
    expect(await latest(held.name)).toBe(held.fencingToken);
  }

  describe("tokens", () => {
    it.each(owners)("are the same in every run of an acquire whose replies were lost: %s", async (_, options) => {
      const lock = make().fencedLock(uniqueName());
      await setFaults(redis, 1, [{ fault: "drop-reply", request: [1, 2] }]);
      const held = await lock.acquire(options);
      expect(await tokensTold(lock.name)).toEqual(Array.from({ length: 3 }, () => held.fencingToken));
      expect(await latest(lock.name)).toBe(held.fencingToken);
      await held.release();
      await expectNothingAfter(held);
    });

    it("are the same in every run of a re-entry whose replies were lost", async () => {
      const lock = make().fencedLock(uniqueName());
      const outer = await lock.acquire();
      await setFaults(redis, 1, [{ fault: "drop-reply", request: [1, 2] }]);
      const inner = await lock.acquire({ owner: outer.owner });
      expect(inner.holdCount).toBe(2);
      expect(await tokensTold(lock.name)).toEqual(Array.from({ length: 4 }, () => outer.fencingToken));
      expect(await latest(lock.name)).toBe(outer.fencingToken);
      await lock.forceRelease();
    });

    it.each([0, 150])("are the same in an acquire that is doubled %i ms later", async (delayMs) => {
      const lock = make().fencedLock(uniqueName());
      await setFaults(redis, 1, [{ fault: "duplicate", request: 1, delayMs }]);
      const held = await lock.acquire();
      await eventually(async () => (await tokensTold(lock.name)).length === 2);
      expect(await tokensTold(lock.name)).toEqual([held.fencingToken, held.fencingToken]);
      await held.release();
      await expectNothingAfter(held);
    });

    it.each(owners)(
      "are not raised by a copy that comes after the end of the hold, which takes nothing: %s",
      async (_, options) => {
        const lock = make().fencedLock(uniqueName());
        await setFaults(redis, 1, [{ fault: "duplicate", request: 1, delayMs: 150 }]);
        const held = await lock.acquire(options);
        await held.release();
        await eventually(async () =>
          (await witnessed(redis, lock.name)).some(({ faulted }) => faulted === "duplicate"),
        );
        expect((await runsThat("ended", lock.name)).map(({ reply }) => Object(reply)[2])).toEqual([
          "released",
          "released",
        ]);
        await expectNothingAfter(held);
        // Nor while another owner holds it.
        await using next = await lock.acquire();
        const [sent] = await runsThat("held", lock.name);
        expect(await command(redis, ...(sent?.command ?? []))).toEqual(["ended", expect.any(String), "released"]);
        expect(await latest(lock.name)).toBe(next.fencingToken);
        expect(await next.check()).toBe(true);
      },
    );

    it("are not raised by a repeated last attempt that was refused, although the lock is free by then", async () => {
      const lock = make().fencedLock(uniqueName());
      const held = await lock.acquire();
      await setFaults(redis, 1, [{ fault: "drop-reply", request: 1 }]);
      expect(await lock.tryAcquire()).toBeNull();
      await clearFaults(redis);
      await held.release();
      const [refused] = await runsThat("busy", lock.name);
      expect(await command(redis, ...(refused?.command ?? []))).toEqual(["ended", expect.any(String), "refused"]);
      await expectNothingAfter(held);
    });

    it("are not raised by an acquire that arrives after its caller gave up", async () => {
      const lock = make().fencedLock(uniqueName());
      const stop = new AbortController();
      await setFaults(redis, 1, [{ fault: "hold-back", reply: false, request: 1 }]);
      const given = lock.acquire({ signal: stop.signal });
      await met(redis);
      stop.abort();
      await expect(given).rejects.toMatchObject({ code: "ABORTED" });
      await letGo(redis, lock.name);
      await eventually(async () => (await runsThat("ended", lock.name)).length === 2);
      expect(await latest(lock.name)).toBeNull();
    });

    it("whose grant was never received are given once, and the next one is higher", async () => {
      const lock = make().fencedLock(uniqueName());
      await setFaults(redis, 1, [{ fault: "drop-reply", request: [1, 2, 3, 4] }]);
      await expect(lock.acquire()).rejects.toMatchObject({ code: "REDIS_UNREACHABLE" });
      const told = await tokensTold(lock.name);
      expect(new Set(told)).toEqual(new Set([await latest(lock.name)]));
      await using next = await lock.acquire();
      expect(BigInt(next.fencingToken)).toBeGreaterThan(BigInt(String(told[0])));
    });

    it("of two locks whose replies were swapped are accepted by neither", async () => {
      const [one, other] = [make().fencedLock(uniqueName()), make().fencedLock(uniqueName())];
      await setFaults(redis, 1, [{ fault: "swap-replies", request: [1, 2], delayMs: 1_000 }]);
      const [held, heldToo] = await Promise.all([one.acquire(), other.acquire()]);
      expect(await latest(one.name)).toBe(held.fencingToken);
      expect(await latest(other.name)).toBe(heldToo.fencingToken);
      await Promise.all([held.release(), heldToo.release()]);
    });

    it("are given once by a script that Redis had forgotten", async () => {
      const lock = make().fencedLock(uniqueName());
      await command(redis, "SCRIPT", "FLUSH");
      const held = await lock.acquire({ waitMs: 0 });
      expect(await tokensTold(lock.name)).toEqual([held.fencingToken]);
      await held.release();
    });

    it("rise from one valid hold to the next in a mix of all faults", async () => {
      const name = uniqueName();
      const [leaseMs, cycles] = [leaseTime(1_000), 40];
      const locks = make(leaseMs);
      await setFaultMix(redis, 11, leaseMs);
      const believed: bigint[] = [];
      const cycle = async (): Promise<void> => {
        await using held = await locks.fencedLock(name).acquire({ waitMs: leaseTime(10_000) });
        if (!held.signal.aborted) believed.push(BigInt(held.fencingToken));
      };
      const ends = await Promise.allSettled(Array.from({ length: cycles }, cycle));
      for (const end of ends) {
        if (end.status === "rejected") expect(isLockError(end.reason)).toBe(true);
      }
      expect(believed.length).toBeGreaterThan(0.75 * cycles);
      expect(believed).toEqual([...new Set(believed)].sort((one, other) => (one < other ? -1 : 1)));
      await clearFaults(redis);
      // A hold has one token in all of its runs, and no two holds share one.
      const byHold = new Map<string, unknown>();
      for (const { command: words, reply } of await runsThat("held", name)) {
        const [, , , , , token] = Object(reply);
        // After the nonce and the owner.
        const hold = words[3 + Number(words[2]) + 2] ?? "";
        expect(byHold.get(hold) ?? token).toBe(token);
        byHold.set(hold, token);
      }
      expect(new Set(byHold.values()).size).toBe(byHold.size);
      await eventually(async () => !(await locks.fencedLock(name).isLocked()), 4 * leaseMs);
    });
  });
}
