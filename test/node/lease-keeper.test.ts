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
