// The error of each public call about one lock names that lock, whatever is wrong with Redis.
import { afterEach, beforeEach, expect, it } from "vitest";
import { createLocks, isLockError, type Lock, type Locks, type Watchdog } from "../../src/index.ts";
import { type ServedGateway, startServedGateway } from "../support/server.ts";
import { kinds } from "./contract/kinds.ts";

const LEASE_MS = 5_000;
const TOKEN = "canary-5ecret";
// A message shows a name as others do: with escapes, and not beyond its 80th character.
const NAME = `named:42\u202e${"x".repeat(80)}`;
const SHOWN = `"named:42\\u202e${"x".repeat(71)}…"`;

let gateway: ServedGateway;
let locks: Locks;
beforeEach(async () => {
  gateway = await startServedGateway({ token: TOKEN });
  locks = createLocks({ redis: gateway, leaseMs: LEASE_MS, watchdog: silent });
});
afterEach(async () => {
  locks.close();
  await gateway.close();
});

const silent: Watchdog = {
  entrust: () => Promise.reject(new Error("no such object")),
  withdraw: async () => {},
  status: () => Promise.reject(new Error("no such object")),
};

type PublicCall = readonly [title: string, call: () => Promise<unknown>];
type AnyLock = Pick<Lock, "acquire" | "tryAcquire" | "withLock" | "resume" | "release" | "renew">;

/** Lists the calls that ask Redis about one name. They need a hold, and so a Redis that works. */
async function allCalls(): Promise<PublicCall[]> {
  const single = Object.values(kinds).map(async ({ name, lock }) => {
    const id = `${NAME}${name}`;
    const calls = await ofLock(name, lock(locks, id), lock(locks, `${id} 2`));
    return [...calls, ...ofSingleLock(name, lock(locks, id))];
  });
  const multi = (id: string): AnyLock => locks.multiLock(locks.lock(`${NAME}${id}`), locks.lock(`z${id}`));
  const mixed = (id: string): AnyLock => locks.multiLock(locks.fairLock(`${NAME}${id}`), locks.lock(`z${id}`));
  const red = (id: string): AnyLock => locks.redLock(locks.lock(`${NAME}${id}`));
  const several = [
    ofLock("multi lock", multi("1"), multi("2")),
    ofLock("multi lock, one by one", mixed("3"), mixed("4")),
    ofLock("red lock", red("5"), red("6")),
  ];
  const others: PublicCall[] = [
    ["singleFlight", () => locks.singleFlight(`${NAME}flight`, () => 1, { ttlMs: 1_000 })],
    ["fence.check", () => locks.fence(NAME).check("1")],
    ["fence.set", () => locks.fence(NAME).set("data", "1", "1")],
  ];
  return [...(await Promise.all([...single, ...several])).flat(), ...ofCounters(), ...(await ofPermits()), ...others];
}

async function ofLock(kind: string, lock: AnyLock, other: AnyLock): Promise<PublicCall[]> {
  const [held, toRelease] = [await lock.acquire(), await other.acquire()];
  const text = held.serialize();
  const calls: PublicCall[] = [
    ["acquire", () => lock.acquire()],
    ["tryAcquire", () => lock.tryAcquire()],
    ["withLock", () => lock.withLock(() => 1)],
    ["resume", () => lock.resume(text)],
    ["release(text)", () => lock.release(text)],
    ["renew(text)", () => lock.renew(text)],
    ["held.renew", () => held.renew()],
    ["held.check", () => held.check()],
    ["held.release", () => toRelease.release()],
  ];
  return calls.map(([method, call]) => [`${kind}: ${method}`, call]);
}

function ofSingleLock(kind: string, lock: Lock): PublicCall[] {
  return [
    [`${kind}: isLocked`, () => lock.isLocked()],
    [`${kind}: remainingMs`, () => lock.remainingMs()],
    [`${kind}: holdCount`, () => lock.holdCount("o:1")],
    [`${kind}: isHeldBy`, () => lock.isHeldBy("o:1")],
    [`${kind}: forceRelease`, () => lock.forceRelease()],
  ];
}

function ofCounters(): PublicCall[] {
  const [semaphore, latch] = [locks.semaphore(`${NAME}s`, { permits: 1 }), locks.countDownLatch(`${NAME}l`)];
  return [
    ["semaphore.acquire", () => semaphore.acquire()],
    ["semaphore.tryAcquire", () => semaphore.tryAcquire()],
    ["semaphore.withPermit", () => semaphore.withPermit(() => 1)],
    ["semaphore.release", () => semaphore.release()],
    ["semaphore.trySetPermits", () => semaphore.trySetPermits(1)],
    ["semaphore.addPermits", () => semaphore.addPermits(1)],
    ["semaphore.drainPermits", () => semaphore.drainPermits()],
    ["semaphore.availablePermits", () => semaphore.availablePermits()],
    ["latch.wait", () => latch.wait()],
    ["latch.trySetCount", () => latch.trySetCount(1)],
    ["latch.countDown", () => latch.countDown()],
    ["latch.count", () => latch.count()],
    ["latch.delete", () => latch.delete()],
  ];
}

async function ofPermits(): Promise<PublicCall[]> {
  const semaphore = locks.permitExpirableSemaphore(`${NAME}p`, { permits: 2 });
  const [permit, toRelease] = [await semaphore.acquire(), await semaphore.acquire()];
  const id = "0".repeat(32);
  const calls: PublicCall[] = [
    ["acquire", () => semaphore.acquire()],
    ["tryAcquire", () => semaphore.tryAcquire()],
    ["acquireMany", () => semaphore.acquireMany(1)],
    ["withPermit", () => semaphore.withPermit(() => 1)],
    ["trySetPermits", () => semaphore.trySetPermits(1)],
    ["setPermits", () => semaphore.setPermits(1)],
    ["addPermits", () => semaphore.addPermits(1)],
    ["getPermits", () => semaphore.getPermits()],
    ["availablePermits", () => semaphore.availablePermits()],
    ["acquiredPermits", () => semaphore.acquiredPermits()],
    ["release", () => semaphore.release(id)],
    ["release of a list", () => semaphore.release([id])],
    ["permit.renew", () => permit.renew()],
    ["permit.check", () => permit.check()],
    ["permit.release", () => toRelease.release()],
  ];
  return calls.map(([method, call]) => [`permit-expirable semaphore: ${method}`, call]);
}

/** Returns what is wrong with the error of a call, if anything. */
async function problemOf([title, call]: PublicCall, codes: readonly string[]): Promise<string | undefined> {
  const error: unknown = await call().then(
    () => "it resolved",
    (caught: unknown) => caught,
  );
  if (!isLockError(error)) return `${title}: ${error}`;
  const { message, stack = "" } = error;
  const isNamed = message.startsWith("cannot ") && message.includes(SHOWN) && stack.includes(message);
  const hasFact = "lockName" in error && error.lockName?.startsWith(NAME) === true;
  const isSafe = !`${message}${stack}${JSON.stringify(error)}`.includes(TOKEN);
  return isNamed && hasFact && isSafe && codes.includes(error.code) ? undefined : `${title}: ${stack}`;
}

function refuse(): void {
  const body = JSON.stringify({ error: "NOPERM this user has no permissions to run the 'evalsha' command" });
  gateway.faults.set({ seed: 1, rules: [{ fault: "answer", status: 400, body }] });
}

const WRONGS: readonly (readonly [what: string, codes: readonly string[], make: () => unknown])[] = [
  // On a busy machine, some of these requests time out.
  ["is away", ["REDIS_UNREACHABLE", "OUTCOME_UNKNOWN"], () => gateway.redis.kill("SIGKILL")],
  ["does not answer", ["OUTCOME_UNKNOWN"], () => gateway.redis.kill("SIGSTOP")],
  ["refuses", ["REDIS_REFUSED", "OUTCOME_UNKNOWN"], refuse],
];

it.each(WRONGS)("every call about one lock names it while Redis %s", async (_, codes, make) => {
  const calls = await allCalls();
  expect(calls.length).toBeGreaterThan(150);
  await make();
  const problems = await Promise.all(calls.map((call) => problemOf(call, codes)));
  expect(problems.filter((problem) => problem !== undefined).join("\n")).toBe("");
});

it("a hand-off names the lock while its watchdog does not answer", async () => {
  const lock = locks.lock(NAME);
  const held = await lock.acquire();
  const error = { code: "WATCHDOG_UNREACHABLE", lockName: NAME, message: expect.stringContaining(SHOWN) };
  await expect(held.handOff({ maxHoldMs: 60_000 })).rejects.toMatchObject(error);
  await expect(lock.handOffStatus(held.serialize())).rejects.toMatchObject(error);
  await held.release();
});

it("the error keeps the facts and the cause of the request's error", async () => {
  const lock = locks.lock("kept");
  refuse();
  const refused = { lockName: "kept", httpStatus: 400, redisCode: "NOPERM" };
  await expect(lock.isLocked()).rejects.toMatchObject(refused);
  await gateway.close();
  const message = 'cannot read lock "kept": the REST server cannot be reached (ECONNREFUSED); check its url';
  await expect(lock.isLocked()).rejects.toMatchObject({ message, retryAfterMs: 0, cause: { name: "TypeError" } });
});
