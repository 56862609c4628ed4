// Several read holds of one owner, each of which knows its own lease by its record, even if one script run renewed them
// all. After any release, the others keep their reported leases, and no more.

import { describe, expect, it } from "vitest";
import { ownerStateKey } from "../../../src/lock/keys.ts";
import { renewManyCall } from "../../../src/lock/lua/lock-many.ts";
import { acquireReadCall, checkReadCall, releaseSharedCall, renewReadCall } from "../../../src/lock/lua/read-write.ts";
import type { GrantedHold } from "../../../src/lock/protocol.ts";
import { emptyGateway } from "../../support/empty-gateway.ts";
import { ownerNamed } from "../../support/owners.ts";
import { passTime } from "../../support/pass-time.ts";
import { command } from "../../support/rest.ts";

const KEY = "books";

const { gateway, run } = await emptyGateway();

function reads(holdId: string, leaseMs: number, epoch = "outer"): GrantedHold {
  return { key: KEY, owner: ownerNamed("p:1"), holdId, ownerIsNew: false, leaseMs, epoch, shared: true };
}

/** Near its deadline, a watchdog sets only the time until then. */
async function renewedTogether(): Promise<{ ending: GrantedHold; staying: GrantedHold }> {
  const ending = reads("outer", 30_000);
  const staying = reads("inner", 30_000);
  for (const hold of [ending, staying]) await run(acquireReadCall(hold, false));
  await passTime(gateway, 25_000);
  const renewals = [
    { hold: ending, leaseMs: 10_000 },
    { hold: staying, leaseMs: 30_000 },
  ];
  expect(await run(renewManyCall(renewals))).toEqual([10_000, 30_000]);
  return { ending, staying };
}

it("the release of a hold that was renewed for less, until its deadline, leaves the other its full lease", async () => {
  const { ending, staying } = await renewedTogether();
  expect(await run(releaseSharedCall(ending, true, "read"))).toEqual({ kind: "ended", end: "still:1" });
  expect(await command(gateway, "PTTL", KEY)).toBeGreaterThan(15_000);
  expect(await run(checkReadCall(staying))).toMatchObject({ kind: "counted" });
});

it("a hold that was renewed for less, until its deadline, reports no more than that", async () => {
  const { ending } = await renewedTogether();
  const counted = await run(checkReadCall(ending));
  expect(counted.kind === "counted" && counted.remainingMs).toBeLessThanOrEqual(10_000);
});

/**
 * Shifts a key by the clock error of a Redis before 7.2, which reads its clock for each command of a script. A record
 * and its key may then be a millisecond apart.
 */
async function shift(key: string, ms: number): Promise<void> {
  const at = await command<number>(gateway, "PEXPIRETIME", key);
  await command(gateway, "PEXPIREAT", key, at + ms);
}

/**
 * Acquires holds of 40 s and of 10 s, where the longer one's record was set `ms` after its key. Returns the lock's
 * remaining lease after the longer one's release.
 */
async function leftByTheLonger(ms: number): Promise<number> {
  const long = reads("outer", 40_000);
  const short = reads("inner", 10_000);
  for (const hold of [long, short]) await run(acquireReadCall(hold, false));
  await shift("leasehound::record:p:1|outer|{books}", ms);
  expect(await run(releaseSharedCall(long, true, "read"))).toEqual({ kind: "ended", end: "still:1" });
  return command<number>(gateway, "PTTL", KEY);
}

it.each([0, 1, 5])(
  "the longer of two holds ends its own lease, also when the clock moved by %i ms within a script",
  async (ms) => {
    expect(await leftByTheLonger(ms)).toBeLessThanOrEqual(10_000);
  },
);

it("a hold whose record was set before its key, as no script does, ends its own lease", async () => {
  expect(await leftByTheLonger(-1)).toBeLessThanOrEqual(10_000);
});

describe("two holds that were acquired within a moment", () => {
  /**
   * Acquires two holds, if asked beside one whose client is dead. The first has this much less than the second, by its
   * key and by its record.
   */
  async function twoAtOnce(
    deadMs: number | undefined,
    apartMs = 5,
  ): Promise<{ first: GrantedHold; second: GrantedHold }> {
    const first = reads("outer", 60_000);
    const second = reads("inner", 60_000);
    const dead = deadMs === undefined ? [] : [reads("dead", deadMs)];
    for (const hold of [first, second, ...dead]) await run(acquireReadCall(hold, false));
    const at = await command<number>(gateway, "PEXPIRETIME", "{books}:p:1:rwlock_timeout:2");
    for (const [n, { holdId }] of [first, second].entries()) {
      const until = at + apartMs * n;
      await command(gateway, "PEXPIREAT", `{books}:p:1:rwlock_timeout:${n + 1}`, until);
      await command(gateway, "PEXPIREAT", `leasehound::record:p:1|${holdId}|{books}`, until + 60_000);
    }
    return { first, second };
  }

  // A hold matches a key that is up to 10 ms away. At no distance may two holds match one key.
  const distances = Array.from({ length: 24 }, (_, ms) => ms);
  it.each(distances)("keep their leases %i ms apart when the other was renewed for less, and released", async (ms) => {
    for (const [ends, stays] of [["first", "second"] as const, ["second", "first"] as const]) {
      await command(gateway, "FLUSHALL");
      const holds = await twoAtOnce(undefined, ms);
      await passTime(gateway, 2_000);
      const renewals = [
        { hold: holds[ends], leaseMs: 70_000 },
        { hold: holds[stays], leaseMs: 90_000 },
      ];
      expect(await run(renewManyCall(renewals))).toEqual([70_000, 90_000]);
      expect(await run(releaseSharedCall(holds[ends], true, "read"))).toEqual({ kind: "ended", end: "still:1" });
      const counted = await run(checkReadCall(holds[stays]));
      expect(counted.kind === "counted" && counted.remainingMs).toBeGreaterThan(75_000);
    }
  });

  it.each(distances)("leave its key to a default hold without a record that ends %i ms earlier", async (ms) => {
    const first = { ...reads(ownerNamed("p:1"), 60_000, ""), ownerIsNew: true };
    const second = reads("inner", 60_000, "");
    for (const hold of [first, second]) await run(acquireReadCall(hold, false));
    const at = await command<number>(gateway, "PEXPIRETIME", "{books}:p:1:rwlock_timeout:1");
    await command(gateway, "PEXPIREAT", "{books}:p:1:rwlock_timeout:2", at + ms);
    await command(gateway, "PEXPIREAT", "leasehound::record:p:1|inner|{books}", at + ms + 60_000);
    await command(gateway, "DEL", ownerStateKey(KEY, ownerNamed("p:1")));
    await passTime(gateway, 2_000);
    expect(await run(renewReadCall({ ...second, leaseMs: 90_000 }, true))).toMatchObject({ kind: "renewed" });
    expect(await run(releaseSharedCall(first, true, "read"))).toEqual({ kind: "ended", end: "still:1" });
    expect(await command(gateway, "PTTL", KEY)).toBeGreaterThan(75_000);
  });

  it.each(["first", "second"] as const)("both keep their leases after the %s was renewed", async (renewed) => {
    const holds = await twoAtOnce(1_000);
    await passTime(gateway, 2_000);
    expect(await run(renewReadCall(holds[renewed], true))).toMatchObject({ kind: "renewed" });
    for (const hold of [holds.first, holds.second]) {
      const counted = await run(checkReadCall(hold));
      const told = counted.kind === "counted" ? counted.remainingMs : 0;
      expect(told).toBeGreaterThan(40_000);
      expect(told).toBeLessThanOrEqual(hold === holds[renewed] ? 60_000 : 58_005);
    }
  });

  it.each([
    ["first", "second"],
    ["second", "first"],
  ] as const)("leave a dead one its own time, when the %s, then the %s is released", async (goes, follows) => {
    for (const renewed of ["first", "second"] as const) {
      await command(gateway, "FLUSHALL");
      const holds = await twoAtOnce(5_000);
      await passTime(gateway, 500);
      await run(renewReadCall(holds[renewed], true));
      for (const hold of [holds[goes], holds[follows]]) await run(releaseSharedCall(hold, true, "read"));
      expect(await command(gateway, "PTTL", KEY)).toBeLessThanOrEqual(4_500);
    }
  });
});
