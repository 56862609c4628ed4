// The contract of handOff, for the runtime, watchdog and kind of lock that are passed.
import { describe, expect, it } from "vitest";
import type { Held, LockEvent, LocksOptions } from "../../../../src/index.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { eventually } from "../../../support/eventually.ts";
import { atMost, leaseTime } from "../../../support/place.ts";
import { type Endpoint, witnessed } from "../../../support/rest.ts";
import { runsOf } from "../../../support/runs.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { BackgroundWork } from "../../../support/wait-until.ts";
import { type ExclusiveKind, kinds, locksOf } from "../kinds.ts";

const LEASE_MS = leaseTime(2_000);
const LONG = { maxHoldMs: 60_000, leaseMs: LEASE_MS };

export function handOffContract(
  redis: Endpoint,
  watchdog: NonNullable<LocksOptions["watchdog"]>,
  kind: ExclusiveKind,
): void {
  const make = (options: Partial<LocksOptions> = {}) =>
    locksOf(kind, { redis, leaseMs: LEASE_MS, watchdog, ...options });
  const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

  /** Records the events. `types`: without that of the start of the first call. */
  function recorded(): { events: LockEvent[]; onEvent: (event: LockEvent) => void; types: () => string[] } {
    const events: LockEvent[] = [];
    return { events, onEvent: (event) => events.push(event), types: () => events.map(({ type }) => type).slice(1) };
  }

  /** Returns when the watchdog stops renewing, epoch ms. */
  function lastDeadline(events: LockEvent[]): number {
    const last = events.findLast(({ type }) => type === "handed-off");
    return last?.type === "handed-off" ? last.deadline : Number.NaN;
  }

  /** Returns the scripts that run for a lock in the next `ms`, once pending requests were answered. */
  async function runFor(ms: number, key: string): Promise<string[]> {
    await sleep(LEASE_MS / 3);
    const since = (await witnessed(redis, key)).at(-1)?.seq;
    await sleep(ms);
    return [...new Set(runsOf(await witnessed(redis, key, since), key).map(({ script }) => script))];
  }

  function aborted({ signal }: Held): Promise<number> {
    return new Promise((resolve) => {
      signal.addEventListener("abort", () => resolve(Date.now()));
      if (signal.aborted) resolve(Date.now());
    });
  }

  describe.concurrent("a hold that was handed off", () => {
    it("outlives its scope, which releases nothing and leaves nothing running", async () => {
      const lock = make().lock(uniqueName());
      let text = "";
      {
        await using held = await lock.acquire();
        await held.handOff(LONG);
        text = held.serialize();
      }
      // Only the watchdog's.
      expect(await runFor(2 * LEASE_MS, lock.name)).toEqual(["lock/renew-many"]);
      expect(await lock.handOffStatus(text)).toMatchObject({ state: "kept" });
      expect(await lock.release(text)).toMatchObject({ outcome: "released" });
    });

    it.each(["is taken away", "comes to its deadline"])(
      "whose scope was left reports its loss through its signal: it %s",
      async (how) => {
        const lock = make().lock(uniqueName());
        let signal: AbortSignal;
        {
          await using held = await lock.acquire();
          signal = held.signal;
          await held.handOff(how === "is taken away" ? LONG : { maxHoldMs: 2 * LEASE_MS, leaseMs: LEASE_MS });
        }
        await sleep(1.2 * LEASE_MS);
        expect(signal.aborted).toBe(false);
        if (how === "is taken away") await lock.forceRelease();
        await eventually(() => signal.aborted);
        expect(signal.reason).toMatchObject({ code: "LOCK_LOST" });
      },
    );

    it("outlives the function of withLock", async () => {
      const lock = make().lock(uniqueName());
      const text = await lock.withLock(async (held) => {
        await held.handOff(LONG);
        return held.serialize();
      });
      await sleep(1.5 * LEASE_MS);
      expect(await lock.isLocked()).toBe(true);
      expect(await lock.release(text)).toMatchObject({ outcome: "released" });
    });

    it("can be moved; its former object then reads as ended and emits nothing more", async () => {
      const { onEvent, types } = recorded();
      const lock = make({ onEvent }).lock(uniqueName());
      const held = await lock.acquire();
      await held.handOff(LONG);
      const text = held.serialize({ move: true });
      expect(await runFor(1.5 * LEASE_MS, lock.name)).toEqual(["lock/renew-many"]);
      await held[Symbol.asyncDispose]();
      expect(types()).toEqual(["acquired", "handed-off", "moved"]);
      expect(await lock.release(text)).toMatchObject({ outcome: "released" });
    });

    it("outlives its locks, and a scope that is left after they were closed", async () => {
      const locks = make();
      const lock = make().lock(uniqueName());
      let text = "";
      {
        await using held = await locks.lock(lock.name).acquire();
        await held.handOff(LONG);
        text = held.serialize();
        locks.close();
      }
      expect(await lock.handOffStatus(text)).toMatchObject({ state: "kept" });
      expect(await lock.release(text)).toMatchObject({ outcome: "released" });
    });

    it("ends keepAlive, and emits one event with the confirmed expiry", async () => {
      const { events, onEvent, types } = recorded();
      const lock = make({ onEvent }).lock(uniqueName());
      const background = new BackgroundWork();
      const held = await lock.acquire();
      const kept = held.keepAlive(background);
      const before = Date.now();
      const validUntil = await held.handOff(LONG);
      expect(await kept.ended).toMatchObject({ reason: "handed-off" });
      expect(types().filter((type) => type !== "renewed")).toEqual(["acquired", "handed-off"]);
      const handedOff = events.find(({ type }) => type === "handed-off");
      expect(handedOff).toMatchObject({ lockName: lock.name, owner: held.owner, validUntil });
      expect(Math.abs(lastDeadline(events) - before - LONG.maxHoldMs)).toBeLessThan(leaseTime(5_000));
      expect(background.promises).toEqual([]);
      await held.release();
      expect(types().filter((type) => type !== "renewed")).toEqual(["acquired", "handed-off", "released"]);
    });

    it("is valid while the watchdog renews, until its deadline", async () => {
      const { events, onEvent, types } = recorded();
      const lock = make({ onEvent }).lock(uniqueName());
      const held = await lock.acquire();
      const over = aborted(held);
      const validUntil = await held.handOff({ maxHoldMs: 3 * LEASE_MS, leaseMs: LEASE_MS });
      // The two underlying clocks are read one after the other.
      expect(Math.abs(validUntil - held.validUntil)).toBeLessThanOrEqual(2);
      expect(validUntil).toBeLessThanOrEqual(Date.now() + LEASE_MS);
      const text = held.serialize();
      await sleep(2 * LEASE_MS);
      expect(held.signal.aborted).toBe(false);
      expect(await held.check()).toBe(true);
      const early = lastDeadline(events) - (await over);
      expect(early).toBeLessThan(LEASE_MS / 3);
      expect(early).toBeGreaterThan(-atMost(1_000));
      expect(held.signal.reason).toMatchObject({ code: "LOCK_LOST" });
      // Reaching its deadline is not a failure of the watchdog.
      expect(types()).toEqual(["acquired", "handed-off", "lost"]);
      await eventually(async () => !(await lock.isLocked()));
      expect(await lock.handOffStatus(text)).toMatchObject({ state: "expired" });
    });

    it("is lost to its holder and the watchdog when the lock is taken away", async () => {
      const { onEvent, types } = recorded();
      const lock = make({ onEvent }).lock(uniqueName());
      const held = await lock.acquire();
      await held.handOff(LONG);
      const text = held.serialize();
      const over = aborted(held);
      await make().lock(lock.name).forceRelease();
      await using next = await make().lock(lock.name).acquire({ leaseMs: 20_000 });
      await over;
      expect(held.signal.reason).toMatchObject({ code: "LOCK_LOST", end: "lost" });
      expect(types()).toEqual(["acquired", "handed-off", "lost"]);
      expect(await lock.handOffStatus(text)).toMatchObject({ state: "lost" });
      await expect(held.handOff(LONG)).rejects.toMatchObject({ code: "LOCK_LOST" });
      expect(await next.check()).toBe(true);
    });

    it.skipIf(kind.shared)("is stolen from its holder and the watchdog", async () => {
      const held = await make().lock(uniqueName()).acquire();
      await held.handOff(LONG);
      const text = held.serialize();
      const over = aborted(held);
      const theirs = kind.lock(createLocks({ redis, watchdog }), held.name);
      await using thief = await theirs.acquire({ steal: true, reason: "takes over", leaseMs: 20_000 });
      await over;
      expect(held.signal.reason).toMatchObject({ code: "LOCK_STOLEN", thief: { reason: "takes over" } });
      await eventually(async () => (await theirs.handOffStatus(text)).state === "lost");
      await expect(held.handOff(LONG)).rejects.toMatchObject({ code: "LOCK_STOLEN" });
      expect(await thief.check()).toBe(true);
    });

    it.each(["the same object", "its text", "another service"])("ends by release from %s", async (from) => {
      const { onEvent, types } = recorded();
      const lock = make({ onEvent }).lock(uniqueName());
      const held = await lock.acquire();
      await held.handOff(LONG);
      const text = held.serialize();
      expect(await lock.handOffStatus(text)).toMatchObject({ state: "kept" });
      const before = Date.now();
      const released = { outcome: "released", holdCount: 0 };
      if (from === "the same object") expect(await held.release()).toEqual(released);
      else if (from === "its text") expect(await lock.release(text)).toEqual(released);
      else expect(await (await make().resume(text)).release()).toEqual(released);
      expect(await lock.isLocked()).toBe(false);
      const status = await lock.handOffStatus(text);
      expect(status).toMatchObject({ state: "released" });
      if ("endedAt" in status) expect(Math.abs(status.endedAt - before)).toBeLessThan(leaseTime(5_000));
      // The holder's signal aborts without a `lost` event.
      if (from !== "the same object") await aborted(held);
      expect(types().includes("lost")).toBe(false);
    });

    it("excludes others past its lease, and its release from elsewhere wakes a waiter", async () => {
      const lock = make().lock(uniqueName());
      const held = await lock.acquire();
      await held.handOff(LONG);
      const text = held.serialize({ move: true });
      const others = locksOf(kind.shared ? kinds.write : kind, { redis, waitMs: leaseTime(18_000) });
      const waiting = others.lock(lock.name).acquire();
      await sleep(1.5 * LEASE_MS);
      expect(await lock.isHeldBy(held.owner)).toBe(true);
      const start = performance.now();
      expect(await lock.release(text)).toMatchObject({ outcome: "released" });
      await (await waiting).release();
      // Woken by a message: the poll comes after 5 s.
      expect(performance.now() - start).toBeLessThan(atMost(2_000));
    });

    it("is extended by another handOff, also of a resumed hold, and never shortened", async () => {
      const { events, onEvent } = recorded();
      const lock = make({ onEvent }).lock(uniqueName());
      const held = await lock.acquire();
      await held.handOff({ maxHoldMs: 20_000, leaseMs: LEASE_MS });
      const first = lastDeadline(events);
      const resumed = await make({ onEvent }).resume(held.serialize());
      await resumed.handOff({ maxHoldMs: 40_000, leaseMs: LEASE_MS });
      const second = lastDeadline(events);
      expect(second - first).toBeGreaterThan(19_000);
      for (const hold of [held, resumed]) {
        await hold.handOff({ maxHoldMs: leaseTime(1_000), leaseMs: LEASE_MS });
        expect(lastDeadline(events)).toBe(second);
      }
      expect(await lock.handOffStatus(held.serialize())).toEqual({ state: "kept", deadline: second, label: "" });
      // The shorter one does not end the validity either.
      await sleep(2 * LEASE_MS);
      for (const hold of [held, resumed]) expect(hold.signal.aborted).toBe(false);
      await resumed.release();
    });

    it("keeps its label, which its status tells, and the events of a resumed hold", async () => {
      const { events, onEvent } = recorded();
      const lock = make().lock(uniqueName());
      const held = await lock.acquire({ label: "nightly" });
      await held.handOff(LONG);
      const text = held.serialize({ move: true });
      expect(await lock.handOffStatus(text)).toMatchObject({ state: "kept", label: "nightly" });
      const resumed = await make({ onEvent }).lock(lock.name).resume(text);
      await resumed.handOff(LONG);
      expect(await lock.handOffStatus(text)).toMatchObject({ state: "kept", label: "nightly" });
      await resumed.release();
      expect(events.map(({ label }) => label)).toEqual(events.map(() => "nightly"));
      expect(await lock.handOffStatus(text)).not.toHaveProperty("label");
    });

    it("has an unknown status when it was never handed off", async () => {
      const lock = make().lock(uniqueName());
      await using held = await lock.acquire();
      expect(await lock.handOffStatus(held.serialize())).toEqual({ state: "unknown" });
    });

    it("keeps its lease when that ends after its deadline", async () => {
      const lock = make({ leaseMs: 3 * LEASE_MS }).lock(uniqueName());
      const held = await lock.acquire();
      await held.handOff({ maxHoldMs: leaseTime(1_000), leaseMs: LEASE_MS });
      const text = held.serialize();
      await eventually(async () => (await lock.handOffStatus(text)).state === "expired");
      expect(held.signal.aborted).toBe(false);
      expect(await held.check()).toBe(true);
      await aborted(held);
      await eventually(async () => !(await lock.isLocked()), LEASE_MS);
    });

    it("is one hold of its owner: the others stay", async () => {
      const lock = make({ leaseMs: 20_000 }).lock(uniqueName());
      const owner = `entrusted:${crypto.randomUUID()}`;
      const outer = await lock.acquire({ owner });
      const inner = await lock.acquire({ owner });
      await inner.handOff(LONG);
      const text = inner.serialize();
      expect(await inner.release()).toEqual({ outcome: "still-held", holdCount: 1 });
      expect(await lock.handOffStatus(text)).toMatchObject({ state: "released" });
      expect(await outer.check()).toBe(true);
      expect(await outer.release()).toEqual({ outcome: "released", holdCount: 0 });
    });
  });
}
