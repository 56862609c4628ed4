// Several read holds of one owner, of which each knows its own time by its record, also when a watchdog renewed them in one script run:
// whichever is released, the others keep what they were told, and no more.
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type Gateway, startGateway } from "../../scripts/gateway/index.ts";
import type { ScriptCall } from "../../src/lua/call.ts";
import type { GrantedHold } from "../../src/lua/lock/calls.ts";
import { renewManyCall } from "../../src/lua/lock/renew-many.ts";
import { acquireReadCall, checkReadCall, releaseSharedCall } from "../../src/lua/read-write/calls.ts";
import { upstashPort } from "../../src/redis/upstash.ts";
import { passTime } from "../support/pass-time.ts";
import { command } from "../support/rest.ts";

const KEY = "books";

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());
beforeEach(() => command(gateway, "FLUSHALL"));

const run = <Reply>(call: ScriptCall<Reply>): Promise<Reply> => upstashPort(gateway).run(call, { timeoutMs: 5_000 });

function reads(holdId: string, leaseMs: number, epoch = "outer"): GrantedHold {
  return { key: KEY, owner: "p:1", holdId, ownerIsNew: false, leaseMs, epoch, shared: true };
}

/** Near its deadline, a watchdog sets only what is left until then. */
async function renewedTogether(): Promise<{ ending: GrantedHold; staying: GrantedHold }> {
  const ending = reads("outer", 30_000);
  const staying = reads("inner", 30_000);
  for (const hold of [ending, staying]) await run(acquireReadCall(hold, false));
  await passTime(gateway, 25_000);
  const renewals = [
    { hold: ending, leaseMs: 10_000 },
    { hold: staying, leaseMs: 30_000 },
  ];
  expect(await run(renewManyCall(renewals, "m1"))).toEqual([10_000, 30_000]);
  return { ending, staying };
}

it("the release of one that was renewed for less, until its deadline, leaves the other its full lease", async () => {
  const { ending, staying } = await renewedTogether();
  expect(await run(releaseSharedCall(ending, true, "read"))).toEqual({ kind: "ended", end: "still:1" });
  expect(await command(gateway, "PTTL", KEY)).toBeGreaterThan(28_000);
  expect(await run(checkReadCall(staying))).toMatchObject({ kind: "counted" });
});

it("one that was renewed for less, until its deadline, is told no more than that", async () => {
  const { ending } = await renewedTogether();
  const counted = await run(checkReadCall(ending));
  expect(counted.kind === "counted" && counted.remainingMs).toBeLessThanOrEqual(10_000);
});

/** As on a Redis, before 7.2, that reads its clock for each command of a script: a record and its key may be a millisecond apart. */
async function shift(key: string, ms: number): Promise<void> {
  const at = await command<number>(gateway, "PEXPIRETIME", key);
  await command(gateway, "PEXPIREAT", key, at + ms);
}

/** A hold of 40 s and one of 10 s; the longer one's record was set `ms` after its key. What the lock has left after its release. */
async function leftByTheLonger(ms: number): Promise<number> {
  const long = reads("outer", 40_000);
  const short = reads("inner", 10_000);
  for (const hold of [long, short]) await run(acquireReadCall(hold, false));
  await shift("leasehound:record:p:1|outer|{books}", ms);
  expect(await run(releaseSharedCall(long, true, "read"))).toEqual({ kind: "ended", end: "still:1" });
  return command<number>(gateway, "PTTL", KEY);
}

it.each([0, 1, 5])(
  "the longer of two takes its own time with it, also when the clock moved by %i ms within a script",
  async (ms) => {
    expect(await leftByTheLonger(ms)).toBeLessThanOrEqual(10_000);
  },
);

it("one whose record was set before its key, as no script does, takes the shorter time with it: too long covers both", async () => {
  expect(await leftByTheLonger(-1)).toBeGreaterThan(30_000);
});
