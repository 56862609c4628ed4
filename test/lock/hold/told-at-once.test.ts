// How soon a holder that listens learns of a theft, or of a release by force, of another client.
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Lock } from "../../../src/index.ts";
import { endsChannel } from "../../../src/lock/keys.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { createLocks } from "../../support/bare-locks.ts";
import { eventually } from "../../support/eventually.ts";
import { command } from "../../support/rest.ts";

const ROUND_TRIP_MS = 100;
// A round trip until the message comes, and one for the check that it causes.
const MOST_ROUND_TRIPS = 2.5;
const TIMES = 11;

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
  const ms = ROUND_TRIP_MS / 2;
  gateway.faults.set({ seed: 1, rules: [{ fault: "delay", delayMs: ms, replyDelayMs: ms }] });
});
afterAll(() => gateway.close());

it.each([
  ["a theft", "LOCK_STOLEN", (theirs: Lock): Promise<unknown> => theirs.acquire({ steal: true })],
  ["a release by force", "LOCK_LOST", (theirs: Lock): Promise<unknown> => theirs.forceRelease()],
] as const)("by message, %s is known within 2.5 round trips, as a median", async (what, code, end) => {
  const waitedMs: number[] = [];
  // A busy machine makes both longer.
  const roundTripsMs: number[] = [];
  const [locks, others] = [createLocks({ redis: gateway }), createLocks({ redis: gateway })];
  // One stream, which this one keeps open, for all of them.
  const keeper = await locks.lock("keeper").acquire();
  keeper.keepAlive(undefined, { listen: true });
  await eventually(async () => Number(await command(gateway, "PUBLISH", endsChannel("keeper"), "-")) > 0);
  for (let time = 0; time < TIMES; time += 1) {
    const name = `${what} ${time}`;
    const held = await locks.lock(name).acquire();
    held.keepAlive(undefined, { listen: true });
    const told = new Promise((resolve) => held.signal.addEventListener("abort", resolve));
    const before = performance.now();
    await others.lock(name).isLocked();
    roundTripsMs.push(performance.now() - before);
    const since = performance.now();
    const ending = end(others.lock(name));
    await told;
    waitedMs.push(performance.now() - since);
    expect(held.signal.reason).toMatchObject({ code });
    await ending;
  }
  await keeper.release();
  expect(median(waitedMs)).toBeLessThanOrEqual(MOST_ROUND_TRIPS * median(roundTripsMs));
});

// A message names a few readers.
it("by message, a release by force is known to each of many readers", async () => {
  const [locks, others] = [createLocks({ redis: gateway }), createLocks({ redis: gateway })];
  const name = "readers";
  const readers = await Promise.all(Array.from({ length: 12 }, () => locks.readWriteLock(name).readLock().acquire()));
  const told = readers.map((held) => {
    held.keepAlive(undefined, { listen: true });
    return new Promise((resolve) => held.signal.addEventListener("abort", resolve));
  });
  await eventually(async () => Number(await command(gateway, "PUBLISH", endsChannel(name), "-")) > 0);
  expect(await others.readWriteLock(name).readLock().forceRelease()).toBe(true);
  await Promise.all(told);
  for (const { signal } of readers) expect(signal.reason).toMatchObject({ code: "LOCK_LOST", end: "lost" });
});

function median(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN;
}
