// Waiters that leave at any seeded point: attempt, stream, second attempt, wake, last attempt, cancel. They leave no
// queue entry, no stream, no timer, and no lock for longer than a lease.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mulberry32 } from "../../../src/engine/faults/random.ts";
import { isLockError } from "../../../src/index.ts";
import { queueKey, queueScoresKey } from "../../../src/lock/keys.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { createLocks } from "../../support/bare-locks.ts";
import { eventually } from "../../support/eventually.ts";
import { clearFaults, command, setFaultMix, setFaults } from "../../support/rest.ts";
import { uniqueName } from "../../support/unique-name.ts";

const LEASE_MS = 1_000;
const WAITERS = 8;
const LEAVING = /^(ABORTED|LOCK_BUSY|LOCK_LOST|OUTCOME_UNKNOWN|REDIS_UNREACHABLE|UNEXPECTED_REPLY)$/;

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

const timers = (): number => process.getActiveResourcesInfo().filter((resource) => resource === "Timeout").length;

/** Lets waiters come and leave around a holder; returns how many got the lock. */
async function comeAndGo(name: string, kind: "fairLock" | "lock", seed: number): Promise<number> {
  const random = mulberry32(seed);
  const soon = (): number => Math.floor(random() * 120);
  const locks = createLocks({ redis: gateway, leaseMs: LEASE_MS, pollMs: 300 });
  const lock = locks[kind](name);
  const holder = await lock.tryAcquire({ waitMs: 2_000 });
  let got = 0;
  const waiting = Array.from({ length: WAITERS }, async () => {
    const stop = new AbortController();
    const leaves = random() < 0.5 ? setTimeout(() => stop.abort(), soon()) : undefined;
    const waitMs = random() < 0.4 ? soon() * 3 : 20_000;
    const wait = random() < 0.8 ? "subscribe" : "poll";
    try {
      const held = await lock.acquire({ waitMs, wait, signal: stop.signal });
      got += 1;
      if (random() < 0.9) await held.release().catch(() => {});
    } catch (error) {
      expect(isLockError(error) && error.code).toMatch(LEAVING);
    } finally {
      clearTimeout(leaves);
    }
  });
  await new Promise((resolve) => setTimeout(resolve, soon()));
  await holder?.release().catch(() => {});
  await Promise.all(waiting);
  locks.close();
  return got;
}

async function nothingIsLeft(name: string, before: number): Promise<void> {
  await eventually(async () => (await gateway.counters()).openStreams === 0);
  // A cancel may be pending.
  await eventually(async () => (await command(gateway, "LLEN", queueKey(name))) === 0);
  expect(await command(gateway, "EXISTS", queueScoresKey(name))).toBe(0);
  await eventually(async () => (await command(gateway, "EXISTS", name)) === 0, 2 * LEASE_MS);
  await eventually(() => timers() <= before);
}

describe.each([
  ["fairLock", 5, 2],
  ["lock", 2, 1],
] as const)("of a %s", (kind, seeds, faultySeeds) => {
  it.each(Array.from({ length: seeds }, (_, nth) => nth + 1))("seed %i", async (seed) => {
    await clearFaults(gateway);
    const name = uniqueName();
    const before = timers();
    // Each step takes a while, so that a waiter can leave between any two.
    await setFaults(gateway, seed, [{ fault: "delay", delayMs: 5, replyDelayMs: 5 }]);
    await comeAndGo(name, kind, seed);
    await clearFaults(gateway);
    await nothingIsLeft(name, before);
  });

  it.each(Array.from({ length: faultySeeds }, (_, nth) => nth + 101))(
    "seed %i, with replies lost, doubled and late",
    { timeout: 40_000 },
    async (seed) => {
      const name = uniqueName();
      const before = timers();
      await setFaultMix(gateway, seed, LEASE_MS);
      await comeAndGo(name, kind, seed);
      await clearFaults(gateway);
      await nothingIsLeft(name, before);
    },
  );
});
