// Many waiters in one process, each for its own lock: one stream, and all get in.
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { createLocks } from "../../src/index.ts";
import { type Gateway, startGateway } from "../../src/tools/gateway/gateway.ts";
import { eventually } from "../support/eventually.ts";
import { shortOrFull } from "../support/exhaustive.ts";

const LOCKS = shortOrFull(200, 1_000);

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

/** Returns how many locks were looked at. */
function looked(): number {
  const looks = gateway.witness().map(({ reply }) => String(reply).split(","));
  return looks.filter(([kind]) => kind === "looked").reduce((sum, [, , ...lefts]) => sum + lefts.length, 0);
}

it("many waiters, each for its own lock, have one stream, look together, and all get in", {
  timeout: 180_000,
}, async () => {
  const streams = countStreams();
  // Two clients of one database count together.
  const clients = [1, 2].map(() => createLocks({ redis: gateway, waitMs: 120_000, leaseMs: 120_000 }));
  const locks = Array.from({ length: LOCKS }, (_, nth) => (clients[nth % 2] ?? clients[0])?.lock(`many:${nth}`));
  const held = await Promise.all(locks.map((lock) => lock?.acquire()));
  let refused = 0;
  let entered = 0;
  const waiting = locks.map(async (lock) => {
    const onWait = ({ attempts }: { attempts: number }): void => {
      if (attempts === 1) refused += 1;
    };
    await using next = await lock?.acquire({ onWait });
    entered += next?.holdCount ?? 0;
  });
  await eventually(() => refused === LOCKS, 120_000);
  await eventually(() => looked() >= LOCKS, 30_000);
  expect((await gateway.counters()).openStreams).toBe(1);
  await Promise.all(held.map((one) => one?.release()));
  await Promise.all(waiting);
  expect(entered).toBe(LOCKS);
  expect(streams.most).toBe(1);
  await eventually(async () => (await gateway.counters()).openStreams === 0);
  // Streams are available again.
  const [first, second] = [clients[0]?.lock("after"), clients[1]?.lock("after")];
  const holder = await first?.acquire();
  const listening = second?.acquire({ wait: "subscribe" });
  await eventually(() => streams.open === 1);
  await holder?.release();
  await (await listening)?.release();
});
