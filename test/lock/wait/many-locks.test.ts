// Many waiters in one process, each for its own lock: one stream, and all get in.
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { createLocks } from "../../../src/index.ts";
import { acquireCall, releaseCall } from "../../../src/lock/lua/lock.ts";
import type { GrantedHold } from "../../../src/lock/protocol.ts";
import { upstashPort } from "../../../src/lock/redis/upstash.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { eventually } from "../../support/eventually.ts";
import { shortOrFull } from "../../support/exhaustive.ts";
import { runsOf } from "../../support/runs.ts";

const LOCKS = shortOrFull(200, 1_000);
const LEASE_MS = 120_000;
const NO_POLL_MS = 60_000;

let gateway: Gateway;
const realFetch = globalThis.fetch;
beforeAll(async () => {
  gateway = await startGateway();
});
afterEach(() => {
  globalThis.fetch = realFetch;
});
afterAll(() => gateway.close());

/** Counts the streams of this process, from their request to their abort. */
function countStreams(): { most: number; open: number } {
  const streams = { most: 0, open: 0 };
  globalThis.fetch = async (...request) => {
    const [url, init] = request;
    // A request that was aborted before is not sent.
    if (!String(url).includes("/subscribe/") || init?.signal?.aborted === true) return realFetch(...request);
    streams.open += 1;
    streams.most = Math.max(streams.most, streams.open);
    init?.signal?.addEventListener("abort", () => (streams.open -= 1));
    return realFetch(...request);
  };
  return streams;
}

it("many waiters, each for its own lock, share one stream, and all get in", {
  timeout: 180_000,
}, async () => {
  const streams = countStreams();
  const port = upstashPort(gateway);
  const limits = { timeoutMs: 30_000 };
  // Holders elsewhere, which cannot pass their locks on.
  const holders = Array.from({ length: LOCKS }, (_, nth): GrantedHold => {
    const owner = `${crypto.randomUUID()}:1`;
    return { key: `lock:many:${nth}`, owner, holdId: owner, leaseMs: LEASE_MS, ownerIsNew: true, epoch: "" };
  });
  for (const holder of holders)
    expect(await port.run(acquireCall(holder, false), limits)).toMatchObject({ kind: "held" });
  // Two clients of one database share it.
  const clients = [1, 2].map(() =>
    createLocks({ redis: gateway, waitMs: LEASE_MS, leaseMs: LEASE_MS, pollMs: NO_POLL_MS }),
  );
  const refused = new Set<number>();
  let entered = 0;
  const waiting = holders.map(async (_, nth) => {
    await using next = await clients[nth % 2]?.lock(`many:${nth}`).acquire({ onWait: () => refused.add(nth) });
    entered += next?.holdCount ?? 0;
  });
  await eventually(() => refused.size === LOCKS, 120_000);
  const hasStood = (): number =>
    runsOf(gateway.witness()).filter(({ script }) => script === "lock/acquire-standing").length;
  await eventually(() => hasStood() >= LOCKS, 60_000);
  expect((await gateway.counters()).openStreams).toBe(1);
  const since = gateway.witness().at(-1)?.seq;
  for (const holder of holders) await port.run(releaseCall(holder, true, "elsewhere"), limits);
  await Promise.all(waiting);
  expect(entered).toBe(LOCKS);
  expect(streams.most).toBe(1);
  // Nearly all by a message; an attempt may be on its way.
  const attempts = runsOf(gateway.witness(since)).filter(({ script }) => script.startsWith("lock/acquire"));
  expect(attempts.length).toBeLessThan(LOCKS / 4);
  await eventually(async () => (await gateway.counters()).openStreams === 0);
  // A later waiter opens another.
  const [first, second] = clients.map((client) => client.lock("after"));
  const holder = await first?.acquire();
  const listening = second?.acquire({ wait: "subscribe" });
  await eventually(() => streams.open === 1);
  await holder?.release();
  await (await listening)?.release();
});
