// A holder of ours learns by its renewal that a waiter of the real Redisson came.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../../../support/eventually.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { BackgroundWork } from "../../../support/wait-until.ts";
import { isIn, type Kind, lockOf } from "../kinds.ts";
import { Both } from "./both.ts";
import { versionsUnlessShort } from "./versions.ts";

const LEASE_MS = 18_000;
// Its first renewal comes later than the 5 s in which streams are not counted.
const TOLD_WITHIN_MS = LEASE_MS / 3 + 3_000;

/** What ours holds, and what Java waits for. */
const CASES: readonly (readonly [held: Kind, awaited: Kind])[] = [
  ["lock", "lock"],
  ["fair", "fair"],
  ["fenced", "fenced"],
  ["write", "read"],
  ["read", "write"],
];

describe.each(versionsUnlessShort)("wanted by Redisson %s", (version) => {
  const both = new Both(version);
  beforeAll(() => both.start());
  afterAll(() => both.stop());

  const cases = CASES.filter(([held, awaited]) => isIn(version, held) && isIn(version, awaited));
  it.concurrent.each(cases)("a holder of the %s lock learns of a waiter of the %s lock", async (ours, theirs) => {
    const [name, java] = [uniqueName(), await both.java({ kind: theirs })];
    const locks = both.locks({ leaseMs: LEASE_MS });
    const held = await lockOf(locks, ours, name).acquire();
    const kept = held.keepAlive(new BackgroundWork());
    const { wanted } = held;
    expect(wanted.aborted).toBe(false);
    const waiting = java.lock(name);
    await eventually(() => wanted.aborted, TOLD_WITHIN_MS);
    expect(wanted.reason).toMatchObject({ code: "LOCK_WANTED", waiters: 1, waiterLabel: undefined });
    kept.stop();
    expect((await kept.ended).renewals).toBeGreaterThanOrEqual(1);
    await held.release();
    await waiting;
    expect(await java.unlock(name)).toBe(true);
    locks.close();
  });
});
