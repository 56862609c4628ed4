// The semaphore's state in Redis, step by step, against the trace of Redisson's RSemaphore: number, TTL, channel,
// payloads. Plus its cost.
import { expect, it } from "vitest";
import { requestKey } from "../../../src/lock/keys.ts";
import { numberCall } from "../../../src/lock/lua/request.ts";
import {
  acquirePermitsCall,
  addPermitsCall,
  cancelPermitsCall,
  drainPermitsCall,
  trySetPermitsCall,
} from "../../../src/lock/lua/semaphore.ts";
import type { HoldId, ScriptCall } from "../../../src/lock/protocol.ts";
import { createLocks } from "../../support/bare-locks.ts";
import { billsOf } from "../../support/bills.ts";
import { listen } from "../../support/channel.ts";
import { emptyGateway } from "../../support/empty-gateway.ts";
import { eventually } from "../../support/eventually.ts";
import { command } from "../../support/rest.ts";

const HOUR_MS = 3_600_000;

const { gateway, run, ttl } = await emptyGateway();

const holdOf = (key: string, id: string): HoldId => ({
  ...{ key, owner: id, holdId: id, ownerIsNew: true },
  leaseMs: 30_000,
});

/** Reads the records by their request ids. Each lasts an hour. Expects no other key but the semaphore's. */
async function records(name: string): Promise<Record<string, string | null>> {
  const found: Record<string, string | null> = {};
  for (const key of await command<string[]>(gateway, "KEYS", "*")) {
    if (key === name) continue;
    const left = await ttl(key);
    expect(left).toBeGreaterThan(HOUR_MS - 10_000);
    expect(left).toBeLessThanOrEqual(HOUR_MS);
    const id = /:request:([^|]*)\|/.exec(key)?.[1] ?? "";
    expect(key).toBe(requestKey(name, id));
    found[id] = await command(gateway, "GET", key);
  }
  return found;
}

it.each([
  ["golden", "redisson_sc:{golden}"],
  ["{golden}:b", "redisson_sc:{golden}:b"],
  ["a{b", "redisson_sc:a{b"],
  ["a}b,c d\n🐕", "redisson_sc:{a}b,c d\n🐕}"],
])(
  "a semaphore is set, taken, refused, given back, added, reduced and drained as in the trace: %j",
  async (name, channel) => {
    await using heard = await listen(gateway, channel);
    const value = (): Promise<unknown> => command(gateway, "GET", name);

    expect(await run(acquirePermitsCall(holdOf(name, "a:0"), 1, false))).toEqual({ kind: "ended", end: "unset" });
    expect(await value()).toBeNull();
    expect(await run(trySetPermitsCall(name, "set", 10))).toBe(true);
    expect(await value()).toBe("10");
    expect(await ttl(name)).toBe(-1);
    expect(await run(trySetPermitsCall(name, "again", 15))).toBe(false);

    const granted = await run(acquirePermitsCall(holdOf(name, "a:1"), 7, false));
    expect(granted).toEqual({ kind: "held", holdCount: 1, remainingMs: 30_000, epoch: "", available: 3 });
    expect(await value()).toBe("3");
    const busy = { kind: "busy", remainingMs: -1, available: 3 };
    expect(await run(acquirePermitsCall(holdOf(name, "a:2"), 4, false))).toEqual(busy);
    expect(await run(acquirePermitsCall(holdOf(name, "a:3"), 4, true))).toEqual(busy);
    expect(await run(acquirePermitsCall(holdOf(name, "a:3"), 4, true))).toEqual({ kind: "ended", end: "refused" });
    expect(await value()).toBe("3");
    expect(await run(cancelPermitsCall(holdOf(name, "a:4")))).toEqual({ kind: "ended", end: "free" });
    expect(await run(addPermitsCall(name, "release", 2))).toBe(5);
    expect(await run(cancelPermitsCall(holdOf(name, "a:1")))).toEqual({ kind: "ended", end: "released" });
    expect(await value()).toBe("12");
    // Redisson publishes -3 here, at which its own listener throws.
    expect(await run(addPermitsCall(name, "reduce", -15))).toBe(-3);
    expect(await value()).toBe("-3");
    expect(await run(numberCall(name))).toBe(-3);
    expect(await run(drainPermitsCall(name, "drain"))).toBe(-3);
    expect(await value()).toBe("0");
    expect(await run(addPermitsCall(name, "more", 2_147_483_647))).toBe(2_147_483_647);
    expect(await run(drainPermitsCall(name, "drain more"))).toBe(2_147_483_647);

    await eventually(() => heard.messages.length === 4);
    expect(heard.messages).toEqual(["10", "5", "12", "2147483647"]);
    expect(await records(name)).toEqual({
      "a:0": "-unset",
      set: "1",
      again: "0",
      "a:1": "-released",
      "a:3": "-refused",
      "a:4": "-free",
      release: "5",
      reduce: "-3",
      drain: "-3",
      more: "2147483647",
      "drain more": "2147483647",
    });
  },
);

it("a semaphore keeps the TTL that it was set with; Redisson's addPermits and drainPermits remove it", async () => {
  expect(await run(trySetPermitsCall("timed", "set", 3, 50_000))).toBe(true);
  await run(addPermitsCall("timed", "add", 4));
  await run(drainPermitsCall("timed", "drain"));
  expect(await ttl("timed")).toBeGreaterThan(45_000);
  expect(await ttl("timed")).toBeLessThanOrEqual(50_000);
});

it("a missing key has no permits to drain, and 0 added to it make it", async () => {
  expect(await run(drainPermitsCall("missing", "drain"))).toBe(0);
  expect(await command(gateway, "EXISTS", "missing")).toBe(0);
  expect(await run(addPermitsCall("missing", "add", 0))).toBe(0);
  expect(await command(gateway, "GET", "missing")).toBe("0");
});

it("replies of another kind, or without a number, are refused", () => {
  const { decode } = acquirePermitsCall(holdOf("read", "a:1"), 1, false);
  const wrong = [["held", "a:1"], ["held", "a:1", "3"], ["done", "a:1", 3], ["ended", "a:1", "x"], null, 3];
  for (const reply of wrong) {
    expect(() => decode(reply)).toThrowError(expect.objectContaining({ code: "UNEXPECTED_REPLY" }));
  }
  const drained = drainPermitsCall("read", "r").decode;
  for (const reply of [["done", "r"], ["done", "r", "3"], ["held", "r", 3], null]) {
    expect(() => drained(reply)).toThrowError(expect.objectContaining({ code: "UNEXPECTED_REPLY" }));
  }
});

it("an acquire and a release cost 9 commands, in two requests, however many permits", async () => {
  const semaphore = createLocks({ redis: gateway }).semaphore("billed");
  await semaphore.trySetPermits(5);
  await semaphore.acquire();
  await semaphore.release();
  for (const permits of [1, 5]) {
    await gateway.resetCounters();
    await semaphore.acquire(permits);
    expect(await gateway.counters()).toMatchObject({ requests: 1, billed: 4 });
    await semaphore.release(permits);
    expect(await gateway.counters()).toMatchObject({ requests: 2, billed: 9 });
  }
});

it("each request costs as many commands as the docs say", async () => {
  const [taken, other] = [holdOf("asked", "a:1"), holdOf("asked", "a:2")];
  const calls: [billed: number, call: ScriptCall<unknown>][] = [
    [6, trySetPermitsCall("asked", "set", 2)],
    [3, trySetPermitsCall("asked", "again", 2)],
    [4, acquirePermitsCall(taken, 2, false)],
    [2, acquirePermitsCall(taken, 2, false)],
    [2, acquirePermitsCall(other, 1, false)],
    [3, acquirePermitsCall(other, 1, true)],
    [5, cancelPermitsCall(taken)],
    [2, cancelPermitsCall(other)],
    [5, addPermitsCall("asked", "add", 1)],
    [2, addPermitsCall("asked", "add", 1)],
    [4, drainPermitsCall("asked", "drain")],
    [2, numberCall("asked")],
    [4, acquirePermitsCall(holdOf("never set", "a:3"), 1, false)],
  ];
  expect(await billsOf(gateway, run, calls)).toEqual(calls.map(([billed]) => billed));
});
