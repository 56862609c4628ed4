// The renewals of several holds of one client that share requests. Runs on a gateway of its own, one test at a time.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type ClientOptions,
  createClient,
  type Held,
  type KeepAlive,
  type LockEvent,
  type Locks,
  type LocksOptions,
  lock,
  sharedRenewals,
} from "../../../../src/index.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { eventually } from "../../../support/eventually.ts";
import { atMost, leaseTime } from "../../../support/place.ts";
import { clearFaults, command, type Endpoint, faultsMet, setFaults, witnessed } from "../../../support/rest.ts";
import { runsOf } from "../../../support/runs.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { BackgroundWork } from "../../../support/wait-until.ts";
import { kinds } from "../kinds.ts";

const LEASE_MS = leaseTime(3_000);

/** A context that Workers take for that of one invocation. */
class InvocationContext extends BackgroundWork {
  readonly [Symbol.toStringTag] = "ExecutionContext";
}

interface Kept {
  readonly held: Held;
  readonly kept: KeepAlive;
}

export function renewalsTogetherContract(redis: Endpoint): void {
  const clients: Locks[] = [];
  // Nothing of a test that failed is renewed during the next one.
  afterEach(async () => {
    for (const locks of clients.splice(0)) locks.close();
    await clearFaults(redis);
  });

  describe("holds that are renewed together", () => {
    // Those of the current test: a late event of an earlier one goes to the list of that test.
    let events: LockEvent[] = [];
    beforeEach(() => {
      events = [];
    });
    const listener = (): ((event: LockEvent) => unknown) => {
      const own = events;
      return (event) => own.push(event);
    };
    const make = (options: Partial<LocksOptions> = {}): Locks => {
      const locks = createLocks({ redis, leaseMs: LEASE_MS, onEvent: listener(), ...options });
      clients.push(locks);
      return locks;
    };
    const eventsOf = (type: LockEvent["type"], { name }: Held): LockEvent[] =>
      events.filter((event) => event.type === type && event.lockName === name);
    const renewed = (holds: readonly Kept[], times = 1): Promise<boolean> =>
      eventually(() => holds.every(({ held }) => eventsOf("renewed", held).length >= times));

    /** Events come soon after their causes, in the context of their call. */
    const told = (type: LockEvent["type"], times = 1): Promise<boolean> =>
      eventually(() => events.filter((event) => event.type === type).length >= times);

    /** Acquires locks of one client at once, and keeps them alive. */
    async function keep(holds: readonly Promise<Held>[]): Promise<Kept[]> {
      const context = new InvocationContext();
      return (await Promise.all(holds)).map((held) => ({ held, kept: held.keepAlive(context) }));
    }
    const plain = (locks: Locks, count: number): Promise<Kept[]> =>
      keep(Array.from({ length: count }, () => locks.lock(uniqueName()).acquire()));

    async function releaseAll(holds: readonly Kept[]): Promise<void> {
      for (const { held } of holds) expect(await held.release()).toMatchObject({ outcome: "released" });
      for (const { kept } of holds) expect((await kept.ended).reason).toBe("released");
    }

    /** Returns the number of requests that renewed any of these holds. */
    async function renewals(holds: readonly Kept[]): Promise<number> {
      const entries = await witnessed(redis, "");
      const runs = holds.flatMap(({ held }) => runsOf(entries, held.name));
      return new Set(runs.filter(({ script }) => script.includes("renew")).map(({ seq }) => seq)).size;
    }

    it("share requests, whatever their kinds", async () => {
      const locks = make();
      const of = (kind: keyof typeof kinds): Promise<Held> => kinds[kind].lock(locks, uniqueName()).acquire();
      const names = ["plain", "plain", "plain", "plain", "fair", "fenced", "write", "read", "read", "nonReentrant"];
      const holds = await keep([
        ...[of("plain"), of("plain"), of("plain"), of("plain"), of("fair"), of("fenced"), of("write")],
        ...[of("read"), of("read"), of("nonReentrant")],
      ]);
      await renewed(holds, 3);
      // One for exclusive locks and one for readers, three times, and one more where a reply was slow.
      expect(await renewals(holds)).toBeLessThanOrEqual(names.length);
      expect(holds.some(({ held }) => held.signal.aborted)).toBe(false);
      for (const { held } of holds) expect(await held.check()).toBe(true);
      await releaseAll(holds);
    });

    it("share them in a client with sharedRenewals, and are renewed alone in one without", async () => {
      const kept = (part: Pick<ClientOptions, "renewals">): Promise<Kept[]> => {
        const client = createClient({ redis, prefix: "", leaseMs: LEASE_MS, onEvent: listener(), ...part });
        return keep(Array.from({ length: 4 }, () => lock(client, uniqueName()).acquire()));
      };
      const [together, alone] = [await kept({ renewals: sharedRenewals() }), await kept({})];
      await renewed([...together, ...alone], 2);
      expect(await renewals(together)).toBeLessThanOrEqual(together.length);
      expect(await renewals(alone)).toBeGreaterThanOrEqual(2 * alone.length);
      await releaseAll([...together, ...alone]);
    });

    it("share them with those of passed owners, of several holds of one owner", async () => {
      const locks = make();
      const lock = locks.lock(uniqueName());
      const outer = await lock.acquire({ owner: `again:${crypto.randomUUID()}` });
      const inner = await lock.acquire({ owner: outer.owner });
      const holds = await keep([Promise.resolve(outer), Promise.resolve(inner), locks.lock(uniqueName()).acquire()]);
      await renewed(holds, 2);
      expect(await inner.release()).toEqual({ outcome: "still-held", holdCount: 1 });
      await renewed([...holds.slice(0, 1), ...holds.slice(2)], 4);
      expect(await outer.release()).toMatchObject({ outcome: "released" });
      await holds[2]?.held.release();
    });

    it("lose only the one that was lost", async () => {
      const locks = make();
      const holds = await plain(locks, 5);
      const [first, ...others] = holds;
      await locks.lock(first?.held.name ?? "").forceRelease();
      expect(await first?.kept.ended).toMatchObject({ reason: "lost", renewals: 0 });
      expect(first?.held.signal.aborted).toBe(true);
      await renewed(others, 2);
      expect(events.filter(({ type }) => type === "lost")).toMatchObject([{ reason: "gone" }]);
      expect(events.filter(({ type }) => type === "renewal-failing")).toEqual([]);
      await releaseAll(others);
    });

    it("go on without one whose key is no lock, in fewer requests than there are holds", async () => {
      const locks = make();
      const holds = await plain(locks, 16);
      const [first, ...others] = holds;
      const name = first?.held.name ?? "";
      await command(redis, "SET", name, "text");
      expect(await first?.kept.ended).toEqual({ reason: "lost", renewals: 0 });
      await told("lost");
      expect(events.filter(({ type }) => type === "renewal-failing")[0]).toMatchObject({
        lockName: name,
        error: { code: "NOT_A_LOCK" },
      });
      const failing = events.filter((event) => event.type === "renewal-failing" && event.lockName !== name);
      expect(failing).toEqual([]);
      expect(events.filter(({ type }) => type === "lost")).toMatchObject([{ lockName: name, reason: "lease-ended" }]);
      expect(others.some(({ held }) => held.signal.aborted)).toBe(false);
      expect(await renewals(others)).toBeLessThan(2 * others.length);
      expect(await command(redis, "GET", name)).toBe("text");
      await releaseAll(others);
    });

    it("each report a lost reply, and are retried together", async () => {
      const holds = await plain(make(), 6);
      await setFaults(redis, 1, [{ fault: "drop-reply", request: 1 }]);
      await renewed(holds);
      for (const { held } of holds) {
        expect(held.signal.aborted).toBe(false);
        expect(eventsOf("renewal-failing", held).length).toBeGreaterThanOrEqual(1);
      }
      await clearFaults(redis);
      await releaseAll(holds);
    });

    it("count their validity from the answered request when a reply comes late, and when a request runs twice", async () => {
      const holds = await plain(make(), 4);
      const before = holds.map(({ held }) => held.validUntil);
      await setFaults(redis, 1, [
        // Much longer than an attempt waits: an answer that arrives while a busy process is late counts.
        { fault: "delay", request: 1, replyDelayMs: LEASE_MS / 2 },
        { fault: "duplicate", delayMs: 100 },
      ]);
      await told("renewal-failing");
      for (const [at, { held }] of holds.entries()) {
        if (eventsOf("renewed", held).length === 0) expect(held.validUntil).toBeCloseTo(before[at] ?? 0, -1);
      }
      await renewed(holds, 2);
      await clearFaults(redis);
      await releaseAll(holds);
    });

    it("renew nothing by replies to an earlier renewal, and end in time", async () => {
      const holds = await plain(make(), 2);
      await renewed(holds);
      // Also alone, so that the gateway has an earlier reply to each request.
      for (const { held } of holds) await held.renew();
      await setFaults(redis, 1, [{ fault: "replay-reply", command: "EVALSHA" }]);
      const until = holds.map(({ held }) => held.validUntil);
      for (const { kept } of holds) expect(await kept.ended).toMatchObject({ reason: "lost" });
      expect(Date.now() - Math.max(...until)).toBeLessThan(atMost(500));
      await told("lost", holds.length);
      expect(events.filter(({ type }) => type === "lost")).toHaveLength(holds.length);
    });

    it("are released while their renewal is on its way: it does not revive one, nor count as its loss", async () => {
      const locks = make({ leaseMs: 2 * LEASE_MS });
      const holds = await plain(locks, 3);
      const [first, ...others] = holds;
      await setFaults(redis, 1, [{ fault: "hold-back", request: 1, reply: false }]);
      await eventually(async () => (await faultsMet(redis)) === 1);
      expect(await first?.held.release()).toMatchObject({ outcome: "released" });
      await clearFaults(redis);
      expect(await first?.kept.ended).toMatchObject({ reason: "released" });
      await renewed(others);
      expect(events.filter(({ type }) => type === "lost" || type === "renewal-failing")).toEqual([]);
      expect(await locks.lock(first?.held.name ?? "").isLocked()).toBe(false);
      await releaseAll(others);
    });

    it("stop one by one, and all by close", async () => {
      const locks = make();
      const [first, second, third, fourth] = await plain(locks, 4);
      first?.kept.stop();
      expect(await first?.kept.ended).toEqual({ reason: "stopped", renewals: 0 });
      const context = new InvocationContext();
      const short = third?.held.keepAlive(context, { maxHoldMs: leaseTime(1_500) });
      expect((await third?.kept.ended)?.reason).toBe("stopped");
      expect(await short?.ended).toEqual({ reason: "max-hold", renewals: 1 });
      await eventually(() => first?.held.signal.aborted, 2 * LEASE_MS);
      expect(second?.held.signal.aborted).toBe(false);
      locks.close();
      expect((await second?.kept.ended)?.reason).toBe("stopped");
      expect((await fourth?.kept.ended)?.reason).toBe("stopped");
      expect(second?.held.signal.reason).toMatchObject({ code: "CLOSED" });
    });
  });
}
