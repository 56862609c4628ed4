// A watchdog whose answers get lost, or that refuses: the hold is handed off when that was confirmed, and else as it was before.
import { describe, expect, it } from "vitest";
import {
  createLocks,
  type Entrusted,
  type EntrustReply,
  type HandOffStatus,
  type LockEvent,
  type LocksOptions,
  type Watchdog,
  type WatchdogNamespace,
} from "../../src/index.ts";
import { namespaceWatchdog } from "../../src/watchdog/namespace.ts";
import { eventually } from "../support/eventually.ts";
import type { Endpoint } from "../support/rest.ts";
import { uniqueName } from "../support/unique-name.ts";
import { BackgroundWork } from "../support/wait-until.ts";

const LEASE_MS = 1_500;
const HAND_OFF = { maxHoldMs: 60_000, leaseMs: LEASE_MS };

export function handOffUnconfirmedContract(redis: Endpoint, given: Watchdog | WatchdogNamespace): void {
  const real = "entrust" in given ? given : namespaceWatchdog(given, { shards: 4, location: undefined });

  /** In front of the real one, which is asked all the same: what becomes of its n-th answer, counted from 1. */
  class Lossy implements Watchdog {
    readonly asked: Entrusted[] = [];
    readonly #answer: (reply: EntrustReply, nth: number) => EntrustReply | PromiseLike<EntrustReply>;

    constructor(answer: (reply: EntrustReply, nth: number) => EntrustReply | PromiseLike<EntrustReply>) {
      this.#answer = answer;
    }

    async entrust(entrusted: Entrusted): Promise<EntrustReply> {
      this.asked.push(entrusted);
      const nth = this.asked.length;
      return this.#answer(await real.entrust(entrusted), nth);
    }

    status(id: Entrusted): Promise<HandOffStatus> {
      return real.status(id);
    }
  }

  function make(watchdog: Watchdog, options: Partial<LocksOptions> = {}) {
    const events: LockEvent[] = [];
    const locks = createLocks({
      redis,
      leaseMs: LEASE_MS,
      watchdog,
      onEvent: (event) => events.push(event),
      ...options,
    });
    return { lock: locks.lock(uniqueName()), events, types: (): string[] => events.map(({ type }) => type) };
  }

  const lost = (): never => {
    throw new Error("Network connection lost.");
  };

  describe.concurrent("an answer that is lost", () => {
    it("is asked for again, as the same request, which moves no deadline", async () => {
      const deadlines: number[] = [];
      const watchdog = new Lossy((reply, nth) => {
        if (reply.kind === "kept") deadlines.push(reply.deadline);
        return nth < 3 ? lost() : reply;
      });
      const { lock, types } = make(watchdog);
      const held = await lock.acquire();
      await held.handOff(HAND_OFF);
      expect(watchdog.asked.length).toBe(3);
      expect(new Set(watchdog.asked.map(({ requestId }) => requestId)).size).toBe(1);
      expect(new Set(deadlines).size).toBe(1);
      expect(types()).toEqual(["acquired", "handed-off"]);
      await held.handOff(HAND_OFF);
      expect(new Set(watchdog.asked.map(({ requestId }) => requestId)).size).toBe(2);
      await held.release();
    });

    it("each time leaves the hold with its holder, who keeps it alive and gives it back", async () => {
      const watchdog = new Lossy(lost);
      const { lock, types } = make(watchdog);
      let text = "";
      {
        await using held = await lock.acquire();
        const kept = held.keepAlive(new BackgroundWork());
        text = held.serialize();
        await expect(held.handOff(HAND_OFF)).rejects.toMatchObject({
          code: "WATCHDOG_UNREACHABLE",
          cause: { message: "Network connection lost." },
        });
        expect(watchdog.asked).toHaveLength(4);
        expect(held.signal.aborted).toBe(false);
        expect(await held.check()).toBe(true);
        kept.stop();
        expect((await kept.ended).reason).toBe("stopped");
      }
      // What the watchdog kept all the same ends with the release of the scope.
      expect(await lock.isLocked()).toBe(false);
      expect(await lock.handOffStatus(text)).toMatchObject({ state: "released" });
      expect(types().filter((type) => type !== "renewed")).toEqual(["acquired", "released"]);
    });

    it("for a while is worth what is left of the lease, counted from when it was asked for", async () => {
      const lateMs = LEASE_MS / 2;
      const watchdog = new Lossy((reply) => new Promise((resolve) => setTimeout(resolve, lateMs, reply)));
      const { lock } = make(watchdog);
      await using held = await lock.acquire();
      const asked = Date.now();
      expect(await held.handOff(HAND_OFF)).toBeLessThanOrEqual(asked + LEASE_MS + 2);
      expect(Date.now()).toBeGreaterThanOrEqual(asked + lateMs - 2);
      await held.release();
    });

    it("or never comes costs no more than the time the hold is believed in", async () => {
      const watchdog = new Lossy(() => new Promise(() => {}));
      const { lock, types } = make(watchdog);
      const held = await lock.acquire();
      const { validUntil } = held;
      await expect(held.handOff(HAND_OFF)).rejects.toMatchObject({ code: "WATCHDOG_UNREACHABLE" });
      expect(Date.now() - validUntil).toBeLessThan(2_000);
      // Not confirmed, it is not believed in, although the watchdog has it.
      await eventually(() => held.signal.aborted);
      expect(types()).toEqual(["acquired", "lost"]);
      await lock.forceRelease();
    });
  });

  describe.concurrent("a watchdog", () => {
    it("that cannot renew has kept nothing: the scope releases", async () => {
      const unconfirmed = async (): Promise<EntrustReply> => ({ kind: "unconfirmed", problem: "REDIS_UNREACHABLE" });
      const status = async (): Promise<HandOffStatus> => ({ state: "unknown" });
      const { lock } = make({ entrust: unconfirmed, status }, { leaseMs: 20_000 });
      {
        await using held = await lock.acquire();
        await expect(held.handOff(HAND_OFF)).rejects.toMatchObject({
          code: "WATCHDOG_UNREACHABLE",
          message: expect.stringContaining("REDIS_UNREACHABLE"),
        });
      }
      expect(await lock.isLocked()).toBe(false);
    });

    it("that renews no more is found out while there is lease left, and then the hold is lost", async () => {
      const entrust = async ({ leaseMs, maxHoldMs }: Entrusted): Promise<EntrustReply> => {
        return { kind: "kept", leaseMs, maxHoldMs, deadline: Date.now() + maxHoldMs };
      };
      const { lock, events, types } = make({ entrust, status: (id) => real.status(id) });
      {
        await using held = await lock.acquire();
        await held.handOff(HAND_OFF);
        await eventually(() => held.signal.aborted);
      }
      const failing = events.find(({ type }) => type === "renewal-failing");
      expect(failing).toMatchObject({ error: { code: "WATCHDOG_UNREACHABLE" }, remainingMs: expect.any(Number) });
      expect([...new Set(types())]).toEqual(["acquired", "handed-off", "renewal-failing", "lost"]);
    });

    it("that is overloaded is left alone", async () => {
      const overloaded = Object.assign(new Error("too much to do"), { overloaded: true });
      const watchdog = new Lossy(() => Promise.reject(overloaded));
      const { lock } = make(watchdog, { leaseMs: 20_000 });
      await using held = await lock.acquire();
      await expect(held.handOff(HAND_OFF)).rejects.toMatchObject({ code: "WATCHDOG_UNREACHABLE", cause: overloaded });
      expect(watchdog.asked).toHaveLength(1);
    });

    it("that does not answer about a hold is unreachable, and says nothing about it", async () => {
      const broken = { entrust: lost, status: async () => lost() };
      const { lock } = make(broken, { leaseMs: 20_000 });
      await using held = await lock.acquire();
      await expect(lock.handOffStatus(held.serialize())).rejects.toMatchObject({ code: "WATCHDOG_UNREACHABLE" });
      // One that throws at once, as a stub for a deleted class may, is no other case.
      await expect(held.handOff(HAND_OFF)).rejects.toMatchObject({ code: "WATCHDOG_UNREACHABLE" });
      expect(await held.check()).toBe(true);
    });
  });
}
