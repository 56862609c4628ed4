// Clients that disconnect from a Worker, or do not read its response, on real workerd, through the built package: their
// locks are given back.
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import type { Miniflare } from "miniflare";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestHarness, type TestHarness } from "wrangler";
import { createLocks, type Locks } from "../../../src/index.ts";
import { queueKey } from "../../../src/lock/keys.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { ANSWERS } from "../../support/answers-of-length.ts";
import { eventually } from "../../support/eventually.ts";
import { loneWorker } from "../../support/lone-worker.ts";
import { command, setFaults } from "../../support/rest.ts";
import { uniqueName } from "../../support/unique-name.ts";

let gateway: Gateway;
let locks: Locks;
let worker: TestHarness;
let url: URL;
/** The same Worker without a proxy in front, which would hide the length of an answer. */
let lone: Miniflare;

beforeAll(async () => {
  gateway = await startGateway();
  locks = createLocks({ redis: gateway });
  const vars = { UPSTASH_REDIS_REST_URL: gateway.url, UPSTASH_REDIS_REST_TOKEN: gateway.token };
  worker = createTestHarness({ workers: [{ configPath: "./test/together/e2e/leaving-worker/wrangler.toml", vars }] });
  url = (await worker.listen()).url;
  lone = await loneWorker("test/together/e2e/leaving-worker/index.ts", gateway);
  // Loads the scripts: otherwise an attempt is two requests.
  await (await locks.lock("warm").acquire()).release();
});
afterAll(async () => {
  await worker?.close();
  await lone?.dispose();
  await gateway?.close();
});

/** Asks, and disconnects after `leaveMs`. */
async function leaves(path: string, leaveMs: number): Promise<void> {
  const response = await fetch(new URL(`/client${path}`, url), { method: "POST", body: JSON.stringify({ leaveMs }) });
  expect(await response.text()).toMatch(/^left: /);
}

describe("a client that disconnects", () => {
  it.each([
    ["the lock API", (name: string) => `/v1/locks/${name}/acquire`],
    ["a route that runs alone", (name: string) => `/alone/${name}`],
  ])("before the grant has arrived leaves nothing held: %s", async (_, path) => {
    const name = uniqueName();
    // Granted in Redis; the Worker gets the reply after its client has disconnected.
    await setFaults(gateway, 1, [{ fault: "delay", request: 1, replyDelayMs: 1_000 }]);
    await leaves(path(name), 300);
    await eventually(() => gateway.witness().some(({ command }) => command.includes(`lock:${name}`)));
    await eventually(async () => !(await locks.lock(name).isLocked()));
  });

  it("while it waits in the queue of a fair lock leaves its place", async () => {
    const name = uniqueName();
    const holder = await locks.fairLock(name).acquire();
    const leaving = leaves(`/v1/locks/${name}/acquire?kind=fairLock`, 1_000);
    const queued = (): Promise<number> => command<number>(gateway, "LLEN", queueKey(`lock:${name}`));
    await eventually(async () => (await queued()) === 1);
    await leaving;
    // Before the 15 s for which a silent waiter keeps its place.
    await eventually(async () => (await queued()) === 0);
    await holder.release();
  });

  it("while its route runs does not stop that: the lock is released at the end", async () => {
    const name = uniqueName();
    const leaving = leaves(`/alone/${name}`, 500);
    await eventually(() => locks.lock(name).isLocked());
    await leaving;
    expect(await locks.lock(name).isLocked()).toBe(true);
    await eventually(async () => !(await locks.lock(name).isLocked()), 10_000);
    expect(await command(gateway, "GET", `done:${name}`)).toBe("yes");
  });
});

it.each(ANSWERS)("a locked route sends the length of its body, if it is known: %s, %s", async (answer, length) => {
  const name = uniqueName();
  // Miniflare would compress it.
  const headers = { "accept-encoding": "identity" };
  const response = await fetch(new URL(`/length/${name}/${answer}`, await lone.ready), { headers });
  expect([response.status, response.headers.get("content-length")]).toEqual([200, length]);
  expect((await response.arrayBuffer()).byteLength).toBe(Number(length ?? 6));
  await eventually(async () => !(await locks.lock(name).isLocked()));
});

it("a client that never reads holds the lock of its route until maxResponseMs, and is then cut off", async () => {
  const name = uniqueName();
  const asked = get(new URL(`/endless/${name}`, url));
  const [answer]: IncomingMessage[] = await once(asked, "response");
  expect(answer?.statusCode).toBe(200);
  const start = performance.now();
  expect(await locks.lock(name).isLocked()).toBe(true);
  await eventually(async () => !(await locks.lock(name).isLocked()), 10_000);
  expect(performance.now() - start).toBeGreaterThan(1_000);
  const cut = once(asked, "close");
  answer?.on("error", () => {}).resume();
  await cut;
  expect(answer?.complete).toBe(false);
});
