// The cost of standing requests, in billed commands of Redis.
import { expect, it } from "vitest";
import { releaseChannel } from "../../../src/lock/keys.ts";
import { fairAcquireCall, fairReleaseCall } from "../../../src/lock/lua/fair.ts";
import { acquireCall, cancelCall, forceReleaseCall, releaseCall, renewCall } from "../../../src/lock/lua/lock.ts";
import type { ScriptCall, Serving } from "../../../src/lock/protocol.ts";
import { emptyRedis } from "../../support/empty-redis.ts";
import { passCall } from "../../support/pass-calls.ts";
import {
  type Attempt,
  channelOf,
  FAIR_PATIENCE_MS,
  requestOf,
  stand,
  standFair,
  standFenced,
} from "../../support/standing.ts";
import { newOwners } from "./replay/table.ts";

const KEY = "billed";
const { run, command, hear } = await emptyRedis();
const holdOf = (name: string) => newOwners(KEY, name);

/** Returns what a call costs when Redis has its script. */
async function billOf(call: ScriptCall<unknown>): Promise<number> {
  await command("SCRIPT", "LOAD", call.script.source);
  const before = await executed();
  await run(call);
  // One of both INFO is between them.
  return (await executed()) - before - 1;
}

/** Returns how many commands were executed. */
async function executed(): Promise<number> {
  const stats = await command<string>("INFO", "commandstats");
  return [...stats.matchAll(/^cmdstat_.*?:calls=(\d+)/gm)].reduce((sum, [, calls]) => sum + Number(calls), 0);
}

function release(name: string, serving?: Serving): ScriptCall<unknown> {
  return releaseCall(holdOf(name), true, "object", serving);
}

/** A holder, and those that stand. */
async function waiting(holder: string, ...names: readonly string[]): Promise<void> {
  await run(acquireCall(holdOf(holder), false));
  for (const name of names) await run(stand(holdOf(name)));
}

async function open(...names: readonly string[]): Promise<void> {
  await hear(...names.map((name) => channelOf(holdOf(name))));
}

it("an uncontended lock costs 5 and 5", async () => {
  expect([await billOf(acquireCall(holdOf("a:1"), false)), await billOf(release("a:1"))]).toEqual([5, 5]);
  expect([await billOf(stand(holdOf("a:2"))), await billOf(release("a:2", {}))]).toEqual([5, 5]);
});

it("a refusal that stands costs 8, 9 if it renews a request, and 10 if it counts its mailbox", async () => {
  await waiting("a:1", "b:4", "b:5", "b:6");
  const listed = async (name: string, attempt: Attempt) => {
    const found = (await command<string[]>("LRANGE", `leasehound::standing:{${KEY}}`, 0, -1)).find((text) =>
      text.includes(holdOf(name).owner),
    );
    return stand(holdOf(name), { ...attempt, listed: String(found) });
  };
  expect(await billOf(acquireCall(holdOf("b:0"), false))).toBe(4);
  expect(await billOf(stand(holdOf("b:1")))).toBe(8);
  await open("b:2");
  expect(await billOf(stand(holdOf("b:2"), { counts: true }))).toBe(10);
  expect(await billOf(stand(holdOf("b:3"), { first: false }))).toBe(8);
  expect(await billOf(await listed("b:4", { first: false }))).toBe(9);
  expect(await billOf(await listed("b:5", { last: true }))).toBe(5);
  expect(await billOf(cancelCall(holdOf("b:1")))).toBe(6);
  expect(await billOf(cancelCall(holdOf("b:6"), requestOf(holdOf("b:6"))))).toBe(7);
});

it("a release that serves costs 14, and 12 if nobody stands behind", async () => {
  await open("b:1", "b:2", "b:3");
  await waiting("a:1", "b:1", "b:2");
  expect(await billOf(release("a:1"))).toBe(14);
  expect(await billOf(release("a:1"))).toBe(3);
  expect(await billOf(renewCall(holdOf("b:1"), false))).toBe(4);
  expect(await billOf(release("b:1"))).toBe(12);
  // Another waiter of its isolate joins the list, and is served.
  expect(await billOf(release("b:2", { stands: requestOf(holdOf("b:3")) }))).toBe(14);
});

it("a release costs 2 more for each dead waiter that it skips", async () => {
  await open("b:1");
  await waiting("a:1", "d:1", "d:2", "d:3", "b:1");
  expect(await billOf(release("a:1"))).toBe(12 + 3 * 2);
});

it("a release that leaves the lock free for a moment costs 14, and 13 if one stands", async () => {
  await open("b:1", "b:2");
  await hear(releaseChannel(KEY));
  await waiting("a:1", "b:1");
  expect(await billOf(release("a:1", { chain: { since: "1000", turns: 0, owed: 0 } }))).toBe(13);
  await waiting("a:2", "b:2");
  expect(await billOf(release("a:2", { chain: { since: "1000", turns: 0, owed: 0 } }))).toBe(14);
});

it("a release with a flag that was left over costs 7", async () => {
  await waiting("a:1", "b:1");
  await command("DEL", `leasehound::standing:{${KEY}}`);
  expect(await billOf(release("a:1"))).toBe(7);
});

it("a release that grants a token costs 2 more", async () => {
  await open("b:1");
  await run(acquireCall(holdOf("a:1"), false));
  await run(standFenced(holdOf("b:1")));
  expect(await billOf(release("a:1"))).toBe(12 + 2);
});

it("a pass costs 7, and 1 more with a request that it takes out", async () => {
  await waiting("a:1");
  expect(await billOf(passCall(holdOf("a:1"), true, "object", holdOf("b:1")))).toBe(7);
  const next = passCall(holdOf("b:1"), true, "object", holdOf("b:2"), { takesOut: requestOf(holdOf("b:2")) });
  expect(await billOf(next)).toBe(8);
});

it("a release by force that serves costs as much more as a release", async () => {
  await open("b:1");
  await waiting("a:1");
  const alone = await billOf(forceReleaseCall(KEY, "r1"));
  await waiting("a:2", "b:1");
  expect(await billOf(forceReleaseCall(KEY, "r2"))).toBe(alone + 7);
});

it("a fair lock: a first refusal 19, a later one 9; a release that grants it 19, to the only one 18", async () => {
  const queued = async (): Promise<void> => {
    await command("FLUSHALL");
    await run(fairAcquireCall(holdOf("a:1"), false, false, FAIR_PATIENCE_MS));
    await run(standFair(holdOf("b:1")));
  };
  const releasing = () => billOf(fairReleaseCall(holdOf("a:1"), true, FAIR_PATIENCE_MS, "object"));
  await open("b:1", "b:2");
  await queued();
  const seenMs = 9_000_000_000_000;
  expect(await billOf(standFair(holdOf("b:2"), { seenMs }))).toBe(19);
  const listed = requestOf(holdOf("b:2"), { seenMs });
  expect(await billOf(standFair(holdOf("b:2"), { listed, seenMs, first: false }))).toBe(9);
  expect(await releasing()).toBe(19);
  await queued();
  expect(await releasing()).toBe(18);
});
