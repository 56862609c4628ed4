// What a test of `leasehound/testing` does to holds: loseHold, expireHold and stealHold, for each kind.
import { describe, expect, it } from "vitest";
import { createTestLocks, type TestLocks } from "../../src/engine/testing/index.ts";
import type { Held } from "../../src/index.ts";
import { createLightLocks } from "../../src/lock/light/index.ts";
import { kinds } from "../lock/contract/kinds.ts";

const KINDS = Object.values(kinds).map((kind) => [kind.name, kind] as const);

async function permitted(locks: TestLocks): Promise<void> {
  await locks.semaphore("counter").trySetPermits(1);
  await locks.countDownLatch("latch").trySetCount(1);
  await locks.permitExpirableSemaphore("permits").trySetPermits(1);
}

describe("expireHold", () => {
  it.each(KINDS)("ends the lease in Redis, and the holder learns of it at its next request: %s", async (_, kind) => {
    const locks = createTestLocks();
    const held = await kind.lock(locks, "a").acquire();
    locks.redis.expireHold("a");
    expect(await locks.redis.command("EXISTS", "lock:a")).toEqual({ result: 0 });
    expect(held.signal.aborted).toBe(false);
    await expect(held.check()).resolves.toBe(false);
    expect(held.signal.aborted).toBe(true);
    const next = await kind.lock(locks.redis.locks(), "a").acquire({ waitMs: 0 });
    expect((await held.release()).outcome).not.toBe("released");
    expect(await next.check()).toBe(true);
  });

  it("ends the leases of all readers", async () => {
    const locks = createTestLocks();
    const readers = [locks, locks.redis.locks()].map((client) => client.readWriteLock("a").readLock().acquire());
    const held = await Promise.all(readers);
    locks.redis.expireHold("a");
    expect(await locks.redis.command("KEYS", "*rwlock_timeout*")).toEqual({ result: [] });
    const writer = await locks.redis.locks().readWriteLock("a").writeLock().acquire({ waitMs: 0 });
    expect(await Promise.all(held.map((reader) => reader.check()))).toEqual([false, false]);
    await writer.release();
  });

  it("ends the leases of permits, which are then free", async () => {
    const locks = createTestLocks();
    await permitted(locks);
    const permits = locks.permitExpirableSemaphore("permits");
    const permit = await permits.acquire();
    expect(await permits.tryAcquire()).toBeNull();
    locks.redis.expireHold("permits");
    expect(await permits.tryAcquire()).not.toBeNull();
    expect(await permit.check()).toBe(false);
  });

  it("ends the lease of a light lock", async () => {
    const { redis } = createTestLocks();
    const light = createLightLocks({ redis: redis.port });
    const held = await light.lock("a").acquire();
    redis.expireHold("a");
    expect(await light.lock("a").tryAcquire()).not.toBeNull();
    expect((await held.release()).outcome).not.toBe("released");
  });

  it.each(["free", "counter", "latch", "endless"])("is refused where no lease is: %s", async (name) => {
    const locks = createTestLocks({ prefix: "" });
    await permitted(locks);
    await locks.lock("endless").acquire();
    await locks.redis.command("PERSIST", "endless");
    const refused = expect.objectContaining({ code: "INVALID_OPTION", option: "name" });
    expect(() => locks.redis.expireHold(name)).toThrow(refused);
    expect(() => locks.redis.expireHold("")).toThrow(refused);
  });
});

describe("loseHold", () => {
  it("is LOCK_LOST", async () => {
    const locks = createTestLocks();
    const held = await locks.lock("a").acquire();
    locks.redis.loseHold("a");
    await expect(held.check()).resolves.toBe(false);
    expect(held.signal.aborted).toBe(true);
    expect((await held.release()).outcome).not.toBe("released");
  });

  it("loses the leases of permits", async () => {
    const locks = createTestLocks();
    const permit = await locks.permitExpirableSemaphore("a", { permits: 2 }).acquire();
    locks.redis.loseHold("a");
    expect(await permit.check()).toBe(false);
  });

  it("refuses a name of nothing, such as a misspelt one", async () => {
    const locks = createTestLocks();
    await locks.lock("orders:42").acquire();
    const refused = expect.objectContaining({ code: "INVALID_OPTION", option: "name" });
    expect(() => locks.redis.loseHold("order:42")).toThrow(refused);
  });

  it("loses what has no lease, too", async () => {
    const locks = createTestLocks();
    await permitted(locks);
    for (const name of ["counter", "latch"]) locks.redis.loseHold(name);
    expect(
      await locks
        .semaphore("counter")
        .tryAcquire()
        .catch((error: Error) => Object(error).code),
    ).toBe("PERMITS_UNSET");
  });
});

describe("stealHold", () => {
  it.each(KINDS)("gives the lock to another owner, and the holder is not told: %s", async (_, kind) => {
    const locks = createTestLocks();
    const held: Held = await kind.lock(locks, "a").acquire();
    const stolen = await locks.redis.stealHold("a");
    expect(held.signal.aborted).toBe(false);
    expect((await held.release()).outcome).toBe("taken");
    expect(await stolen.check()).toBe(true);
    expect(await kind.lock(locks, "a").tryAcquire()).toBeNull();
    expect((await stolen.release()).outcome).toBe("released");
  });

  it("gives a newer token of a fenced lock", async () => {
    const locks = createTestLocks();
    const held = await locks.fencedLock("a").acquire();
    const { fencingToken } = Object(await locks.redis.stealHold("a"));
    expect(BigInt(fencingToken)).toBeGreaterThan(BigInt(held.fencingToken));
  });

  it("leaves the queue of a fair lock, which the thief serves", async () => {
    const locks = createTestLocks();
    await locks.fairLock("a").acquire();
    const waiter = locks.redis.locks().fairLock("a").acquire({ waitMs: 20_000 });
    while (JSON.stringify(await locks.redis.command("KEYS", "*lock_queue*")) === '{"result":[]}');
    const stolen = await locks.redis.stealHold("a");
    await stolen.release();
    expect(await (await waiter).check()).toBe(true);
  });

  it.each(["free", "counter", "latch", "permits", "light"])(
    "is refused where nobody can be robbed: %s",
    async (name) => {
      const locks = createTestLocks();
      await permitted(locks);
      await createLightLocks({ redis: locks.redis.port }).lock("light").acquire();
      const refused = { code: "INVALID_OPTION", option: "name", message: expect.stringContaining(`"${name}`) };
      await expect(locks.redis.stealHold(name)).rejects.toMatchObject(refused);
    },
  );
});
