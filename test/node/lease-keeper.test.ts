// What a keeper of leases concludes from answers that come late, on a gateway of its own.
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Gateway, startGateway } from "../../scripts/gateway/index.ts";
import { createLocks } from "../../src/index.ts";
import { eventually } from "../support/eventually.ts";
import { processWatchdog } from "../support/process-watchdog.ts";
import { uniqueName } from "../support/unique-name.ts";

let gateway: Gateway;

beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

it("renews a short lease while the request for a long one hangs, although one alarm waits for it", async () => {
  const watchdog = processWatchdog(gateway);
  const locks = createLocks({ redis: gateway, watchdog });
  const long = await locks.lock(uniqueName()).acquire();
  await long.handOff({ maxHoldMs: 60_000, leaseMs: 12_000 });
  const short = await locks.lock(uniqueName()).acquire();
  const before = (await gateway.counters()).requests;
  gateway.faults.set({ seed: 1, rules: [{ fault: "delay", delayMs: 60_000, request: 1 }] });
  // The renewal of the long one, which is given up after two seconds.
  await eventually(async () => (await gateway.counters()).requests > before);
  const joinedAt = Date.now();
  await short.handOff({ maxHoldMs: 60_000, leaseMs: 1_000 });
  await eventually(() => Date.now() > joinedAt + 1_500);
  expect(await locks.lock(short.name).handOffStatus(short.serialize())).toMatchObject({ state: "kept" });
  expect(await locks.lock(short.name).isHeldBy(short.owner)).toBe(true);
  gateway.faults.set({ seed: 1, rules: [] });
  await eventually(async () => (await locks.lock(long.name).remainingMs()) > 8_500);
  await short.release();
  await long.release();
});

it("calls a lease expired that was kept until its deadline, though Redis says after it that nobody holds the lock", async () => {
  const watchdog = processWatchdog(gateway);
  const lock = createLocks({ redis: gateway, leaseMs: 3_000, watchdog }).lock(uniqueName());
  const held = await lock.acquire();
  await held.handOff({ maxHoldMs: 3_200, leaseMs: 6_000 });
  const hold = held.serialize();
  const status = await lock.handOffStatus(hold);
  const deadline = status.state === "kept" ? status.deadline : Number.NaN;
  await eventually(() => Date.now() > deadline - 200);
  // Asked before the deadline, answered after it.
  gateway.faults.set({ seed: 1, rules: [{ fault: "delay", delayMs: 500 }] });
  expect(await lock.handOffStatus(hold)).toMatchObject({ state: "expired" });
});
