// TTL and replies of the semaphore. The transcripts of test/together/interop compare its numbers and messages with
// Redisson's, and test/lock/model/counters its records.
import { expect, it } from "vitest";
import {
  acquirePermitsCall,
  addPermitsCall,
  drainPermitsCall,
  trySetPermitsCall,
} from "../../../src/lock/lua/semaphore.ts";
import type { HoldId } from "../../../src/lock/protocol.ts";
import { emptyGateway } from "../../support/empty-gateway.ts";
import { command } from "../../support/rest.ts";

const { gateway, run, ttl } = await emptyGateway();

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
