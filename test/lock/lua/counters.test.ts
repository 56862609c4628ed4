// TTL, replies and costs of the semaphore, and the costs of the latch. The transcripts of test/together/interop compare
// their numbers and messages with Redisson's, and test/lock/model/counters their records.
import { expect, it } from "vitest";
import { countDownCall, deleteLatchCall, passCall, trySetCountCall } from "../../../src/lock/lua/count-down-latch.ts";
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
import { emptyGateway } from "../../support/empty-gateway.ts";
import { command } from "../../support/rest.ts";

const { gateway, run, ttl } = await emptyGateway();

const pass = (key: string) => passCall({ key, owner: "a:1", holdId: "a:1", ownerIsNew: true, leaseMs: 30_000 });

const holdOf = (key: string, id: string): HoldId => ({
  ...{ key, owner: id, holdId: id, ownerIsNew: true },
  leaseMs: 30_000,
});

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

it("the latch costs as many commands as the docs say", async () => {
  const calls: [billed: number, call: ScriptCall<unknown>][] = [
    [6, trySetCountCall("asked", "set", 2)],
    [2, pass("asked")],
    [4, countDownCall("asked", "first")],
    [2, countDownCall("asked", "first")],
    [6, countDownCall("asked", "second")],
    [4, countDownCall("asked", "third")],
    [4, deleteLatchCall("asked", "nothing")],
    [6, trySetCountCall("asked", "anew", 2)],
    [6, deleteLatchCall("asked", "delete")],
  ];
  expect(await billsOf(gateway, run, calls)).toEqual(calls.map(([billed]) => billed));
});
