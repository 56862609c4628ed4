// The object aborted at each of its calls of storage, Redis and RPC in turn: the lock is never lost before its deadline, nobody has
// to touch the object for it to go on, and nothing is left in the end. Each turn has an object of its own.
import { expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { hash } from "../support/rest.ts";
import { byPeriod, renewalsOf } from "./keeping-renewals.ts";
import { at, type Stack, sideBySide } from "./keeping-stack.ts";

/** Its calls, counted from 1: at each of them the object is aborted in one scenario. */
function calls(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

/** Of scenarios that went through all calls: each of those aborted once, and the last had no such call. */
function expectAllCalls(turns: readonly string[][]): void {
  const before = turns.findIndex((abortedAt) => abortedAt.length === 0);
  console.log(`aborted at each of ${before} calls`);
  expect(before).toBeGreaterThan(0);
  expect(turns.at(-1)).toEqual([]);
}

export function abortScenarios(stack: Stack, leaseMs: number): void {
  // Without a renewal the lock would be free before it.
  const HOLD_MS = 1.25 * leaseMs;
  const HAND_OFF = { maxHoldMs: HOLD_MS, leaseMs: leaseMs };

  it.concurrent("LeaseWatchdog: never lost before the deadline, renewed once a period, and all over after it", async () => {
    const turns = await sideBySide(calls(80), async (abortAt, name) => {
      await stack.fault("watchdog", name, { abortAt });
      const before = Date.now();
      const { hold, owner, ...rest } = await stack.job({ name, watchdog: name, handOff: HAND_OFF });
      // Confirmed, if need be by another try of the same request.
      expect(rest).toEqual({ validUntil: expect.any(Number) });
      // A lock that was free for a moment is never held by this owner again.
      await at(before + HOLD_MS - 1_000);
      expect(await stack.locks.lock(name).isHeldBy(String(owner))).toBe(true);
      await stack.free(name, leaseMs + 1_000);
      const { abortedAt } = await stack.story("watchdog", name);
      await stack.noAlarm("watchdog", name, 5_000);
      expect(await stack.status(name, hold)).toMatchObject({ state: "expired" });
      const lease = await stack.storedLease(name);
      // The repeated request does not move it.
      expect(lease.deadline - lease.joinedAt).toBe(HOLD_MS);
      const [atJoin = 0, ...later] = byPeriod(renewalsOf(stack.gateway, name), lease.joinedAt, leaseMs);
      expect(atJoin).toBeLessThanOrEqual(2);
      expect(Math.max(0, ...later)).toBeLessThanOrEqual(1);
      expect(await stack.story("watchdog", name)).toMatchObject({ alarmsThrown: 0 });
      return abortedAt;
    });
    expectAllCalls(turns);
  }, 60_000);

  it.concurrent("LeaseWatchdog: not confirmed, the hold stays its caller's, and ends with its scope", async () => {
    await sideBySide(calls(15), async (abortAt, name) => {
      // In all lives that the tries of one handOff can meet.
      await stack.fault("watchdog", name, { abortAt, aborts: 4 });
      const { hold, code } = await stack.job({ name, watchdog: name, handOff: HAND_OFF });
      const { abortedAt } = await stack.story("watchdog", name);
      if (abortedAt.length === 4) expect(code).toBe("WATCHDOG_UNREACHABLE");
      // It may be kept all the same, when only the answers got lost: then it was, as it were, released from elsewhere.
      else await stack.locks.lock(name).release(String(hold));
      expect(await stack.locks.lock(name).isLocked()).toBe(false);
      await stack.noAlarm("watchdog", name, HOLD_MS);
      expect((await stack.status(name, hold)).state).not.toBe("kept");
      return abortedAt;
    });
  }, 60_000);

  it.concurrent("LeaseWatchdog: not confirmed, and the caller cut, nothing outlives the deadline and one lease", async () => {
    await sideBySide(calls(15), async (abortAt, name) => {
      await stack.fault("watchdog", name, { abortAt, aborts: 4 });
      const before = Date.now();
      const { hold } = await stack.job({ name, watchdog: name, handOff: HAND_OFF, abandon: true });
      await stack.free(name, HOLD_MS + leaseMs);
      expect(Date.now()).toBeLessThan(before + HOLD_MS + leaseMs);
      await stack.noAlarm("watchdog", name, 5_000);
      expect((await stack.status(name, hold)).state).not.toBe("kept");
      return (await stack.story("watchdog", name)).abortedAt;
    });
  }, 60_000);

  it.concurrent("DurableLocks: one hold through all of it, renewed once a period, and nothing left after its release", async () => {
    const turns = await sideBySide(calls(120), async (abortAt, name) => {
      await stack.fault("room", name, { abortAt });
      const before = Date.now();
      const { owner, holdCount } = await stack.persistently(() => stack.room(name, "acquire", name));
      expect(holdCount).toBe(1);
      await at(before + HOLD_MS);
      expect(await hash(stack.gateway, name)).toEqual({ [String(owner)]: "1" });
      const { list } = await stack.persistently(() => stack.room(name, "facts"));
      expect(list).toMatchObject([{ name, owner, state: "held" }]);
      expect(await stack.persistently(() => stack.room(name, "get", name))).toEqual({ owner, aborted: false });
      const { outcome } = await stack.persistently(() => stack.room(name, "release", name));
      const { abortedAt } = await stack.story("room", name);
      // Whoever was told nothing and asks again finds that there is nothing more to release.
      expect(abortedAt.at(-1)?.startsWith("release") === true ? "released" : outcome).toBe("released");
      await stack.free(name, leaseMs);
      await stack.noAlarm("room", name, 5_000);
      const facts = await stack.persistently(() => stack.room(name, "facts"));
      expect(facts).toMatchObject({ lost: [], list: [], nextAlarmAt: null });
      const [{ since }] = Array.isArray(list) ? list : [];
      expect(Math.max(...byPeriod(renewalsOf(stack.gateway, name), since, leaseMs))).toBe(1);
      expect(await stack.story("room", name)).toMatchObject({ alarmsThrown: 0 });
      return abortedAt;
    });
    expectAllCalls(turns);
  }, 60_000);

  it.concurrent("DurableLocks: what an interrupted acquire took is given back by the alarm", async () => {
    await sideBySide(calls(18), async (abortAt, name) => {
      await stack.fault("room", name, { abortAt });
      const { owner } = await stack.room(name, "acquire", name);
      const { abortedAt } = await stack.story("room", name);
      if (owner === undefined) {
        // Before its lease has ended.
        await stack.free(name, leaseMs - 1_000);
        expect(renewalsOf(stack.gateway, name)).toEqual([]);
        // Ended before anything was sent, it may have left its intent without an alarm: the next contact clears that away.
        expect(await stack.persistently(() => stack.room(name, "get", name))).toEqual({});
      } else await stack.persistently(() => stack.room(name, "release", name));
      await eventually(async () => String((await stack.room(name, "facts")).list) === "");
      await stack.noAlarm("room", name, 5_000);
      return abortedAt;
    });
  }, 60_000);
}
