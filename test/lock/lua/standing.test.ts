// Standing requests, script by script: whom a release serves, what it publishes, and what happens with lists that
// others have changed.
import { expect, it } from "vitest";
import {
  channelAt,
  mailboxAddress,
  ownerStateKey,
  releaseChannel,
  standingFlagKey,
  standingKey,
  tokenKey,
} from "../../../src/lock/keys.ts";
import { fairAcquireCall, fairForceReleaseCall, fairReleaseCall } from "../../../src/lock/lua/fair.ts";
import { finishCall } from "../../../src/lock/lua/flight.ts";
import { acquireCall, cancelCall, forceReleaseCall, releaseCall } from "../../../src/lock/lua/lock.ts";
import { releaseManyCall } from "../../../src/lock/lua/lock-many.ts";
import { isOnlyCalled, standingCall, standingRequest } from "../../../src/lock/lua/standing.ts";
import { stealCall } from "../../../src/lock/lua/steal.ts";
import type { GrantedHold, ScriptCall, Serving } from "../../../src/lock/protocol.ts";
import { scriptOf } from "../../support/edited-script.ts";
import { emptyRedis } from "../../support/empty-redis.ts";
import { fairPassCall, passCall } from "../../support/pass-calls.ts";
import { channelOf, mailboxOf, requestOf, secretOf, stand, standFenced, unsealed } from "../../support/standing.ts";
import { newOwners, passedOwners } from "./replay/table.ts";

// Waiters that stand take the release after this message for one that has called them.
const CALLED_BEFORE = "1000000";
const KEY = "stood";
const { run, command, fill, hear } = await emptyRedis();
const LIST = standingKey(KEY);
const FLAG = standingFlagKey(KEY);
const HOLDER = newOwners(KEY, "a:1");
const [B, C, D] = [newOwners(KEY, "b:1"), newOwners(KEY, "c:1"), newOwners(KEY, "d:1")];

/** The holder, and those that stand. */
async function waiting(...waiters: readonly GrantedHold[]): Promise<void> {
  await run(acquireCall(HOLDER, false));
  for (const waiter of waiters) await run(stand(waiter));
}

/** Subscribes to their mailboxes, and to the lock's channel. */
async function open(...waiters: readonly GrantedHold[]): Promise<() => Promise<string[]>> {
  const heard = await hear(...waiters.map(channelOf), releaseChannel(KEY));
  return async () => (await heard()).map(unsealed);
}

function release(serving?: Serving): ScriptCall<unknown> {
  return releaseCall(HOLDER, true, "object", serving);
}

async function redisMs(): Promise<number> {
  const [seconds, micros] = await command<[string, string]>("TIME");
  return Number(seconds) * 1_000 + Math.floor(Number(micros) / 1_000);
}

/** Replaces times of the clock. */
function undated(texts: readonly string[]): string[] {
  return texts.map((text) => text.replaceAll(/\b\d{13,16}\b/g, "time"));
}

async function listed(): Promise<string[]> {
  return undated(await command<string[]>("LRANGE", LIST, 0, -1));
}

const owners = async (): Promise<string[]> => command<string[]>("HKEYS", KEY);
const granted = (hold: GrantedHold): string => `granted ${hold.owner} time 5000 time 1 0`;
const called = (hold: GrantedHold): string => `try ${hold.owner} 0`;
const next = (hold: GrantedHold, ms = 5_000): string => `next ${hold.owner} ${ms}`;
const inList = (hold: GrantedHold, how = "-p"): string =>
  `${mailboxOf(hold.owner)} ${hold.owner} ${secretOf(hold.owner)} 30000 90000 time ${how}`;

it("a refusal stands, and tells the time of Redis and the request", async () => {
  const before = await redisMs();
  await waiting();
  const { stands, ...reply } = Object(await run(stand(B)));
  expect(reply).toMatchObject({ kind: "busy" });
  expect(stands.redisMs).toBeGreaterThanOrEqual(before);
  expect(stands).toMatchObject({ isOurs: true, request: inList(B).replace("time", String(stands.redisMs)) });
  expect(await command("LRANGE", LIST, 0, -1)).toEqual([stands.request]);
  expect(await command<number>("PTTL", FLAG)).toBeGreaterThan(150_000);
  expect(await command<number>("PTTL", LIST)).toBeGreaterThan(150_000);
});

it("a waiter that stands keeps its place when it renews its request", async () => {
  await waiting(B, C);
  const [first = ""] = await command<string[]>("LRANGE", LIST, 0, -1);
  const seenMs = (await redisMs()) + 5;
  expect(await run(stand(B, { listed: first, first: false, seenMs }))).toMatchObject({ kind: "busy" });
  const [renewed, second] = await command<string[]>("LRANGE", LIST, 0, -1);
  expect([renewed, second]).toEqual([requestOf(B, { seenMs }), expect.stringContaining(C.owner)]);
});

it("a waiter whose request is no longer in the list joins its end", async () => {
  await waiting(B, C);
  await run(stand(D, { listed: requestOf(D, { seenMs: 1 }), first: false }));
  expect(await listed()).toEqual([B, C, D].map((hold) => inList(hold)));
});

it("a waiter whose mailbox nobody hears is only called", async () => {
  await open(C);
  await waiting();
  for (const waiter of [B, C]) await run(stand(waiter, { counts: true }));
  const list = await command<string[]>("LRANGE", LIST, 0, -1);
  expect(list.map(isOnlyCalled)).toEqual([true, false]);
});

it("a last refusal takes the request out of the list", async () => {
  await waiting(B, C);
  const [request = ""] = await command<string[]>("LRANGE", LIST, 0, -1);
  const reply = await run(stand(B, { listed: request, last: true }));
  expect(reply).toEqual({ kind: "busy", remainingMs: expect.any(Number) });
  expect(await listed()).toEqual([inList(C)]);
});

it("a last refusal tells the holder", async () => {
  await waiting();
  const reply = await run(stand({ ...B, asksHolder: true }, { last: true }));
  expect(reply).toMatchObject({ kind: "busy", holder: { field: HOLDER.owner } });
});

it("an attempt that is granted the lock takes its request out of the list", async () => {
  await waiting(B, C);
  const [request = ""] = await command<string[]>("LRANGE", LIST, 0, -1);
  await command("DEL", KEY);
  expect(await run(stand(B, { listed: request }))).toMatchObject({ kind: "held" });
  expect(await listed()).toEqual([inList(C)]);
});

it.each<[string, string[], boolean]>([
  ["of Java", ["HSET", KEY, "0b9d6f2e-4c1a-4f7e-9d3b-5a8c7e6f1d20:7", "1"], false],
  ["with the lock in another mode", ["HSET", KEY, "mode", "write", `${HOLDER.owner}:write`, "1"], false],
])("a refusal by a holder %s says that the release serves nobody", async (_, lock, isOurs) => {
  await command(...lock);
  await command("PEXPIRE", KEY, 30_000);
  for (const first of [true, false]) {
    expect(await run(stand(B, { first }))).toMatchObject({ kind: "busy", stands: { isOurs } });
  }
});

it("a refusal by a passed owner says that the release serves the list", async () => {
  await run(acquireCall(passedOwners(KEY, "h1"), false));
  expect(await run(stand(B, { first: false }))).toMatchObject({ stands: { isOurs: true } });
});

it.each<[string, () => ScriptCall<unknown>]>([
  ["release", () => release()],
  ["release by text", () => releaseCall(HOLDER, false)],
  ["cancel", () => cancelCall(HOLDER)],
  ["release by force", () => forceReleaseCall(KEY, "r1")],
  ["release of several", () => releaseManyCall([HOLDER], true, "object")],
])("a %s grants the lock to the first that stands, and tells the next", async (_, call) => {
  const heard = await open(B, C);
  await waiting(B, C);
  await run(call());
  expect(undated(await heard())).toEqual([granted(B), next(C)]);
  expect(await owners()).toEqual([B.owner]);
  expect(await command<number>("PTTL", KEY)).toBeLessThanOrEqual(5_000);
  expect(await command("GET", ownerStateKey(KEY, B.owner))).toBe("|+");
  expect([await listed(), await command("EXISTS", FLAG)]).toEqual([[inList(C)], 1]);
});

it("a release names the waiter that it granted the lock, and its copy names none", async () => {
  await open(B);
  await waiting(B);
  expect(await run(release())).toEqual({ kind: "ended", end: "released", granted: B.owner });
  expect(await run(release())).toEqual({ kind: "ended", end: "released" });
  expect(await command("EXISTS", FLAG)).toBe(0);
});

it("a release of several locks serves each, also with records", async () => {
  const [one, two] = ["stood", "stood2"].map((key) => ({ ...passedOwners(key, "h1"), key })) as [
    GrantedHold,
    GrantedHold,
  ];
  const waiters = [newOwners(one.key, "b:1"), newOwners(two.key, "c:1")];
  const heard = await open(...waiters);
  for (const hold of [one, two]) await run(acquireCall(hold, false));
  for (const waiter of waiters) await run(stand(waiter));
  expect(await run(releaseManyCall([one, two], true, "object"))).toEqual(["released", "released"]);
  expect(undated(await heard())).toEqual(waiters.map(granted));
});

it("what a release of several did stays, although another of the locks cannot be released", async () => {
  const others = ["stood2", "stood3"].map((key) => newOwners(key, "a:1")) as [GrantedHold, GrantedHold];
  const heard = await open(B);
  await waiting();
  await run(standFenced(B));
  await command("SADD", ownerStateKey("stood2", HOLDER.owner), "foreign");
  await expect(run(releaseManyCall([HOLDER, ...others], false))).rejects.toMatchObject({ code: "NOT_A_LOCK" });
  const [token] = (await heard()).flatMap((message) => /^granted .* (\d+)$/.exec(message)?.[1] ?? []);
  expect(token).toMatch(/^\d{16}$/);
  expect(await command("GET", tokenKey(KEY))).toBe(token);
  expect(await command("GET", ownerStateKey("stood3", HOLDER.owner))).toBe("|-free");
});

it("a grant keeps the label, and lasts for as long as a short lease", async () => {
  const waiter = { ...B, leaseMs: 3_000, label: "nightly\njob" };
  const heard = await open(waiter);
  await waiting(waiter);
  await run(release());
  expect(undated(await heard())).toEqual([`granted ${B.owner} time 3000 time 1 0`]);
  expect(await command("GET", ownerStateKey(KEY, B.owner))).toMatch(/^\|\+\n\d+ nightly\njob$/);
});

it.each([
  [500, 500],
  [2_000, 2_000],
  [5_000, 5_000],
  [6_000, 5_000],
  [30_000, 5_000],
  [600_000, 5_000],
])("a grant with a lease of %i ms lasts for %i ms", async (leaseMs, confirmMs) => {
  const heard = await open(B);
  await waiting({ ...B, leaseMs });
  await run(release());
  expect((await heard())[0]).toMatch(new RegExp(`^granted \\S+ \\d+ ${confirmMs} `));
  const leftMs = await command<number>("PTTL", KEY);
  expect(leftMs).toBeLessThanOrEqual(confirmMs);
  expect(leftMs).toBeGreaterThan(confirmMs - 400);
});

it("a pass that the next owner cannot take serves the list, and takes its request out", async () => {
  const heard = await open(B, C);
  await waiting(B, C);
  await run(cancelCall(B));
  const [takesOut = ""] = await command<string[]>("LRANGE", LIST, 0, -1);
  const reply = await run(passCall(HOLDER, true, "object", B, { takesOut }));
  expect(reply).toEqual({ kind: "ended", end: "released", granted: C.owner });
  expect(undated(await heard())).toEqual([granted(C)]);
});

it("a pass takes the request of the next owner out", async () => {
  await waiting(B, C);
  const [takesOut = ""] = await command<string[]>("LRANGE", LIST, 0, -1);
  expect(await run(passCall(HOLDER, true, "object", B, { takesOut }))).toMatchObject({ isPassed: true });
  expect([await listed(), await command("EXISTS", FLAG)]).toEqual([[inList(C)], 1]);
});

it("a release appends another waiter of its isolate, and serves it in its turn", async () => {
  const heard = await open(B, C);
  await waiting(B);
  await run(release({ stands: requestOf(C) }));
  expect(undated(await heard())).toEqual([granted(B), next(C)]);
  expect(await listed()).toEqual([inList(C)]);
  await run(releaseCall(B, true, "object", { stands: requestOf(D) }));
  expect(undated(await heard())).toEqual([granted(C)]);
});

it("a release that frees nothing appends nobody", async () => {
  await run(acquireCall(passedOwners(KEY, "h1"), false));
  await run(acquireCall(passedOwners(KEY, "h2", "h1"), false));
  const call = releaseCall(passedOwners(KEY, "h2", "h1"), true, "object", { stands: requestOf(C) });
  expect(await run(call)).toMatchObject({ end: "still:1" });
  expect(await listed()).toEqual([]);
});

it("a cancel takes the request out of the list", async () => {
  await waiting(B, C);
  const [request = ""] = await command<string[]>("LRANGE", LIST, 0, -1);
  await run(cancelCall(B, request));
  expect(await listed()).toEqual([inList(C)]);
});

it.each<[string, (hold: GrantedHold) => Promise<unknown>]>([
  ["was cancelled", (hold) => run(cancelCall(hold))],
  ["was refused for the last time", (hold) => run(acquireCall(hold, true))],
])("a release skips a waiter that %s", async (_, end) => {
  const heard = await open(B, C);
  await waiting(B, C);
  await end(B);
  await run(release());
  expect(undated(await heard())).toEqual([granted(C)]);
});

it("a release skips the waiters of isolates that are dead", async () => {
  const heard = await open(D);
  await waiting(B, C, D);
  await run(release());
  expect(undated(await heard())).toEqual([granted(D)]);
});

it("a release skips a request of 150 s ago, and serves one of a second less", async () => {
  const heard = await open(B, C);
  await waiting();
  const now = await redisMs();
  await run(stand(B, { seenMs: now - 150_000 }));
  await run(stand(C, { seenMs: now - 149_000 }));
  await run(release());
  expect(undated(await heard())).toEqual([`granted ${C.owner} time 5000 time 1 0`]);
});

it("a release that finds nobody publishes a message as ever", async () => {
  const heard = await open();
  await waiting(B, C);
  await run(release());
  expect(await heard()).toEqual(["0"]);
  expect([await listed(), await command("EXISTS", FLAG, KEY)]).toEqual([[], 0]);
});

it("a release skips 50 at most, then calls the next, and keeps the flag", async () => {
  const heard = await open(B);
  await waiting();
  const dead = Array.from({ length: 60 }, (_, nth) => newOwners(KEY, `dead:${nth}`));
  for (const each of dead) await run(stand(each));
  await run(stand(B));
  await run(release());
  expect(await heard()).toEqual([CALLED_BEFORE, "0"]);
  expect([(await listed()).length, await command("EXISTS", FLAG)]).toEqual([11, 1]);
  await run(acquireCall(D, false));
  await run(releaseCall(D, true, "object"));
  expect(undated(await heard())).toEqual([granted(B)]);
});

it("a release calls a waiter that is only called, and the one behind it to look later", async () => {
  const heard = await open(B, C);
  await waiting();
  await run(stand(B, { isOnlyCalled: true }));
  await run(stand(C));
  await run(release());
  expect((await heard()).sort()).toEqual([CALLED_BEFORE, "0", next(C, 65), called(B)].sort());
  expect([await listed(), await command("EXISTS", FLAG), await owners()]).toEqual([[inList(C)], 1, []]);
});

it("a second after a message, a release leaves the lock free, and calls the first live waiter", async () => {
  const heard = await open(C);
  await waiting(B, C);
  const since = String((await redisMs()) - 1_000);
  await run(release({ chain: { since, turns: 3, owed: 0 } }));
  expect(await heard()).toEqual([CALLED_BEFORE, "0", called(C)]);
  expect([await owners(), await listed(), await command("EXISTS", FLAG)]).toEqual([[], [inList(C)], 1]);
});

it("a release that leaves the lock free calls the one behind the first, too, which may be cut", async () => {
  const heard = await open(B, C, D);
  await waiting(B, C, D);
  await run(release({ chain: { since: "1", turns: 0, owed: 0 } }));
  expect((await heard()).sort()).toEqual([CALLED_BEFORE, "0", next(C, 65), called(B)].sort());
  expect([await owners(), await listed()]).toEqual([[], [inList(B), inList(C), inList(D)]]);
});

it("a release tells the granted waiter since when no message was published", async () => {
  const heard = await open(B);
  await waiting(B);
  const since = String((await redisMs()) - 500);
  await run(release({ chain: { since, turns: 3, owed: 0 } }));
  expect((await heard())[0]).toMatch(new RegExp(`^granted ${B.owner} \\d+ 5000 ${since} 4 0$`));
});

it("a grant of a fenced waiter has the next token", async () => {
  const heard = await open(B);
  await waiting();
  await run(standFenced(B));
  expect(await listed()).toEqual([inList(B, "tp")]);
  const token = "9000000000000000000";
  await command("SET", tokenKey(KEY), token);
  await run(release());
  expect(undated(await heard())).toEqual([`${granted(B)} 9000000000000000001`]);
  expect(await run(standFenced(B))).toMatchObject({ kind: "held", fencingToken: "9000000000000000001" });
});

it.each([
  ["text", ["SET", tokenKey(KEY), "text"]],
  ["the greatest one", ["SET", tokenKey(KEY), "9223372036854775807"]],
  ["of another type", ["HSET", tokenKey(KEY), "a", "b"]],
])("a fenced waiter is only called if the latest token is %s", async (_, words) => {
  const heard = await open(B, C);
  await waiting();
  await run(standFenced(B));
  await run(stand(C));
  await command(...words);
  await run(release());
  expect(undated(await heard())).toEqual([called(B), granted(C)]);
  expect(await command("EXISTS", ownerStateKey(KEY, B.owner))).toBe(0);
});

it("a full Redis grants the freed lock, also to a waiter that needs a token", async () => {
  const heard = await open(B, C);
  await waiting();
  await run(standFenced(B));
  await run(stand(C));
  await fill(() => run(release()));
  expect(undated(await heard())).toEqual([`${granted(B)} time`, next(C)]);
  await fill(() => run(releaseCall(B, true, "object", { stands: requestOf(D) })));
  expect(undated(await heard())).toEqual([granted(C)]);
  expect((await listed()).length).toBe(1);
});

it("a waiter that a full Redis refuses stands nowhere", async () => {
  await waiting();
  expect(await fill(() => run(stand(B)))).toEqual({ kind: "busy", remainingMs: expect.any(Number) });
  expect(await listed()).toEqual([]);
});

it("a release grants the lock to a waiter whose prefix has every kind of character", async () => {
  const address = mailboxAddress("A-z0._{é *}%:", "a".repeat(32));
  const heard = await hear(channelAt(address));
  await waiting();
  await run(
    standingCall(acquireCall(B, false), {
      listed: "",
      request: standingRequest(B, address, secretOf(B.owner), undefined),
      counts: true,
    }),
  );
  await run(release());
  expect(undated((await heard()).map(unsealed))).toEqual([granted(B)]);
});

const HUGE = "x".repeat(100_000);
const at = (text: string): string => text.replace(" 0 ", ` ${Date.now()} `);
it.each([
  ["foreign text", ["text", "", "{}", "* ? [", "a b c d e f", "\0\u{ff}"]],
  ["huge texts", [HUGE, `${mailboxOf(B.owner)} ${HUGE}`, `~${HUGE}`]],
  ["a lease without length", [at(requestOf({ ...B, leaseMs: 0 }))]],
  ["a lease that Redis refuses", [at(requestOf(B)).replace(" 30000 ", ` ${"9".repeat(20)} `)]],
  ["a record life that Redis refuses", [at(requestOf(B)).replace(" 90000 ", ` ${"9".repeat(400)} `)]],
  ["an unknown how", [at(requestOf(B)).replace(/-p$/, "xp")]],
  ["an about without its line break", [`${at(requestOf(B))}label`]],
  ["a short mailbox", [at(requestOf(B)).replace(/mailbox:./, "mailbox:")]],
  ["a short secret", [at(requestOf(B)).replace(secretOf(B.owner), secretOf(B.owner).slice(1))]],
  ["no secret", [at(requestOf(B)).replace(` ${secretOf(B.owner)}`, "")]],
  ["a channel that is no mailbox", [at(requestOf(B)).replace("lock:mailbox:", "lock:wake:")]],
])("a release skips %s in the list", async (_, texts) => {
  const heard = await open(B, C);
  await waiting();
  await command("RPUSH", LIST, ...texts);
  await run(stand(C));
  await run(release());
  expect(undated(await heard())).toEqual([granted(C)]);
});

it.each([
  ["text", ["SET", LIST, "text"]],
  ["a hash", ["HSET", LIST, "a", "b"]],
  ["a sorted set", ["ZADD", LIST, "1", "a"]],
])("a list that is %s keeps no message back, and nobody stands in it", async (_, words) => {
  const heard = await open(B);
  await waiting();
  await command(...words);
  await command("SET", FLAG, "1");
  expect(await run(stand(B, { listed: requestOf(B) }))).toEqual({ kind: "busy", remainingMs: expect.any(Number) });
  expect(await run(release({ stands: requestOf(C) }))).toMatchObject({ end: "released" });
  expect(await heard()).toEqual(["0"]);
  expect(await run(cancelCall(B, requestOf(B)))).toMatchObject({ end: "free" });
});

// As Redis refuses a user who may not publish on these channels.
const REFUSES_MAILBOXES = `local real = redis
local redis = setmetatable({
  pcall = function(name, ...)
    local refused = name == 'PUBLISH' and string.find((...), '^leasehound:[^:]*:mailbox')
    return refused and { err = 'NOPERM' } or real.pcall(name, ...)
  end,
}, { __index = real })
`;

it("a grant whose message Redis refuses is not published as a release", async () => {
  const heard = await open(B);
  await waiting(B);
  const call = release();
  const refused = { ...call, script: scriptOf(call.script.name, REFUSES_MAILBOXES + call.script.source) };
  expect(await run(refused)).toMatchObject({ kind: "ended", end: "released", granted: B.owner });
  expect([await owners(), await heard()]).toEqual([[B.owner], []]);
});

it("a flag of another type is replaced", async () => {
  const heard = await open(B);
  await command("HSET", FLAG, "a", "b");
  await waiting(B);
  await run(release());
  expect(undated(await heard())).toEqual([granted(B)]);
});

it("a theft touches no request, and the release of the thief serves them", async () => {
  const heard = await open(B, C);
  await waiting(B, C);
  await run(stealCall(D, "stolen:t//", false));
  expect(await heard()).toEqual([]);
  await run(releaseCall(D, true, "object"));
  expect(undated(await heard())).toEqual([granted(B), next(C)]);
});

const PATIENCE_MS = 10_000;
it.each<[string, () => ScriptCall<unknown>]>([
  ["release of a fair lock", () => fairReleaseCall(HOLDER, true, PATIENCE_MS, "object")],
  ["pass of a fair lock that fails", () => fairPassCall(HOLDER, true, PATIENCE_MS, "object", D)],
  ["release of a fair lock by force", () => fairForceReleaseCall(KEY, "r1", PATIENCE_MS)],
  ["end of a single flight", () => finishCall(HOLDER, true, "=1", 1_000)],
])("the %s calls the first live waiter for the plain lock", async (_, call) => {
  const heard = await hear(channelOf(C));
  await run(fairAcquireCall(HOLDER, false, false, PATIENCE_MS));
  for (const waiter of [B, C]) await run(stand(waiter));
  await run(call());
  expect(await heard()).toEqual([called(C)]);
  expect([await listed(), await command("EXISTS", FLAG)]).toEqual([[inList(C)], 1]);
});
