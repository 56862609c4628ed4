// Wrong use does not compile. Checked by `npm run check -- types`; nothing here is run.
import { Redis } from "@upstash/redis";
import { Redis as WorkersRedis } from "@upstash/redis/cloudflare";
import { Redis as TcpRedis } from "ioredis";
import {
  type AnyLockError,
  type CompositeLock,
  createClient,
  createLocks,
  durableObjectWatchdog,
  fairLock,
  type HandOffStatus,
  type Held,
  holdText,
  isLockError,
  type Lock,
  type LockErrorCode,
  type LockEvent,
  lock as lockOf,
  sharedRenewals,
  spinLock,
  streams,
  throughClient,
  type Watchdog,
  watchdogClient,
} from "leasehound";

const redis = { url: "https://example.com", token: "t" };
const locks = createLocks({ redis, leaseMs: 30_000, waitMs: 1, pollMs: 100, prefix: "p:", onEvent: (e) => e.lockName });
createLocks({ redis: new Redis(redis) });
createLocks({ redis: new WorkersRedis(redis) });
createClient({ redis: throughClient(new Redis(redis)) });
// @ts-expect-error: a client of the functions sends by itself, unless throughClient() wraps the other one
createClient({ redis: new WorkersRedis(redis) });
// @ts-expect-error: a TCP client is not one of @upstash/redis
createLocks({ redis: new TcpRedis() });
// @ts-expect-error: nor is an object that has its methods alone
createLocks({ redis: { evalsha: async () => 1 } });
declare function watchdogOf(): Watchdog;
const client = createClient({ redis, wait: streams(), text: holdText(), renewals: sharedRenewals() });
createClient({ redis, watchdog: durableObjectWatchdog({ getByName: () => watchdogOf() }, { shards: 2 }) });
createClient({ redis, watchdog: watchdogClient(watchdogOf()) });
// @ts-expect-error: a namespace is no way to a watchdog
createClient({ redis, watchdog: { getByName: () => watchdogOf() } });
// @ts-expect-error: watchdogClient() makes the way to it
createClient({ redis, watchdog: { watchdog: watchdogOf() } });
// @ts-expect-error: streams() is what waits by message
createClient({ redis, wait: "subscribe" });
// @ts-expect-error: streams is a function
createClient({ redis, wait: streams });
// @ts-expect-error: holdText() is what serializes
createClient({ redis, text: JSON });
// @ts-expect-error: sharedRenewals is a function
createClient({ redis, renewals: sharedRenewals });
// @ts-expect-error: the facade has all of them already
createLocks({ redis, wait: streams() });

// From the environment.
createLocks();
createLocks({ leaseMs: 10_000 });
// @ts-expect-error: that of a client is not
createClient();
// @ts-expect-error: no token
createLocks({ redis: { url: "https://example.com" } });
// @ts-expect-error: an unset variable
createLocks({ redis: { url: process.env["URL"], token: "t" } });
// @ts-expect-error: a misspelt option
createLocks({ redis, lease: 5_000 });
// @ts-expect-error: a number in words
createLocks({ redis, leaseMs: "30s" });
// @ts-expect-error: a lock has a name
locks.lock();
// @ts-expect-error: a name is text
locks.lock(42);
// @ts-expect-error: a number in words
createLocks({ redis, fairPatienceMs: "5min" });
createLocks({ redis, fairPatienceMs: 300_000 });

/** Of several locks. */
export const several: CompositeLock[] = [
  locks.multiLock(locks.lock("a"), locks.fairLock("b"), locks.fencedLock("c"), locks.readWriteLock("d").readLock()),
  locks.redLock(locks.lock("a"), createLocks({ redis }).lock("a")),
];
export const severalHeld: Promise<Held> = locks.multiLock(locks.lock("a")).acquire({ waitMs: 1, owner: "o:1" });
// @ts-expect-error: a lock of several is none of them
locks.multiLock(locks.multiLock(locks.lock("a")));
// @ts-expect-error: a name is no lock
locks.multiLock("a");
// @ts-expect-error: one by one, not as a list
locks.redLock([locks.lock("a")]);
// @ts-expect-error: a read/write lock is two
locks.multiLock(locks.readWriteLock("d"));
// @ts-expect-error: a multi lock has no state of its own
locks.multiLock(locks.lock("a")).isLocked();
// @ts-expect-error: one by one
locks.multiLock(locks.lock("a")).forceRelease();

/** Every kind of exclusive lock has the same methods. */
export const exclusive: Lock[] = [
  locks.lock("a"),
  locks.fairLock("b"),
  locks.spinLock("c"),
  locks.nonReentrantLock("d"),
  locks.nonReentrantFairLock("e"),
];
// @ts-expect-error: a lock has a name
locks.fairLock();
// @ts-expect-error: a name is text
locks.spinLock(42);
// @ts-expect-error: a lock has no options of its own
locks.nonReentrantLock("d", { leaseMs: 5_000 });
// @ts-expect-error: whether it is reentrant is in its name
locks.nonReentrantFairLock("e", { reentrant: true });
// @ts-expect-error: Redisson's name is not ours
locks.getFairLock("b");

/** Each kind is a function of a client, and a client is also what createLocks returns. */
export const byFunction: Lock[] = [lockOf(client, "a"), fairLock(client, "b"), spinLock(locks, "c")];
// @ts-expect-error: a client has no kinds
client.lock("a");
// @ts-expect-error: the client comes first
lockOf("a", client);
// @ts-expect-error: and cannot be left out
fairLock("a");

const lock = locks.lock("orders:42");

export async function wrongUse(held: Held, context: { waitUntil(promise: Promise<unknown>): void }): Promise<void> {
  // @ts-expect-error: a misspelt option
  await lock.acquire({ lease: 5_000 });
  // @ts-expect-error: a context has waitUntil
  held.keepAlive({});
  // @ts-expect-error: work is a promise, not a function
  held.keepAlive(context, { until: () => {} });
  // @ts-expect-error: facts are read-only
  held.leaseMs = 1;
  // @ts-expect-error: tryAcquire may give nothing
  (await lock.tryAcquire()).release();
  // @ts-expect-error: use needs a function
  await lock.withLock();
  // @ts-expect-error: it is renewed unless leaseMs is given
  await lock.withLock(() => 1, { keepAlive: true });
  // @ts-expect-error: a context has waitUntil
  await lock.withLock(() => 1, { context: {} });
  // @ts-expect-error: a lock has a name
  await locks.withLock(() => 1);
  // @ts-expect-error: withLock needs a function
  await locks.withLock("x", { waitMs: 0 });
  // @ts-expect-error: text from serialize, not the hold
  await locks.resume(held);

  held.keepAlive(context, { until: Promise.resolve(), maxHoldMs: 1_000 });
  // Where there are the types of Node, it may be Node.
  held.keepAlive().stop();
  held.keepAlive(undefined, { until: Promise.resolve() });
  const result: number = await lock.withLock((inner) => inner.holdCount, { context, maxHoldMs: 60_000, waitMs: 0 });
  const text: string = await locks.withLock("x", (inner) => inner.owner, { leaseMs: 5_000 });
  const plain: Promise<void> = locks.withLock(text, () => {});
  const token: string = await locks.fencedLock("x").withLock(({ fencingToken }) => fencingToken);
  await plain.finally(() => token);
  await using again = await lock.acquire({ owner: held.owner, signal: held.signal });
  const { outcome } = await again.release();
  // @ts-expect-error: the outcomes are known
  if (outcome === "unlocked") throw new Error(String(result));
}

export async function wrongHandOff(held: Held, watchdog: Watchdog): Promise<void> {
  createLocks({ redis, watchdog, watchdogShards: 8, watchdogLocation: "weur" });
  // @ts-expect-error: not a watchdog
  createLocks({ redis, watchdog: {} });
  // @ts-expect-error: the binding, not its name
  createLocks({ redis, watchdog: "LEASE_WATCHDOG" });
  // @ts-expect-error: who keeps holds can be asked about them
  createLocks({ redis, watchdog: { entrust: watchdog.entrust } });
  // @ts-expect-error: a number in words
  createLocks({ redis, watchdog, watchdogShards: "8" });

  // @ts-expect-error: until when
  await held.handOff();
  // @ts-expect-error: a lease is no end
  await held.handOff({ leaseMs: 120_000 });
  // @ts-expect-error: nothing is kept for ever
  await held.handOff({ maxHoldMs: undefined });
  // @ts-expect-error: work does not travel
  await held.handOff({ maxHoldMs: 60_000, until: Promise.resolve() });
  const validUntil: number = await held.handOff({ maxHoldMs: 60_000, leaseMs: undefined });

  const status: HandOffStatus = await lock.handOffStatus(held.serialize());
  // @ts-expect-error: text from serialize, not the hold
  await lock.handOffStatus(held);
  // @ts-expect-error: what is kept has not ended
  if (status.state === "kept") throw new Error(String(status.endedAt - validUntil));
  // @ts-expect-error: the states are known
  if (status.state === "gone") throw new Error("unreachable");
  // @ts-expect-error: a keepAlive does not end by itself
  if ((await held.keepAlive().ended).reason === "done") throw new Error("unreachable");
}

export async function wrongWait(fair: Lock): Promise<number> {
  let place = 0;
  await fair.tryAcquire({
    waitMs: 5_000,
    onWait: ({ position, remainingMs, attempts, label }) => {
      place = (position ?? 0) + remainingMs + attempts + label.length;
    },
  });
  await fair.tryAcquire({
    onWait: (facts) => {
      // @ts-expect-error: who is in no queue has no place
      place = facts.position;
      // @ts-expect-error: a place is given by Redis
      facts.position = 1;
      // @ts-expect-error: the waiting time is known at the end
      place = facts.waitedMs;
    },
  });
  // @ts-expect-error: a caller cannot choose its place
  await fair.acquire({ position: 1 });
  // @ts-expect-error: the ways to wait are known
  await fair.acquire({ wait: "spin" });
  // @ts-expect-error: a hold has left the queue
  (await fair.acquire()).position;
  return place;
}

// Each code has a class that a caller can narrow to, and the other way round.
export const sameCodes: [LockErrorCode, AnyLockError["code"]] extends [AnyLockError["code"], LockErrorCode]
  ? true
  : never = true;

/** Compiles only while it knows every event. */
export function everyEvent(event: LockEvent): string | number {
  switch (event.type) {
    case "acquiring":
    case "resuming":
      return event.waitMs + event.leaseMs;
    case "acquired":
      return event.waitedMs + event.attempts + event.holds;
    case "busy":
      return event.heldByThisClient ? event.waitedMs : event.remainingMs;
    case "resumed":
    case "found":
    case "aborted":
      return event.waitedMs;
    case "failed":
    case "release-failing":
      return isLockError(event.error) ? event.error.code : event.id;
    case "moved":
    case "closed":
      return event.heldMs;
    case "waiting":
      return event.remainingMs + (event.position ?? 0);
    case "renewed":
      return event.validUntil;
    case "renewal-failing":
      return event.remainingMs;
    case "not-listening":
      return event.reason;
    case "wanted":
      return event.waiters + (event.waitingSince ?? 0);
    case "unused":
      return event.id;
    case "lost":
      return event.end ?? event.reason;
    case "handed-off":
      return event.deadline - event.validUntil;
    case "released":
      return event.outcome;
    default: {
      const unknown: never = event;
      return unknown;
    }
  }
}

export function everyCodeHasItsFacts(error: unknown): unknown {
  if (!isLockError(error)) return undefined;
  // @ts-expect-error: not before the code is known
  error.remainingMs;
  switch (error.code) {
    case "LOCK_BUSY":
      // @ts-expect-error: without a queue there is no place
      error.position.toFixed();
      return error.remainingMs + error.waitedMs + error.attempts + (error.position ?? 0);
    case "ALREADY_HELD":
      // @ts-expect-error: it was not waited for
      error.position;
      return error.lockName;
    case "LOCK_LOST":
      // @ts-expect-error: what a function returned is known where it was called
      error.result.toFixed();
      return [error.end, error.result, error.cause];
    case "INVALID_OPTION":
      return error.option;
    case "REDIS_REFUSED":
      return error.redisCode;
    default:
      // @ts-expect-error: these have none
      return error.remainingMs;
  }
}
