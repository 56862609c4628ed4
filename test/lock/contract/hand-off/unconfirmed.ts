// A watchdog whose replies get lost, or that refuses: without a confirmation, the hold stays as it was.
import { describe, expect, it } from "vitest";
import type {
  Entrusted,
  EntrustReply,
  EntrustRequest,
  HandOffStatus,
  LockEvent,
  LocksOptions,
  Watchdog,
  WatchdogNamespace,
} from "../../../../src/index.ts";
import { namespaceWatchdog } from "../../../../src/lock/watchdog/durable-object-watchdog.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { eventually } from "../../../support/eventually.ts";
import { leaseTime } from "../../../support/place.ts";
import type { Endpoint } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { BackgroundWork } from "../../../support/wait-until.ts";

const LEASE_MS = leaseTime(2_000);
const HAND_OFF = { maxHoldMs: 60_000, leaseMs: LEASE_MS };

export function handOffUnconfirmedContract(redis: Endpoint, given: Watchdog | WatchdogNamespace): void {
  const real = "entrust" in given ? given : namespaceWatchdog(given, { shards: 4, location: undefined });

  /** A proxy of the real watchdog that forwards every request, and then changes the n-th reply, counted from 1. */
  class Lossy implements Watchdog {
    readonly asked: Entrusted[] = [];
    readonly takenBack: EntrustRequest[] = [];
    readonly #answer: (reply: EntrustReply, nth: number) => EntrustReply | PromiseLike<EntrustReply>;

    constructor(answer: (reply: EntrustReply, nth: number) => EntrustReply | PromiseLike<EntrustReply>) {
      this.#answer = answer;
    }

    async entrust(entrusted: Entrusted): Promise<EntrustReply> {
      this.asked.push(entrusted);
      const nth = this.asked.length;
      return this.#answer(await real.entrust(entrusted), nth);
    }

    withdraw(request: EntrustRequest): Promise<void> {
      this.takenBack.push(request);
      return real.withdraw(request);
    }

    status(id: Entrusted): Promise<HandOffStatus> {
      return real.status(id);
    }
  }

  /** A watchdog that never kept a hold. */
  const empty = {
    withdraw: async (): Promise<void> => {},
    status: async (): Promise<HandOffStatus> => ({ state: "unknown" }),
  };

  function make(watchdog: Watchdog, options: Partial<LocksOptions> = {}) {
    const events: LockEvent[] = [];
    const locks = createLocks({
      redis,
      leaseMs: LEASE_MS,
      watchdog,
      onEvent: (event) => events.push(event),
      ...options,
    });
    return { lock: locks.lock(uniqueName()), events, types: (): string[] => events.map(({ type }) => type).slice(1) };
  }

  const lost = (): never => {
    throw new Error("Network connection lost.");
  };

  describe.concurrent("an answer that is lost", () => {
    it("is requested again under the same id, which moves no deadline", async () => {
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

    it("each time leaves the hold with its holder, which keeps it alive and gives it back", async () => {
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
      expect(await lock.isLocked()).toBe(false);
      expect(await lock.handOffStatus(text)).toEqual({ state: "unknown" });
      expect(types().filter((type) => type !== "renewed")).toEqual(["acquired", "released"]);
    });

    it("for a while is worth the remaining lease, counted from the request", async () => {
      const lateMs = LEASE_MS / 3;
      const watchdog = new Lossy((reply) => new Promise((resolve) => setTimeout(resolve, lateMs, reply)));
      const { lock } = make(watchdog);
      await using held = await lock.acquire();
      const asked = Date.now();
      expect(await held.handOff(HAND_OFF)).toBeLessThanOrEqual(asked + LEASE_MS + 2);
      expect(Date.now()).toBeGreaterThanOrEqual(asked + lateMs - 2);
      await held.release();
    });

    it("or never comes leaves time to release, and a holder that does not is not kept", async () => {
      const watchdog = new Lossy(() => new Promise(() => {}));
      const { lock, types } = make(watchdog, { leaseMs: 2 * LEASE_MS });
      const held = await lock.acquire();
      await expect(held.handOff(HAND_OFF)).rejects.toMatchObject({ code: "WATCHDOG_UNREACHABLE" });
      expect(held.signal.aborted).toBe(false);
      expect(Date.now()).toBeLessThan(held.validUntil);
      await eventually(() => held.signal.aborted, 4 * LEASE_MS);
      expect(types()).toEqual(["acquired", "lost"]);
      await using _ = await lock.acquire({ waitMs: LEASE_MS });
    });
  });

  describe.concurrent("a request that was not confirmed", () => {
    const unanswered = () => new Lossy(lost);

    it("is taken back: its holder may die, and the lock is free after one lease", async () => {
      const watchdog = unanswered();
      const { lock } = make(watchdog, { leaseMs: 20_000 });
      const held = await lock.acquire();
      await expect(held.handOff(HAND_OFF)).rejects.toMatchObject({ code: "WATCHDOG_UNREACHABLE" });
      await eventually(async () => (await lock.handOffStatus(held.serialize())).state === "unknown");
      const [asked] = watchdog.asked;
      if (asked === undefined) throw new Error("it was not asked");
      expect(watchdog.takenBack.map(({ requestId }) => requestId)).toEqual([asked.requestId]);
      // A late copy finds that its caller continued without it.
      expect(await real.entrust(asked)).toMatchObject({ kind: "unconfirmed" });
      expect(await lock.handOffStatus(held.serialize())).toEqual({ state: "unknown" });
      // A new request is accepted.
      await expect(held.handOff(HAND_OFF)).rejects.toMatchObject({ code: "WATCHDOG_UNREACHABLE" });
      await held.release();
    });

    it("is taken back although it has not arrived yet", async () => {
      const { lock } = make(unanswered(), { leaseMs: 20_000 });
      await using held = await lock.acquire();
      const { owner } = held;
      const request = {
        ...HAND_OFF,
        key: lock.name,
        owner,
        holdId: owner,
        epoch: "",
        ownerIsNew: true,
        requestId: "r",
      };
      await real.withdraw(request);
      expect(await real.entrust(request)).toMatchObject({ kind: "unconfirmed" });
      expect(await real.entrust({ ...request, requestId: "another" })).toMatchObject({ kind: "kept" });
      // Too late: the other request keeps it.
      await real.withdraw(request);
      expect(await lock.handOffStatus(held.serialize())).toMatchObject({ state: "kept" });
    });

    it("is taken back permanently, without any other request of its hold", async () => {
      const { lock } = make(unanswered(), { leaseMs: 20_000 });
      await using held = await lock.acquire();
      const { owner } = held;
      const hold = { ...HAND_OFF, key: lock.name, owner, holdId: owner, epoch: "", ownerIsNew: true };
      const entrust = (requestId: string): Promise<EntrustReply> => real.entrust({ ...hold, requestId });
      const withdraw = (requestId: string): Promise<void> => real.withdraw({ ...hold, requestId });
      const state = async (): Promise<string> => (await lock.handOffStatus(held.serialize())).state;
      await entrust("1");
      await entrust("2");
      await withdraw("1");
      expect(await state()).toBe("kept");
      await withdraw("2");
      expect(await state()).toBe("unknown");
      for (const late of ["1", "2"]) expect(await entrust(late)).toMatchObject({ kind: "unconfirmed" });
      const kept = await entrust("3");
      expect(await entrust("1")).toMatchObject({ kind: "unconfirmed" });
      await withdraw("4");
      expect(await entrust("4")).toMatchObject({ kind: "unconfirmed" });
      expect(await entrust("3")).toMatchObject({ deadline: Object(kept).deadline });
    });

    it("leaves the deadline that the others set", async () => {
      const { lock } = make(unanswered(), { leaseMs: 20_000 });
      await using held = await lock.acquire();
      const { owner } = held;
      const hold = { ...HAND_OFF, key: lock.name, owner, holdId: owner, epoch: "", ownerIsNew: true };
      const first = await real.entrust({ ...hold, requestId: "first" });
      const longer = await real.entrust({ ...hold, maxHoldMs: 3_600_000, requestId: "longer" });
      // A copy of the first request moves nothing.
      expect(await real.entrust({ ...hold, requestId: "first" })).toMatchObject({ deadline: Object(longer).deadline });
      await real.withdraw({ ...hold, requestId: "longer" });
      const status = await lock.handOffStatus(held.serialize());
      expect(status).toMatchObject({ state: "kept", deadline: Object(first).deadline });
    });

    it("leaves the lease that the others set, and no caller is promised more than that", async () => {
      const { lock } = make(unanswered(), { leaseMs: 20_000 });
      await using held = await lock.acquire();
      const { owner } = held;
      const hold = { maxHoldMs: 60_000, key: lock.name, owner, holdId: owner, epoch: "", ownerIsNew: true };
      const long = { ...hold, leaseMs: 24_000, requestId: "long" };
      expect(await real.entrust(long)).toMatchObject({ kind: "kept", leaseMs: 24_000 });
      await real.entrust({ ...hold, leaseMs: leaseTime(1_500), requestId: "short" });
      await real.withdraw({ ...hold, requestId: "short" });
      const before = performance.now();
      const again = Object(await real.entrust(long));
      expect(again).toMatchObject({ kind: "kept" });
      const leftMs = await lock.remainingMs();
      expect(again.leaseMs).toBeLessThanOrEqual(leftMs + performance.now() - before + 1);
    });

    it("because its hold was moved meanwhile is taken back, too", async () => {
      let answer = (): void => {};
      const asked = new Promise<void>((resolve) => {
        answer = resolve;
      });
      const watchdog = new Lossy(async (reply) => {
        await asked;
        return reply;
      });
      const { lock } = make(watchdog, { leaseMs: 20_000 });
      const held = await lock.acquire();
      const handingOff = held.handOff(HAND_OFF);
      await eventually(() => watchdog.asked.length === 1);
      const text = held.serialize({ move: true });
      answer();
      await expect(handingOff).rejects.toMatchObject({ code: "NOT_HELD" });
      await eventually(async () => (await lock.handOffStatus(text)).state === "unknown");
      await lock.release(text);
    });

    it("that would have extended leaves the promise of an earlier one", async () => {
      const watchdog = new Lossy((reply, nth) => (nth === 1 ? reply : lost()));
      const { lock } = make(watchdog, { leaseMs: 20_000 });
      await using held = await lock.acquire();
      await held.handOff(HAND_OFF);
      await expect(held.handOff(HAND_OFF)).rejects.toMatchObject({ code: "WATCHDOG_UNREACHABLE" });
      await eventually(() => watchdog.takenBack.length === 1);
      expect(await lock.handOffStatus(held.serialize())).toMatchObject({ state: "kept" });
      const text = held.serialize();
      await held.release();
      expect(await lock.handOffStatus(text)).toMatchObject({ state: "released" });
    });

    it("because the lease ended here meanwhile is taken back, too", async () => {
      const watchdog = new Lossy((reply) => new Promise((resolve) => setTimeout(resolve, leaseTime(2_100), reply)));
      const { lock } = make(watchdog, { leaseMs: leaseTime(1_000) });
      const held = await lock.acquire();
      await expect(held.handOff(HAND_OFF)).rejects.toMatchObject({ code: expect.stringMatching(/LOST|UNREACHABLE/) });
      await eventually(() => watchdog.takenBack.length === 1);
      await using _ = await lock.acquire({ waitMs: leaseTime(5_000) });
    });
  });

  describe.concurrent("a watchdog", () => {
    it("that cannot renew has kept nothing: the scope releases", async () => {
      const unconfirmed = async (): Promise<EntrustReply> => ({ kind: "unconfirmed", problem: "REDIS_UNREACHABLE" });
      const { lock } = make({ ...empty, entrust: unconfirmed }, { leaseMs: 20_000 });
      {
        await using held = await lock.acquire();
        await expect(held.handOff(HAND_OFF)).rejects.toMatchObject({
          code: "WATCHDOG_UNREACHABLE",
          message: expect.stringContaining("REDIS_UNREACHABLE"),
        });
      }
      expect(await lock.isLocked()).toBe(false);
    });

    it("that stops renewing is noticed before the lease ends, and then the hold is lost", async () => {
      const entrust = async ({ leaseMs, maxHoldMs }: Entrusted): Promise<EntrustReply> => {
        return { kind: "kept", leaseMs, maxHoldMs, deadline: Date.now() + maxHoldMs };
      };
      const { lock, events, types } = make({ ...empty, entrust });
      {
        await using held = await lock.acquire();
        await held.handOff(HAND_OFF);
        await eventually(() => held.signal.aborted);
      }
      const failing = events.find(({ type }) => type === "renewal-failing");
      expect(failing).toMatchObject({ error: { code: "WATCHDOG_UNREACHABLE" }, remainingMs: expect.any(Number) });
      expect([...new Set(types())]).toEqual(["acquired", "handed-off", "renewal-failing", "lost"]);
    });

    it("that is overloaded gets no further requests", async () => {
      const overloaded = Object.assign(new Error("too much to do"), { overloaded: true });
      const watchdog = new Lossy(() => Promise.reject(overloaded));
      const { lock } = make(watchdog, { leaseMs: 20_000 });
      await using held = await lock.acquire();
      await expect(held.handOff(HAND_OFF)).rejects.toMatchObject({ code: "WATCHDOG_UNREACHABLE", cause: overloaded });
      expect(watchdog.asked).toHaveLength(1);
    });

    it("that does not answer about a hold is unreachable, which says nothing about the hold", async () => {
      const broken = { entrust: lost, withdraw: lost, status: async () => lost() };
      const { lock } = make(broken, { leaseMs: 20_000 });
      await using held = await lock.acquire();
      await expect(lock.handOffStatus(held.serialize())).rejects.toMatchObject({ code: "WATCHDOG_UNREACHABLE" });
      // A stub that throws synchronously, as one for a deleted class may, gives the same result.
      await expect(held.handOff(HAND_OFF)).rejects.toMatchObject({ code: "WATCHDOG_UNREACHABLE" });
      expect(await held.check()).toBe(true);
    });
  });
}
