// Replies that are not valid, the same for every kind, and all faults at once, for each kind. Runs on a gateway of its
// own, one test at a time.
import { afterEach, expect, it } from "vitest";
import type { Held, LockEvent, LocksOptions } from "../../../../src/index.ts";
import { endFaults } from "../../../support/end-faults.ts";
import { eventually } from "../../../support/eventually.ts";
import { atMost, leaseTime } from "../../../support/place.ts";
import { clearFaults, type Endpoint, setFaultMix, setFaults } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { BackgroundWork } from "../../../support/wait-until.ts";
import { type ExclusiveKind, kinds, locksOf } from "../kinds.ts";

const LEASE_MS = leaseTime(1_000);

export function replyFaultsContract(redis: Endpoint): void {
  const make = (options: Partial<LocksOptions> = {}) => locksOf(kinds.plain, { redis, leaseMs: LEASE_MS, ...options });

  afterEach(() => endFaults(redis));

  it("renewals are retried while lease time remains, and a failure differs from a loss", async () => {
    const events: LockEvent[] = [];
    const lock = make({ leaseMs: leaseTime(2_000), onEvent: (event) => events.push(event) }).lock(uniqueName());
    const held = await lock.acquire();
    await setFaults(redis, 1, [{ fault: "drop-before", request: [1, 2] }]);
    const kept = held.keepAlive(new BackgroundWork());
    await eventually(() => events.some(({ type }) => type === "renewed"));
    const types = events.map(({ type }) => type);
    expect(types.slice(1, 5)).toEqual(["acquired", "renewal-failing", "renewal-failing", "renewed"]);
    expect(held.signal.aborted).toBe(false);
    await held.release();
    expect((await kept.ended).reason).toBe("released");
  });

  it("a grant that answers an earlier attempt is valid from that attempt", async () => {
    const leaseMs = leaseTime(6_000);
    const lock = make({ leaseMs }).lock(uniqueName());
    // Redis knows the scripts, so that each attempt is one request.
    const warm = await lock.acquire();
    await warm.renew();
    await warm.release();
    await setFaults(redis, 1, [
      { fault: "delay", request: 1, replyDelayMs: leaseTime(3_000) },
      { fault: "replay-reply", request: 2 },
      // It renews once because so little of the lease is left.
      { fault: "drop-before", request: 3 },
    ]);
    const sentAt = performance.now();
    const held = await lock.acquire({ wait: "poll", leaseMs });
    const believedMs = held.validUntil - Date.now() + performance.now() - sentAt;
    expect(believedMs).toBeLessThanOrEqual(leaseMs);
    expect(await held.release()).toMatchObject({ outcome: "released" });
  });

  it("renewals that all get the reply to the first one renew nothing, and the hold ends in time", async () => {
    const leaseMs = leaseTime(2_000);
    const lock = make({ leaseMs }).lock(uniqueName());
    const held = await lock.acquire();
    await held.renew();
    const renewedAt = performance.now();
    await setFaults(redis, 1, [{ fault: "replay-reply", command: "EVALSHA" }]);
    const kept = held.keepAlive(new BackgroundWork());
    expect(await kept.ended).toMatchObject({ reason: "lost" });
    expect(performance.now() - renewedAt).toBeLessThan(leaseMs + atMost(500));
    expect(held.signal.aborted).toBe(true);
  });

  it("a check never accepts the reply to an earlier one", async () => {
    const name = uniqueName();
    const locks = make({ leaseMs: 20_000 });
    const held = await locks.lock(name).acquire();
    expect(await held.check()).toBe(true);
    expect(await locks.lock(name).forceRelease()).toBe(true);
    await setFaults(redis, 1, [{ fault: "replay-reply", command: "EVALSHA" }]);
    // The next attempt hears of the end that the previous one found.
    expect(await held.check()).toBe(false);
  });

  it("a stale busy reply does not answer the last attempt, which may have taken the lock", async () => {
    const name = uniqueName();
    const other = await make({ leaseMs: 20_000 }).lock(name).acquire();
    const waiting = make({ leaseMs: 20_000 }).lock(name).acquire({ waitMs: 600, wait: "poll" });
    await setFaults(redis, 1, [{ fault: "replay-reply", command: "EVALSHA", probability: 0.9 }]);
    await Promise.allSettled([waiting]);
    await clearFaults(redis);
    const got = await waiting.catch(() => undefined);
    await got?.release();
    await other.release();
    await eventually(async () => !(await make().lock(name).isLocked()));
  });

  it("disposal hides a release that fails, and never the user's error", async () => {
    const lock = make().lock(uniqueName());
    const body = async (): Promise<void> => {
      await using held = await lock.acquire();
      await setFaults(redis, 1, [{ fault: "drop-before", command: "EVALSHA" }]);
      throw new Error(`the user's own, by ${held.name}`);
    };
    await expect(body()).rejects.toThrow("the user's own");
  });
}

export function faultMixContract(redis: Endpoint, kind: ExclusiveKind): void {
  const make = (options: Partial<LocksOptions> = {}) => locksOf(kind, { redis, leaseMs: LEASE_MS, ...options });

  afterEach(() => endFaults(redis));

  it("a mix of all of them leaves every cycle as if nothing had happened", async () => {
    const locks = make({ waitMs: leaseTime(15_000) });
    // In a queue, every waiter waits for the one that meets a fault.
    const cycles = kind.fair ? 30 : 60;
    const names = [uniqueName(), uniqueName(), uniqueName()];
    await setFaultMix(redis, 7, LEASE_MS);
    const inside = new Map<string, Held>();
    const cycle = async (index: number): Promise<void> => {
      const name = names[index % names.length] ?? "";
      await using held = await locks.lock(name).acquire();
      // This hold is valid, so no other hold may be at this moment. The timer that ends the other's validity may fire
      // late.
      if (!held.signal.aborted) expect(inside.get(name)?.signal.aborted ?? true).toBe(true);
      inside.set(name, held);
      await held.check().catch(() => false);
      if (inside.get(name) === held) inside.delete(name);
    };
    const ends = await Promise.allSettled(Array.from({ length: cycles }, (_, index) => cycle(index)));
    for (const end of ends)
      if (end.status === "rejected") expect(end.reason).toMatchObject({ code: expect.any(String) });
    expect(ends.filter(({ status }) => status === "fulfilled").length).toBeGreaterThan(cycles / 2);
    await clearFaults(redis);
    for (const name of names) await eventually(async () => !(await locks.lock(name).isLocked()), 4 * LEASE_MS);
  });
}
