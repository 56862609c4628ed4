// The answers of inspect() about semaphores and latches.
import { describe, expect, it } from "vitest";
import {
  countDownLatch,
  createClient,
  inspection,
  permitExpirableSemaphore,
  semaphore,
} from "../../../../src/index.ts";
import { permitLeasesKey } from "../../../../src/lock/keys.ts";
import { createLocks, reached } from "../../../support/bare-locks.ts";
import { javaAcquires } from "../../../support/permits.ts";
import { command, type Endpoint, redisTime } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { sleeper } from "../../../support/waiting.ts";

const LEASE_MS = 20_000;
const NEVER = 922_337_203_685_477;

export function inspectedCountersContract(redis: Endpoint): void {
  const locks = createLocks({ redis, leaseMs: LEASE_MS });

  it("a semaphore tells its available permits", async () => {
    const permits = locks.semaphore(uniqueName());
    const unset = { name: permits.name, kind: "semaphore", isSet: false, available: 0, remainingMs: -2, waiters: 0 };
    expect(await permits.inspect()).toEqual(unset);
    await permits.trySetPermits(3);
    await permits.acquire(2);
    expect(await permits.inspect()).toEqual({ ...unset, isSet: true, available: 1, remainingMs: -1 });
    await permits.addPermits(-5);
    expect(await permits.inspect()).toMatchObject({ isSet: true, available: -4 });
    const passing = locks.semaphore(uniqueName());
    await passing.trySetPermits(1, { ttlMs: 50_000 });
    expect((await passing.inspect()).remainingMs).toBeGreaterThan(40_000);
  });

  it("a semaphore tells how many wait", async () => {
    const permits = locks.semaphore(uniqueName(), { permits: 1 });
    await permits.acquire();
    const waiting = await sleeper((options) => permits.acquire({ ...options, wait: "subscribe" }));
    expect((await permits.inspect()).waiters).toBe(1);
    await permits.release();
    await waiting.got;
  });

  describe("a permit-expirable semaphore", () => {
    it("tells its permits and their leases, the one that ends first before the others", async () => {
      const permits = locks.permitExpirableSemaphore(uniqueName());
      const unset = { ...{ isSet: false, permits: 0, available: 0, leases: [], leaseCount: 0 }, remainingMs: -2 };
      expect(await permits.inspect()).toEqual({
        ...{ name: permits.name, kind: "permit-expirable-semaphore", waiters: 0 },
        ...unset,
      });
      await permits.trySetPermits(5);
      const long = await permits.acquire({ leaseMs: 50_000 });
      const short = await permits.acquire();
      const java = "00".repeat(16);
      await javaAcquires(redis, permits.name, java, NEVER, await redisTime(redis));
      const found = await permits.inspect();
      expect(found).toMatchObject({ isSet: true, permits: 5, available: 2, leaseCount: 3, remainingMs: -1 });
      expect(found.leases.map(({ id }) => id)).toEqual([short.id, long.id, java]);
      expect(found.leases[0]?.remainingMs).toBeGreaterThan(LEASE_MS / 2);
      expect(found.leases[0]?.remainingMs).toBeLessThanOrEqual(LEASE_MS);
      expect(found.leases[2]?.remainingMs).toBe(-1);
    });

    it("counts permits of expired leases as available, and takes none back", async () => {
      const permits = locks.permitExpirableSemaphore(uniqueName(), { permits: 2 });
      await permits.acquire();
      const past = (await redisTime(redis)) - 1_000;
      await command(
        redis,
        "EVAL",
        "redis.call('ZADD', KEYS[1], ARGV[1], redis.call('ZRANGE', KEYS[1], 0, 0)[1])",
        1,
        permitLeasesKey(permits.name),
        past,
      );
      expect(await permits.inspect()).toMatchObject({ permits: 2, available: 2, leases: [], leaseCount: 0 });
      expect(await command(redis, "GET", permits.name)).toBe("1");
      expect(await command(redis, "ZCARD", permitLeasesKey(permits.name))).toBe(1);
    });

    it("tells at most 100 leases, and how many there are", async () => {
      const permits = locks.permitExpirableSemaphore(uniqueName(), { permits: 300 });
      await permits.acquireMany(250);
      const found = await permits.inspect();
      expect(found).toMatchObject({ permits: 300, available: 50, leaseCount: 250 });
      expect(new Set(found.leases.map(({ id }) => id)).size).toBe(100);
    });

    it("ends in NOT_A_LOCK when its leases are something else", async () => {
      const permits = locks.permitExpirableSemaphore(uniqueName(), { permits: 1 });
      await command(redis, "ZADD", permitLeasesKey(permits.name), NEVER, "member");
      await expect(permits.inspect()).rejects.toMatchObject({ code: "NOT_A_LOCK", key: permitLeasesKey(permits.name) });
    });
  });

  it("a latch tells its count", async () => {
    const latch = locks.countDownLatch(uniqueName());
    const open = { name: latch.name, kind: "count-down-latch", count: 0, remainingMs: -2, waiters: 0 };
    expect(await latch.inspect()).toEqual(open);
    await latch.trySetCount(Number.MAX_SAFE_INTEGER);
    const waiting = await sleeper((options) => latch.wait({ ...options, wait: "subscribe" }));
    expect(await latch.inspect()).toEqual({ ...open, count: Number.MAX_SAFE_INTEGER, remainingMs: -1, waiters: 1 });
    await latch.delete();
    await waiting.got;
  });

  it.each([
    ["SET", "text"],
    ["SET", "1.5"],
    ["RPUSH", "1"],
    ["HSET", "a", "1"],
  ])("a key with %s %s is no counter: NOT_A_LOCK", async (...words) => {
    const name = uniqueName();
    const [word = "", ...rest] = words;
    await command(redis, word, name, ...rest);
    for (const each of [locks.semaphore(name), locks.permitExpirableSemaphore(name), locks.countDownLatch(name)]) {
      await expect(each.inspect()).rejects.toMatchObject({ code: "NOT_A_LOCK", key: name });
    }
  });

  it("a client without inspection says what to pass; one with it answers", async () => {
    const client = createClient({ redis: reached(redis) });
    for (const kind of [semaphore, permitExpirableSemaphore, countDownLatch]) {
      const name = uniqueName();
      await expect(kind(client, name).inspect()).rejects.toMatchObject({
        code: "INVALID_OPTION",
        option: "inspection",
      });
      expect(
        await kind(createClient({ redis: reached(redis), inspection: inspection() }), name).inspect(),
      ).toMatchObject({ name });
    }
  });
}
