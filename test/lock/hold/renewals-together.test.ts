// The cost of many holds of one client that are kept alive in one process.
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLocks, type Held } from "../../../src/index.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { eventually } from "../../support/eventually.ts";
import { uniqueName } from "../../support/unique-name.ts";

const LEASE_MS = 6_000;
const HOLDS = 300;

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

it("300 holds cost few requests, and 2 commands a renewal", { timeout: 60_000 }, async ({ onTestFinished }) => {
  let renewed = 0;
  const locks = createLocks({
    redis: gateway,
    leaseMs: LEASE_MS,
    onEvent: ({ type }) => {
      if (type === "renewed") renewed += 1;
    },
  });
  // A repeated test has other locks, and counts no renewals of this one.
  onTestFinished(() => locks.close());
  const run = uniqueName();
  const holds: Held[] = [];
  for (let from = 0; from < HOLDS; from += 50) {
    const some = Array.from({ length: 50 }, (_, nth) => locks.lock(`${run}:${from + nth}`).acquire());
    holds.push(...(await Promise.all(some)));
  }
  const kept = holds.map((held) => held.keepAlive());
  await eventually(() => renewed >= HOLDS);
  await gateway.resetCounters();
  const before = renewed;
  // Four rounds, each in four groups at most.
  await eventually(() => renewed >= before + 4 * HOLDS);
  const { requests, billed } = await gateway.counters();
  expect(requests).toBeLessThanOrEqual(20);
  expect((billed ?? Number.NaN) / (renewed - before)).toBeLessThan(2.5);
  await Promise.all(holds.map((held) => held.release()));
  expect(await Promise.all(kept.map(({ ended }) => ended))).toEqual(
    holds.map(() => ({ reason: "released", renewals: expect.any(Number) })),
  );
});

it("a client that is closed leaves no timer behind, and later holds of another one are renewed", async () => {
  const first = createLocks({ redis: gateway, leaseMs: 1_500 });
  const ended = (await first.lock("closed").acquire()).keepAlive().ended;
  first.close();
  expect(await ended).toEqual({ reason: "stopped", renewals: 0 });
  const held = await createLocks({ redis: gateway, leaseMs: 1_500 }).lock("open").acquire();
  for (let round = 0; round < 2; round += 1) {
    const kept = held.keepAlive();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    kept.stop();
    expect((await kept.ended).renewals).toBeGreaterThanOrEqual(1);
  }
  await held.release();
});
