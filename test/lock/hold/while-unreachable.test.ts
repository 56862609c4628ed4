// The option onUnreachable: waiters continue while Redis is away, and holds report their true state.
import { describe, expect, test, vi } from "vitest";
import { createLocks, type Held, isLockError, type Locks, type WaitOptions } from "../../../src/index.ts";
import { eventually } from "../../support/eventually.ts";
import { shortOrFull } from "../../support/exhaustive.ts";
import { type Endpoint, hash } from "../../support/rest.ts";
import { runsOf } from "../../support/runs.ts";
import { type ServedGateway, startServedGateway } from "../../support/server.ts";

const LEASE_MS = 1_000;
const PREFIX = "unreachable:";
const patient = { waitMs: 20_000, onUnreachable: "wait" } as const;

// Most of it is waiting: each test has a gateway of its own, beside those of the others.
vi.setConfig({ maxConcurrency: 8 });
const it = test.extend<{ gateway: ServedGateway; locks: Locks }>({
  async gateway({ task: _ }, use) {
    await using gateway = await startServedGateway();
    await use(gateway);
  },
  async locks({ gateway }, use) {
    const locks = createLocks({ redis: gateway, leaseMs: LEASE_MS, prefix: PREFIX, pollMs: 500 });
    await use(locks);
    locks.close();
  },
});

async function codeOf(work: Promise<unknown>): Promise<{ code: unknown; ms: number }> {
  const start = performance.now();
  const error: unknown = await work.then(
    () => "resolved",
    (caught: unknown) => caught,
  );
  return { code: isLockError(error) ? error.code : error, ms: performance.now() - start };
}

/** Loads the scripts, so that each later attempt is one request. */
async function warmUp(from: Locks): Promise<void> {
  const held = await from.lock("warm").acquire();
  await held.renew();
  await held.release();
}

function later(ms: number, run: () => unknown): void {
  setTimeout(run, ms);
}

describe.concurrent("a Redis that is killed and restarts", () => {
  type Take = (options: WaitOptions) => Promise<unknown>;
  const TAKERS: readonly [string, (from: Locks) => Take][] = [
    ["lock", (from) => (options) => from.lock("x").acquire(options)],
    ["lock, by tryAcquire", (from) => (options) => from.lock("x").tryAcquire(options)],
    ["fair lock", (from) => (options) => from.fairLock("x").acquire(options)],
    ["fenced lock", (from) => (options) => from.fencedLock("x").acquire(options)],
    ["read lock", (from) => (options) => from.readWriteLock("x").readLock().acquire(options)],
    ["multi lock", (from) => (options) => from.multiLock(from.lock("x"), from.fairLock("y")).acquire(options)],
    ["latch", (from) => (options) => from.countDownLatch("x").wait(options)],
    ["single flight", (from) => (options) => from.singleFlight("x", () => 1, { ...options, ttlMs: 1_000 })],
  ];

  // The same loop waits for every kind.
  it.for(shortOrFull(TAKERS.slice(0, 3), TAKERS))(
    "lets in waiters for a %s",
    async ([, takerOf], { gateway, locks }) => {
      const take = takerOf(locks);
      await gateway.redis.kill("SIGKILL");
      expect(await codeOf(take({ waitMs: 20_000 }))).toMatchObject({ code: "REDIS_UNREACHABLE" });
      later(1_500, () => gateway.redis.restart());
      const start = performance.now();
      expect(await take(patient)).not.toBeNull();
      expect(performance.now() - start).toBeGreaterThan(1_000);
    },
  );

  it("gives permits of both kinds to waiters, and loses none", async ({ gateway, locks }) => {
    await gateway.redis.kill("SIGKILL");
    const [plain, leased] = [locks.semaphore("s"), locks.permitExpirableSemaphore("p")];
    const waiting = [plain.acquire(1, patient), leased.acquire(patient)];
    // Unset in an empty Redis, which is a definite reply.
    const over = waiting.map((each) => codeOf(each));
    later(1_000, () => gateway.redis.restart());
    expect((await Promise.all(over)).map(({ code }) => code)).toEqual(["PERMITS_UNSET", "PERMITS_UNSET"]);
    await plain.trySetPermits(2);
    await leased.trySetPermits(2);
    await gateway.redis.kill("SIGSTOP");
    const got = Promise.all([plain.acquire(1, patient), leased.acquire(patient)]);
    later(3_000, () => gateway.redis.kill("SIGCONT"));
    await got;
    expect(await plain.availablePermits()).toBe(1);
    expect(await leased.acquiredPermits()).toBe(1);
  });

  it("lets in waiters from before its end, in a queue as well", async ({ gateway, locks }) => {
    const holders = [await locks.lock("x").acquire(), await locks.fairLock("y").acquire()];
    const waiting = [locks.lock("x").acquire(patient), locks.fairLock("y").acquire(patient)];
    await eventually(async () => (await gateway.counters()).requests >= 6);
    await gateway.redis.kill("SIGKILL");
    later(1_500, () => gateway.redis.restart());
    const got = await Promise.all(waiting);
    expect(got.map(({ holdCount }) => holdCount)).toEqual([1, 1]);
    for (const held of [...got, ...holders]) await held.release().catch(() => {});
  });
});

describe.concurrent("a Redis that stays away", () => {
  it("ends the wait when waitMs has passed, with the true state; without waitMs after a few attempts", async ({
    gateway,
    locks,
  }) => {
    await gateway.redis.kill("SIGKILL");
    const { code, ms } = await codeOf(locks.lock("x").acquire({ ...patient, waitMs: 3_000 }));
    expect(code).toBe("REDIS_UNREACHABLE");
    expect(ms).toBeGreaterThan(2_900);
    expect(ms).toBeLessThan(6_000);
    const tried = await codeOf(locks.lock("x").tryAcquire({ onUnreachable: "wait" }));
    expect(tried.code).toBe("REDIS_UNREACHABLE");
    expect(tried.ms).toBeLessThan(2_500);
  });

  it.for([
    ["signal", "ABORTED"],
    ["close", "CLOSED"],
  ] as const)("ends the wait by its %s", async ([how, expected], { gateway, locks }) => {
    await gateway.redis.kill("SIGKILL");
    const stop = new AbortController();
    const several = locks.multiLock(locks.lock("x"), locks.lock("y"));
    for (const lock of [locks.lock("x"), several]) {
      const own = createLocks({ redis: gateway, leaseMs: LEASE_MS });
      const waits = how === "close" && lock !== several ? own.lock("x") : lock;
      const ended = codeOf(waits.acquire({ ...patient, signal: stop.signal }));
      later(1_200, () => (how === "signal" ? stop.abort() : [own, locks].map((each) => each.close())));
      const { code, ms } = await ended;
      expect(code).toBe(expected);
      expect(ms).toBeLessThan(4_000);
      if (how === "close") break;
    }
  });

  it("is asked at growing intervals", async ({ gateway, locks }) => {
    await gateway.redis.kill("SIGKILL");
    await gateway.resetCounters();
    await codeOf(locks.lock("x").acquire({ ...patient, waitMs: 10_000 }));
    // Half of them cancel what may arrive late: docs/audit/replay-safety.md.
    expect((await gateway.counters()).requests).toBeLessThan(75);
  });
});

describe.concurrent("lost replies", () => {
  const losing = { seed: 1, rules: [{ fault: "drop-reply" as const }] };

  async function executed(gateway: Endpoint, name: string): Promise<unknown> {
    return hash(gateway, `${PREFIX}${name}`);
  }

  it("within the lease leave one hold, counted once", async ({ gateway }) => {
    const patientLocks = createLocks({ redis: gateway, leaseMs: 10_000, prefix: PREFIX });
    const lock = patientLocks.lock("once");
    gateway.faults.set(losing);
    later(2_500, () => gateway.faults.clear());
    const held = await lock.acquire(patient);
    expect(held.holdCount).toBe(1);
    expect(await executed(gateway, "once")).toEqual({ [held.owner]: "1" });
    expect(await held.release()).toEqual({ outcome: "released", holdCount: 0 });
    patientLocks.close();
  });

  it("past the lease start again with another hold id, and leave one hold", async ({ gateway, locks }) => {
    const lock = locks.lock("anew");
    await warmUp(locks);
    gateway.faults.set(losing);
    later(4 * LEASE_MS, () => gateway.faults.clear());
    const held = await lock.acquire(patient);
    expect(await executed(gateway, "anew")).toEqual({ [held.owner]: "1" });
    // The first grant was never received and expired; its hold id is used up.
    const replies = gateway.witness().flatMap(({ reply }) => (Array.isArray(reply) ? [String(reply)] : []));
    expect(replies.some((reply) => /^ended,.*,lost$/.test(reply))).toBe(true);
    expect(await held.release()).toEqual({ outcome: "released", holdCount: 0 });
    expect(await lock.isLocked()).toBe(false);
  });

  it("count a nested hold of a passed owner once, and leave its outer hold unchanged", async ({ gateway, locks }) => {
    const lock = locks.lock("nested");
    const outer: Held = await lock.acquire();
    const kept = outer.keepAlive({ waitUntil() {} });
    // The renewals of the outer hold succeed: only the replies to the acquire are lost.
    const other = createLocks({ redis: gateway, leaseMs: 2 * LEASE_MS, prefix: PREFIX });
    const lost = Array.from({ length: 40 }, (_, nth) => nth).filter((nth) => nth % 2 === 0);
    gateway.faults.set({ seed: 1, rules: [{ fault: "drop-reply", request: lost }] });
    const inner = await other.lock("nested").acquire({ ...patient, owner: outer.owner });
    gateway.faults.clear();
    expect(await executed(gateway, "nested")).toEqual({ [outer.owner]: "2" });
    expect(await inner.release()).toEqual({ outcome: "still-held", holdCount: 1 });
    expect(await outer.check()).toBe(true);
    expect(await outer.release()).toEqual({ outcome: "released", holdCount: 0 });
    expect(await kept.ended).toMatchObject({ reason: "released" });
    other.close();
  });

  it("of a semaphore lose no permit and take none twice", async ({ gateway, locks }) => {
    const semaphore = locks.semaphore("permits");
    await semaphore.trySetPermits(3);
    gateway.faults.set(losing);
    later(3_000, () => gateway.faults.clear());
    await semaphore.acquire(1, patient);
    expect(await semaphore.availablePermits()).toBe(2);
  });
});

it.concurrent("a refusal of Redis is reported at once", async ({ gateway, locks }) => {
  gateway.faults.set({ seed: 1, rules: [{ fault: "answer", status: 401, body: '{"error":"WRONGPASS"}' }] });
  const { code, ms } = await codeOf(locks.lock("x").acquire(patient));
  expect(code).toBe("REDIS_REFUSED");
  expect(ms).toBeLessThan(1_000);
});

it("any other value of onUnreachable is refused with the option's name", async ({ locks }) => {
  for (const onUnreachable of ["", "retry", true, null]) {
    const acquired = Reflect.apply(locks.lock("x").acquire, locks.lock("x"), [{ onUnreachable }]);
    await expect(acquired).rejects.toMatchObject({ code: "INVALID_OPTION", option: "onUnreachable" });
  }
});

it.concurrent("a grant that arrives too late to be valid is given back at once, not at the end of its lease", async ({
  gateway,
  locks,
}) => {
  const slow = createLocks({ redis: gateway, leaseMs: LEASE_MS, prefix: PREFIX });
  await warmUp(slow);
  gateway.faults.set({ seed: 1, rules: [{ fault: "delay", replyDelayMs: 970 }] });
  await expect(slow.lock("late").tryAcquire()).rejects.toMatchObject({ code: expect.any(String) });
  gateway.faults.clear();
  const runs = runsOf(gateway.witness(), `${PREFIX}late`);
  const answers = runs.map(({ answer }) => answer);
  expect(answers[0]).toBe("held");
  const released = gateway.witness().find(({ command, reply }) => {
    return command.includes(`${PREFIX}late`) && /^ended,.*,released$/.test(String(reply));
  });
  expect(Number(released?.atMs) - Number(runs[0]?.atMs)).toBeLessThan(2 * LEASE_MS);
  expect(await locks.lock("late").isLocked()).toBe(false);
  slow.close();
});
