// What a keeper of leases concludes from answers that come late. Each test has a gateway of its own: most of it is
// waiting.
import { describe, expect, it } from "vitest";
import { startGateway } from "../../scripts/gateway/index.ts";
import type { KeptLease } from "../../src/durable-object/kept-lease.ts";
import { LeaseKeeper } from "../../src/durable-object/lease-keeper.ts";
import { parseHold } from "../../src/hold/serialized.ts";
import type { Held } from "../../src/index.ts";
import { upstashPort } from "../../src/redis/upstash.ts";
import { createLocks } from "../support/bare-locks.ts";
import { eventually } from "../support/eventually.ts";
import { passTime } from "../support/pass-time.ts";
import { processWatchdog, timerAlarm } from "../support/process-watchdog.ts";
import { command } from "../support/rest.ts";
import { uniqueName } from "../support/unique-name.ts";

describe.concurrent("a keeper of leases", () => {
  it("renews a short lease while the request for a long one hangs, although one alarm waits for it", async () => {
    await using gateway = await startGateway();
    const watchdog = processWatchdog(gateway);
    const locks = createLocks({ redis: gateway, watchdog });
    const long = await locks.lock(uniqueName()).acquire();
    await long.handOff({ maxHoldMs: 60_000, leaseMs: 12_000 });
    const short = await locks.lock(uniqueName()).acquire();
    const before = (await gateway.counters()).requests;
    gateway.faults.set({ seed: 1, rules: [{ fault: "delay", delayMs: 60_000, request: 1 }] });
    // The renewal of the long one, which is given up after two seconds.
    await eventually(async () => (await gateway.counters()).requests > before);
    const joinedAt = Date.now();
    await short.handOff({ maxHoldMs: 60_000, leaseMs: 1_000 });
    await eventually(() => Date.now() > joinedAt + 1_500);
    expect(await locks.lock(short.name).handOffStatus(short.serialize())).toMatchObject({ state: "kept" });
    expect(await locks.lock(short.name).isHeldBy(short.owner)).toBe(true);
    gateway.faults.set({ seed: 1, rules: [] });
    await eventually(async () => (await locks.lock(long.name).remainingMs()) > 8_500);
    await short.release();
    await long.release();
  });

  it("keeps the others when one key is no lock any more", async () => {
    await using gateway = await startGateway();
    const watchdog = processWatchdog(gateway);
    const locks = createLocks({ redis: gateway, watchdog });
    const holds = await Promise.all(Array.from({ length: 20 }, () => locks.lock(uniqueName()).acquire()));
    await Promise.all(holds.map((held) => held.handOff({ maxHoldMs: 60_000, leaseMs: 1_500 })));
    const [spoilt, ...others] = holds;
    await command(gateway, "SET", spoilt?.name ?? "", "not a lock");
    await eventually(
      async () => (await locks.lock(spoilt?.name ?? "").handOffStatus(spoilt?.serialize() ?? "")).state === "lost",
    );
    const states = others.map(async (held) => (await locks.lock(held.name).handOffStatus(held.serialize())).state);
    expect(new Set(await Promise.all(states))).toEqual(new Set(["kept"]));
    await Promise.all(others.map((held) => held.release()));
    await command(gateway, "DEL", spoilt?.name ?? "");
  });

  it("is renewed by whoever comes by, when its alarm is late", async () => {
    await using gateway = await startGateway();
    // Says for when it is set, and never rings.
    const clock: { set: number | null } = { set: null };
    const alarm = {
      getAlarm: async () => clock.set,
      deleteAlarm: async () => {},
      setAlarm: async (at: number) => {
        clock.set = at;
      },
    };
    const held = await createLocks({ redis: gateway }).lock(uniqueName()).acquire();
    const renewed: number[] = [];
    const keeper = new LeaseKeeper(upstashPort(gateway), alarm, {
      onRenewed: () => renewed.push(Date.now()),
      onFailing() {},
      onEnd() {},
    });
    const hold = parseHold(held.serialize());
    const now = Date.now();
    // Of an instance before this one.
    keeper.keep({ id: "1", hold, joinedAt: now - 50_000, deadline: Number.POSITIVE_INFINITY, fixed: false });
    clock.set = now - 10_000;
    await passTime(gateway, 20_000);
    await keeper.arm();
    await eventually(() => renewed.length > 0);
    // It may come yet: set anew on each contact, it might never.
    expect(clock.set).toBe(now - 10_000);
    expect(await createLocks({ redis: gateway }).lock(held.name).remainingMs()).toBeGreaterThan(29_000);
    await keeper.arm();
    clock.set = now - 61_000;
    await keeper.arm();
    expect(clock.set).toBeGreaterThan(now);
    expect(renewed.length).toBe(1);
    await held.release();
  });

  it("is not kept from a renewal by many questions, and does not ask more often because of a fixed lease it knows nothing of", async () => {
    await using gateway = await startGateway();
    const watchdog = processWatchdog(gateway);
    const lock = createLocks({ redis: gateway, watchdog }).lock(uniqueName());
    const held = await lock.acquire();
    await held.handOff({ maxHoldMs: 60_000, leaseMs: 3_000 });
    const text = held.serialize();
    gateway.faults.set({ seed: 1, rules: [{ fault: "delay", delayMs: 300 }] });
    const start = Date.now();
    const asking = Array.from({ length: 20 }, async () => {
      while (Date.now() < start + 4_000) await lock.handOffStatus(text);
    });
    await Promise.all(asking);
    gateway.faults.clear();
    expect(await lock.handOffStatus(text)).toMatchObject({ state: "kept" });
    await held.release();
  });

  it("renews a new lease once a third, beside a fixed one of an instance before", async () => {
    await using gateway = await startGateway();
    const locks = createLocks({ redis: gateway, leaseMs: 3_000 });
    const [fixed, renewed] = [await locks.lock(uniqueName()).acquire(), await locks.lock(uniqueName()).acquire()];
    const alarms: number[] = [];
    const keeper: LeaseKeeper = new LeaseKeeper(
      upstashPort(gateway),
      timerAlarm((at) => {
        alarms.push(at);
        return keeper.onAlarm(at);
      }),
      { onRenewed() {}, onFailing() {}, onEnd() {} },
    );
    const now = Date.now();
    const kept = (held: Held, isFixed: boolean): KeptLease => {
      const hold = parseHold(held.serialize());
      const deadline = isFixed ? now + 2_500 : Number.POSITIVE_INFINITY;
      return { id: held.name, hold, joinedAt: now, deadline, fixed: isFixed };
    };
    keeper.keep(kept(fixed, true));
    keeper.keep(kept(renewed, false), { renewedAt: now, validUntil: performance.now() + 3_000 });
    await keeper.arm();
    // Its TTL taken away, the fixed one is looked at again and again, but not without a pause.
    await command(gateway, "PERSIST", fixed.name);
    await eventually(() => Date.now() > now + 5_000, 10_000);
    expect(alarms.length).toBeLessThan(25);
    expect(await locks.lock(renewed.name).isHeldBy(renewed.owner)).toBe(true);
    keeper.forget(fixed.name);
    keeper.forget(renewed.name);
    await command(gateway, "DEL", fixed.name);
    await renewed.release();
  });

  it("calls a lease expired that was kept until its deadline, though Redis says after it that nobody holds the lock", async () => {
    await using gateway = await startGateway();
    const watchdog = processWatchdog(gateway);
    const lock = createLocks({ redis: gateway, leaseMs: 3_000, watchdog }).lock(uniqueName());
    const held = await lock.acquire();
    await held.handOff({ maxHoldMs: 3_200, leaseMs: 6_000 });
    const hold = held.serialize();
    const status = await lock.handOffStatus(hold);
    const deadline = status.state === "kept" ? status.deadline : Number.NaN;
    await eventually(() => Date.now() > deadline - 200);
    // Asked before the deadline, answered after it.
    gateway.faults.set({ seed: 1, rules: [{ fault: "delay", delayMs: 500 }] });
    expect(await lock.handOffStatus(hold)).toMatchObject({ state: "expired" });
  });
});
