// Refused attempts: what a wait costs, and the promises that cheap attempts still keep. The bill of each is in
// test/lock/bills.ts.
import { expect, it } from "vitest";
import type { LockBusyError } from "../../../src/index.ts";
import { acquireCall, renewCall } from "../../../src/lock/lua/lock.ts";
import { createLocks } from "../../support/bare-locks.ts";
import { emptyGateway } from "../../support/empty-gateway.ts";
import { command, hash } from "../../support/rest.ts";
import { newOwners } from "./replay/table.ts";

const KEY = "busy";
const { gateway, run } = await emptyGateway();

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
    expect(await run(acquireCall(hold, last, false, first))).toMatchObject({ kind: "held", holdCount: 1 });
    expect(await run(renewCall(hold, true))).toMatchObject({ kind: "renewed" });
  },
);

it("a late copy of a later attempt leaves such a hold unchanged", async () => {
  const hold = newOwners(KEY);
  await run(acquireCall(hold, false));
  await command(gateway, "DEL", `leasehound::owner:${hold.owner}|{${KEY}}`);
  expect(await run(acquireCall(hold, false, false, false))).toMatchObject({ kind: "busy" });
  expect(await run(renewCall(hold, true))).toMatchObject({ kind: "renewed" });
  expect(await hash(gateway, KEY)).toEqual({ [hold.owner]: "1" });
});

it.each([
  ["text", ["SET", KEY, "text"]],
  ["a hash", ["HSET", KEY, "name", "Bob"]],
  ["a list", ["RPUSH", KEY, "a"]],
] as const)("a key that becomes %s while a call waits is recognised by its last attempt", async (_, words) => {
  await run(acquireCall(newOwners(KEY, "other:1"), false));
  expect(await run(acquireCall(newOwners(KEY), false, false, true))).toMatchObject({ kind: "busy" });
  await command(gateway, "DEL", KEY);
  await command(gateway, ...words);
  await command(gateway, "PEXPIRE", KEY, 50_000);
  expect(await run(acquireCall(newOwners(KEY), false, false, false))).toMatchObject({ kind: "busy" });
  await expect(run(acquireCall(newOwners(KEY), true, false, false))).rejects.toMatchObject({ code: "NOT_A_LOCK" });
  await command(gateway, "PERSIST", KEY);
  await expect(run(acquireCall(newOwners(KEY), false, false, false))).rejects.toMatchObject({ code: "NOT_A_LOCK" });
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
    expect(await run(acquireCall(newOwners(KEY), last, false, first))).toEqual({ kind: "ended", end: "refused" });
  }
});
