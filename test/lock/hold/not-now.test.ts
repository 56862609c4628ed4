// A Redis that refuses for a while: its snapshot failed, it is full, it loads its data. Nothing of the set-up is wrong,
// so callers wait, and what was to be given back is given back once that is possible.
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createLocks, type Held, type LockEvent, type Locks, type LocksOptions } from "../../../src/index.ts";
import { createLightLocks } from "../../../src/lock/light/index.ts";
import { command } from "../../support/rest.ts";
import { startTestGateway, type TestGateway } from "../../support/test-gateway.ts";
import { uniqueName } from "../../support/unique-name.ts";

const LEASE_MS = 30_000;
const AWAY_MS = 4_000;

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
let over: ReturnType<typeof setTimeout>;
afterEach(() => {
  clearTimeout(over);
  gateway.faults.clear();
});
afterAll(() => gateway?.close());

const make = (options: Partial<LocksOptions> = {}): Locks =>
  createLocks({ redis: gateway, leaseMs: LEASE_MS, ...options });

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Refuses each request with this error, and none after a while. */
function refuse(error: string, { forMs = AWAY_MS, after = 0 } = {}): void {
  const lost = { fault: "drop-reply", times: after } as const;
  gateway.faults.set({ seed: 1, rules: [...(after > 0 ? [lost] : []), { fault: "reply", error }] });
  over = setTimeout(() => gateway.faults.clear(), forMs);
}

type Releasable = Pick<Held, "signal"> & { release(): Promise<unknown> };

const REFUSALS = [
  "MISCONF Redis is configured to save RDB snapshots",
  "OOM command not allowed when used memory > 'maxmemory'.",
  "LOADING Redis is loading the dataset in memory",
  "TRYAGAIN Multiple keys request during rehashing of slot",
  "CLUSTERDOWN The cluster is down",
  "ERR DB capacity quota exceeded",
  "ERR max concurrent connections exceeded",
];

describe.each(REFUSALS)("%s", (error) => {
  it("is an error that says that Redis is not ready, with its first word", async () => {
    refuse(error);
    const refused = make().lock(uniqueName()).tryAcquire();
    await expect(refused).rejects.toMatchObject({
      code: "REDIS_UNREACHABLE",
      redisCode: error.split(" ")[0],
      message: expect.stringContaining("Redis is not ready"),
    });
  });

  it('does not end a call with onUnreachable: "wait", of any kind', async () => {
    const locks = make();
    await locks.permitExpirableSemaphore("leased").setPermits(2);
    await locks.semaphore("plain").trySetPermits(2);
    const options = { waitMs: 20_000, onUnreachable: "wait" } as const;
    refuse(error);
    const [readLock, writeLock] = [locks.readWriteLock(uniqueName()), locks.readWriteLock(uniqueName())];
    await Promise.all([
      locks.lock(uniqueName()).acquire(options),
      locks.fairLock(uniqueName()).acquire(options),
      locks.fencedLock(uniqueName()).acquire(options),
      readLock.readLock().acquire(options),
      writeLock.writeLock().acquire(options),
      locks.multiLock(locks.lock(uniqueName()), locks.lock(uniqueName())).acquire(options),
      locks.permitExpirableSemaphore("leased").acquire(options),
      locks.semaphore("plain").acquire(options),
      locks.countDownLatch(uniqueName()).wait(options),
      locks.singleFlight(uniqueName(), () => 1, { ...options, ttlMs: 1_000 }),
    ]);
    await command(gateway, "FLUSHALL");
  });
});

it.each([
  "ERR max daily request limit exceeded",
  "ERR max requests limit exceeded",
  "NOPERM this user has no permission",
])('%s is a refusal, which onUnreachable: "wait" does not wait for', async (error) => {
  refuse(error);
  const options = { waitMs: 20_000, onUnreachable: "wait" } as const;
  await expect(make().lock(uniqueName()).acquire(options)).rejects.toMatchObject({ code: "REDIS_REFUSED" });
});

describe("a release that Redis refuses for a while", () => {
  const KINDS: readonly (readonly [string, (locks: Locks, name: string) => Promise<Releasable>])[] = [
    ["lock", (locks, name) => locks.lock(name).acquire()],
    ["lock of a passed owner", (locks, name) => locks.lock(name).acquire({ owner: "shared" })],
    ["fairLock", (locks, name) => locks.fairLock(name).acquire()],
    ["fencedLock", (locks, name) => locks.fencedLock(name).acquire()],
    ["readLock", (locks, name) => locks.readWriteLock(name).readLock().acquire()],
    ["writeLock", (locks, name) => locks.readWriteLock(name).writeLock().acquire()],
    ["multiLock", (locks, name) => locks.multiLock(locks.lock(name), locks.lock(`${name}:2`)).acquire()],
    ["permit", (locks, name) => locks.permitExpirableSemaphore(name, { permits: 1 }).acquire()],
  ];

  it.each(KINDS)("is repeated in the background: %s", async (_, take) => {
    const events: LockEvent[] = [];
    const locks = make({ onEvent: (event) => events.push(event) });
    const name = uniqueName();
    const held = await take(locks, name);
    refuse("MISCONF Redis is configured to save RDB snapshots");
    await expect(held.release()).rejects.toMatchObject({ code: "REDIS_UNREACHABLE", outcome: "not-done" });
    expect(held.signal.aborted).toBe(true);
    await sleep(AWAY_MS + 6_000);
    expect(events.map(({ type }) => type).slice(-2)).toEqual(["release-failing", "released"]);
    expect(await held.release()).toEqual({ outcome: "released", holdCount: 0 });
    const askedAt = performance.now();
    const next = await take(locks, name);
    expect(performance.now() - askedAt).toBeLessThan(100);
    await next.release();
  });

  it("is repeated for a light lock, which says that it was released", async () => {
    const events: LockEvent[] = [];
    const light = createLightLocks({ redis: gateway, leaseMs: LEASE_MS, onEvent: (event) => events.push(event) });
    const lock = light.lock(uniqueName());
    const held = await lock.acquire();
    refuse("OOM command not allowed");
    await expect(held.release()).rejects.toMatchObject({ code: "REDIS_UNREACHABLE" });
    await sleep(AWAY_MS + 6_000);
    expect(await lock.isLocked()).toBe(false);
    expect(await held.release()).toEqual({ outcome: "released" });
    expect(events.map(({ type }) => type).slice(-2)).toEqual(["release-failing", "released"]);
  });

  it("frees one hold of an owner once, whoever repeats it", async () => {
    const lock = make().lock(uniqueName());
    const outer = await lock.acquire();
    const inner = await lock.acquire({ owner: outer.owner });
    refuse("MISCONF Redis is configured to save RDB snapshots");
    await expect(inner.release()).rejects.toMatchObject({ code: "REDIS_UNREACHABLE" });
    await sleep(AWAY_MS);
    const again = inner.release();
    await sleep(6_000);
    expect(await again).toEqual({ outcome: "still-held", holdCount: 1 });
    expect(await outer.check()).toBe(true);
    expect(await lock.holdCount(outer.owner)).toBe(1);
    await outer.release();
  });

  it("is not repeated after a refusal that does not pass, nor after the lease", async () => {
    const lock = make().lock(uniqueName());
    const refused = await lock.acquire();
    refuse("NOPERM this user has no permission");
    await expect(refused.release()).rejects.toMatchObject({ code: "REDIS_REFUSED" });
    await sleep(AWAY_MS + 6_000);
    expect(await lock.isLocked()).toBe(true);
    await refused.release();
    const short = await make({ leaseMs: 3_000 }).lock(uniqueName()).acquire();
    refuse("MISCONF Redis is configured to save RDB snapshots");
    await expect(short.release()).rejects.toMatchObject({ code: "REDIS_UNREACHABLE" });
    await sleep(AWAY_MS);
    await gateway.resetCounters();
    await sleep(10_000);
    expect((await gateway.counters()).requests).toBe(0);
  });
});

it("a cancel that Redis refuses for a while is repeated, so that no permit without a lease is lost", async () => {
  const semaphore = make({ leaseMs: 3_000 }).semaphore(uniqueName());
  await semaphore.trySetPermits(1);
  await semaphore.withPermit(() => {});
  // The attempt takes the permit and loses its reply. Its repetitions and its cancel are refused.
  refuse("MISCONF Redis is configured to save RDB snapshots", { forMs: 20_000, after: 1 });
  await expect(semaphore.tryAcquire()).rejects.toMatchObject({ code: "OUTCOME_UNKNOWN" });
  await sleep(40_000);
  expect(await semaphore.availablePermits()).toBe(1);
});
