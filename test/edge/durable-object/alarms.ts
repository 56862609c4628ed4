// Alarms that come late, twice, or not at all.
import { expect, it } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { uniqueName } from "../../support/unique-name.ts";
import { renewalsOf } from "./renewals.ts";
import { type Answer, at, type Stack, sideBySide } from "./stack.ts";
import type { Faults } from "./worker/story.ts";

interface Holds {
  /** The name of both objects, and of the room's lock. */
  readonly name: string;
  readonly owner: unknown;
  /** The lock that was handed off. */
  readonly job: string;
  readonly jobOwner: unknown;
  readonly hold: unknown;
}

export function alarmScenarios(stack: Stack, leaseMs: number): void {
  const HAND_OFF = { maxHoldMs: 3_600_000, leaseMs };

  /** Makes one hand-off, and one hold of a room, under the same faults. */
  async function twoHolds(name: string, faults: Partial<Faults>): Promise<Holds> {
    const job = `${name}:job`;
    await stack.fault("watchdog", name, faults);
    await stack.fault("room", name, faults);
    const [{ hold, owner: jobOwner }, { owner }] = await Promise.all([
      stack.job({ name: job, watchdog: name, handOff: HAND_OFF }),
      stack.room(name, "acquire", name),
    ]);
    return { name, owner, job, jobOwner, hold };
  }

  /** The same owner never holds a lock again that was free for a moment. */
  async function expectHeld({ name, owner, job, jobOwner }: Holds): Promise<void> {
    expect(await stack.locks.lock(name).isHeldBy(String(owner))).toBe(true);
    expect(await stack.locks.lock(job).isHeldBy(String(jobOwner))).toBe(true);
  }

  const LATE = [0, 0.1, 0.2, 0.3, 0.4, 0.5].map((share): Partial<Faults> => ({ alarmLateMs: share * leaseMs }));
  const SURVIVED: readonly Partial<Faults>[] = [
    ...LATE,
    { doubleAlarms: true },
    { doubleAlarms: true, alarmLateMs: leaseMs / 2 },
    { abortOn: "alarm: fetch answered", alarmLateMs: leaseMs / 4 },
    { abortOn: "alarm: end", doubleAlarms: true, alarmLateMs: leaseMs / 3 },
    { abortOn: "alarm again: end", doubleAlarms: true },
    { failOn: "alarm: getAlarm" },
    { failOn: "alarm: setAlarm" },
    { failOn: "alarm: setAlarm done" },
    { failOn: "alarm: fetch" },
  ];

  it.concurrent("no hold is lost with alarms late by up to half a lease, doubled, failing, or cut short", async () => {
    await sideBySide(SURVIVED, async (faults, name) => {
      const before = Date.now();
      const holds = await twoHolds(name, faults);
      await at(Date.now() + 1.75 * leaseMs);
      await expectHeld(holds);
      for (const key of [holds.job, name]) {
        const renewals = renewalsOf(stack.gateway, key);
        expect(renewals.length).toBeGreaterThanOrEqual(2);
        expect(renewals.length).toBeLessThanOrEqual(1 + (Date.now() - before) / (leaseMs / 3));
      }
      expect(await stack.status(name, holds.hold)).toMatchObject({ state: "kept" });
      expect(await stack.room(name, "get", name)).toEqual({ owner: holds.owner, aborted: false });
      expect(await stack.locks.lock(holds.job).release(String(holds.hold))).toMatchObject({ outcome: "released" });
      expect(await stack.room(name, "release", name)).toEqual({ outcome: "released" });
      expect(await stack.room(name, "facts")).toMatchObject({ lost: [], list: [], nextAlarmAt: null });
      await stack.noAlarm("room", name, leaseMs);
      await stack.noAlarm("watchdog", name, leaseMs);
      expect(await stack.story("watchdog", name)).toMatchObject({ alarmsThrown: 0 });
    });
  }, 120_000);

  // An alarm that the platform dropped reads as null. The object then does nothing until a contact.
  const CONTACTS: Readonly<Record<string, (holds: Holds) => Promise<unknown>[]>> = {
    "a question for the outcome": ({ name, hold }) => [stack.status(name, hold), stack.room(name, "get", name)],
    "the list for operators, another acquire": ({ name }) => [
      stack.call("watchdog", name, "list"),
      stack.room(name, "acquire", `${name}:2`),
    ],
    "another hand-off, a refused acquire": ({ name }) => [
      stack.job({ name: `${name}:3`, watchdog: name, handOff: HAND_OFF }),
      stack.room(name, "acquire", name),
    ],
  };

  it.concurrent("a dropped alarm is set again by any contact", async () => {
    await sideBySide(Object.keys(CONTACTS), async (contact, name) => {
      const holds = await twoHolds(name, { dropAlarms: 1 });
      const start = Date.now();
      for (const kind of ["watchdog", "room"] as const) {
        await eventually(async () => (await stack.story(kind, name)).faults.dropAlarms === 0);
        expect(await stack.alarmAt(kind, name)).toBe(null);
      }
      await Promise.all(CONTACTS[contact]?.(holds) ?? []);
      await at(start + 1.5 * leaseMs);
      await expectHeld(holds);
    });
  }, 120_000);

  it.concurrent("a dropped alarm without a contact costs the lock, which the next contact learns of", async () => {
    const name = uniqueName();
    const { job, hold } = await twoHolds(name, { dropAlarms: 1 });
    await stack.free(job, 2 * leaseMs);
    await stack.free(name, 2 * leaseMs);
    expect(await stack.status(name, hold)).toMatchObject({ state: "lost" });
    expect(await stack.room(name, "get", name)).toEqual({});
    expect(await stack.room(name, "facts")).toMatchObject({ lost: [name], list: [] });
    expect(await stack.locks.lock(job).isLocked()).toBe(false);
    expect(await stack.locks.lock(name).isLocked()).toBe(false);
  }, 120_000);

  it.concurrent("an alarm later than the lease overlaps with no other holder, and the old holder's signal aborts first", async () => {
    const name = uniqueName();
    const [job, room] = [`${name}:job`, `${name}:room`];
    for (const kind of ["watchdog", "room"] as const) await stack.fault(kind, name, { alarmLateMs: 1.2 * leaseMs });
    const { hold } = await stack.job({ name: job, watchdog: name, handOff: { maxHoldMs: 600_000, leaseMs } });
    await stack.room(name, "acquire", room, { watch: true });

    const next = await Promise.all(
      [job, room].map(async (lock) => {
        const held = await stack.locks.lock(lock).acquire({ waitMs: 3 * leaseMs, leaseMs: 20 * leaseMs });
        return { held, at: Date.now() };
      }),
    );
    const facts = (): Promise<Answer> => stack.room(name, "facts");
    await eventually(async () => String((await facts()).lost) === room, 3 * leaseMs);
    const { told } = await facts();
    // The room and this process share a clock. The room's timer may be late on a busy machine.
    expect(Object(told)[room]).toBeLessThan(Number(next[1]?.at) + 250);
    await eventually(async () => (await stack.story("watchdog", name)).alarms > 0, 3 * leaseMs);
    expect(await stack.status(name, hold)).toMatchObject({ state: "lost" });
    expect(await stack.room(name, "get", room)).toEqual({});
    // The next holders keep their holds undisturbed.
    for (const { held } of next) {
      expect(await held.check()).toBe(true);
      expect(await held.release()).toEqual({ outcome: "released", holdCount: 0 });
    }
    for (const kind of ["watchdog", "room"] as const) await stack.noAlarm(kind, name, 3 * leaseMs);
  }, 120_000);
}
