// The fence with a Redis of its own: its keys, and a Redis that is full or away.
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Locks } from "../../../src/index.ts";
import { markKey } from "../../../src/lock/keys.ts";
import { createLocks } from "../../support/bare-locks.ts";
import { eventually } from "../../support/eventually.ts";
import { command } from "../../support/rest.ts";
import { type ServedGateway, startServedGateway } from "../../support/server.ts";
import { type Connection, connect } from "../model/real.ts";

let gateway: ServedGateway;
let redis: Connection;
let locks: Locks;
beforeAll(async () => {
  gateway = await startServedGateway();
  redis = await connect(gateway.redisUrl);
  locks = createLocks({ redis: gateway, leaseMs: 1_000 });
});
afterAll(async () => {
  locks.close();
  await gateway.close();
});
beforeEach(() => command(gateway, "FLUSHALL"));

it("the fence leaves one permanent key, the mark, and one for an hour for each write", async () => {
  const fence = locks.fence("orders:42");
  await fence.check("5");
  await fence.set("data", "a", "5");
  await fence.set("data", "refused", "4");
  const keys = (await command<string[]>(gateway, "KEYS", "*")).sort();
  expect(keys).toEqual([
    "data",
    "leasehound:orders:mark:{orders:42}",
    expect.stringMatching(/^leasehound:orders:write:[\da-f-]{36}\|\{orders:42\}$/),
  ]);
  expect(await command(gateway, "TTL", "leasehound:orders:mark:{orders:42}")).toBe(-1);
  const left = await command<number>(gateway, "TTL", keys[2] ?? "");
  expect(left).toBeGreaterThan(3_590);
  expect(left).toBeLessThanOrEqual(3_600);
});

it("the fence writes nothing to a Redis without memory, neither key nor mark", async () => {
  const fence = locks.fence("full");
  await redis.sendCommand(["CONFIG", "SET", "maxmemory", "1"]);
  await expect(fence.set("data", "a", "5")).rejects.toMatchObject({ code: "REDIS_UNREACHABLE", redisCode: "OOM" });
  await expect(fence.check("5")).rejects.toMatchObject({ code: "REDIS_UNREACHABLE", redisCode: "OOM" });
  await redis.sendCommand(["CONFIG", "SET", "maxmemory", "0"]);
  expect(await command(gateway, "EXISTS", "data", markKey("full"))).toBe(0);
});

it("the fence reports that Redis is unreachable", async () => {
  const fence = locks.fence("gone");
  redis.destroy();
  await gateway.redis.stop();
  // The gateway has noticed.
  await eventually(() =>
    command(gateway, "PING").then(
      () => false,
      (error) => /is not reachable/.test(String(error)),
    ),
  );
  await expect(fence.check("5")).rejects.toMatchObject({ code: "REDIS_UNREACHABLE" });
  await expect(fence.set("data", "a", "5")).rejects.toMatchObject({ code: "REDIS_UNREACHABLE" });
});
