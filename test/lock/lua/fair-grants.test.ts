// Requests of waiters for a fair lock, script by script: whom a release grants it to, and what it publishes.
import { expect, it } from "vitest";
import { ownerStateKey, queueKey, queueScoresKey, waiterChannels, waiterKey } from "../../../src/lock/keys.ts";
import { fairAcquireCall, fairCancelCall, fairForceReleaseCall, fairReleaseCall } from "../../../src/lock/lua/fair.ts";
import { acquireCall } from "../../../src/lock/lua/lock.ts";
import { stealCall } from "../../../src/lock/lua/steal.ts";
import type { GrantedHold, ScriptCall } from "../../../src/lock/protocol.ts";
import { scriptOf } from "../../support/edited-script.ts";
import { emptyRedis } from "../../support/empty-redis.ts";
import { fairPassCall } from "../../support/pass-calls.ts";
import {
  channelOf,
  FAIR_PATIENCE_MS,
  mailboxOf,
  requestOf,
  secretOf,
  stand,
  standFair,
  unsealed,
} from "../../support/standing.ts";
import { newOwners, passedOwners } from "./replay/table.ts";

const KEY = "queued";
const { run, command, fill, hear } = await emptyRedis();
const HOLDER = newOwners(KEY, "a:1");
const [B, C, D] = [newOwners(KEY, "b:1"), newOwners(KEY, "c:1"), newOwners(KEY, "d:1")];
const JAVA = "6a617661-0000-0000-0000-000000000000:7";

const acquire = (hold: GrantedHold) => fairAcquireCall(hold, false, false, FAIR_PATIENCE_MS);
const release = (hold = HOLDER) => fairReleaseCall(hold, true, FAIR_PATIENCE_MS, "object");
const cancel = (hold: GrantedHold) => fairCancelCall(hold, FAIR_PATIENCE_MS);
const force = () => fairForceReleaseCall(KEY, "r1", FAIR_PATIENCE_MS);
const passTo = (next: GrantedHold) => fairPassCall(HOLDER, true, FAIR_PATIENCE_MS, "object", next);
const order = (): Promise<string[]> => command("LRANGE", queueKey(KEY), 0, -1);

/** Adds a waiter of Redisson, whose score is so late. */
async function joinAsJava(score: number): Promise<void> {
  await command("RPUSH", queueKey(KEY), JAVA);
  await command("ZADD", queueScoresKey(KEY), score, JAVA);
}

/** The holder, and those that wait behind it, each with a request. */
async function waiting(...waiters: readonly GrantedHold[]): Promise<void> {
  await run(acquire(HOLDER));
  for (const waiter of waiters) await run(standFair(waiter));
}

/** Subscribes to their mailboxes, and to the channels of all waiters. */
async function open(...waiters: readonly GrantedHold[]): Promise<() => Promise<string[]>> {
  const own = [HOLDER, B, C, D].map(({ owner }) => ownChannel(owner));
  const heard = await hear(...waiters.map(channelOf), ...own, ownChannel(JAVA));
  return async () => (await heard()).map(unsealed);
}

const ownChannel = (owner: string): string => waiterChannels(KEY) + owner;
const holders = (): Promise<string[]> => command<string[]>("HKEYS", KEY);
const undated = (texts: readonly string[]): string[] => texts.map((text) => text.replaceAll(/\b\d{13}\b/g, "time"));
const granted = ({ owner }: GrantedHold): string => `granted ${owner} time 5000 time 0 0`;
const called = ({ owner }: GrantedHold): string => `try ${owner} 0`;
const next = ({ owner }: GrantedHold): string => `next ${owner} 5000`;

it("a refusal leaves the request, and tells the time of Redis, and that all before it are ours", async () => {
  await run(acquire(HOLDER));
  const { stands, ...reply } = Object(await run(standFair(B)));
  expect(reply).toMatchObject({ kind: "busy", queued: { position: 1 } });
  expect(stands).toMatchObject({ isOurs: true });
  expect(undated([stands.request])).toEqual([
    `${mailboxOf(B.owner)} ${B.owner} ${secretOf(B.owner)} 30000 90000 time -p`,
  ]);
  expect(await command("GET", waiterKey(KEY, B.owner))).toBe(stands.request);
  const leftMs = await command<number>("PTTL", waiterKey(KEY, B.owner));
  expect(leftMs).toBeGreaterThan(15_000);
  expect(leftMs).toBeLessThanOrEqual(20_000);
  expect(await run(standFair(C))).toMatchObject({ stands: { isOurs: true }, queued: { position: 2 } });
});

it("a release grants the lock to the first of the queue, and tells the next one until when", async () => {
  const heard = await open(B, C);
  await waiting(B, C);
  expect(await run(release())).toMatchObject({ kind: "ended", end: "released", granted: B.owner });
  expect(undated(await heard())).toEqual([granted(B), next(C)]);
  expect(await holders()).toEqual([B.owner]);
  const leftMs = await command<number>("PTTL", KEY);
  expect(leftMs).toBeGreaterThan(0);
  expect(leftMs).toBeLessThanOrEqual(5_000);
  expect(await order()).toEqual([C.owner]);
});

it.each([
  [2_000, 2_000],
  [6_000, 5_000],
  [600_000, 5_000],
])("a grant with a lease of %i ms lasts for %i ms, which the next one is told", async (leaseMs, confirmMs) => {
  const heard = await open(B, C);
  await waiting({ ...B, leaseMs }, C);
  await run(release());
  expect(undated(await heard())).toEqual([
    `granted ${B.owner} time ${confirmMs} time 0 0`,
    `next ${C.owner} ${confirmMs}`,
  ]);
  expect(await command<number>("PTTL", KEY)).toBeGreaterThan(0);
});

it("a grant leaves the same queue as an acquire of the first one", async () => {
  const seen: unknown[] = [];
  for (const isGranted of [true, false]) {
    await command("FLUSHALL");
    if (isGranted) await open(B);
    await waiting(B);
    await joinAsJava(1 + FAIR_PATIENCE_MS);
    await run(standFair(C));
    await run(release());
    if (!isGranted) await run(standFair(B));
    expect(await holders()).toEqual([B.owner]);
    seen.push([await order(), await command("ZSCORE", queueScoresKey(KEY), JAVA)]);
  }
  expect(seen[0]).toEqual([[JAVA, C.owner], "1"]);
  expect(seen[1]).toEqual(seen[0]);
});

it("a waiter of Redisson's behind a grant learns how short it is: by its channel, and by its score", async () => {
  const heard = await open(B);
  await waiting(B);
  await joinAsJava(9_000_000_000_000);
  await run(release());
  const [told = "", ...others] = await heard();
  expect(others).toEqual(["0"]);
  const [, , grantedAt] = told.split(" ");
  expect(await command("ZSCORE", queueScoresKey(KEY), JAVA)).toBe(String(Number(grantedAt) + 5_000 + FAIR_PATIENCE_MS));
});

it.each<[string, ScriptCall<unknown>]>([
  ["a forced release", force()],
  ["a pass whose next owner is not the first", passTo(D)],
  ["a cancel of its hold", cancel(HOLDER)],
])("%s grants it to the first of the queue", async (_, call) => {
  const heard = await open(B);
  await waiting(B);
  await run(call);
  expect(undated(await heard())).toEqual([granted(B)]);
  expect(await holders()).toEqual([B.owner]);
});

it("a waiter that gives up while the lock is free serves the next one", async () => {
  const heard = await open(C);
  await waiting(B, C);
  await command("DEL", KEY);
  expect(await run(cancel(B))).toMatchObject({ end: "free", granted: C.owner });
  expect(undated(await heard())).toEqual([granted(C)]);
});

it("a grant is found by the attempt of its owner, and is given back by a cancel", async () => {
  const heard = await open(B, C);
  await waiting(B, C);
  await run(release());
  expect(await run(standFair(B))).toMatchObject({ kind: "held", holdCount: 1 });
  expect(await run(cancel(B))).toMatchObject({ end: "released", granted: C.owner });
  expect(undated(await heard())).toEqual([granted(B), next(C), granted(C)]);
});

it("nothing is granted to a first waiter that has ended: it is called", async () => {
  const heard = await open(B);
  await waiting(B);
  await command("SET", ownerStateKey(KEY, B.owner), "|-refused", "PX", 60_000);
  expect(await run(release())).not.toHaveProperty("granted");
  expect(await heard()).toEqual([called(B)]);
  expect(await holders()).toEqual([]);
});

it.each<[string, () => Promise<void>]>([
  ["is only called", async () => void (await run(standFair(B, { isOnlyCalled: true })))],
  ["is too old", async () => void (await run(standFair(B, { seenMs: 1 })))],
  [
    "is of another owner",
    async () => void (await command("SET", waiterKey(KEY, B.owner), requestOf(C, { seenMs: 9e12 }))),
  ],
])("a first waiter whose request %s is called, and keeps its place", async (_, request) => {
  const heard = await open(B, C);
  await waiting(B, C);
  await request();
  await run(release());
  expect((await heard()).map((text) => text.split(" ")[0])).toEqual(["try"]);
  expect(await holders()).toEqual([]);
  expect(await order()).toEqual([B.owner, C.owner]);
});

it("a first waiter whose mailbox nobody hears is called, and keeps its place", async () => {
  const heard = await open(C);
  await waiting(B, C);
  expect(await run(release())).not.toHaveProperty("granted");
  expect(await heard()).toEqual([]);
  expect(await order()).toEqual([B.owner, C.owner]);
});

it("a request whose mailbox nobody hears is only called from then on, if the attempt counts", async () => {
  await run(acquire(HOLDER));
  const counted = Object(await run(standFair(B, { counts: true })));
  expect(counted.stands.request).toMatch(/^~/);
  await open(C);
  expect(Object(await run(standFair(C, { counts: true }))).stands.request).not.toMatch(/^~/);
});

it.each<[string, () => Promise<unknown>]>([
  ["without a request", () => command("DEL", waiterKey(KEY, B.owner))],
  [
    "with a key of another type as its request",
    async () => {
      await command("DEL", waiterKey(KEY, B.owner));
      await command("RPUSH", waiterKey(KEY, B.owner), "text");
    },
  ],
  ["with a foreign text", () => command("SET", waiterKey(KEY, B.owner), "granted")],
])("a first waiter %s is woken on its own channel", async (_, arrange) => {
  const heard = await open(B);
  await waiting(B);
  await arrange();
  expect(await run(release())).toMatchObject({ end: "released" });
  expect(await heard()).toEqual(["0"]);
  expect(await holders()).toEqual([]);
});

it("a first waiter of Redisson is woken on its own channel, and ours behind it knows that it is not first", async () => {
  const heard = await open(B);
  await run(acquire(HOLDER));
  await joinAsJava(9_000_000_000_000);
  expect(await run(standFair(B))).toMatchObject({ stands: { isOurs: false } });
  await run(release());
  expect(await heard()).toEqual(["0"]);
  expect(await holders()).toEqual([]);
});

it.each<[string, () => Promise<unknown>]>([
  [
    "a Redisson",
    async () => {
      await command("HSET", KEY, JAVA, "1");
      await command("PEXPIRE", KEY, 30_000);
    },
  ],
  [
    "a robbed Redisson that holds it again",
    async () => {
      await command("HSET", KEY, JAVA, "1");
      await command("PEXPIRE", KEY, 30_000);
      await run(stealCall(newOwners(KEY, "t:1"), "stolen:t//", false));
      await command("DEL", KEY);
      await command("HSET", KEY, JAVA, "1");
      await command("PEXPIRE", KEY, 30_000);
    },
  ],
])("behind %s, a waiter knows that the holder is not ours", async (_, holds) => {
  await holds();
  expect(await run(standFair(B))).toMatchObject({ stands: { isOurs: false } });
});

it("a waiter is told who is before it only if its last attempt was not told, or it lost its place", async () => {
  const seenMs = 9_000_000_000_000;
  const listed = requestOf(B, { seenMs });
  const told = async (known: string) => Object(await run(standFair(B, { listed: known, first: false, seenMs }))).stands;
  await run(acquire(HOLDER));
  await joinAsJava(9_000_000_000_000);
  // Nothing is kept of an earlier attempt.
  expect(await told(listed)).toMatchObject({ isOurs: false });
  // As if that attempt had found that all before it are ours.
  expect(await told(listed)).toMatchObject({ isOurs: true });
  expect(await told("another request")).toMatchObject({ isOurs: false });
  await command("LREM", queueKey(KEY), 0, B.owner);
  expect(await told(listed)).toMatchObject({ isOurs: false });
});

it("a full Redis, which refuses only the first write of a script, grants it, too", async () => {
  const heard = await open(B);
  await waiting(B);
  await fill(() => run(release()));
  expect(undated(await heard())).toEqual([granted(B)]);
  expect(await holders()).toEqual([B.owner]);
});

it("with locked keys no request is left or read", async () => {
  const locked = <Reply>(call: ScriptCall<Reply>): ScriptCall<Reply> => ({
    ...call,
    script: scriptOf(call.script.name, `KEYS.locked=true\n${call.script.source}`),
  });
  const heard = await open(B);
  await run(acquire(HOLDER));
  expect(await run(locked(standFair(C)))).not.toHaveProperty("stands");
  await run(cancel(C));
  await run(standFair(B));
  await run(locked(release()));
  expect(await heard()).toEqual(["0"]);
});

it("a grant keeps the flag of those that stand for the plain lock, who are called by the next release", async () => {
  const plain = newOwners(KEY, "p:1");
  const heard = await open(B, plain);
  await waiting(B);
  await run(stand(plain));
  await run(release());
  expect(undated(await heard())).toEqual([granted(B)]);
  await run(release(B));
  expect(await heard()).toEqual([called(plain)]);
});

it("a passed owner's release grants it, too", async () => {
  const heard = await open(B);
  const named = passedOwners(KEY, "h1");
  await run(acquire(named));
  await run(standFair(B));
  await run(release(named));
  expect(undated(await heard())).toEqual([granted(B)]);
});

it("the plain lock is refused while a grant counts", async () => {
  await open(B);
  await waiting(B);
  await run(release());
  expect(await run(acquireCall(newOwners(KEY, "p:1"), false))).toMatchObject({ kind: "busy" });
});
