// Reservations of a lock for called waiters. These tests edit the scripts: a reservation lasts for 20 s, so that a slow
// machine does not end it.
import { expect, it } from "vitest";
import { ownerStateKey, releaseChannel, standingFlagKey, tokenKey } from "../../../src/lock/keys.ts";
import { fencedAcquireCall } from "../../../src/lock/lua/fenced.ts";
import { acquireCall, cancelCall, releaseCall } from "../../../src/lock/lua/lock.ts";
import type { GrantedHold, ScriptCall } from "../../../src/lock/protocol.ts";
import { longSource, scriptOf } from "../../support/edited-script.ts";
import { emptyRedis } from "../../support/empty-redis.ts";
import { type Attempt, channelOf, stand, standFenced } from "../../support/standing.ts";
import { newOwners } from "./replay/table.ts";

const KEY = "reserved";
const LONG_MS = 20_000;
const { run, command, hear } = await emptyRedis();
const HOLDER = newOwners(KEY, "a:1");
const [B, C] = [newOwners(KEY, "b:1"), newOwners(KEY, "c:1")];
const CALLED: Attempt = { isOnlyCalled: true, countsOthers: true };

/** Adds called waiters to the list of a held lock. Returns a function that takes the messages they heard. */
async function waiting(...waiters: readonly GrantedHold[]): Promise<() => Promise<string[]>> {
  const heard = await hear(...waiters.map(channelOf));
  await run(acquireCall(HOLDER, false));
  for (const waiter of waiters) await run(stand(waiter, CALLED));
  return async () => (await heard()).map((text) => text.replace(/\b\d{13}\b/, "time"));
}

/** `untoldMs`: how long a lock is not free, at most. */
function longer<Reply>(call: ScriptCall<Reply>, untoldMs = 1_000): ScriptCall<Reply> {
  const { name } = call.script;
  const [head = "", between = "", rest = ""] = longSource(name).split(
    /(?<=\bRESERVED_MS = )50\b|(?<=\bUNTOLD_MS = )1000\b/,
  );
  expect(rest).not.toBe("");
  return { ...call, script: scriptOf(name, `${head}${LONG_MS}${between}${untoldMs}${rest}`) };
}

const release = (hold = HOLDER): ScriptCall<unknown> => longer(releaseCall(hold, true, "object"));
const owners = (): Promise<string[]> => command<string[]>("HKEYS", KEY);
const state = ({ owner }: GrantedHold): Promise<unknown> => command("GET", ownerStateKey(KEY, owner));

it("a release reserves the lock for the called waiter for 50 ms, and sends the next waiter a call for later", async () => {
  const heard = await waiting(B, C);
  expect(await run(releaseCall(HOLDER, true, "object"))).toEqual({ kind: "ended", end: "released" });
  expect(await command<number>("PTTL", KEY)).toBeLessThanOrEqual(50);
  expect(await heard()).toEqual([`try ${B.owner} time`, `next ${C.owner} 50`]);
  expect(await command("EXISTS", standingFlagKey(KEY))).toBe(1);
});

it("a reserved lock refuses others, and the called waiter gets it for its whole lease", async () => {
  await waiting(B);
  await run(release());
  expect(await owners()).toEqual([B.owner]);
  expect(await state(B)).toBeNull();
  expect(await run(acquireCall(C, false))).toMatchObject({ kind: "busy" });
  const label = "nightly";
  const reply = await run(stand({ ...B, label }, { ...CALLED, first: false }));
  expect(reply).toMatchObject({ kind: "held", holdCount: 1 });
  expect(Object(reply).remainingMs).toBeGreaterThan(LONG_MS);
  expect(await state(B)).toMatch(/^\|\+\n\d+ nightly$/);
  expect(await run(releaseCall(B, true, "object"))).toMatchObject({ end: "released" });
  // A late copy of its attempt finds the end.
  expect(await run(stand(B, { ...CALLED, first: false }))).toEqual({ kind: "ended", end: "released" });
});

it("an attempt after the end of a reservation is like any other", async () => {
  await waiting(B);
  await run(release());
  await command("PEXPIRE", KEY, 0);
  expect(await run(acquireCall(C, false))).toMatchObject({ kind: "held" });
  expect(await run(stand(B, { ...CALLED, first: false }))).toMatchObject({ kind: "busy" });
  await run(releaseCall(C, true, "object"));
  expect(await run(stand(B, { ...CALLED, first: false }))).toMatchObject({ kind: "held" });
});

it("a waiter that gives up gives the reserved lock back, and the next one gets it", async () => {
  const heard = await waiting(B, C);
  await run(release());
  await heard();
  expect(await run(longer(cancelCall(B)))).toMatchObject({ end: "released" });
  expect([await owners(), await heard()]).toEqual([[C.owner], [`try ${C.owner} time`]]);
});

it.each<[string, () => Promise<unknown>, Attempt]>([
  ["others wait, too", () => hear(releaseChannel(KEY)), CALLED],
  ["Redis counts those who follow a pattern", async () => {}, { ...CALLED, countsOthers: false }],
])("the lock is left free if %s", async (_, arrange, attempt) => {
  const heard = await hear(channelOf(B));
  await run(acquireCall(HOLDER, false));
  await run(stand(B, attempt));
  await arrange();
  await run(release());
  expect([await owners(), await heard()]).toEqual([[], [`try ${B.owner} 0`]]);
});

it("the lock is left free a second after it was, and the call for a reservation tells since when it was not", async () => {
  const heard = await hear(channelOf(B));
  await run(acquireCall(HOLDER, false));
  await run(stand(B, CALLED));
  const [seconds] = await command<[string, string]>("TIME");
  const since = String(Number(seconds) * 1_000 - 1_000);
  await run(longer(releaseCall(HOLDER, true, "object", { chain: { since, turns: 3, owed: 0 } })));
  expect([await owners(), await heard()]).toEqual([[], [`try ${B.owner} 0`]]);
  await run(acquireCall(C, false));
  await run(stand(B, CALLED));
  await run(longer(releaseCall(C, true, "object", { chain: { since, turns: 0, owed: 0 } }), LONG_MS));
  expect(await heard()).toEqual([`try ${B.owner} ${since}`]);
});

it("the lock is left free if nobody hears the waiter, or if it has ended", async () => {
  await run(acquireCall(HOLDER, false));
  await run(stand(B, CALLED));
  await run(release());
  expect(await owners()).toEqual([]);
  const heard = await hear(channelOf(C));
  const next = newOwners(KEY, "d:1");
  await run(acquireCall(next, false));
  await run(stand(C, CALLED));
  await command("SET", ownerStateKey(KEY, C.owner), "|-refused");
  await run(release(next));
  expect([await owners(), await heard()]).toEqual([[], []]);
});

it("a called waiter of a fenced lock has the token that the release issued", async () => {
  await hear(channelOf(B));
  const first = Object(await run(fencedAcquireCall(HOLDER, false)));
  await run(standFenced(B, { isOnlyCalled: true, countsOthers: true }));
  await run(release());
  const issued = await command("GET", tokenKey(KEY));
  const reply = Object(await run(standFenced(B, { isOnlyCalled: true, countsOthers: true, first: false })));
  expect(reply).toMatchObject({ kind: "held", fencingToken: issued });
  expect(BigInt(reply.fencingToken)).toBeGreaterThan(BigInt(first.fencingToken));
});
