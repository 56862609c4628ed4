// How a lease keeper treats late replies. Each test has a gateway of its own, because it mostly waits.
import { describe, expect, it } from "vitest";
import { timerAlarm } from "../../../src/engine/testing/test-watchdog.ts";
import type { Held } from "../../../src/index.ts";
import type { KeptLease } from "../../../src/lock/keeper/kept-lease.ts";
import { LeaseKeeper } from "../../../src/lock/keeper/lease-keeper.ts";
import { parseHold } from "../../../src/lock/parts/hold-text.ts";
import { upstashPort } from "../../../src/lock/redis/upstash.ts";
import { startGateway } from "../../../src/tools/gateway/gateway.ts";
import { createLocks } from "../../support/bare-locks.ts";
import { eventually } from "../../support/eventually.ts";
import { passTime } from "../../support/pass-time.ts";
import { processWatchdog } from "../../support/process-watchdog.ts";
import { command } from "../../support/rest.ts";
import { uniqueName } from "../../support/unique-name.ts";

describe.concurrent("a lease keeper", () => {
  it("renews a short lease while the request for a long one hangs, although both share one alarm", async () => {
    await using gateway = await startGateway();
    const watchdog = processWatchdog(gateway);
    const locks = createLocks({ redis: gateway, watchdog });
    const long = await locks.lock(uniqueName()).acquire();
    await long.handOff({ maxHoldMs: 60_000, leaseMs: 12_000 });
    const short = await locks.lock(uniqueName()).acquire();
    const before = (await gateway.counters()).requests;
    gateway.faults.set({ seed: 1, rules: [{ fault: "delay", delayMs: 60_000, request: 1 }] });
    // The renewal of the long one, which times out after two seconds.
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

  it("keeps the others when one key is no longer a lock", async () => {
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

  it("renews on any contact when its alarm is late", async () => {
    await using gateway = await startGateway();
    // Records the time for which the alarm is set, and never fires it.
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
    // Of an earlier instance.
    keeper.keep({ id: "1", hold, joinedAt: now - 50_000, deadline: Number.POSITIVE_INFINITY, fixed: false });
    clock.set = now - 10_000;
    await passTime(gateway, 20_000);
    await keeper.arm();
    await eventually(() => renewed.length > 0);
    // The late alarm may still fire: setting it again on each contact could postpone it indefinitely.
    expect(clock.set).toBe(now - 10_000);
    expect(await createLocks({ redis: gateway }).lock(held.name).remainingMs()).toBeGreaterThan(20_000);
    await keeper.arm();
    clock.set = now - 61_000;
    await keeper.arm();
    expect(clock.set).toBeGreaterThan(now);
    expect(renewed.length).toBe(1);
    await held.release();
  });

  it("renews despite many queries, and sends no more because of a fixed lease that it did not set", async () => {
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

  it("renews a new lease once per third, beside a fixed one of an earlier instance", async () => {
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
    // Without its TTL, the fixed one is checked repeatedly, with pauses.
    await command(gateway, "PERSIST", fixed.name);
    await eventually(() => Date.now() > now + 5_000, 10_000);
    expect(alarms.length).toBeLessThan(25);
    expect(await locks.lock(renewed.name).isHeldBy(renewed.owner)).toBe(true);
    keeper.forget(fixed.name);
    keeper.forget(renewed.name);
    await command(gateway, "DEL", fixed.name);
    await renewed.release();
  });

  it("reports a lease as expired that was kept until its deadline, even if Redis then says that the lock is free", async () => {
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
