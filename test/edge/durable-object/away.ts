// Redis away for longer than the lease: the loss is reported, and no lock is taken back. And a slow Redis.
import { afterEach, expect, it } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { clearFaults, setFaults } from "../../support/rest.ts";
import { uniqueName } from "../../support/unique-name.ts";
import { byPeriod, renewalsOf } from "./renewals.ts";
import { at, holdOf, type Stack } from "./stack.ts";

const ALONE = { concurrent: false, timeout: 90_000 };

/** One after the other, because they set the faults of the stack's gateway. */
export function awayScenarios(stack: Stack, leaseMs: number): void {
  afterEach(() => clearFaults(stack.gateway));

  it(
    "goes on asking for six leases, tells what was lost, takes nothing back, and goes on afterwards",
    ALONE,
    async () => {
      const name = uniqueName();
      const [short, long] = [`${name}:short`, `${name}:long`];
      const [job, longJob] = await Promise.all([
        stack.job({ name: short, watchdog: name, handOff: { maxHoldMs: 600_000, leaseMs } }),
        // Kept by the same object, it outlives the outage, and therefore so must the chain of alarms.
        stack.job({ name: long, watchdog: name, handOff: { maxHoldMs: 600_000, leaseMs: 12 * leaseMs } }),
        stack.room(name, "acquire", name, { watch: true }),
      ]);
      await stack.fault("watchdog", name, {});
      const lostOf = async (): Promise<unknown> => (await stack.story("room", name)).lost;

      await setFaults(stack.gateway, 7, [
        { fault: "drop-before", probability: 0.4 },
        { fault: "delay", delayMs: 20_000, probability: 0.3 },
        { fault: "answer", status: 500, body: "<html>" },
      ]);
      const outage = Date.now();
      await eventually(async () => String(await lostOf()) === name);
      const { list, told } = await stack.room(name, "facts");
      expect(list).toEqual([]);
      expect(told).toEqual({ [name]: expect.any(Number) });
      expect(await stack.room(name, "acquire", `${name}:2`)).toEqual({ code: "OUTCOME_UNKNOWN" });
      const early = await stack.story("watchdog", name);
      await at(outage + 6 * leaseMs);
      const late = await stack.story("watchdog", name);
      // Only the long hold is left, and is requested again and again.
      expect(late.alarms).toBeGreaterThan(early.alarms);
      expect(late).toMatchObject({ alarmsThrown: 0, lives: 0 });
      await clearFaults(stack.gateway);

      expect(await stack.status(name, job.hold)).toMatchObject({ state: "lost" });
      expect(await stack.room(name, "get", name)).toEqual({});
      for (const lock of [short, name]) expect(await stack.locks.lock(lock).isLocked()).toBe(false);
      expect(await stack.status(name, longJob.hold)).toMatchObject({ state: "kept" });
      const alarmAt = Number(await stack.alarmAt("watchdog", name));
      expect(alarmAt).toBeGreaterThan(outage);

      // The same object and names, with new holds.
      const again = await stack.job({ name: short, watchdog: name, handOff: { maxHoldMs: 600_000, leaseMs } });
      expect(await stack.room(name, "acquire", name)).toMatchObject({ holdCount: 1 });
      const since = Date.now();
      await at(since + 1.3 * leaseMs);
      expect(await stack.locks.lock(short).isHeldBy(String(again.owner))).toBe(true);
      expect(await stack.room(name, "get", name)).toMatchObject({ aborted: false });
      expect(await stack.room(name, "release", name)).toEqual({ outcome: "released" });
      await stack.locks.lock(short).release(String(again.hold));
      await stack.locks.lock(long).release(String(longJob.hold));
      expect(await stack.status(name, longJob.hold)).toMatchObject({ state: "released" });
      await eventually(async () => (await stack.status(name, again.hold)).state === "released");
      await stack.noAlarm("watchdog", name, 12 * leaseMs);
    },
  );

  it("a late reply to a query does not renew the lease a second time", ALONE, async () => {
    const name = uniqueName();
    const handOff = { maxHoldMs: 60_000, leaseMs: 3_000 };
    // Redis knows the scripts, so that requests can be counted.
    await stack.job({ name: `${name}:before`, watchdog: `${name}:before`, handOff, release: true });
    await stack.fault("watchdog", name, { abortOn: "alarm: fetch answered" });
    // After the acquire, the hand-off and the first alarm: the alarm of an instance without the state of the previous
    // one.
    await setFaults(stack.gateway, 1, [{ fault: "delay", delayMs: 300, request: 4 }]);
    await stack.job({ name, watchdog: name, handOff });
    const renewals = await eventually(() => {
      const seen = renewalsOf(stack.gateway, name);
      return seen.length >= 4 ? seen : undefined;
    });
    await clearFaults(stack.gateway);
    const { joinedAt } = await stack.storedLease(name);
    expect(byPeriod(renewals, joinedAt, handOff.leaseMs)).toEqual([1, 1, 1, 1]);
  });

  it("an unanswered copy of a hand-off takes back nothing that another copy confirmed", ALONE, async () => {
    const name = uniqueName();
    const held = await stack.locks.lock(name).acquire();
    const hold = held.serialize();
    const entrusted = { ...holdOf(hold), leaseMs: 6_000, maxHoldMs: 60_000, requestId: crypto.randomUUID() };
    const entrust = (): Promise<unknown> => stack.call("watchdog", name, "entrust", entrusted);
    await stack.gateway.resetCounters();
    await setFaults(stack.gateway, 1, [{ fault: "delay", delayMs: 4_000, request: 1 }]);
    const late = entrust();
    await eventually(async () => (await stack.gateway.counters()).requests > 0);
    expect(await entrust()).toMatchObject({ kind: "kept" });
    expect(await late).toMatchObject({ kind: "unconfirmed" });
    await clearFaults(stack.gateway);
    expect(await stack.status(name, hold)).toMatchObject({ state: "kept" });
    await held.release();
  });

  it(
    "a secret that a deploy forgot is asked for until the last deadline; with it, the object goes on",
    ALONE,
    async () => {
      const name = uniqueName();
      const handOff = { maxHoldMs: 3_000, leaseMs };
      const { hold } = await stack.job({ name, watchdog: name, handOff });
      await stack.fault("watchdog", name, { secretMissing: true });
      await stack.call("watchdog", name, "abort");
      await stack.free(name, 2 * leaseMs);
      await stack.noAlarm("watchdog", name, handOff.maxHoldMs + leaseMs);
      const { alarms, alarmsThrown } = await stack.story("watchdog", name);
      expect(alarms).toBeGreaterThan(5);
      expect(alarmsThrown).toBe(0);
      expect((await stack.status(name, hold)).failed).toContain("InvalidOptionError");
      await stack.fault("watchdog", name, {});
      expect(await stack.status(name, hold)).toMatchObject({ state: "expired" });
      const again = await stack.job({ name, watchdog: name, handOff });
      expect(await stack.status(name, again.hold)).toMatchObject({ state: "kept" });
      expect(await stack.locks.lock(name).release(String(again.hold))).toMatchObject({ outcome: "released" });
    },
  );

  it("a copy of a hand-off that comes after the deadline is not answered as kept", ALONE, async () => {
    const name = uniqueName();
    const held = await stack.locks.lock(name).acquire();
    const entrusted = { ...holdOf(held.serialize()), leaseMs: 6_000, maxHoldMs: 1_000, requestId: crypto.randomUUID() };
    const kept = Object(await stack.call("watchdog", name, "entrust", entrusted));
    expect(kept).toMatchObject({ kind: "kept" });
    await at(kept.deadline + 100);
    expect(await stack.call("watchdog", name, "entrust", entrusted)).toMatchObject({ kind: "unconfirmed" });
    await held.release();
  });
}
