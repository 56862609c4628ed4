// The events of calls and holds: each call has one start and one end, each hold one end, for the runtime that calls it.
import { describe, expect, it } from "vitest";
import type { LockEvent, Locks, LocksOptions } from "../../../../src/index.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { eventually } from "../../../support/eventually.ts";
import { itWaits, leaseTime } from "../../../support/place.ts";
import type { Endpoint } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";

const LEASE_MS = leaseTime(1_000);
const CALL_ENDS: readonly string[] = ["acquired", "found", "resumed", "busy", "aborted", "failed"];
const HOLD_ENDS: readonly string[] = ["released", "lost", "moved", "closed"];

export function eventsContract(redis: Endpoint): void {
  function make(options: Partial<LocksOptions> = {}): { events: LockEvent[]; locks: Locks } {
    const events: LockEvent[] = [];
    const locks = createLocks({ redis, onEvent: (event) => events.push(event), ...options });
    return { events, locks };
  }

  /** Returns the ends of all calls and holds by the id of their call, after a check that each is told once. */
  function endsOf(events: readonly LockEvent[]): string[][] {
    const ids = [...new Set(events.map(({ id }) => id))];
    return ids.map((id) => {
      const own = events.filter((event) => event.id === id);
      const [start, ...others] = own;
      expect(start?.type).toMatch(/^(acquiring|resuming)$/);
      expect(others.filter(({ type }) => type === "acquiring" || type === "resuming")).toEqual([]);
      expect(new Set(own.map(({ lockName, kind }) => `${kind} ${lockName}`)).size).toBe(1);
      const ends = others.filter(({ type }) => CALL_ENDS.includes(type));
      expect(ends).toHaveLength(1);
      const [end] = ends;
      const holds = end?.type === "acquired" ? end.holds : Number(end?.type === "resumed");
      const holdEnds = others.filter(({ type }) => HOLD_ENDS.includes(type));
      expect(holdEnds).toHaveLength(holds);
      return [...ends, ...holdEnds].map(({ type }) => type);
    });
  }

  describe.concurrent("events", () => {
    it("of a hold have the limits, the times and the outcome", async () => {
      const { events, locks } = make();
      const lock = locks.lock(uniqueName());
      const held = await lock.acquire({ waitMs: 5_000, label: "told" });
      await held.release();
      await held.release();
      const [start, acquired, released] = events;
      const facts = { id: start?.id, lockName: lock.name, kind: "lock", label: "told" };
      const limits = { waitMs: 5_000, leaseMs: held.leaseMs };
      expect(start).toEqual({ ...facts, type: "acquiring", owner: "", ...limits, waitedMs: 0 });
      const waitedMs = expect.any(Number);
      expect(acquired).toEqual({ ...facts, type: "acquired", owner: held.owner, attempts: 1, holds: 1, waitedMs });
      const heldMs = expect.any(Number);
      expect(released).toEqual({ ...facts, type: "released", owner: held.owner, outcome: "released", heldMs });
      expect(endsOf(events)).toEqual([["acquired", "released"]]);
    });

    it("of the call begin before anything is sent, in the caller's own turn", async () => {
      const { events, locks } = make({ redis: { url: "http://127.0.0.1:1", token: "none" } });
      const given = locks.lock(uniqueName()).acquire({ signal: AbortSignal.abort() });
      expect(events.map(({ type }) => type)).toEqual(["acquiring"]);
      await expect(given).rejects.toMatchObject({ code: "ABORTED" });
      expect(endsOf(events)).toEqual([["aborted"]]);
    });

    it("of a refused call tell for how long it waited, and how often it attempted", async () => {
      const { events, locks } = make();
      const lock = locks.lock(uniqueName());
      await using held = await lock.acquire({ label: "its holder" });
      const error = await lock.acquire({ waitMs: 200, wait: "poll" }).catch((thrown: unknown) => Object(thrown));
      const busy = events.at(-1);
      const { attempts, remainingMs, position } = error;
      expect(busy).toMatchObject({ type: "busy", attempts, remainingMs, position, heldByThisClient: true });
      expect(Object(busy).holder).toMatchObject({ owner: held.owner, label: "its holder" });
      expect(Object(busy).waitedMs).toBeGreaterThanOrEqual(200);
      const waits = events.filter(({ id, type }) => id === busy?.id && type === "waiting");
      expect(waits).toHaveLength(attempts - 1);
    });

    it("end a call that close() ends as failed, and its hold as closed, once", async () => {
      const { events, locks } = make();
      const lock = locks.lock(uniqueName());
      const held = await lock.acquire();
      const waiting = lock.acquire();
      await eventually(() => events.some(({ type }) => type === "waiting"));
      locks.close();
      await expect(waiting).rejects.toMatchObject({ code: "CLOSED" });
      expect(await held.release()).toMatchObject({ outcome: "released" });
      expect(endsOf(events)).toEqual([["acquired", "closed"], ["failed"]]);
      expect(events.find(({ type }) => type === "failed")).toMatchObject({ error: { code: "CLOSED" } });
    });

    it("end a hold as lost, once, also when its release finds that", async () => {
      const { events, locks } = make();
      const lock = locks.lock(uniqueName());
      const [found, told] = [await lock.acquire(), locks.lock(uniqueName())];
      await lock.forceRelease();
      expect(await found.release()).toMatchObject({ outcome: "expired" });
      const other = await told.acquire();
      await told.forceRelease();
      expect(await other.check()).toBe(false);
      expect(await other.release()).toMatchObject({ outcome: "expired" });
      expect(endsOf(events)).toEqual([
        ["acquired", "lost"],
        ["acquired", "lost"],
      ]);
      for (const event of events) if (event.type === "lost") expect(event).toMatchObject({ reason: "gone" });
    });

    itWaits("end a hold at the local end of its lease, without an end that Redis remembers", async () => {
      const { events, locks } = make({ leaseMs: LEASE_MS });
      await locks.lock(uniqueName()).acquire();
      await eventually(() => events.some(({ type }) => type === "lost"));
      expect(events.at(-1)).toMatchObject({ type: "lost", reason: "lease-ended", end: undefined });
      expect(Object(events.at(-1)).heldMs).toBeGreaterThan(LEASE_MS / 2);
    });

    it("end a hold that was released elsewhere as released", async () => {
      const { events, locks } = make();
      const lock = locks.lock(uniqueName());
      const held = await lock.acquire();
      await createLocks({ redis }).lock(lock.name).release(held.serialize());
      expect(await held.check()).toBe(false);
      await held.release();
      expect(events.at(-1)).toMatchObject({ type: "released", outcome: "released-elsewhere" });
      expect(endsOf(events)).toEqual([["acquired", "released"]]);
    });

    it("end a moved hold where it was, and begin it where it is resumed", async () => {
      const { events, locks } = make();
      const lock = locks.lock(uniqueName());
      const text = (await lock.acquire()).serialize({ move: true });
      await (await locks.resume(text)).release();
      await expect(lock.resume(text)).rejects.toMatchObject({ code: "LOCK_LOST" });
      expect(endsOf(events)).toEqual([["acquired", "moved"], ["resumed", "released"], ["failed"]]);
      expect(events.map(({ type }) => type).filter((type) => type === "resuming")).toHaveLength(2);
    });

    it("of a re-entry are those of another call and hold of the same owner", async () => {
      const { events, locks } = make();
      const lock = locks.lock(uniqueName());
      const outer = await lock.acquire();
      const inner = await lock.acquire({ owner: outer.owner });
      for (const held of [inner, outer]) await held.release();
      expect(endsOf(events)).toEqual([
        ["acquired", "released"],
        ["acquired", "released"],
      ]);
      const outcomes = events.flatMap((event) => (event.type === "released" ? [event.outcome] : []));
      expect(outcomes).toEqual(["still-held", "released"]);
    });

    it("of permits are those of one call, and of each permit's end", async () => {
      const { events, locks } = make();
      const semaphore = locks.permitExpirableSemaphore(uniqueName(), { permits: 2 });
      for (const permit of await semaphore.acquireMany(2)) await permit.release();
      await locks.semaphore(uniqueName(), { permits: 1 }).acquire();
      await locks.countDownLatch(uniqueName()).wait();
      expect(endsOf(events)).toEqual([["acquired", "released", "released"], ["acquired"], ["acquired"]]);
    });

    it("of a single flight end in its own run, or in a result that was found", async () => {
      const { events, locks } = make();
      const name = uniqueName();
      for (const _ of [1, 2]) expect(await locks.singleFlight(name, () => 7, { ttlMs: 20_000 })).toBe(7);
      expect(endsOf(events)).toEqual([["acquired", "released"], ["found"]]);
    });
  });
}
