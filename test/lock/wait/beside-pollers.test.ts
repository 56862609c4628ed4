// A waiter beside clients that poll and publish no release, like Redisson's spin lock: when it makes an attempt.
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLocks } from "../../support/bare-locks.ts";
import { runsOf } from "../../support/runs.ts";
import { type ServedGateway, startServedGateway } from "../../support/server.ts";
import { sleeper } from "../../support/waiting.ts";
import { type Connection, connect } from "../model/real.ts";

const POLLER = "6f1c1f0e-0d0a-4a5e-9a44-000000000000:1";
const SLACK_MS = 400;

let gateway: ServedGateway;
let redis: Connection;
beforeAll(async () => {
  gateway = await startServedGateway();
  redis = await connect(gateway.redisUrl);
});
afterAll(async () => {
  redis.destroy();
  await gateway.close();
});

async function take(key: string, leaseMs: number): Promise<void> {
  // In one step, because a lock without a TTL is invalid.
  const script = "redis.call('HSET', KEYS[1], ARGV[1], 1) redis.call('PEXPIRE', KEYS[1], ARGV[2])";
  await redis.sendCommand(["EVAL", script, "1", key, POLLER, String(leaseMs)]);
}

const triedAt = (key: string): number[] => runsOf(gateway.witness(), key).map(({ atMs }) => atMs);

it("a waiter makes an attempt at the end of each lease that it knows of, and gets in after the last", async () => {
  const leaseMs = 1_500;
  const locks = createLocks({ redis: gateway, pollMs: 60_000, waitMs: 60_000, prefix: "" });
  await take("leases", leaseMs);
  const ends: number[] = [];
  const { got } = await sleeper((options) => locks.lock("leases").acquire({ ...options, wait: "subscribe" }));
  for (let lease = 0; lease < 3; lease += 1) {
    const left = Number(await redis.sendCommand(["PTTL", "leases"]));
    ends.push(Date.now() + left);
    // The poller acquires it again a moment before the end, so that the waiter's attempt fails.
    await new Promise((resolve) => setTimeout(resolve, left - 100));
    if (lease < 2) await take("leases", leaseMs + 100);
  }
  const held = await got;
  const tries = triedAt("leases");
  for (const end of ends) expect(tries.some((at) => at > end - 20 && at < end + SLACK_MS)).toBe(true);
  expect(tries.length).toBeLessThanOrEqual(2 + ends.length);
  await held.release();
});

it("a waiter makes an attempt pollMs after the last one at the latest, even in a long lease without messages", async () => {
  const pollMs = 800;
  const locks = createLocks({ redis: gateway, pollMs, waitMs: 60_000, prefix: "" });
  await take("polls", 60_000);
  const { got } = await sleeper((options) => locks.lock("polls").acquire({ ...options, wait: "subscribe" }));
  await new Promise((resolve) => setTimeout(resolve, 4 * pollMs));
  await redis.sendCommand(["DEL", "polls"]);
  const free = performance.now();
  const held = await got;
  expect(performance.now() - free).toBeLessThan(pollMs + SLACK_MS);
  const tries = triedAt("polls");
  const gaps = tries.slice(1).map((at, nth) => at - (tries[nth] ?? 0));
  expect(Math.max(...gaps)).toBeLessThan(pollMs + SLACK_MS);
  await held.release();
});
