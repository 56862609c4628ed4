// A Durable Object that holds locks beside an alarm of its own: evicted, deployed again, and with requests that fail.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { clearFaults, hash, setFaults } from "../../support/rest.ts";
import { uniqueName } from "../../support/unique-name.ts";
import { renewalsOf } from "./renewals.ts";
import { type Answer, at, type Stack } from "./stack.ts";

function asking(stack: Stack) {
  async function acquire(name: string): Promise<unknown> {
    const { owner, holdCount } = await stack.room(name, "acquire", name);
    expect(holdCount).toBe(1);
    return owner;
  }

  const facts = (room: string): Promise<Answer> => stack.room(room, "facts");
  const holds = (name: string, owner: unknown): Promise<boolean> => stack.locks.lock(name).isHeldBy(String(owner));

  /** Expects a complete release: no row, no loss, no alarm, no renewal afterwards. */
  async function expectOver(name: string): Promise<void> {
    expect(await stack.locks.lock(name).isLocked()).toBe(false);
    expect(await facts(name)).toMatchObject({ list: [], lost: [], nextAlarmAt: null });
    await stack.noAlarm("room", name, 5_000);
  }

  return { acquire, facts, holds, expectOver };
}

/** Scenarios that run concurrently. */
export function roomScenarios(stack: Stack, leaseMs: number): void {
  const { acquire, facts, holds, expectOver } = asking(stack);

  const SCENARIOS: Readonly<Record<string, (name: string) => Promise<void>>> = {
    async "the room's own alarm comes while the lock is kept, and after its release"(name) {
      const owner = await acquire(name);
      const start = Date.now();
      await stack.room(name, "closeAt", start + 1.5 * leaseMs);
      await at(start + 2.5 * leaseMs);
      expect(await holds(name, owner)).toBe(true);
      expect(Number((await facts(name)).closedAt)).toBeGreaterThanOrEqual(start + 1.5 * leaseMs);
      const again = Date.now() + leaseMs;
      await stack.room(name, "closeAt", again);
      expect(await stack.room(name, "release", name)).toEqual({ outcome: "released" });
      await eventually(async () => Number((await facts(name)).closedAt) >= again);
      await expectOver(name);
    },

    async "evicted, the object goes on without being asked"(name) {
      const { owner } = await stack.room(name, "acquire", name, { label: "the room is open" });
      const start = Date.now();
      await stack.evict(name);
      await at(start + 2.5 * leaseMs);
      expect(await holds(name, owner)).toBe(true);
      expect((await stack.story("room", name)).lives).toBe(2);
      expect(await stack.room(name, "get", name)).toEqual({ owner, label: "the room is open", aborted: false });
      expect(await stack.room(name, "release", name)).toEqual({ outcome: "released" });
      const { events } = await facts(name);
      expect(told(events)).toEqual(["acquired", "resuming", "resumed", "released: released"]);
      await expectOver(name);
    },

    async "a busy lock leaves nothing in the object"(name) {
      await using _ = await stack.locks.lock(name).acquire({ leaseMs: 60_000 });
      expect(await stack.room(name, "acquire", name, { waitMs: 0 })).toEqual({ code: "LOCK_BUSY" });
      expect(await stack.room(name, "acquire", name, { waitMs: 200 })).toEqual({ code: "LOCK_BUSY" });
      expect(await facts(name)).toMatchObject({ list: [], lost: [], nextAlarmAt: null });
      expect(await stack.room(name, "release", name)).toEqual({ outcome: "expired" });
      await stack.noAlarm("room", name, 5_000);
    },

    async "what the object has is not taken twice, and several locks are kept apart"(name) {
      const owner = await acquire(name);
      expect(await stack.room(name, "acquire", name)).toEqual({ code: "ALREADY_HELD" });
      const others = [1, 2, 3].map((other) => `${name}:${other}`);
      const owners = await Promise.all(others.map(async (other) => (await stack.room(name, "acquire", other)).owner));
      expect(new Set([owner, ...owners]).size).toBe(4);
      expect(await stack.room(name, "release", name)).toEqual({ outcome: "released" });
      await at(Date.now() + 1.5 * leaseMs);
      for (const [index, other] of others.entries()) {
        expect(await holds(other, owners[index])).toBe(true);
        expect(await stack.room(name, "release", other)).toEqual({ outcome: "released" });
      }
      await expectOver(name);
    },

    async "a lease that was given at the acquire is not renewed, and its end is told"(name) {
      await stack.room(name, "acquire", name, { leaseMs: leaseMs });
      await stack.free(name, 2 * leaseMs);
      expect(renewalsOf(stack.gateway, name)).toEqual([]);
      await eventually(async () => String((await facts(name)).lost) === name);
      expect(await facts(name)).toMatchObject({ list: [], nextAlarmAt: null });
    },

    async "a lease that was given at the acquire, and renewed by the object itself, lasts as long as that"(name) {
      const start = Date.now();
      await stack.room(name, "acquire", name, { leaseMs: 2 * leaseMs });
      await at(start + 1.5 * leaseMs);
      expect(await stack.room(name, "renew", name)).toEqual({ renewed: true });
      await at(start + 2.5 * leaseMs);
      expect(await facts(name)).toMatchObject({ list: [{ name, state: "held" }], lost: [] });
      expect(await stack.locks.lock(name).isLocked()).toBe(true);
      await eventually(async () => String((await facts(name)).lost) === name);
      expect(await stack.locks.lock(name).remainingMs()).toBeLessThan(leaseMs / 2);
      expect(await facts(name)).toMatchObject({ list: [], nextAlarmAt: null });
    },

    async "an acquire with other options gives back what an interrupted one took, and does not wait for it"(name) {
      await stack.fault("room", name, { abortOn: "acquire: fetch answered" });
      expect((await stack.room(name, "acquire", name)).failed).toContain("fault");
      const [orphan] = Object.keys(await hash(stack.gateway, name));
      expect(orphan).toMatch(/:1$/);
      expect(await stack.room(name, "acquire", name, { owner: "another:1", waitMs: 0 })).toMatchObject({
        owner: "another:1",
        holdCount: 1,
      });
      expect(await hash(stack.gateway, name)).toEqual({ "another:1": "1" });
      expect(await stack.room(name, "release", name)).toEqual({ outcome: "released" });
      await expectOver(name);
    },

    async "an acquire that was cut goes on with the same hold when it is asked for again"(name) {
      await stack.fault("room", name, { abortOn: "acquire: fetch answered" });
      expect((await stack.room(name, "acquire", name)).failed).toContain("fault");
      const [first] = Object.keys(await hash(stack.gateway, name));
      const owner = await acquire(name);
      expect(owner).toBe(first);
      expect(await hash(stack.gateway, name)).toEqual({ [String(owner)]: "1" });
      expect(await stack.room(name, "release", name)).toEqual({ outcome: "released" });
      await expectOver(name);
    },

    async "an acquire that was cut while it waited is cleared away by the alarm"(name) {
      await using _ = await stack.locks.lock(name).acquire({ leaseMs: 60_000 });
      const waiting = stack.room(name, "acquire", name, { waitMs: 60_000 });
      // Longer than until the first alarm.
      await eventually(async () => (await stack.story("room", name)).alarms > 0);
      expect((await facts(name)).list).toMatchObject([{ name, state: "acquiring" }]);
      await stack.room(name, "abort");
      expect((await waiting).failed).toContain("the test says so");
      await eventually(async () => String((await facts(name)).list) === "");
      expect(await stack.locks.lock(name).isLocked()).toBe(true);
      await stack.noAlarm("room", name, 5_000);
    },

    async "released elsewhere, it is over, but not lost: found by a question"(name) {
      await acquire(name);
      const { text } = await stack.room(name, "text", name);
      expect(await stack.locks.lock(name).release(String(text))).toMatchObject({ outcome: "released" });
      expect(await stack.room(name, "check", name)).toEqual({ counts: false });
      expect(await stack.room(name, "get", name)).toEqual({});
      expect(await facts(name)).toMatchObject({ list: [], lost: [] });
      await acquire(name);
      const again = await stack.room(name, "text", name);
      await stack.locks.lock(name).release(String(again.text));
      expect(await stack.room(name, "check", name)).toEqual({ counts: false });
      await acquire(name);
      expect(await stack.room(name, "release", name)).toEqual({ outcome: "released" });
      await expectOver(name);
    },

    async "released elsewhere, it is over, but not lost: found after a restart"(name) {
      await acquire(name);
      const { text } = await stack.room(name, "text", name);
      await stack.room(name, "abort");
      expect(await stack.locks.lock(name).release(String(text))).toMatchObject({ outcome: "released" });
      expect(await stack.room(name, "get", name)).toEqual({});
      await expectOver(name);
    },

    async "freed by force, it is told lost: found by its release"(name) {
      await acquire(name);
      await stack.locks.lock(name).forceRelease();
      expect(await stack.room(name, "release", name)).toEqual({ outcome: "expired" });
      const { events } = await facts(name);
      expect(told(events)).toEqual(["acquired", "lost"]);
      expect(await facts(name)).toMatchObject({ list: [], lost: [name], nextAlarmAt: null });
      expect(await stack.room(name, "release", name)).toEqual({ outcome: "expired" });
      expect((await facts(name)).lost).toEqual([name]);
    },

    async "robbed, it is told stolen: found by its alarm, which leaves the thief's hold unchanged"(name) {
      await acquire(name);
      await using thief = await stack.locks.lock(name).acquire({ steal: true, reason: "rollback", leaseMs: 60_000 });
      await eventually(async () => String((await facts(name)).lost) === name, 3 * leaseMs);
      const { events, list, thieves } = await facts(name);
      expect([told(events), list, thieves]).toEqual([["acquired", "lost"], [], [thief.owner]]);
      expect(await stack.room(name, "get", name)).toEqual({});
      expect(await thief.check()).toBe(true);
      expect((await facts(name)).nextAlarmAt).toBeNull();
    },

    async "freed by force and taken by another, it is told lost: found by a release after a restart"(name) {
      await acquire(name);
      await stack.room(name, "abort");
      await stack.locks.lock(name).forceRelease();
      await using _ = await stack.locks.lock(name).acquire();
      // Unless its alarm has noticed the end before.
      const { outcome } = await stack.room(name, "release", name);
      expect(outcome).toMatch(/^(expired|taken)$/);
      const { events, lost } = await facts(name);
      expect(lost).toEqual([name]);
      expect(told(events).filter((event) => event !== "acquired")).toContain("lost");
    },

    async "freed by force, it is told lost: found by a question, which get() alone is not"(name) {
      const owner = await acquire(name);
      await stack.locks.lock(name).forceRelease();
      expect(await stack.room(name, "get", name)).toEqual({ owner, aborted: false });
      expect(await stack.room(name, "check", name)).toEqual({ counts: false });
      const { events } = await facts(name);
      expect(told(events)).toEqual(["acquired", "lost"]);
      expect(await facts(name)).toMatchObject({ list: [], lost: [name] });
    },

    async "freed by force, it is told lost: found by an alarm after a restart"(name) {
      await acquire(name);
      await stack.room(name, "abort");
      await stack.locks.lock(name).forceRelease();
      await eventually(async () => String((await facts(name)).lost) === name);
      expect(told((await facts(name)).events)).toEqual(["acquired", "lost"]);
      expect(await facts(name)).toMatchObject({ list: [], lost: [name] });
    },

    async "moved away, it is renewed no more, also after a restart"(name) {
      await acquire(name);
      const { text } = await stack.room(name, "text", name, true);
      expect(await stack.room(name, "get", name)).toEqual({});
      expect(await stack.room(name, "release", name)).toEqual({ outcome: "expired" });
      await using held = await stack.locks.resume(String(text));
      expect(held.name).toBe(name);
      await stack.room(name, "abort");
      await stack.free(name, 2 * leaseMs);
      expect(renewalsOf(stack.gateway, name)).toEqual([]);
      await expectOver(name);
    },

    async "deleteAll() takes the holds and the alarm; the lock ends with its lease, and the object can have others"(
      name,
    ) {
      await acquire(name);
      await stack.room(name, "deleteAll");
      expect(await stack.room(name, "get", name)).toEqual({});
      expect(await facts(name)).toMatchObject({ list: [], lost: [], nextAlarmAt: null });
      await stack.free(name, 2 * leaseMs);
      expect(renewalsOf(stack.gateway, name)).toEqual([]);
      await acquire(name);
      expect(await stack.room(name, "release", name)).toEqual({ outcome: "released" });
      await expectOver(name);
    },

    async "what a call of the object throws is known to its caller"(name) {
      await acquire(name);
      const again = await stack.room(name, "acquireOrThrow", name);
      expect(again).toEqual({ failed: expect.stringContaining(name), code: "ALREADY_HELD", lockName: name });
      expect(await stack.room(name, "release", name)).toEqual({ outcome: "released" });
      await expectOver(name);
    },

    async "an object has its locks once"(name) {
      expect(await stack.room(name, "another")).toMatchObject({ code: "INVALID_OPTION" });
      expect(await stack.room(name, "handOff", name)).toMatchObject({ code: "NO_WATCHDOG" });
      expect(await stack.room(name, "release", name)).toEqual({ outcome: "released" });
      await expectOver(name);
    },

    async "without alarm() in the class, nothing is taken"(name) {
      expect(await stack.call("deaf", name, "acquire", name)).toEqual({ code: "NO_ALARM" });
      expect(await stack.call("deaf", name, "facts")).toEqual({ list: [] });
      expect(await stack.locks.lock(name).isLocked()).toBe(false);
    },

    // The runtime lets setAlarm succeed there, and aborts the facet before any of its requests is sent, which no catch
    // sees.
    async "in a facet, which has no alarm, nothing is taken"(name) {
      const { failed } = await stack.room(name, "inside", "acquire", name);
      expect(failed).toContain("Facets currently cannot set alarms");
      expect(await stack.room(name, "inside", "facts")).toMatchObject({ list: [] });
      expect(await stack.locks.lock(name).isLocked()).toBe(false);
    },
  };

  it.concurrent.each(Object.entries(SCENARIOS))("%s", (_, scenario) => scenario(uniqueName()));
}

/** One after the other, because they set the faults of the stack's gateway, or deploy. */
export function roomDisturbances(stack: Stack, leaseMs: number): void {
  const { acquire, facts, holds, expectOver } = asking(stack);

  describe("while Redis does not answer", () => {
    let name: string;
    beforeEach(() => {
      name = uniqueName();
    });
    afterEach(() => clearFaults(stack.gateway));

    it("a release during an alarm's renewal ends it", async () => {
      await acquire(name);
      await setFaults(stack.gateway, 1, [{ fault: "delay", delayMs: 200 }]);
      await eventually(async () => (await stack.story("room", name)).calls.at(-1) === "alarm: fetch");
      expect(await stack.room(name, "release", name)).toEqual({ outcome: "released" });
      await clearFaults(stack.gateway);
      await expectOver(name);
      const released = stack.gateway.witness().findLast(({ reply }) => String(reply).endsWith("released"));
      expect(renewalsOf(stack.gateway, name).filter(({ atMs }) => atMs > Number(released?.atMs))).toEqual([]);
    });

    it("a scope whose release was not answered leaves no hold that is renewed without a holder", async () => {
      // The scripts are loaded, so that only the acquire is answered.
      await stack.room(name, "use", `${name}:before`);
      // From the grant on, no request arrives.
      const stop = stack.gateway.onWitness(({ command, reply }) => {
        if (!command.includes(name) || !Array.isArray(reply) || reply[0] !== "held") return;
        stop();
        stack.gateway.faults.set({ seed: 1, rules: [{ fault: "drop-before" }] });
      });
      expect(await stack.room(name, "use", name)).toMatchObject({ owner: expect.any(String) });
      expect((await facts(name)).list).toMatchObject([{ name, state: "leaving" }]);
      await clearFaults(stack.gateway);
      await stack.free(name, leaseMs + 1_000);
      expect(renewalsOf(stack.gateway, name)).toEqual([]);
      await eventually(async () => String((await facts(name)).list) === "");
      await expectOver(name);
    });

    it("an unanswered release may be repeated", async () => {
      await acquire(name);
      await setFaults(stack.gateway, 1, [{ fault: "drop-before" }]);
      expect(await stack.room(name, "release", name)).toEqual({ code: "OUTCOME_UNKNOWN" });
      await clearFaults(stack.gateway);
      expect(await stack.room(name, "release", name)).toEqual({ outcome: "released" });
      await expectOver(name);
    });

    it("two holds of one owner are both given back, the one with an unanswered release by the alarm", async () => {
      const options = { owner: "room:1" };
      await stack.room(name, "acquire", name, options);
      await setFaults(stack.gateway, 1, [{ fault: "drop-before" }]);
      expect(await stack.room(name, "release", name)).toEqual({ code: "OUTCOME_UNKNOWN" });
      await clearFaults(stack.gateway);
      expect(await stack.room(name, "acquire", name, options)).toEqual({ owner: "room:1", holdCount: 2 });
      // The alarm gives the other hold back: before this release, or after it.
      expect(["still-held", "released"]).toContain(
        ((await stack.room(name, "release", name)) as { outcome: unknown }).outcome,
      );
      await eventually(async () => String((await facts(name)).list) === "");
      await expectOver(name);
      const ends = stack.gateway.witness().filter(({ command: sent, reply }) => {
        return sent.includes(name) && String(reply).startsWith("ended");
      });
      expect(ends.map(({ reply }) => String(reply).split(",")[2])).toEqual(["still:1", "released"]);
    });
  });

  it("a deploy changes nothing: the objects of the new version continue", async () => {
    const name = uniqueName();
    const owner = await acquire(name);
    const job = await stack.job({
      name: `${name}:job`,
      watchdog: name,
      handOff: { maxHoldMs: 60_000, leaseMs: 4 * leaseMs },
    });
    await stack.deploy();
    const start = Date.now();
    await at(start + 1.5 * leaseMs);
    expect(await holds(name, owner)).toBe(true);
    expect(await stack.room(name, "get", name)).toEqual({ owner, aborted: false });
    expect(await stack.status(name, job.hold)).toMatchObject({ state: "kept" });
    expect(await stack.room(name, "release", name)).toEqual({ outcome: "released" });
    expect(await stack.locks.lock(`${name}:job`).release(String(job.hold))).toMatchObject({ outcome: "released" });
    await expectOver(name);
  }, 60_000);
}

/** Returns its events without the starts of calls, and without renewals, which come when they are due. */
function told(events: unknown): string[] {
  return (Array.isArray(events) ? events : []).map(String).filter((event) => !/^(renew|acquiring)/.test(event));
}
