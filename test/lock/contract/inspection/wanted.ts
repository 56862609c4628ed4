// The contract of `held.wanted`: a holder learns that somebody waits for what it has.
import { describe, expect, it } from "vitest";
import {
  createClient,
  type Held,
  type Lock,
  type LockEvent,
  type Locks,
  lock,
  type NewestOptions,
} from "../../../../src/index.ts";
import { ownerStateKey, standingKey } from "../../../../src/lock/keys.ts";
import { createLocks, reached } from "../../../support/bare-locks.ts";
import { eventually } from "../../../support/eventually.ts";
import { itWaits, leaseTime } from "../../../support/place.ts";
import { command, type Endpoint } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { BackgroundWork } from "../../../support/wait-until.ts";

const LEASE_MS = leaseTime(3_000);
const LONG_MS = leaseTime(60_000);
const LABEL = "deploy 17";

/** Something that can be waited for. */
interface Awaited {
  acquire(options: { waitMs: number }): Promise<Pick<Held, "release">>;
}

/** What is held, and how another caller waits for it. */
type Case = readonly [
  what: string,
  hold: (locks: Locks, name: string) => Promise<Pick<Held, "wanted" | "keepAlive" | "release">>,
  awaited: (locks: Locks, name: string) => Awaited,
  knows: "label" | "number",
];

const CASES: readonly Case[] = [
  ["lock", (locks, name) => locks.lock(name).acquire(), (locks, name) => locks.lock(name), "label"],
  ["fenced lock", (locks, name) => locks.fencedLock(name).acquire(), (locks, name) => locks.fencedLock(name), "label"],
  ["fair lock", (locks, name) => locks.fairLock(name).acquire(), (locks, name) => locks.fairLock(name), "number"],
  [
    "read lock",
    (locks, name) => locks.readWriteLock(name).readLock().acquire(),
    (locks, name) => locks.readWriteLock(name).writeLock(),
    "number",
  ],
  [
    "write lock",
    (locks, name) => locks.readWriteLock(name).writeLock().acquire(),
    (locks, name) => locks.readWriteLock(name).readLock(),
    "number",
  ],
  [
    "fair write lock",
    (locks, name) => locks.fairReadWriteLock(name).writeLock().acquire(),
    (locks, name) => locks.fairReadWriteLock(name).readLock(),
    "label",
  ],
  [
    "permit",
    (locks, name) => locks.permitExpirableSemaphore(name, { permits: 1 }).acquire(),
    (locks, name) => locks.permitExpirableSemaphore(name, { permits: 1 }),
    "number",
  ],
  [
    "multi lock",
    (locks, name) => locks.multiLock(locks.lock(`${name}-1`), locks.lock(name)).acquire(),
    (locks, name) => locks.lock(name),
    "label",
  ],
  ["red lock", (locks, name) => locks.redLock(locks.lock(name)).acquire(), (locks, name) => locks.lock(name), "label"],
];

/** The kinds whose waiters tell a holder that listens. With locked keys, they read nothing of it. */
const TELLING: readonly (readonly [what: string, lock: (locks: Locks, name: string) => Lock])[] = [
  ["lock", (locks, name) => locks.lock(name)],
  ["fenced lock", (locks, name) => locks.fencedLock(name)],
  ["fair lock", (locks, name) => locks.fairLock(name)],
];

export function wantedContract(redis: Endpoint): void {
  describe.concurrent.each(CASES)("wanted, of a %s", (_, hold, awaited, knows) => {
    itWaits("aborts after a renewal once somebody waits, and names the waiter", async () => {
      const events: LockEvent[] = [];
      const locks = createLocks({ redis, leaseMs: LEASE_MS, onEvent: (event) => events.push(event) });
      const others = createLocks({ redis, leaseMs: LEASE_MS, label: LABEL });
      const name = uniqueName();
      const held = await hold(locks, name);
      const { wanted } = held;
      held.keepAlive(new BackgroundWork());
      await eventually(() => events.filter(({ type }) => type === "renewed").length >= 2, 3 * LEASE_MS);
      expect(wanted.aborted).toBe(false);
      const waiting = awaited(others, name).acquire({ waitMs: 10 * LEASE_MS });
      await eventually(() => wanted.aborted, 3 * LEASE_MS);
      const waiterLabel = knows === "label" ? LABEL : undefined;
      expect(wanted.reason).toMatchObject({ code: "LOCK_WANTED", waiters: 1, waiterLabel });
      expect(events).toContainEqual(expect.objectContaining({ type: "wanted", waiters: 1, waiterLabel }));
      await held.release();
      await (await waiting).release();
      expect(events.filter(({ type }) => type === "wanted")).toHaveLength(1);
      for (const each of [locks, others]) each.close();
    });
  });

  describe.concurrent.each(TELLING)("wanted, of a %s that listens", (_, lockOf) => {
    it.each(["before", "after"])("aborts when somebody begins to wait, if read %s keepAlive", async (when) => {
      const locks = createLocks({ redis, leaseMs: LONG_MS, label: "import" });
      const others = createLocks({ redis, leaseMs: LONG_MS, keyLocking: false });
      const name = uniqueName();
      const held = await lockOf(locks, name).acquire();
      if (when === "before") expect(held.wanted.aborted).toBe(false);
      held.keepAlive(new BackgroundWork(), { listen: true });
      if (when === "after") expect(held.wanted.aborted).toBe(false);
      const state = ownerStateKey(name, held.owner);
      await eventually(async () => /\n@/.test(String(await command(redis, "GET", state))), LONG_MS / 10);
      expect(await lockOf(others, name).inspect()).toMatchObject({ holders: [{ label: "import" }] });
      const waiting = lockOf(others, name).acquire({ waitMs: LONG_MS });
      // Long before its next renewal.
      await eventually(() => held.wanted.aborted, LONG_MS / 10);
      await held.release();
      await (await waiting).release();
      for (const each of [locks, others]) each.close();
    });
  });

  describe.concurrent("wanted, in withLock that listens", () => {
    it.each<[mode: NewestOptions["mode"], again: boolean]>([
      [undefined, false],
      [undefined, true],
      ["newest", false],
    ])("aborts when somebody begins to wait, mode: %s, the function calls keepAlive: %s", async (mode, again) => {
      const locks = createLocks({ redis, leaseMs: LONG_MS });
      const others = createLocks({ redis, leaseMs: LONG_MS, keyLocking: false });
      const name = uniqueName();
      let waiting: Promise<Held> | undefined;
      const stepsDown = async (held: Held): Promise<unknown> => {
        expect(held.wanted.aborted).toBe(false);
        if (again) held.keepAlive(new BackgroundWork());
        const state = ownerStateKey(name, held.owner);
        await eventually(async () => /\n@/.test(String(await command(redis, "GET", state))), LONG_MS / 10);
        waiting = others.lock(name).acquire({ waitMs: LONG_MS });
        // Long before its next renewal.
        await eventually(() => held.wanted.aborted, LONG_MS / 10);
        return held.wanted.reason;
      };
      const reason = await locks.withLock(name, stepsDown, { listen: true, mode });
      expect(reason).toMatchObject({ code: "LOCK_WANTED", waiters: 1 });
      await (await waiting)?.release();
      for (const each of [locks, others]) each.close();
    });
  });

  describe.concurrent("wanted", () => {
    itWaits("stays as it is when the waiter has left", async () => {
      const locks = createLocks({ redis, leaseMs: LEASE_MS });
      const others = createLocks({ redis, leaseMs: LEASE_MS });
      const held = await locks.lock(uniqueName()).acquire();
      const kept = held.keepAlive(new BackgroundWork());
      const { wanted } = held;
      const leaves = new AbortController();
      const waiting = others.lock(held.name).acquire({ waitMs: 10 * LEASE_MS, signal: leaves.signal });
      const left = expect(waiting).rejects.toMatchObject({ code: "ABORTED" });
      leaves.abort();
      await left;
      await new Promise((resolve) => setTimeout(resolve, LEASE_MS));
      kept.stop();
      expect(wanted.aborted).toBe(false);
      await held.release();
      for (const each of [locks, others]) each.close();
    });

    itWaits("asks again when Redis did not answer", async () => {
      const locks = createLocks({ redis, leaseMs: LEASE_MS });
      const others = createLocks({ redis, leaseMs: LEASE_MS });
      const held = await locks.lock(uniqueName()).acquire();
      held.keepAlive(new BackgroundWork());
      const { wanted } = held;
      const waiting = others.lock(held.name).acquire({ waitMs: 10 * LEASE_MS });
      // A key of another type refuses the question.
      const list = standingKey(held.name);
      await eventually(async () => (await command(redis, "EXISTS", list)) === 1, LEASE_MS);
      await command(redis, "RENAME", list, `${list}:away`);
      await command(redis, "SET", list, "text");
      await new Promise((resolve) => setTimeout(resolve, LEASE_MS));
      expect(wanted.aborted).toBe(false);
      await command(redis, "RENAME", `${list}:away`, list);
      await eventually(() => wanted.aborted, 3 * LEASE_MS);
      await held.release();
      await (await waiting).release();
      for (const each of [locks, others]) each.close();
    });

    itWaits("does not take its own stream, which the server still counts, for a waiter", async () => {
      const locks = createLocks({ redis, leaseMs: LONG_MS });
      const others = createLocks({ redis, leaseMs: LONG_MS });
      const name = uniqueName();
      const first = await others.readWriteLock(name).writeLock().acquire();
      const waiting = locks.readWriteLock(name).writeLock().acquire({ waitMs: LONG_MS });
      await eventually(async () => Number((await locks.readWriteLock(name).inspect()).waiters) > 0, LONG_MS / 10);
      await first.release();
      const held = await waiting;
      held.keepAlive(new BackgroundWork(), { listen: true });
      expect(held.wanted.aborted).toBe(false);
      await new Promise((resolve) => setTimeout(resolve, LONG_MS / 20));
      expect(held.wanted.aborted).toBe(false);
      await held.release();
      for (const each of [locks, others]) each.close();
    });

    it("is the same signal each time, and asks nothing by itself", async () => {
      const locks = createLocks({ redis, leaseMs: LEASE_MS });
      await using held = await locks.lock(uniqueName()).acquire();
      expect(held.wanted).toBe(held.wanted);
      expect(held.wanted.aborted).toBe(false);
      locks.close();
    });

    it("needs the client's inspection", async () => {
      await using held = await lock(createClient({ redis: reached(redis) }), uniqueName()).acquire();
      expect(() => held.wanted).toThrow(expect.objectContaining({ code: "INVALID_OPTION", option: "inspection" }));
    });
  });
}
