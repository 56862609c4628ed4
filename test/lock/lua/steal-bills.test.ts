// The cost of a theft, and of what its victim asks afterwards, in billed commands of Redis.
import { beforeEach, describe, expect, it } from "vitest";
import { fencedAcquireCall } from "../../../src/lock/lua/fenced.ts";
import { acquireCall, checkCall, releaseCall, renewCall } from "../../../src/lock/lua/lock.ts";
import { acquireReadCall, acquireWriteCall } from "../../../src/lock/lua/read-write.ts";
import { fencedStealCall, stealCall, stealWriteCall } from "../../../src/lock/lua/steal.ts";
import type { GrantedHold, ScriptCall } from "../../../src/lock/protocol.ts";
import { emptyGateway } from "../../support/empty-gateway.ts";
import { newOwners, passedOwners } from "./replay/table.ts";

const KEY = "stolen";
const THEFT = "stolen:t//";
const { gateway, run } = await emptyGateway();
const writer = (hold: GrantedHold): GrantedHold => ({ ...hold, owner: `${hold.owner}:write` });

async function billed(call: ScriptCall<unknown>): Promise<number | null> {
  await gateway.resetCounters();
  await run(call);
  const { requests, billed } = await gateway.counters();
  expect(requests).toBe(1);
  return billed;
}

const plain = (hold: GrantedHold) => stealCall(hold, THEFT, false);
const fenced = (hold: GrantedHold) => fencedStealCall(hold, THEFT);
const write = (hold: GrantedHold) => stealWriteCall(writer(hold), THEFT);

// Redis knows the scripts.
beforeEach(async () => {
  const hold = newOwners("warm");
  await run(acquireCall(hold, false));
  await run(renewCall(hold, true));
  await run(checkCall(hold));
  await run(releaseCall(hold, true));
  for (const steal of [plain, fenced]) await run(steal(newOwners("warm", "b:2")));
  await run(write(newOwners("warm to write")));
});

describe.each([
  ["lock", acquireCall, plain, [5, 12, 6, 14]],
  ["fenced lock", fencedAcquireCall, fenced, [8, 15, 9, 18]],
  ["write lock", (hold: GrantedHold) => acquireWriteCall(writer(hold), false), write, [5, 13, 6, 15]],
] as const)("a theft of a %s", (_, acquire, steal, bills) => {
  it("bills of a free lock and of a held one, by a new owner and by a passed one", async () => {
    const seen: (number | null)[] = [];
    for (const thief of [newOwners, passedOwners]) {
      for (const isHeld of [false, true]) {
        const key = `${KEY}:${seen.length}`;
        if (isHeld) await run(acquire(newOwners(key, "v:9"), false));
        seen.push(await billed(steal(thief(key, "t:1"))));
      }
    }
    expect(seen).toEqual(bills);
  });
});

it("a theft from readers bills two commands for each of the first 65, and no more for others", async () => {
  const bills: (number | null)[] = [];
  for (const readers of [1, 4, 64, 1_000]) {
    const key = `${KEY}:${readers}`;
    for (let nth = 0; nth < readers; nth += 1) {
      await run(acquireReadCall({ ...newOwners(key, `r:${nth}`), shared: true }, false));
    }
    bills.push(await billed(write(newOwners(key))));
  }
  expect(bills.slice(0, 3)).toEqual([13, 19, 139]);
  // The mode may be one of the 65 fields that the script draws.
  expect([139, 141]).toContain(bills[3]);
});

it("a victim pays no more than before for a renewal, a check and a release", async () => {
  const victim = newOwners(KEY, "v:9");
  await run(acquireCall(victim, false));
  await run(plain(newOwners(KEY)));
  expect([
    await billed(renewCall(victim, true)),
    await billed(checkCall(victim)),
    await billed(releaseCall(victim, true)),
  ]).toEqual([2, 2, 3]);
});
