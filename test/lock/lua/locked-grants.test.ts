// Grants by releases where the keys of scripts are locked. No release reads the state of the next owner, so the list must
// have nobody who has ended. The gateway refuses keys outside the KEYS of a script.
import { afterEach, beforeEach, expect, it } from "vitest";
import { ownerStateKey, standingKey, tokenKey } from "../../../src/lock/keys.ts";
import { acquireCall, cancelCall, releaseCall, renewCall } from "../../../src/lock/lua/lock.ts";
import { standingCall } from "../../../src/lock/lua/standing.ts";
import type { GrantedHold, ScriptCall, Serving } from "../../../src/lock/protocol.ts";
import { keyLocking } from "../../../src/lock/redis/key-locking.ts";
import { upstashPort } from "../../../src/lock/redis/upstash.ts";
import { FLAGGED_NAMES } from "../../support/flagged-scripts.ts";
import { passCall } from "../../support/pass-calls.ts";
import { command } from "../../support/rest.ts";
import { runsOf } from "../../support/runs.ts";
import { channelOf, requestOf, stand, standFenced, unsealed } from "../../support/standing.ts";
import { ownGateway } from "../../tools/gateway/support.ts";
import { type Connection, connect } from "../model/real.ts";
import { newOwners } from "./replay/table.ts";

const KEY = "locked";
const LIST = standingKey(KEY);
const strict = await ownGateway({ keyLocking: true });
const port = keyLocking().portFor(upstashPort(strict));
const run = <Reply>(call: ScriptCall<Reply>): Promise<Reply> => port.run(call, { timeoutMs: 5_000 });
const ask = <Result>(...words: (string | number)[]): Promise<Result> => command<Result>(strict, ...words);

/** Returns a hold whose owner has the form of ours: others make scripts run without the line. */
function ours(digit: string): GrantedHold {
  const owner = `${digit.repeat(8)}-0000-4000-8000-000000000000:${digit.repeat(18)}`;
  return { ...newOwners(KEY), owner, holdId: owner };
}
const HOLDER = ours("1");
const [B, C] = [ours("2"), ours("3")];
const LOCKED = { locksKeys: true };

let subscriber: Connection;
let heard: string[];
beforeEach(async () => {
  await ask("FLUSHALL");
  strict.clearWitness();
  subscriber = await connect(strict.redisUrl);
  heard = [];
  await subscriber.subscribe([B, C].map(channelOf), (message) => heard.push(unsealed(message)));
});
afterEach(() => {
  subscriber.destroy();
  // Every script ran with locked keys, except a refusal that tells the holder.
  const names = runsOf(strict.witness(), undefined, FLAGGED_NAMES).map(({ script }) => script);
  const others = names.filter((name) => name.includes("/") && !name.endsWith(" (flag)"));
  expect(others.filter((name) => name !== "lock/acquire-standing")).toEqual([]);
});

async function waiting(...waiters: readonly GrantedHold[]): Promise<void> {
  await run(acquireCall(HOLDER, false));
  for (const waiter of waiters) await run(stand(waiter, LOCKED));
}

function release(hold = HOLDER, serving?: Serving): ScriptCall<unknown> {
  return releaseCall(hold, true, "object", serving);
}

async function told(): Promise<string[]> {
  await subscriber.ping();
  return heard.splice(0).map((message) => message.split(" ").slice(0, 2).join(" "));
}

const listed = async (): Promise<string[]> =>
  (await ask<string[]>("LRANGE", LIST, 0, -1)).map((text) => text.split(" ")[1] ?? "");
const holders = (): Promise<string[]> => ask<string[]>("HKEYS", KEY);
const state = (hold: GrantedHold): Promise<string | null> => ask("GET", ownerStateKey(KEY, hold.owner));

it("a release grants the lock, and the first renewal writes what Redis remembers of that", async () => {
  await waiting();
  await run(stand({ ...B, label: "nightly" }, LOCKED));
  expect(await run(release())).toMatchObject({ end: "released", granted: B.owner });
  expect([await holders(), await told(), await state(B)]).toEqual([[B.owner], [`granted ${B.owner}`], null]);
  expect(await run(renewCall({ ...B, label: "nightly" }, true))).toEqual({ kind: "renewed", holdCount: 1 });
  expect(await state(B)).toMatch(/^\|\+\n\d+ nightly$/);
  expect(await run(release(B))).toMatchObject({ end: "released" });
  expect([await holders(), await state(B)]).toEqual([[], "|-released object"]);
});

it("a release of a grant without a renewal ends it, once", async () => {
  await waiting(B);
  await run(release());
  const chain = { chain: { since: "1", turns: 1, owed: 0 } };
  for (const end of ["released", "released"]) expect(await run(release(B, chain))).toMatchObject({ end });
  expect(await run(stand(B, LOCKED))).toMatchObject({ kind: "ended", end: "released" });
  expect([await holders(), await listed()]).toEqual([[], []]);
});

it("a waiter whose client does not lock keys is called", async () => {
  await run(acquireCall(HOLDER, false));
  await run(stand(B));
  await run(release());
  expect([await holders(), await told(), await listed()]).toEqual([[], [`try ${B.owner}`], []]);
});

it("a grant, an attempt that takes the lock, and the ends of a wait leave no request of that owner behind", async () => {
  const twice = async (): Promise<void> => {
    await ask("FLUSHALL");
    await waiting(B, C, B);
  };
  await twice();
  await run(release());
  expect(await listed()).toEqual([C.owner]);
  await twice();
  await ask("DEL", KEY);
  expect(await run(stand(B, LOCKED))).toMatchObject({ kind: "held" });
  expect(await listed()).toEqual([C.owner]);
  await twice();
  await run(stand(B, { ...LOCKED, last: true }));
  expect(await listed()).toEqual([C.owner]);
  await twice();
  await run(stand({ ...B, asksHolder: true }, { ...LOCKED, last: true }));
  expect(await listed()).toEqual([C.owner]);
  await twice();
  await run(cancelCall(B));
  expect(await listed()).toEqual([C.owner]);
  await twice();
  expect(await run(passCall(HOLDER, true, "object", B))).toMatchObject({ isPassed: true });
  expect(await listed()).toEqual([C.owner]);
  // Its grant has ended, and a late attempt stood.
  await twice();
  await run(release(B));
  expect(await listed()).toEqual([C.owner]);
});

it("a waiter that attempts without standing keeps its place", async () => {
  const attempt = standingCall(acquireCall(B, false, false, false), { listed: "", request: "", counts: false });
  await waiting(B, C);
  await run(attempt);
  expect(await listed()).toEqual([B.owner, C.owner]);
  await ask("DEL", KEY);
  await run(attempt);
  expect(await listed()).toEqual([C.owner]);
});

it("a waiter that was granted the lock finds that by each attempt", async () => {
  await waiting(B);
  await run(release());
  for (const first of [true, false]) {
    expect(await run(stand(B, { ...LOCKED, first }))).toMatchObject({ kind: "held" });
    expect(await run(acquireCall(B, false, false, first))).toMatchObject({ kind: "held" });
  }
  expect(await run(acquireCall(B, true, false, false))).toMatchObject({ kind: "held" });
  expect(await listed()).toEqual([]);
});

it("a refusal tells whether the holder is one of ours", async () => {
  await waiting(B);
  expect(await run(stand(C, LOCKED))).toMatchObject({ stands: { isOurs: true } });
  // A thread of Java.
  await ask("DEL", KEY);
  await ask("HSET", KEY, "0b9d6f2e-4c1a-4f7e-9d3b-5a8c7e6f1d20:71", 1);
  await ask("PEXPIRE", KEY, 30_000);
  expect(await run(stand(C, LOCKED))).toMatchObject({ stands: { isOurs: false } });
});

it("a release appends another waiter of its isolate, unless that has ended", async () => {
  await waiting();
  const stands = requestOf(B, LOCKED);
  expect(await run(release(HOLDER, { stands }))).toMatchObject({ granted: B.owner });
  await ask("FLUSHALL");
  await waiting();
  await run(cancelCall(B));
  expect(await run(release(HOLDER, { stands }))).not.toHaveProperty("granted");
  expect([await holders(), await listed()]).toEqual([[], []]);
});

it("a release issues the fencing token of its grant", async () => {
  await run(acquireCall(HOLDER, false));
  await run(standFenced(B, LOCKED));
  expect(await run(release())).toMatchObject({ granted: B.owner });
  const token = await ask<string>("GET", tokenKey(KEY));
  expect(token).toMatch(/^\d{16}$/);
  await subscriber.ping();
  expect(heard).toEqual([expect.stringMatching(new RegExp(`^granted ${B.owner} .* ${token}$`))]);
});
