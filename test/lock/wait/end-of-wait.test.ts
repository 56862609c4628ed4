// All requests of one attempt of a light lock share its time: the call exceeds its wait by that, and by a second.
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { createLightLocks } from "../../../src/lock/light/index.ts";
import { startTestGateway, type TestGateway } from "../../support/test-gateway.ts";
import { uniqueName } from "../../support/unique-name.ts";

const WAIT_MS = 200;
const ATTEMPT_MS = 5_000;
const HANGING = [3, 4, 5, 6, 7, 8, 9];

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterEach(() => gateway.faults.clear());
afterAll(() => gateway?.close());

/** Returns how long a call takes, whatever it comes to, ms. */
async function lasting(call: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await call().catch(() => {});
  return performance.now() - startedAt;
}

it.each([
  ["is lost, and one hangs", []],
  ["is lost, and one is slow", [{ fault: "delay", replyDelayMs: 4_600, request: 2 }]],
] as const)("an attempt of a light lock of which the grant %s takes no longer than another one", async (_, slow) => {
  const light = createLightLocks({ redis: gateway });
  // The lock is taken, and the reply lost. A repetition finds it taken. Nothing says by whom.
  gateway.faults.set({
    seed: 1,
    rules: [{ fault: "drop-reply", request: 1 }, ...slow, { fault: "hold-back", reply: true, request: HANGING }],
  });
  const ms = await lasting(() => light.lock(uniqueName()).acquire({ waitMs: WAIT_MS }));
  expect(ms).toBeLessThan(ATTEMPT_MS + 1_000 + 50);
});

it("a light lock whose grant is slow is renewed within the time of its attempt", async () => {
  const light = createLightLocks({ redis: gateway, leaseMs: 3_000 });
  gateway.faults.set({
    seed: 1,
    rules: [
      { fault: "delay", replyDelayMs: 990, request: 1 },
      { fault: "hold-back", reply: true, request: [2, ...HANGING] },
    ],
  });
  expect(await lasting(() => light.lock(uniqueName()).acquire())).toBeLessThan(1_050);
});
