// What each call costs: the commands that Redis bills, by kind and situation. Each call is one request, unless its row says
// otherwise. bills.test.ts plays each story, and compares the pages with them.
import { expect } from "vitest";
import type { LockManager } from "../../src/edge/web-locks/index.ts";
import type { Held, Locks, Permit } from "../../src/index.ts";
import { lastTriesKey, queueKey, queueScoresKey, releaseChannel } from "../../src/lock/keys.ts";
import {
  countDownCall,
  deleteLatchCall,
  passCall as passLatch,
  trySetCountCall,
} from "../../src/lock/lua/count-down-latch.ts";
import { fairAcquireCall, fairForceReleaseCall, fairReleaseCall } from "../../src/lock/lua/fair.ts";
import { acquireQueuedCall, cancelQueuedCall, releaseQueuedCall } from "../../src/lock/lua/fair-read-write.ts";
import { fencedAcquireCall } from "../../src/lock/lua/fenced.ts";
import { flightAcquireCall } from "../../src/lock/lua/flight.ts";
import {
  acquireCall,
  cancelCall,
  checkCall,
  forceReleaseCall,
  releaseCall,
  renewCall,
} from "../../src/lock/lua/lock.ts";
import { acquireReadCall, acquireWriteCall, releaseSharedCall, renewReadCall } from "../../src/lock/lua/read-write.ts";
import { numberCall } from "../../src/lock/lua/request.ts";
import {
  acquirePermitsCall,
  addPermitsCall,
  cancelPermitsCall,
  drainPermitsCall,
  trySetPermitsCall,
} from "../../src/lock/lua/semaphore.ts";
import { fencedStealCall, stealCall, stealWriteCall } from "../../src/lock/lua/steal.ts";
import type { GrantedHold, ScriptCall, Serving } from "../../src/lock/protocol.ts";
import { createLocks } from "../support/bare-locks.ts";
import { listen } from "../support/channel.ts";
import { hold, managersOf, pending } from "../support/lock-managers.ts";
import { passCall } from "../support/pass-calls.ts";
import { command, type Endpoint, redisTime } from "../support/rest.ts";
import { channelOf, FAIR_PATIENCE_MS, requestOf, stand, standFair, standFenced } from "../support/standing.ts";
import { newOwners, passedOwners, type Run } from "./lua/replay/table.ts";

/** What a story has: a database of its own, and locks under bare names. */
export interface World {
  readonly redis: Endpoint;
  readonly locks: Locks;
  readonly run: Run;
  readonly opened: AsyncDisposableStack;
  /** The hold of the last `takes`. */
  held?: Held;
}

export type Ask = ScriptCall<unknown> | ((world: World) => Promise<unknown>);

/** `commands`: a list, where chance decides. */
type Priced = readonly [call: string, commands: number | readonly number[], ask: Ask, requests?: number];

/** A call without a price brings Redis into the situation of those behind it. */
export type Step = Ask | Priced;

export const isPriced = (step: Step): step is Priced => Array.isArray(step);

/** Some calls in a situation of a kind, played in an empty Redis that has the scripts. */
export interface Story {
  readonly title: string;
  readonly steps: readonly Step[];
}

const story = (title: string, steps: readonly Step[]): Story => ({ title, steps });

const KEY = "billed";
const a = newOwners(KEY);
const b = newOwners(KEY, "b:1");
const p = passedOwners(KEY, "h1");
const named = (name: string): GrantedHold => newOwners(KEY, name);

/** Acquires by the API, and keeps the hold for the calls behind it. */
const takes =
  (take: (locks: Locks) => Promise<Held>): Ask =>
  async (world) => {
    world.held = await take(world.locks);
  };
const asks =
  (ask: (held: Held, locks: Locks) => Promise<unknown>): Ask =>
  ({ held, locks }) =>
    held === undefined ? Promise.reject(new Error("nothing is held")) : ask(held, locks);
const renews = asks((held) => held.renew());
const checks = asks((held) => held.check());
const resumes = asks((held, locks) => locks.resume(held.serialize()));
const releases = asks((held) => held.release());
const refused =
  (ask: (locks: Locks) => Promise<unknown>): Ask =>
  ({ locks }) =>
    expect(ask(locks)).rejects.toMatchObject({ code: "LOCK_BUSY" });

/** Opens the mailboxes of waiters that stand. */
const opens =
  (...names: readonly string[]): Ask =>
  async ({ redis, opened }) => {
    for (const name of names) opened.use(await listen(redis, channelOf(named(name))));
  };
const many = (count: number, call: (nth: number) => ScriptCall<unknown>): readonly ScriptCall<unknown>[] =>
  Array.from({ length: count }, (_, nth) => call(nth));

type Attempted = (hold: GrantedHold, last: boolean, first: boolean) => ScriptCall<unknown>;
const plain: Attempted = (hold, last, first) => acquireCall(hold, last, false, first);
const fair: Attempted = (hold, last, first) => fairAcquireCall(hold, last, false, FAIR_PATIENCE_MS, first);
const writer = (hold: GrantedHold): GrantedHold => ({ ...hold, owner: `${hold.owner}:write` });
const write: Attempted = (hold, last, first) => acquireWriteCall(writer(hold), last, first);
const reader = (hold: GrantedHold): GrantedHold => ({ ...hold, shared: true });
const read: Attempted = (hold, last) => acquireReadCall(reader(hold), last);

/** The attempts on a held lock: the first, a later one, the last, and a single one of another hold. */
function refusals(
  kind: string,
  [held, asked]: readonly [held: Attempted, asked: Attempted],
  ...bills: readonly [ofNew: readonly number[], ofPassed: readonly number[]]
): Story[] {
  return [newOwners, passedOwners].map((by, nth) => {
    const [first = 0, later = 0, last = 0, single = 0] = bills[nth] ?? [];
    return story(`${kind}, held by another, ${nth === 0 ? "new" : "passed"} owner`, [
      held(named("other:1"), false, true),
      ["first attempt", first, asked(by(KEY, "h1"), false, true)],
      ["later attempt", later, asked(by(KEY, "h1"), false, false)],
      ["last attempt", last, asked(by(KEY, "h1"), true, false)],
      ["single attempt", single, asked(by(KEY, "h2"), true, true)],
    ]);
  });
}

type Theft = (hold: GrantedHold) => ScriptCall<unknown>;
const THEFT = "stolen:t//";
const steals: Theft = (hold) => stealCall(hold, THEFT, false);
const fencedSteals: Theft = (hold) => fencedStealCall(hold, THEFT);
const writeSteals: Theft = (hold) => stealWriteCall(writer(hold), THEFT);

/** `bills`: of a free lock and of a held one, by a new owner; then by a passed one. */
function thefts(kind: string, take: Attempted, steal: Theft, bills: readonly number[]): Story[] {
  const taken = take(named("v:9"), false, true);
  return [a, p].flatMap((thief, nth) => {
    const [free = 0, held = 0] = bills.slice(2 * nth);
    const by = nth === 0 ? "new" : "passed";
    return [
      story(`${kind}, free, stolen by a ${by} owner`, [["theft", free, steal(thief)]]),
      story(`${kind}, held, stolen by a ${by} owner`, [taken, ["theft", held, steal(thief)]]),
    ];
  });
}

const OLD_CHAIN = { since: "1000", turns: 0, owed: 0 };
const released = (name: string, serving?: Serving): ScriptCall<unknown> =>
  releaseCall(named(name), true, "object", serving);
/** A holder, and those that stand. */
const waiting = (holder: string, ...names: readonly string[]): Step[] => [
  acquireCall(named(holder), false),
  ...names.map((name) => stand(named(name))),
];
/** The time in a request that stands, so that a test knows its text. */
const seenMs = 9_000_000_000_000;
const STANDS = { seenMs };
const listed = (name: string) => ({ ...STANDS, listed: requestOf(named(name), STANDS) });

function queued(access: "read" | "write", name: string, isolate = "111111") {
  const hold = access === "read" ? reader(named(name)) : writer(named(name));
  const attempt = (last: boolean, first: boolean) => acquireQueuedCall(hold, access, isolate, { last, first });
  return {
    first: attempt(false, true),
    later: attempt(false, false),
    only: attempt(true, true),
    release: releaseQueuedCall(hold, true, access),
    giveUp: cancelQueuedCall(hold, access, isolate),
  };
}
const [w1, w2, w3] = [queued("write", "w:1"), queued("write", "w:2"), queued("write", "w:3")];
const [r1, r2] = [queued("read", "r:1"), queued("read", "r:2", "222222")];

const reads = (name: string, leaseMs = 20_000) => acquireReadCall({ ...reader(named(name)), leaseMs }, false);
const longest = { ...reader(a), leaseMs: 60_000 };
const shorter = { ...reader(b), leaseMs: 10_000 };
/** Joins the queue without an attempt, as Java services do. */
const joins =
  (owners: readonly string[], { haveTried = false } = {}): Ask =>
  async ({ redis }) => {
    const now = await redisTime(redis);
    await command(redis, "RPUSH", queueKey(KEY), ...owners);
    await command(redis, "ZADD", queueScoresKey(KEY), ...owners.flatMap((owner) => [now + 400_000, owner]));
    if (haveTried) await command(redis, "ZADD", lastTriesKey(KEY), ...owners.flatMap((owner) => [now, owner]));
  };

const permits = (id: string) => ({ key: KEY, owner: id, holdId: id, ownerIsNew: true, leaseMs: 30_000 });

const flies: Ask = ({ locks }) => locks.singleFlight(KEY, () => "x", { ttlMs: 60_000 });
const flight = (hold: GrantedHold, last = false) =>
  flightAcquireCall(hold, last, "", { busy: () => {}, found: (result) => ({ kind: "found", ...result }) });

const multi =
  (count: number): ((locks: Locks) => Promise<Held>) =>
  (locks) =>
    locks.multiLock(...Array.from({ length: count }, (_, nth) => locks.lock(`l${nth}`))).acquire();

/** The steps of a reader or a writer. */
function shared(side: "readLock" | "writeLock", owner: string | undefined, bills: readonly number[]): Story {
  const [acquire = 0, renew = 0, check = 0, resume = 0, release = 0] = bills;
  return story(`${side}, ${owner === undefined ? "new" : "passed"} owner`, [
    ["acquire", acquire, takes((locks) => locks.readWriteLock(KEY)[side]().acquire({ owner }))],
    ["renew", renew, renews],
    ["check", check, checks],
    ["resume", resume, resumes],
    ["release", release, releases],
  ]);
}

const permitsOf = ({ locks }: World) => locks.permitExpirableSemaphore(KEY);
let web: LockManager | undefined;
let handOvers: (() => Promise<unknown>)[] = [];
let permit: Permit | undefined;
let ids: readonly string[] = [];

export const BILLS: readonly Story[] = [
  story("lock, free", [
    ["acquire", 5, takes((locks) => locks.lock(KEY).acquire())],
    ["release", 5, releases],
    ["attempt that would stand", 5, stand(b)],
    ["release that would serve", 5, releaseCall(b, true, "object", {})],
    ["isLocked", 3, ({ locks }) => locks.lock(KEY).isLocked()],
    ["inspect", 4, ({ locks }) => locks.lock(KEY).inspect()],
    ["forceRelease", 4, ({ locks }) => locks.lock(KEY).forceRelease()],
  ]),
  story("lock, of a new client", [
    [
      "cycle with keepAlive, shorter than a third of its lease",
      10,
      async ({ redis }) => {
        const locks = createLocks({ redis });
        const held = await locks.lock(KEY).acquire();
        held.keepAlive();
        await held.release();
        locks.close();
      },
      2,
    ],
  ]),
  story("lock, free, passed owner", [
    ["acquire", 6, takes((locks) => locks.lock(KEY).acquire({ owner: "p" }))],
    ["release", 6, releases],
    ["cycle again", 16, async ({ locks }) => (await locks.lock(KEY).acquire({ owner: "p" })).release(), 2],
  ]),
  story("lock, held", [
    takes((locks) => locks.lock(KEY).acquire()),
    ["renew", 4, renews],
    ["check", 4, checks],
    ["resume", 4, resumes],
    ["isLocked", 3, ({ locks }) => locks.lock(KEY).isLocked()],
    ["remainingMs", 3, ({ locks }) => locks.lock(KEY).remainingMs()],
    ["isHeldBy", 3, asks((held, locks) => locks.lock(KEY).isHeldBy(held.owner))],
    ["inspect", 6, ({ locks }) => locks.lock(KEY).inspect()],
    ["tryAcquire", 4, ({ locks }) => locks.lock(KEY).tryAcquire()],
    ["tryAcquire, passed owner", 6, ({ locks }) => locks.lock(KEY).tryAcquire({ owner: "p" })],
    ["acquire without a wait", 6, refused((locks) => locks.lock(KEY).acquire({ waitMs: 0 }))],
    ["the same, passed owner", 8, refused((locks) => locks.lock(KEY).acquire({ owner: "q", waitMs: 0 }))],
    ["re-entry", 10, asks((held, locks) => locks.lock(KEY).acquire({ owner: held.owner }))],
    ["release of one of two", 8, releases],
  ]),
  story("lock, held, passed owner", [
    takes((locks) => locks.lock(KEY).acquire({ owner: "p" })),
    ["renew", 6, renews],
    ["check", 6, checks],
    ["resume", 6, resumes],
    takes((locks) => locks.lock(KEY).acquire({ owner: "p" })),
    ["release of one of two", 7, releases],
  ]),
  ...refusals("lock", [plain, plain], [4, 3, 4, 4], [5, 5, 6, 6]),
  ...refusals("lock and its writer", [write, plain], [5, 3, 5, 5], [6, 6, 7, 7]),
  ...thefts("lock", plain, steals, [5, 12, 6, 14]),
  story("lock, of a victim", [
    plain(named("v:9"), false, true),
    steals(a),
    ["renew", 2, renewCall(named("v:9"), true)],
    ["check", 2, checkCall(named("v:9"))],
    ["release", 3, releaseCall(named("v:9"), true)],
  ]),
  story("lock, with a list of all that wait", [
    ...waiting("a:1", "b:5", "b:6"),
    stand(named("b:4"), STANDS),
    opens("b:2"),
    ["first attempt of one that does not stand", 4, plain(named("b:0"), false, true)],
    ["first attempt", 8, stand(named("b:1"))],
    ["the first one of a stream", 10, stand(named("b:2"), { counts: true })],
    ["later attempt", 8, stand(named("b:3"), { first: false })],
    ["renewal of a request", 9, stand(named("b:4"), { ...listed("b:4"), first: false })],
    ["last attempt", 5, stand(named("b:4"), { ...listed("b:4"), last: true })],
    ["cancel of one that does not stand", 6, cancelCall(named("b:1"))],
    ["cancel", 7, cancelCall(named("b:6"), requestOf(named("b:6")))],
  ]),
  story("lock, granted to a waiter of another isolate", [
    opens("b:1", "b:2", "b:3"),
    ...waiting("a:1", "b:1", "b:2"),
    ["release", 14, released("a:1")],
    ["release again", 3, released("a:1")],
    ["confirmation", 4, renewCall(named("b:1"), false)],
    ["release for the last one", 12, released("b:1")],
    ["release that lists a waiter of its isolate", 14, released("b:2", { stands: requestOf(named("b:3")) })],
  ]),
  story("lock, three dead waiters", [
    opens("b:1"),
    ...waiting("a:1", "d:1", "d:2", "d:3", "b:1"),
    ["release", 12 + 3 * 2, released("a:1")],
  ]),
  story("lock, left free for those that do not stand", [
    opens("b:1", "b:2"),
    async ({ redis, opened }) => opened.use(await listen(redis, releaseChannel(KEY))),
    ...waiting("a:1", "b:1"),
    ["release for the only one in the list", 13, released("a:1", { chain: OLD_CHAIN })],
    ...waiting("a:2", "b:2"),
    ["release", 14, released("a:2", { chain: OLD_CHAIN })],
  ]),
  story("lock, with the flag of a list that is gone", [
    ...waiting("a:1", "b:1"),
    ({ redis }) => command(redis, "DEL", `leasehound::standing:{${KEY}}`),
    ["release", 7, released("a:1")],
  ]),
  story("lock, passed on in an isolate", [
    ...waiting("a:1"),
    ["release", 7, passCall(a, true, "object", b)],
    ["release to one in the list", 8, passCall(b, true, "object", named("b:2"), { takesOut: requestOf(named("b:2")) })],
  ]),
  story("lock, freed by force", [
    ...waiting("a:1"),
    ["forceRelease", 8, forceReleaseCall(KEY, "f1")],
    opens("b:1"),
    ...waiting("a:2", "b:1"),
    ["forceRelease that grants", 8 + 7, forceReleaseCall(KEY, "f2")],
  ]),

  story("fenced lock, free", [
    ["acquire", 8, takes((locks) => locks.fencedLock(KEY).acquire())],
    ["release", 5, releases],
    ({ redis }) => command(redis, "SET", `redisson_lock_token:{${KEY}}`, "99999999999999999"),
    ["acquire, its token ahead of the clock", 9, takes((locks) => locks.fencedLock(KEY).acquire())],
  ]),
  story("fenced lock, free, passed owner", [
    ["acquire", 9, takes((locks) => locks.fencedLock(KEY).acquire({ owner: "p" }))],
    ["release", 6, releases],
    // What Redis remembers of the owner is read, and overwritten.
    ["cycle again", 19, async ({ locks }) => (await locks.fencedLock(KEY).acquire({ owner: "p" })).release(), 2],
  ]),
  story("fenced lock, held", [fencedAcquireCall(a, false), ["acquire, repeated", 6, fencedAcquireCall(a, false)]]),
  story("fenced lock, granted to a waiter of another isolate", [
    opens("b:1"),
    ...waiting("a:1"),
    standFenced(b),
    ["release", 12 + 2, released("a:1")],
  ]),
  ...refusals("fenced lock", [fencedAcquireCall, fencedAcquireCall], [4, 3, 4, 4], [6, 6, 7, 7]),
  ...thefts("fenced lock", fencedAcquireCall, fencedSteals, [8, 15, 9, 18]),

  story("fair lock, free", [
    ["acquire", 6, takes((locks) => locks.fairLock(KEY).acquire())],
    ["release", 5, releases],
  ]),
  story("fair lock, with a queue", [
    ...[a, b, named("c:1")].map((hold) => fair(hold, false, true)),
    ["later attempt", 8, fair(named("c:1"), false, false)],
    ["single attempt", 8, fair(named("d:1"), true, true)],
    ["last attempt", 14, fair(named("c:1"), true, true)],
    ["forceRelease that wakes one", 12, fairForceReleaseCall(KEY, "f1", FAIR_PATIENCE_MS)],
  ]),
  story("fair lock, acquired from the queue before Java services", [
    ...[a, b].map((hold) => fair(hold, false, true)),
    joins(["java1", "java2"]),
    fairReleaseCall(a, true, FAIR_PATIENCE_MS),
    ["acquire", 8, fair(b, false, true)],
    ["release", 9, fairReleaseCall(b, true, FAIR_PATIENCE_MS)],
  ]),
  ...[0, 1, 99].map((others) =>
    story(`fair lock, acquired from the queue before ${others} others`, [
      ...[a, b].map((hold) => fair(hold, false, true)),
      ...many(others, (nth) => fair(named(`w:${nth}`), false, true)),
      fairReleaseCall(a, true, FAIR_PATIENCE_MS),
      ["acquire", others === 0 ? 9 : 8, fair(b, false, true)],
      ["release", others === 0 ? 5 : 9, fairReleaseCall(b, true, FAIR_PATIENCE_MS)],
    ]),
  ),
  story("fair lock, acquired from the queue before 3,000 others", [
    ...[a, b].map((hold) => fair(hold, false, true)),
    joins(
      Array.from({ length: 3_000 }, (_, nth) => `w:${nth}`),
      { haveTried: true },
    ),
    fairReleaseCall(a, true, FAIR_PATIENCE_MS),
    ["acquire", 11, fair(b, false, true)],
    ["release", 9, fairReleaseCall(b, true, FAIR_PATIENCE_MS)],
  ]),
  story("fair lock, granted to a waiter of another isolate", [
    opens("b:1", "b:2"),
    fair(a, false, true),
    standFair(b),
    ["first attempt", 19, standFair(named("b:2"), STANDS)],
    ["later attempt", 9, standFair(named("b:2"), { ...listed("b:2"), first: false })],
    ["release", 19, fairReleaseCall(a, true, FAIR_PATIENCE_MS, "object")],
    ["release for the last one", 18, fairReleaseCall(b, true, FAIR_PATIENCE_MS, "object")],
  ]),
  ...refusals("fair lock", [fair, fair], [13, 8, 15, 8], [14, 10, 16, 9]),

  shared("readLock", undefined, [6, 5, 5, 5, 6]),
  shared("readLock", "p", [7, 8, 6, 6, 7]),
  shared("writeLock", undefined, [5, 4, 4, 4, 6]),
  shared("writeLock", "p", [6, 6, 6, 6, 7]),
  ...[1, 10, 70].map((others) =>
    story(`readLock, beside ${others} others`, [
      ...many(others, (nth) => reads(`o:${nth}`)),
      ["acquire for longer than the others", 9, acquireReadCall(longest, false)],
      ["renew", 5, renewReadCall(longest, false)],
      ["refused attempt to write", 7, write(p, false, true)],
      ["release of the longest lease", 11 + others, releaseSharedCall(longest, true, "read")],
      ["acquire", 8, acquireReadCall(shorter, false)],
      ["release", 8, releaseSharedCall(shorter, true, "read")],
    ]),
  ),
  ...[0, 1].map((others) =>
    story(`readLock, 64 holds of an owner beside ${others} others`, [
      ...many(others, (nth) => reads(`o:${nth}`)),
      ...Array.from({ length: 64 }, () =>
        takes((locks) => locks.readWriteLock(KEY).readLock().acquire({ owner: "p" })),
      ),
      ["releaseOwner", others === 0 ? 13 : 82, ({ locks }) => locks.readWriteLock(KEY).readLock().releaseOwner("p")],
    ]),
  ),
  ...[
    [64, 0, 77],
    [64, 15, 92],
    [64, 100, 75],
    [1, 78, 90],
    [1, 200, 10],
  ].map(([own = 0, others = 0, bill = 0]) =>
    story(`readLock, ${own} holds of an owner beside ${others} others`, [
      ...many(own - 1, (nth) =>
        acquireReadCall({ ...reader(passedOwners(KEY, `h${nth + 2}`)), leaseMs: 20_000 }, false),
      ),
      ...many(others, (nth) => reads(`o:${nth}`)),
      acquireReadCall({ ...reader(p), leaseMs: 60_000 }, false),
      ["release of the longest lease", bill, releaseSharedCall(reader(p), true, "read")],
    ]),
  ),
  ...refusals("readLock", [write, read], [5, 5, 5, 5], [9, 9, 10, 10]),
  ...refusals("writeLock", [write, write], [5, 3, 5, 5], [7, 7, 8, 8]),
  ...refusals("writeLock and its reader", [read, write], [5, 3, 5, 5], [7, 7, 8, 8]),
  ...thefts("writeLock", write, writeSteals, [5, 13, 6, 15]),
  ...[1, 4, 64].map((readers) =>
    story(`writeLock, stolen from ${readers} readers`, [
      ...many(readers, (nth) => reads(`r:${nth}`)),
      ["theft", 11 + 2 * readers, writeSteals(a)],
    ]),
  ),

  story("writeLock, stolen from 100 readers", [
    ...many(100, (nth) => reads(`r:${nth}`)),
    // Of 65 fields that the script draws, one may be the mode.
    ["theft", [139, 141], writeSteals(a)],
  ]),

  story("fair writeLock, free", [
    ["acquire", 5, w1.first],
    ["release", 7, w1.release],
  ]),
  story("fair readLock, free", [
    ["acquire", 6, r1.first],
    ["release", 7, r1.release],
  ]),
  story("fair writeLock, with a writer behind it", [
    w1.first,
    ["first attempt", 16, w2.first],
    ["later attempt", 7, w2.later],
    ["release", 10, w1.release],
    ["acquire from the queue", 9, w2.later],
  ]),
  story("fair writeLock, with two readers of two isolates behind it", [
    w1.first,
    ["first attempt", 15, r1.first],
    ["first attempt of another isolate", 15, r2.first],
    ["release", 13, w1.release],
    ["acquire from the queue", 14, r1.later],
    ["the last acquire from the queue", 16, r2.later],
  ]),
  story("fair readLock, with a writer behind it", [
    r1.first,
    ["first attempt", 16, w1.first],
    ["release", 10, r1.release],
    ["acquire from the queue", 9, w1.later],
  ]),
  story("fair writeLock, held", [
    w1.first,
    ["refused attempt to write", 8, w2.only],
    ["refused attempt to read", 8, r1.only],
  ]),
  story("fair writeLock, with a writer behind it that gives up", [
    w1.first,
    w2.first,
    ["cancel", 10, w2.giveUp],
    ["first attempt after it", 16, w3.first],
  ]),

  ...[1, 2, 3, 10].map((count) =>
    story(`multi lock of ${count}`, [
      ["acquire", 2 + 3 * count, takes(multi(count))],
      ["renew", 2 + 2 * count, renews],
      ["release", 1 + 4 * count, releases],
    ]),
  ),

  story("semaphore", [
    ["trySetPermits", 6, trySetPermitsCall(KEY, "set", 2)],
    ["trySetPermits again", 3, trySetPermitsCall(KEY, "again", 2)],
    ["acquire", 4, acquirePermitsCall(permits("a:1"), 2, false)],
    ["acquire, repeated", 2, acquirePermitsCall(permits("a:1"), 2, false)],
    ["refused attempt", 2, acquirePermitsCall(permits("a:2"), 1, false)],
    ["last attempt", 3, acquirePermitsCall(permits("a:2"), 1, true)],
    ["inspect", 4, ({ locks }) => locks.semaphore(KEY).inspect()],
    ["cancel", 5, cancelPermitsCall(permits("a:1"))],
    ["cancel of a refused one", 2, cancelPermitsCall(permits("a:2"))],
    ["cancel of nothing", 3, cancelPermitsCall(permits("a:3"))],
    ["addPermits", 5, addPermitsCall(KEY, "add", 1)],
    ["addPermits, repeated", 2, addPermitsCall(KEY, "add", 1)],
    ["drainPermits", 4, drainPermitsCall(KEY, "drain")],
    ["availablePermits", 2, numberCall(KEY)],
    ["attempt where none is set", 4, acquirePermitsCall({ ...permits("a:3"), key: "never set" }, 1, false)],
    ({ locks }) => locks.semaphore("more").trySetPermits(5),
    ...[1, 5].flatMap((count): Step[] => [
      [`acquire of ${count}`, 4, ({ locks }) => locks.semaphore("more").acquire(count)],
      [`release of ${count}`, 5, ({ locks }) => locks.semaphore("more").release(count)],
    ]),
  ]),
  story("permit-expirable semaphore", [
    (world) => permitsOf(world).trySetPermits(10),
    ["acquire", 8, async (world) => (permit = await permitsOf(world).acquire())],
    ["renew", 4, async () => permit?.renew()],
    ["check", 3, async () => permit?.check()],
    ["release", 8, async () => permit?.release()],
    async (world) => (ids = (await permitsOf(world).acquireMany(3)).map(({ id }) => id)),
    ["release of 3", 10 + 3, (world) => permitsOf(world).release(ids)],
    ["refused attempt", 6, refused((locks) => locks.permitExpirableSemaphore(KEY).acquireMany(11, { waitMs: 0 }))],
    ["setPermits", 7, (world) => permitsOf(world).setPermits(11)],
    ["addPermits", 6, (world) => permitsOf(world).addPermits(1)],
    ["availablePermits", 5, (world) => permitsOf(world).availablePermits()],
    ["inspect", 8, (world) => permitsOf(world).inspect()],
  ]),
  story("count-down latch", [
    ["trySetCount", 6, trySetCountCall(KEY, "set", 2)],
    ["trySetCount again", 3, trySetCountCall(KEY, "again", 2)],
    ["attempt of wait", 2, passLatch(permits("a:1"))],
    ["inspect", 4, ({ locks }) => locks.countDownLatch(KEY).inspect()],
    ["countDown", 4, countDownCall(KEY, "first")],
    ["countDown, repeated", 2, countDownCall(KEY, "first")],
    ["the last countDown", 6, countDownCall(KEY, "second")],
    ["countDown of an open one", 4, countDownCall(KEY, "third")],
    ["delete of an open one", 4, deleteLatchCall(KEY, "nothing")],
    trySetCountCall(KEY, "anew", 2),
    ["delete", 6, deleteLatchCall(KEY, "delete")],
  ]),
  story("single flight", [
    ["call that runs the function", 12, flies, 2],
    ["call that finds a result", 4, flies],
  ]),
  story("single flight, in flight", [flight(a), ["attempt", 7, flight(b)], ["last attempt", 8, flight(b, true)]]),
  story("single flight, its lock held by others", [plain(a, false, true), ["attempt", 7, flight(b)]]),

  story("web lock", [
    async ({ redis }) => {
      web = managersOf(redis, { leaseMs: 30_000 })();
      for (const mode of ["exclusive", "shared"] as const) await web.request("n", { mode }, () => {});
    },
    ["exclusive", 17, async () => web?.request("n", () => {}), 2],
    ["shared", 15, async () => web?.request("n", { mode: "shared" }, () => {}), 2],
    ["exclusive, a new name", 18, async () => web?.request("new", () => {}), 2],
  ]),
  story("web lock, held", [
    async ({ redis }) => {
      web = managersOf(redis, { leaseMs: 30_000 })();
      const first = await hold(web, "n");
      const second = hold(web, "n");
      const third = hold(web, "n");
      await pending(web, "n", 2);
      handOvers = [
        () => first.release().then(() => second),
        async () => (await second).release().then(() => third),
        async () => (await third).release(),
      ];
    },
    ["refused", 10, async () => web?.request("n", { ifAvailable: true }, () => {})],
    ["query of one name", 6, async () => web?.query()],
    ["hand-over", 21, async () => handOvers.shift()?.()],
    ["the next hand-over", 21, async () => handOvers.shift()?.()],
    ["release", 7, async () => handOvers.shift()?.()],
  ]),

  story("fence", [
    ["check of a newer token", 4, ({ locks }) => locks.fence(KEY).check("5")],
    ["check of the newest token", 2, ({ locks }) => locks.fence(KEY).check("5")],
    ["refused check", 2, ({ locks }) => locks.fence(KEY).check("4")],
    ["set after a check", 4, ({ locks }) => locks.fence(KEY).set("data", "a", "5")],
    ["set with a newer token", 6, ({ locks }) => locks.fence(KEY).set("data", "a", "6")],
    ["refused set", 2, ({ locks }) => locks.fence(KEY).set("data", "a", "5")],
    ["first set of a resource", 7, ({ locks }) => locks.fence("new").set("data", "a", "5")],
  ]),
];

/** Figures of pages. A call without a story is of the one before. */
export const TOLD: readonly string[] = [
  "uncontended | 2 | {lock, free: acquire + release} ({acquire} + {release}) |",
  "with `keepAlive` | 2 | {lock, of a new client: cycle with keepAlive, shorter than a third of its lease} |",
  "with an owner you pass | 2 | {lock, free, passed owner: acquire + release} ({acquire} + {release}); {cycle again} if",
  "its release | 2 | {lock, held: re-entry + release of one of two} ({re-entry} + {release of one of two}) |",
  "`resume` | 1 | {lock, held: renew}; passed owner {lock, held, passed owner: renew} |",
  "attempt of a waiter | 1 | {lock, held by another, new owner: later attempt}; the first one {first attempt}, the last one",
  "the last one 6; passed owner {lock, held by another, passed owner: later attempt}, the last one 8 |",
  "a refused `tryAcquire` | 1 | {lock, held: tryAcquire}; passed owner {tryAcquire, passed owner} |",
  "tells the holder | 1 | {lock, held: acquire without a wait}; passed owner {the same, passed owner} |",
  "a theft of a held lock | 1 | {lock, held, stolen by a new owner: theft}; fenced",
  "fenced {fenced lock, held, stolen by a new owner: theft}, write {writeLock, held, stolen by a new owner: theft};",
  "passed owner {lock, held, stolen by a passed owner: theft}, {fenced lock, held, stolen by a passed owner: theft},",
  "{fenced lock, held, stolen by a passed owner: theft}, {writeLock, held, stolen by a passed owner: theft}; 2 more",
  "list-of-all-isolates) | 1 | {lock, with a list of all that wait: first attempt}; {renewal of a request} if it renews",
  "if it renews its request, {lock, with a list of all that wait: the first one of a stream} if",
  "a renewal or `check`, a release | 1 | {lock, of a victim: check}, {release} |",
  "its release and the next acquire | 1 | {lock, passed on in an isolate: release}; 1 more",
  "another isolate: the same | 1 | {lock, granted to a waiter of another isolate: release}, the last in the list",
  "the last in the list {lock, granted to a waiter of another isolate: release for the last one};",
  "its confirmation | 1 | {lock, granted to a waiter of another isolate: confirmation} |",
  "each second of grants | 1 | {lock, left free for those that do not stand: release}, the only one in the list",
  "the only one in the list {lock, left free for those that do not stand: release for the only one in the list};",
  "a waiter of another isolate | 1 | {fair lock, granted to a waiter of another isolate: release}, the last in the queue",
  "the last in the queue {fair lock, granted to a waiter of another isolate: release for the last one} |",
  "fair lock: acquire and release | 2 | {fair lock, free: acquire + release} ({acquire} + {release});",
  "(6 + 5); {fair lock, acquired from the queue before 99 others: acquire + release} with up to",
  "that doesn't come | 1 | {fair lock, granted to a waiter of another isolate: later attempt}; passed",
  "fenced lock: acquire and release | 2 | {fenced lock, free: acquire + release} ({acquire} + {release});",
  "(8 + 5); passed owner {fenced lock, free, passed owner: acquire + release} |",
  "as of `lock`; passed owner {fenced lock, held by another, passed owner: later attempt}, the last one {last attempt} |",
  "read lock: acquire and release | 2 | {readLock, new owner: acquire + release} ({acquire} + {release});",
  "(6 + 6); passed owner {readLock, passed owner: acquire + release};",
  "read lock: a renewal | 1 | {readLock, new owner: renew}; passed owner {readLock, passed owner: renew} |",
  "an exclusive lock | 1 | {lock, held, passed owner: release of one of two} |",
  "write lock: acquire and release | 2 | {writeLock, new owner: acquire + release} ({acquire} + {release});",
  "(5 + 6); passed owner {writeLock, passed owner: acquire + release} |",
  "a refused attempt | 1 | read {readLock, held by another, new owner: later attempt}; write",
  "write {writeLock, held by another, new owner: later attempt}, the first and the last one {first attempt}; passed",
  "one 5; passed owner {writeLock, held by another, passed owner: later attempt} to",
  "to {readLock, held by another, passed owner: last attempt} |",
  "read/write lock: acquire and release | 2 | read {fair readLock, free: acquire + release}, write",
  "write {fair writeLock, free: acquire + release}; [each step",
  "write lock without others: acquire and release | {fair writeLock, free: acquire + release} ({acquire} + {release}) |",
  "read lock without others: acquire and release | {fair readLock, free: acquire + release} ({acquire} + {release}) |",
  "a waiter joins the queue | {fair writeLock, with two readers of two isolates behind it: first attempt} to",
  "joins the queue | 15 to {fair writeLock, with a writer behind it: first attempt},",
  "a later attempt of a waiting writer | {fair writeLock, with a writer behind it: later attempt} |",
  "the next acquire | {fair writeLock, with a writer behind it: release + acquire from the queue} ({release} +",
  "the next acquire | 19 (10 + {fair writeLock, with a writer behind it: acquire from the queue}) |",
  "from the queue | {fair writeLock, with two readers of two isolates behind it: acquire from the queue} to",
  "to {fair writeLock, with two readers of two isolates behind it: the last acquire from the queue} |",
  "a refused call with `waitMs: 0` | {fair writeLock, held: refused attempt to write} |",
  "a waiter gives up | {fair writeLock, with a writer behind it that gives up: cancel} |",
  "`leasehound/web-locks`: grant and release | 2 | exclusive {web lock: exclusive}, shared {shared}; [each step",
  "an exclusive lock, alone: grant and release | 2 | {web lock: exclusive} |",
  "a shared lock, alone | 2 | {web lock: shared} |",
  "a hand-over within one manager | 1 | {web lock, held: hand-over} |",
  "`fence.check` | 1 | {fence: check of a newer token}; {refused check} if refused, or",
  "`fence.set` | 1 | {fence: set after a check} after a check; {set with a newer token} with a newer token;",
  "{fence: first set of a resource} for the first token of a resource; {refused set} if refused |",
  "any number of permits | 2 | {semaphore: acquire of 5 + release of 5} ({acquire of 1} + {release of 1}) |",
  "a cancel | 1 | {semaphore: refused attempt} (the last one {last attempt}); {cancel}, or {cancel of nothing} if",
  "of a semaphore | 1 | {semaphore: trySetPermits} (set before: {trySetPermits again}), {addPermits},",
  "(set before: 3), 5, {semaphore: drainPermits}, {availablePermits} |",
  "semaphore: acquire and release | 2 | {permit-expirable semaphore: acquire + release} ({acquire} + {release});",
  "| 1 | {permit-expirable semaphore: renew}, {check}, {refused attempt}, {setPermits}, {addPermits}, {availablePermits} |",
  "`wait` | 1 | {count-down latch: trySetCount} (closed before: {trySetCount again}), {countDown} (the last one",
  "(the last one {count-down latch: the last countDown}), {delete}, {attempt of wait} |",
  "that runs the function | 2 | {single flight: call that runs the function} (6 + 6) |",
  "that waits for it | 1; 3 | {single flight: call that finds a result}; 18,",
  "`isLocked`, `remainingMs` | 1 | {lock, held: isLocked};",
  "`holdCount`, `isHeldBy` | 1 | {lock, held: isHeldBy} |",
  "`forceRelease` | 1 | {lock, freed by force: forceRelease}; {lock, free: forceRelease} if the lock is free;",
  "a holder of ours | {lock, held: inspect}; free {lock, free: inspect};",
  "or a latch; of a permit-expirable semaphore | 1 | {semaphore: inspect}; {permit-expirable semaphore: inspect} |",
];
