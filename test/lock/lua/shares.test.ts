// How a release shares the lock with those who follow its channel and do not stand, script by script.
import { expect, it } from "vitest";
import { ownerStateKey, releaseChannel, standingFlagKey, standingKey } from "../../../src/lock/keys.ts";
import { acquireCall, releaseCall } from "../../../src/lock/lua/lock.ts";
import { countsOthers } from "../../../src/lock/lua/standing.ts";
import type { Chain, GrantedHold } from "../../../src/lock/protocol.ts";
import { emptyRedis } from "../../support/empty-redis.ts";
import { type Attempt, channelOf, stand, unsealed } from "../../support/standing.ts";
import { newOwners } from "./replay/table.ts";

const CALLED_BEFORE = "1000000";
const KEY = "shared";
const CHANNEL = releaseChannel(KEY);
const { run, command, hear } = await emptyRedis();
const HOLDER = newOwners(KEY, "a:1");
const [B, C] = [newOwners(KEY, "b:1"), newOwners(KEY, "c:1")];
const JAVA = "6a617661-0000-0000-0000-000000000000:7";

/** Two waiters that stand, and one other subscriber of the lock's channel. Returns what they hear. */
async function neighbours(attempt: Attempt): Promise<() => Promise<string[]>> {
  const heard = await hear(channelOf(B), channelOf(C), CHANNEL);
  await run(acquireCall(HOLDER, false));
  for (const waiter of [B, C]) await run(stand(waiter, attempt));
  return async () => (await heard()).map(unsealed).map((text) => text.replaceAll(/\b\d{13}\b/g, "time"));
}

async function release(chain: Partial<Chain>, wasShort = false): Promise<void> {
  const [seconds] = await command<[string, string]>("TIME");
  const known = { since: `${seconds}000`, turns: 0, owed: 0, ...chain };
  await run(releaseCall(HOLDER, true, "object", { chain: known, wasShort }));
}

const owners = (): Promise<string[]> => command<string[]>("HKEYS", KEY);
// The one that releases, and two that stand: with one other, it is its turn after the fourth hold.
const SHARE = 4;

it.each([
  ["have not had their share", SHARE - 2, 0],
  ["are owed more, because others had as many before", SHARE - 1, 2],
])("if those who stand %s, they are granted the lock beside others", async (_, turns, owed) => {
  const heard = await neighbours({ countsOthers: true });
  await release({ turns, owed });
  expect(await heard()).toEqual([
    `granted ${B.owner} time 5000 time ${turns + 1} ${owed}`,
    `next ${C.owner} 5000`,
    "1",
  ]);
  expect(await owners()).toEqual([B.owner]);
});

it.each([
  ["they had their share", SHARE - 1, 0],
  ["they had as many turns for each isolate as others had", 2 * 3 - 1, 2],
])("if %s, the lock is left free for others, and those who stand look later", async (_, turns, owed) => {
  const heard = await neighbours({ countsOthers: true });
  await release({ turns, owed });
  expect(await heard()).toEqual([CALLED_BEFORE, "0", `next ${B.owner} 30`, `next ${C.owner} 95`]);
  expect(await owners()).toEqual([]);
  expect(await command("LLEN", standingKey(KEY))).toBe(2);
});

it.each([
  ["nobody knows whether others are counted", undefined],
  ["those who follow by a pattern are counted, too", false],
])("if %s, those who stand are granted the lock for a second", async (_, counts) => {
  await neighbours({ countsOthers: counts });
  await release({ turns: 50 });
  expect(await owners()).toEqual([B.owner]);
});

it("others are told of a grant if they may have read a long lease, and not otherwise", async () => {
  const heard = await neighbours({ countsOthers: true });
  await release({ turns: 0 }, true);
  expect(await heard()).not.toContain("1");
});

it("a waiter finds out that Redis counts nobody who follows by a pattern", async () => {
  const heard = await hear(channelOf(B));
  await run(acquireCall(HOLDER, false));
  const { stands } = Object(await run(stand(B, { countsOthers: undefined, counts: true, probe: `${CHANNEL}b` })));
  expect(countsOthers(stands.request)).toBe(true);
  const other = await hear(`${CHANNEL}c`);
  const counted = Object(await run(stand(C, { countsOthers: undefined, probe: `${CHANNEL}c` })));
  expect(countsOthers(counted.stands.request)).toBe(false);
  expect([await heard(), await other()]).toEqual([[], []]);
});

it.each<[string, GrantedHold | string, boolean]>([
  ["ours", HOLDER, true],
  ["Redisson's", JAVA, false],
])("a refusal that stands tells whether the holder is %s", async (_, holder, isOurs) => {
  if (typeof holder === "string") {
    await command("HSET", KEY, holder, "1");
    await command("PEXPIRE", KEY, 30_000);
  } else await run(acquireCall(holder, false));
  expect(await run(stand(B))).toMatchObject({ stands: { isOurs } });
  expect(await command("EXISTS", standingFlagKey(KEY))).toBe(1);
  expect(await command("EXISTS", ownerStateKey(KEY, B.owner))).toBe(0);
});
