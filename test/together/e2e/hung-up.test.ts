// Callers that hang up while they wait at the lock API, by the socket itself: their wait ends, and they never get the
// lock.
import type { Miniflare } from "miniflare";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLocks, type Locks } from "../../../src/index.ts";
import { queueKey } from "../../../src/lock/keys.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { ApiServers } from "../../support/api-server.ts";
import { eventually } from "../../support/eventually.ts";
import { type Ending, hangUp } from "../../support/hanging-up.ts";
import { TOKEN } from "../../support/lock-api.ts";
import { loneWorker } from "../../support/lone-worker.ts";
import { command } from "../../support/rest.ts";
import { uniqueName } from "../../support/unique-name.ts";

const WORKER_TOKEN = "a-token-of-32-or-more-characters";
const EVENTS = "text/event-stream";
// Less than the 15 s after which a silent waiter loses its place anyway.
const NOTICED_MS = 10_000;

let gateway: Gateway;
let locks: Locks;
let worker: Miniflare;
const servers = new ApiServers();
let workerUrl: URL;
let nodeUrl: string;

beforeAll(async () => {
  gateway = await startGateway();
  locks = createLocks({ redis: gateway });
  worker = await loneWorker("test/together/e2e/leaving-worker/index.ts", gateway, ["enable_request_signal"]);
  workerUrl = await worker.ready;
  nodeUrl = await servers.listen({ locks });
});
afterAll(async () => {
  await worker?.dispose();
  await servers.stop();
  await gateway?.close();
});

/** Waits at the API, hangs up, and waits until the place in the queue is free. Returns how long that took, in ms. */
async function noticedMs(base: URL | string, token: string, accept: string, ending: Ending): Promise<number> {
  const name = uniqueName();
  await using _ = await locks.fairLock(name).acquire({ leaseMs: 60_000 });
  const waiting = async (count: number): Promise<boolean> =>
    (await command<number>(gateway, "LLEN", queueKey(`lock:${name}`))) === count;
  const url = new URL(`/v1/locks/${name}/acquire`, base);
  await hangUp(url, { token, accept, ending }, () => eventually(() => waiting(1)));
  const start = performance.now();
  await eventually(() => waiting(0), NOTICED_MS);
  return performance.now() - start;
}

describe("a Worker notices a waiter that hangs up", () => {
  // Without the plain wait that ends with FIN: workerd reports it only when it sends something.
  it.each([
    [EVENTS, "FIN"],
    [EVENTS, "RST"],
    ["*/*", "RST"],
  ] as const)("that accepts %s, by %s", async (accept, ending) => {
    expect(await noticedMs(workerUrl, WORKER_TOKEN, accept, ending)).toBeLessThan(NOTICED_MS);
  });
});

describe("Node's server notices a waiter that hangs up", () => {
  it.each([
    [EVENTS, "FIN"],
    [EVENTS, "RST"],
    ["*/*", "FIN"],
    ["*/*", "RST"],
  ] as const)("that accepts %s, by %s", async (accept, ending) => {
    expect(await noticedMs(nodeUrl, TOKEN, accept, ending)).toBeLessThan(NOTICED_MS);
  });
});
