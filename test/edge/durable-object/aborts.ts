// Aborts the object at each of its calls of storage, Redis and RPC in turn. The lock is never lost before its deadline,
// the object continues without a contact, and nothing is left in the end. Each run has an object of its own.
import { expect, it } from "vitest";
import { evenInstant } from "../../../src/lock/watchdog/renewal-plan.ts";
import { eventually } from "../../support/eventually.ts";
import { hash } from "../../support/rest.ts";
import { beyondOnePer, byPeriod, renewalsOf } from "./renewals.ts";
import { at, type Stack, sideBySide } from "./stack.ts";
import type { Story } from "./worker/story.ts";

/**
 * The first run is undisturbed, and shows the calls. In the others, the object is aborted at the first, the second … of
 * them.
 */
function calls(count: number): number[] {
  return Array.from({ length: count + 1 }, (_, call) => call);
}

/** Expects that the runs went through all calls of the object up to the `last` one. */
function expectAllCalls([alone, ...turns]: readonly Story[], last: string): void {
  const known = alone?.calls ?? [];
  const all = known.slice(0, known.indexOf(last) + 1);
  const aborted = turns.flatMap(({ abortedAt }) => abortedAt);
  console.log(`aborted at ${aborted.length} calls, ${all.length} of them up to "${last}"`);
  expect(all.length).toBeGreaterThan(0);
  expect(aborted.length).toBeGreaterThanOrEqual(all.length);
  expect(all.filter((call) => !aborted.includes(call))).toEqual([]);
}

export function watchdogAborts(stack: Stack, leaseMs: number): void {
  // Without a renewal, the lock would become free earlier.
  const holdMs = 1.25 * leaseMs;
  const handOff = { maxHoldMs: holdMs, leaseMs };

  it.concurrent("a hand-off is never lost before the deadline, is renewed once a period, and ends after it", async () => {
    const turns = await sideBySide(calls(44), async (abortAt, name) => {
      await stack.fault("watchdog", name, { abortAt });
      const { hold, owner, handOffAt, ...rest } = await stack.job({ name, watchdog: name, handOff });
      const handedOffAt = Date.now();
      // Confirmed, by a repeated request if necessary.
      expect(rest).toEqual({ validUntil: expect.any(Number) });
      // The same owner never holds a lock again that was free for a moment.
      await at(Number(handOffAt) + holdMs - 1_000);
      expect(await stack.locks.lock(name).isHeldBy(String(owner))).toBe(true);
      await stack.free(name, handedOffAt + holdMs + leaseMs - Date.now());
      const story = await stack.story("watchdog", name);
      await stack.noAlarm("watchdog", name, 5_000);
      expect(await stack.status(name, hold)).toMatchObject({ state: "expired" });
      const lease = await stack.storedLease(name);
      // The repeated request does not move the deadline, which is even, or a millisecond early.
      expect(lease.deadline).toBe(evenInstant(lease.joinedAt + holdMs));
      const [atJoin = 0, ...later] = byPeriod(renewalsOf(stack.gateway, name), lease.joinedAt, leaseMs);
      expect(atJoin).toBeLessThanOrEqual(2);
      expect(beyondOnePer(later)).toBe(0);
      expect(story.alarmsThrown).toBe(0);
      return story;
    });
    expectAllCalls(turns, "alarm: end");
  }, 120_000);

  it.concurrent("an unconfirmed hand-off leaves the hold to its caller, and ends with its scope", async () => {
    await sideBySide(calls(15), async (abortAt, name) => {
      // In all lives that the tries of one handOff can meet.
      await stack.fault("watchdog", name, { abortAt, aborts: 4 });
      const { hold, code } = await stack.job({ name, watchdog: name, handOff });
      const { abortedAt } = await stack.story("watchdog", name);
      if (abortedAt.length === 4) expect(code).toBe("WATCHDOG_UNREACHABLE");
      // The object may still keep it when only the replies were lost: to the caller, this is a release from elsewhere.
      else await stack.locks.lock(name).release(String(hold));
      expect(await stack.locks.lock(name).isLocked()).toBe(false);
      await stack.noAlarm("watchdog", name, 2 * leaseMs);
      expect((await stack.status(name, hold)).state).not.toBe("kept");
    });
  }, 120_000);

  it.concurrent("an unconfirmed hand-off of a cut caller leaves nothing after the deadline and one lease", async () => {
    await sideBySide(calls(15), async (abortAt, name) => {
      await stack.fault("watchdog", name, { abortAt, aborts: 4 });
      const { hold } = await stack.job({ name, watchdog: name, handOff, abandon: true });
      await stack.free(name, holdMs + leaseMs);
      await stack.noAlarm("watchdog", name, 2 * leaseMs);
      expect((await stack.status(name, hold)).state).not.toBe("kept");
    });
  }, 120_000);
}

export function roomAborts(stack: Stack, leaseMs: number): void {
  async function expectOver(name: string): Promise<void> {
    await stack.free(name, leaseMs);
    await stack.noAlarm("room", name, 2 * leaseMs);
    const facts = await stack.persistently(() => stack.room(name, "facts"));
    expect(facts).toMatchObject({ lost: [], list: [], nextAlarmAt: null });
  }

  it.concurrent("a room's hold is one hold through all aborts, renewed once a period", async () => {
    const turns = await sideBySide(calls(56), async (abortAt, name) => {
      await stack.fault("room", name, { abortAt });
      const { owner, holdCount } = await stack.persistently(() => stack.room(name, "acquire", name));
      expect(holdCount).toBe(1);
      await at(Date.now() + 1.25 * leaseMs);
      const story = await stack.story("room", name);
      expect(await hash(stack.gateway, name)).toEqual({ [String(owner)]: "1" });
      const { list } = await stack.persistently(() => stack.room(name, "facts"));
      expect(list).toMatchObject([{ name, owner, state: "held" }]);
      expect(await stack.persistently(() => stack.room(name, "get", name))).toEqual({ owner, aborted: false });
      expect(await stack.persistently(() => stack.room(name, "release", name))).toEqual({ outcome: "released" });
      await expectOver(name);
      const [{ since }] = Array.isArray(list) ? list : [];
      const periods = byPeriod(renewalsOf(stack.gateway, name), since, leaseMs);
      expect(periods.length).toBeGreaterThan(0);
      expect(beyondOnePer(periods)).toBe(0);
      expect(story.alarmsThrown).toBe(0);
      return story;
    });
    // The first alarm must give back what an interrupted acquire took.
    expectAllCalls(turns, "alarm: fetch answered");
  }, 120_000);

  it.concurrent("a room acquires and releases, whatever is aborted", async () => {
    const run = async (abortOn: string, name: string): Promise<Story> => {
      const { owner } = await stack.room(name, "acquire", name);
      await stack.fault("room", name, { abortOn });
      expect(await stack.persistently(() => stack.room(name, "get", name))).toEqual({ owner, aborted: false });
      const { outcome } = await stack.persistently(() => stack.room(name, "release", name));
      const story = await stack.story("room", name);
      // A caller without a reply that repeats its release may find nothing left to release.
      if (!abortOn.startsWith("release")) expect(outcome).toBe("released");
      await expectOver(name);
      return story;
    };
    // Compared by name, because the alarm's calls come in between.
    const [alone] = await sideBySide([""], run);
    const names = [...new Set(alone?.calls.filter((call) => /^(get|release)/.test(call)))];
    expect(names.length).toBeGreaterThan(10);
    const turns = await sideBySide(names, run);
    // On a slow machine, the first run may ask once more than the others, each of which was aborted at a call.
    expect(names.filter((name, nth) => turns[nth]?.calls.includes(name) && turns[nth].abortedAt.length !== 1)).toEqual(
      [],
    );
    expect(turns.filter(({ abortedAt }) => abortedAt.length === 1).length).toBeGreaterThan(10);
  }, 120_000);

  it.concurrent("the alarm gives back what an interrupted acquire took", async () => {
    const turns = await sideBySide(calls(24), async (abortAt, name) => {
      await stack.fault("room", name, { abortAt });
      const { owner } = await stack.room(name, "acquire", name);
      const story = await stack.story("room", name);
      if (owner === undefined) {
        // Before its lease has ended.
        await stack.free(name, leaseMs - 1_000);
        expect(renewalsOf(stack.gateway, name)).toEqual([]);
        // An object that was aborted before its request may have stored its intent without an alarm: the next contact
        // removes it.
        expect(await stack.persistently(() => stack.room(name, "get", name))).toEqual({});
      } else await stack.persistently(() => stack.room(name, "release", name));
      await eventually(async () => String((await stack.room(name, "facts")).list) === "");
      await expectOver(name);
      return story;
    });
    expectAllCalls(turns, "acquire: end");
  }, 120_000);
}
