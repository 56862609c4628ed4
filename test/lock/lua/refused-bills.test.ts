// The cost of refused attempts, in billed commands of Redis, and the promises that they still keep.
import { beforeEach, describe, expect, it } from "vitest";
import type { LockBusyError } from "../../../src/index.ts";
import { fairAcquireCall } from "../../../src/lock/lua/fair.ts";
import { fencedAcquireCall } from "../../../src/lock/lua/fenced.ts";
import { acquireCall, renewCall } from "../../../src/lock/lua/lock.ts";
import { acquireReadCall, acquireWriteCall } from "../../../src/lock/lua/read-write.ts";
import type { AcquireReply, GrantedHold, ScriptCall } from "../../../src/lock/protocol.ts";
import { createLocks } from "../../support/bare-locks.ts";
import { emptyGateway } from "../../support/empty-gateway.ts";
import { command, hash } from "../../support/rest.ts";
import { newOwners, passedOwners } from "./replay/table.ts";

const KEY = "busy";
const { gateway, run } = await emptyGateway();

type Attempt = (hold: GrantedHold, last: boolean, first: boolean) => ScriptCall<AcquireReply>;

const plain: Attempt = (hold, last, first) => acquireCall(hold, last, false, first);
const fair: Attempt = (hold, last, first) => fairAcquireCall(hold, last, false, 300_000, first);
const read: Attempt = (hold, last) => acquireReadCall(hold, last);
const writer = (hold: GrantedHold): GrantedHold => ({ ...hold, owner: `${hold.owner}:write` });
const write: Attempt = (hold, last, first) => acquireWriteCall(writer(hold), last, first);

async function billed(ask: () => Promise<unknown>): Promise<number | null> {
  await gateway.resetCounters();
  await ask();
  const { requests, billed } = await gateway.counters();
  expect(requests).toBe(1);
  return billed;
}

// Redis knows the scripts.
beforeEach(async () => {
  for (const attempt of [plain, fair, read, write, fencedAcquireCall]) {
    await run(attempt(newOwners("warm"), false, true)).catch(() => {});
  }
});

describe.each<[string, held: Attempt, asked: Attempt, ofNew: number[], ofPassed: number[]]>([
  ["lock", plain, plain, [4, 3, 4, 4], [5, 5, 6, 6]],
  ["fenced lock", fencedAcquireCall, fencedAcquireCall, [4, 3, 4, 4], [6, 6, 7, 7]],
  ["lock, held for writing", write, plain, [5, 3, 5, 5], [6, 6, 7, 7]],
  ["write lock, held for writing", write, write, [5, 3, 5, 5], [7, 7, 8, 8]],
  ["write lock, held for reading", read, write, [5, 3, 5, 5], [7, 7, 8, 8]],
  ["read lock", write, read, [5, 5, 5, 5], [9, 9, 10, 10]],
  ["fair lock", fair, fair, [13, 8, 15, 8], [14, 10, 16, 9]],
])("%s", (_, held, asked, ofNew, ofPassed) => {
  it.each([
    ["new", newOwners, ofNew],
    ["passed", passedOwners, ofPassed],
  ] as const)(
    "bills of a %s owner: the first attempt, a later one, the last one, a single one",
    async (_whose, ownedBy, bills) => {
      const mine = ownedBy(KEY, "h1");
      await run(held(newOwners(KEY, "other:1"), false, true));
      expect([
        await billed(() => run(asked(mine, false, true))),
        await billed(() => run(asked(mine, false, false))),
        await billed(() => run(asked(mine, true, false))),
        await billed(() => run(asked(ownedBy(KEY, "h2"), true, true))),
      ]).toEqual(bills);
    },
  );
});

it("tryAcquire costs 4 commands when it is refused; LOCK_BUSY has the remaining lease and the holder for 6", async () => {
  const locks = createLocks({ redis: gateway });
  await using _held = await locks.lock(KEY).acquire({ leaseMs: 20_000 });
  expect(await billed(() => locks.lock(KEY).tryAcquire())).toBe(4);
  const refused = async (): Promise<void> => {
    const refusal = await locks
      .lock(KEY)
      .acquire({ waitMs: 0 })
      .catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: "LOCK_BUSY" });
    const { remainingMs } = Object(refusal);
    expect(remainingMs).toBeGreaterThan(10_000);
    expect(remainingMs).toBeLessThanOrEqual(20_000);
  };
  expect(await billed(refused)).toBe(6);
  locks.close();
});

it("a waiter pays 4 commands for its first attempt, 6 for its last, and 3 for each other", async () => {
  const locks = createLocks({ redis: gateway });
  await using _held = await locks.lock(KEY).acquire();
  await gateway.resetCounters();
  const refusal: LockBusyError = await locks
    .lock(KEY)
    .acquire({ waitMs: 2_500, wait: "poll" })
    .then(
      () => expect.fail("it is held"),
      (error) => error,
    );
  const { attempts } = refusal;
  expect(attempts).toBeGreaterThan(2);
  expect(await gateway.counters()).toMatchObject({ requests: attempts, billed: 4 + 3 * (attempts - 2) + 6 });
  locks.close();
});

it.each([
  ["the first", false, true],
  ["the last", true, false],
])(
  "a late copy of %s attempt finds the hold that was renewed for longer than its owner state lives",
  async (_, last, first) => {
    const hold = newOwners(KEY);
    await run(acquireCall(hold, last));
    await command(gateway, "DEL", `leasehound::owner:${hold.owner}|{${KEY}}`);
    expect(await run(plain(hold, last, first))).toMatchObject({ kind: "held", holdCount: 1 });
    expect(await run(renewCall(hold, true))).toMatchObject({ kind: "renewed" });
  },
);

it("a late copy of a later attempt leaves such a hold unchanged", async () => {
  const hold = newOwners(KEY);
  await run(acquireCall(hold, false));
  await command(gateway, "DEL", `leasehound::owner:${hold.owner}|{${KEY}}`);
  expect(await run(plain(hold, false, false))).toMatchObject({ kind: "busy" });
  expect(await run(renewCall(hold, true))).toMatchObject({ kind: "renewed" });
  expect(await hash(gateway, KEY)).toEqual({ [hold.owner]: "1" });
});

it.each([
  ["text", ["SET", KEY, "text"]],
  ["a hash", ["HSET", KEY, "name", "Bob"]],
  ["a list", ["RPUSH", KEY, "a"]],
] as const)("a key that becomes %s while a call waits is recognised by its last attempt", async (_, words) => {
  await run(acquireCall(newOwners(KEY, "other:1"), false));
  expect(await run(plain(newOwners(KEY), false, true))).toMatchObject({ kind: "busy" });
  await command(gateway, "DEL", KEY);
  await command(gateway, ...words);
  await command(gateway, "PEXPIRE", KEY, 50_000);
  expect(await run(plain(newOwners(KEY), false, false))).toMatchObject({ kind: "busy" });
  await expect(run(plain(newOwners(KEY), true, false))).rejects.toMatchObject({ code: "NOT_A_LOCK" });
  await command(gateway, "PERSIST", KEY);
  await expect(run(plain(newOwners(KEY), false, false))).rejects.toMatchObject({ code: "NOT_A_LOCK" });
});

it("a remembered end is answered although the key is no lock by then", async () => {
  await run(acquireCall(newOwners(KEY, "other:1"), false));
  await run(acquireCall(newOwners(KEY), true));
  await command(gateway, "DEL", KEY);
  await command(gateway, "SET", KEY, "text");
  for (const [last, first] of [
    [false, true],
    [false, false],
    [true, false],
  ] as const) {
    expect(await run(plain(newOwners(KEY), last, first))).toEqual({ kind: "ended", end: "refused" });
  }
});
