// A single flight's state in Redis, step by step: the plain lock's, and the result beside it.

import { afterAll, expect, it } from "vitest";
import { finishCall, flightAcquireCall } from "../../../src/lock/lua/flight.ts";
import type { GrantedHold, ScriptCall } from "../../../src/lock/protocol.ts";
import { createLocks } from "../../support/bare-locks.ts";
import { listenAll } from "../../support/channel.ts";
import { emptyGateway } from "../../support/empty-gateway.ts";
import { eventually } from "../../support/eventually.ts";
import { passTime } from "../../support/pass-time.ts";
import { command, hash } from "../../support/rest.ts";
import { connect } from "../model/real.ts";

const LEASE_MS = 30_000;

const { gateway, run } = await emptyGateway();
const locks = createLocks({ redis: gateway, leaseMs: LEASE_MS });
afterAll(() => locks.close());

const holdOf = (key: string, owner: string): GrantedHold => ({
  ...{ key, owner, holdId: owner, leaseMs: LEASE_MS, ownerIsNew: true, epoch: "" },
});

let ranBy: string | undefined;
function acquire(hold: GrantedHold, last = false, waitedFor = ""): ScriptCall<unknown> {
  return flightAcquireCall(hold, last, waitedFor, {
    busy: (owner) => {
      ranBy = owner;
    },
    found: (result) => ({ kind: "found", ...result }),
  });
}

/** All keys except the lock, with their texts; each has a TTL. */
async function texts(name: string): Promise<Record<string, unknown>> {
  const keys = (await command<string[]>(gateway, "KEYS", "*")).filter((key) => key !== name);
  const entries = keys.map(async (key) => {
    expect(await command<number>(gateway, "PTTL", key)).toBeGreaterThan(0);
    return [key, await command(gateway, "GET", key)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

it.each([
  ["golden", "leasehound::result:{golden}", "leasehound::owner:", "|{golden}", "redisson_lock__channel:{golden}"],
  ["{g}:b", "leasehound:%7Bg%7D:result:{g}:b", "leasehound:%7Bg%7D:owner:", "|{g}:b", "redisson_lock__channel:{g}:b"],
])(
  "a caller that runs, one that waits and fetches, and a late one leave the expected states: %j",
  async (name, result, before, after, channel) => {
    await using heard = await listenAll(gateway, channel);
    const [a, b, c] = [holdOf(name, "a:1"), holdOf(name, "b:2"), holdOf(name, "c:3")];
    const page = (owner: string): string => before + owner + after;

    expect(await run(acquire(a))).toEqual({ kind: "held", holdCount: 1, remainingMs: LEASE_MS, epoch: "" });
    expect(await hash(gateway, name)).toEqual({ "a:1": "1" });
    expect(await texts(name)).toEqual({ [page("a:1")]: "|+" });

    expect(await run(acquire(b))).toEqual({ kind: "busy", remainingMs: expect.any(Number) });
    expect(ranBy).toBe("a:1");
    expect(await texts(name)).toEqual({ [page("a:1")]: "|+" });

    expect(await run(finishCall(a, true, '=["x"]', 5_000))).toEqual({ kind: "ended", end: "released" });
    expect(await hash(gateway, name)).toEqual({});
    expect(await texts(name)).toEqual({ [page("a:1")]: "|-released", [result]: '=["x"]' });
    expect(await command<number>(gateway, "PTTL", result)).toBeGreaterThan(0);
    await eventually(() => heard.messages.length > 0);
    expect(heard.messages).toEqual([",1"]);

    const told = { kind: "found", text: '=["x"]', remainingMs: expect.any(Number) };
    expect(await run(acquire(b))).toEqual(told);
    expect(await texts(name)).toEqual({
      ...{ [page("a:1")]: "|-released", [page("b:2")]: "|-lost", [result]: '=["x"]' },
    });

    await passTime(gateway, 5_000);
    expect(await run(acquire(b))).toEqual({ kind: "found", text: "", remainingMs: 0 });
    expect(await run(finishCall(a, true, '=["x"]', 5_000))).toEqual({ kind: "ended", end: "released" });
    expect(await run(finishCall(b, true, '=["y"]', 5_000))).toEqual({ kind: "ended", end: "lost" });
    expect(await command(gateway, "EXISTS", result, name)).toBe(0);

    expect(await run(acquire(c))).toMatchObject({ kind: "held" });
    expect(await run(finishCall(c, true, "!c:3|{}", 5_000))).toEqual({ kind: "ended", end: "released" });
    expect(await texts(name)).toMatchObject({ [result]: "!c:3|{}" });
  },
);

it("a result is served for its TTL by the Redis clock, and no longer", async () => {
  const fly = (value: string): Promise<string> => locks.singleFlight("timed", () => value, { ttlMs: 60_000 });
  expect(await fly("first")).toBe("first");
  await passTime(gateway, 30_000);
  expect(await fly("second")).toBe("first");
  // Two seconds remain, which is more than the test needs.
  await passTime(gateway, 28_000);
  expect(await fly("third")).toBe("first");
  await passTime(gateway, 2_000);
  expect(await fly("fourth")).toBe("fourth");
});

it("a Redis without memory keeps no result, and still frees the lock", async () => {
  const redis = await connect(gateway.redisUrl);
  const value = await locks.singleFlight(
    "full",
    async () => {
      await redis.sendCommand(["CONFIG", "SET", "maxmemory", "1"]);
      return "x";
    },
    { ttlMs: 60_000 },
  );
  await redis.sendCommand(["CONFIG", "SET", "maxmemory", "0"]);
  redis.destroy();
  expect(value).toBe("x");
  expect(await locks.lock("full").isLocked()).toBe(false);
  expect(await locks.singleFlight("full", () => "y", { ttlMs: 60_000 })).toBe("y");
});
