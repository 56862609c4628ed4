// The answers of inspect() about holds that were handed off, for the watchdog that is passed.
import { describe, expect, it } from "vitest";
import type { LockEvent, LocksOptions, Watchdog } from "../../../../src/index.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { agreeableWatchdog } from "../../../support/lock-api.ts";
import { command, type Endpoint } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";

const LEASE_MS = 20_000;
const LONG = { maxHoldMs: 60_000, leaseMs: LEASE_MS };
const JAVA = "0f6a2a5e-9c5c-4a53-8a5e-5b0c4a0f7a11";

export function inspectedHandOffContract(redis: Endpoint, watchdog: NonNullable<LocksOptions["watchdog"]>): void {
  const events: LockEvent[] = [];
  const locks = createLocks({ redis, leaseMs: LEASE_MS, watchdog, onEvent: (event) => events.push(event) });

  function deadlineOf(name: string): number {
    const told = events.findLast((event) => event.type === "handed-off" && event.lockName === name);
    return told?.type === "handed-off" ? told.deadline : Number.NaN;
  }

  describe("an inspected hold", () => {
    it("that was handed off is told with its deadline, until its release", async () => {
      const lock = locks.lock(uniqueName());
      const held = await lock.acquire();
      expect((await lock.inspect()).holders).toMatchObject([{ handedOffUntil: undefined }]);
      await held.handOff(LONG);
      expect((await lock.inspect()).holders).toMatchObject([
        { owner: held.owner, handedOffUntil: deadlineOf(lock.name) },
      ]);
      await held.release();
      const next = await lock.acquire();
      expect((await lock.inspect()).holders).toMatchObject([{ owner: next.owner, handedOffUntil: undefined }]);
      await next.release();
    });

    it("is one of several readers, or the writer", async () => {
      const both = locks.readWriteLock(uniqueName());
      const handedOff = await both.readLock().acquire({ owner: "one" });
      const other = await both.readLock().acquire({ owner: "other" });
      await handedOff.handOff(LONG);
      const { holders } = await both.inspect();
      expect(new Map(holders.map(({ owner, handedOffUntil }) => [owner, handedOffUntil]))).toEqual(
        new Map<string, unknown>([
          ["one", deadlineOf(both.name)],
          ["other", undefined],
        ]),
      );
      await Promise.all([handedOff.release(), other.release()]);
      const writes = await both.writeLock().acquire();
      await writes.handOff(LONG);
      expect((await both.inspect()).holders).toMatchObject([{ mode: "write", handedOffUntil: deadlineOf(both.name) }]);
      await writes.release();
    });

    it("is told by a client without a watchdog, but for the hand-off", async () => {
      const lock = createLocks({ redis, leaseMs: LEASE_MS }).lock(uniqueName());
      await using _ = await lock.acquire();
      expect((await lock.inspect()).holders).toMatchObject([{ handedOffUntil: undefined }]);
    });
  });

  const given: Readonly<Record<string, Watchdog["keptHolds"]>> = {
    rejects: async () => Promise.reject(new Error("away")),
    "does not know the question": undefined,
    "answers something else": async () => JSON.parse('{"holds":"none"}'),
    "throws at once": () => {
      throw new TypeError("no such method");
    },
    "keeps more than it lists": async () => ({ holds: [{ owner: "another", deadline: 1 }], isWhole: false }),
  };
  it.each(Object.entries(given))("a watchdog that %s leaves the rest known", async (_, keptHolds) => {
    const odd: Watchdog = { ...agreeableWatchdog(), ...(keptHolds === undefined ? {} : { keptHolds }) };
    const lock = createLocks({ redis, leaseMs: LEASE_MS, watchdog: odd }).lock(uniqueName());
    await using held = await lock.acquire();
    const { holders, kind } = await lock.inspect();
    expect([kind, ...holders]).toMatchObject(["lock", { owner: held.owner, handedOffUntil: "unknown" }]);
  });

  it("a watchdog is not asked about a free lock, nor about a holder of Java", async () => {
    let asked = 0;
    const counting: Watchdog = {
      ...agreeableWatchdog(),
      async keptHolds() {
        asked += 1;
        return { holds: [], isWhole: true };
      },
    };
    const lock = createLocks({ redis, watchdog: counting }).lock(uniqueName());
    await lock.inspect();
    await command(redis, "HSET", lock.name, `${JAVA}:1`, "1");
    await command(redis, "PEXPIRE", lock.name, LEASE_MS);
    expect((await lock.inspect()).holders).toMatchObject([{ origin: "redisson", handedOffUntil: undefined }]);
    expect(asked).toBe(0);
    await lock.forceRelease();
    await using _ = await lock.acquire();
    await lock.inspect();
    expect(asked).toBe(1);
  });
}
