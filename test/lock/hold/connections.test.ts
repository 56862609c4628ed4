// A Worker's limit of six connections whose headers have not come yet, applied to fetch: local runtimes do not apply
// it.
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { Held } from "../../../src/index.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { createLocks } from "../../support/bare-locks.ts";
import { setFaults } from "../../support/rest.ts";
import { runsOf } from "../../support/runs.ts";
import { BackgroundWork } from "../../support/wait-until.ts";

const CONNECTIONS = 6;
const LEASE_MS = 1_500;

let gateway: Gateway;
const unlimited = globalThis.fetch;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());
afterEach(() => {
  globalThis.fetch = unlimited;
});

/** Like workerd in production: the seventh request waits until one of six has its headers. */
function limitConnections(): void {
  const waiting: (() => void)[] = [];
  let open = 0;
  globalThis.fetch = async (...request) => {
    if (open === CONNECTIONS) await new Promise<void>((resolve) => waiting.push(resolve));
    else open += 1;
    try {
      return await unlimited(...request);
    } finally {
      const next = waiting.shift();
      if (next === undefined) open -= 1;
      else next();
    }
  };
}

it("streams that are slow to open leave connections to renewals", async () => {
  const others = Array.from({ length: 12 }, (_, nth) => `other:${nth}`);
  const holders = createLocks({ redis: gateway, leaseMs: 60_000 });
  for (const other of others) await holders.lock(other).acquire();
  await setFaults(gateway, 1, [{ fault: "delay", command: "SUBSCRIBE", delayMs: 2_000 }]);
  limitConnections();
  const locks = createLocks({ redis: gateway, leaseMs: LEASE_MS });
  const held: Held = await locks.lock("renewed").acquire();
  const kept = held.keepAlive(new BackgroundWork());
  const waits = others.map((other) => locks.lock(other).tryAcquire({ waitMs: 4_000, wait: "subscribe" }));
  expect(await Promise.all(waits)).toEqual(others.map(() => null));
  expect(held.signal.aborted).toBe(false);
  await held.release();
  expect(await kept.ended).toMatchObject({ reason: "released" });
  const at = runsOf(gateway.witness(), "renewed").map(({ atMs }) => atMs);
  expect(Math.max(...at.slice(1).map((ms, nth) => ms - (at[nth] ?? 0)))).toBeLessThan((2 * LEASE_MS) / 3);
  locks.close();
});
