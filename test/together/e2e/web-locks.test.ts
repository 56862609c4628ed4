// Lock managers in real workerd, through the built package: each invocation has one of its own, or all share
// navigator.locks.
import type { Miniflare } from "miniflare";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLockManager } from "../../../src/edge/web-locks/index.ts";
import { createLocks } from "../../../src/index.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { hold, pending } from "../../support/lock-managers.ts";
import { startModule } from "../../support/start-module.ts";
import { uniqueName } from "../../support/unique-name.ts";

const LEASE_MS = 1_500;

let gateway: Gateway;
let worker: Miniflare;
let url: URL;

beforeAll(async () => {
  gateway = await startGateway();
  worker = await startModule("test/together/e2e/web-locks-worker/index.ts", "web-locks", {
    compatibilityFlags: ["nodejs_als"],
    env: {
      UPSTASH_REDIS_REST_URL: { type: "text", value: gateway.url },
      UPSTASH_REDIS_REST_TOKEN: { type: "text", value: gateway.token },
    },
  });
  url = await worker.ready;
});
afterAll(async () => {
  await worker?.dispose();
  await gateway?.close();
});

async function ask(asked: object): Promise<Record<string, unknown>> {
  const response = await fetch(url, { method: "POST", body: JSON.stringify({ leaseMs: LEASE_MS, ...asked }) });
  return Object(await response.json());
}

const here = () => createLockManager(createLocks({ redis: gateway, leaseMs: LEASE_MS }));

describe.each(["own", "navigator"])("lock managers of invocations (%s)", (by) => {
  it("exclude each other, and those of other processes", async () => {
    const name = uniqueName();
    const locks = here();
    const first = await hold(locks, name);
    const asked = Array.from({ length: 8 }, () => ask({ by, name, holdMs: 30 }));
    await pending(locks, name, 8);
    expect(new Set((await locks.query()).pending.map(({ clientId }) => clientId)).size).toBe(8);
    await first.release();
    for (const answer of await Promise.all(asked)) expect(answer).toEqual({ most: 1 });
  });

  it("hold a lock after the response in ctx.waitUntil, and release it then", async () => {
    const name = uniqueName();
    const locks = here();
    await ask({ by, name, how: "background", holdMs: 2 * LEASE_MS });
    await locks.request(name, { mode: "shared", ifAvailable: true }, (lock) => expect(lock).toBeNull());
    const start = performance.now();
    await locks.request(name, () => {});
    expect(performance.now() - start).toBeGreaterThan(LEASE_MS);
  });

  it("that end with their invocation leave a lock for its lease at most", async () => {
    const name = uniqueName();
    await ask({ by, name, how: "leave" });
    const start = performance.now();
    await here().request(name, () => {});
    expect(performance.now() - start).toBeLessThan(LEASE_MS + 1_500);
  });
});
