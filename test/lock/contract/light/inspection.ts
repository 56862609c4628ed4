// Light locks are seen by those who look at locks of other kinds.
import { expect, it } from "vitest";
import { createLightLocks } from "../../../../src/lock/light/index.ts";
import { createLocks, reached } from "../../../support/bare-locks.ts";
import { command, type Endpoint } from "../../../support/rest.ts";
import { uniquePrefix } from "../../../support/unique-name.ts";
import { listAll } from "../inspection/list.ts";

const LEASE_MS = 20_000;

export function lightInspectionContract(redis: Endpoint): void {
  const remainingMs = expect.toSatisfy((left: number) => left > 0 && left <= LEASE_MS);
  const make = (prefix = uniquePrefix()) => {
    const options = { redis: reached(redis), prefix, leaseMs: LEASE_MS };
    return { locks: createLocks(options), light: createLightLocks(options), prefix };
  };

  it("inspect() tells its holder, label, age and lease", async () => {
    const { locks, light } = make();
    const before = Date.now();
    const held = await light.lock("a").acquire({ label: "two\nlines of it" });
    const found = await locks.lock("a").inspect();
    expect(found).toEqual({
      ...{ name: "a", kind: "light", mode: "exclusive", remainingMs, holderCount: 1 },
      holders: [
        {
          ...{ owner: held.owner, label: "two\nlines of it", mode: "exclusive", holds: 1, remainingMs },
          ...{ since: expect.any(Number), origin: "leasehound", handedOffUntil: undefined },
        },
      ],
      ...{ queue: [], queueLength: 0, waiters: "unknown", waitersUnknownBecause: "polling" },
    });
    expect(found.holders[0]?.since).toBeGreaterThanOrEqual(before);
    expect(await locks.readWriteLock("a").readLock().inspect()).toEqual({
      ...found,
      remainingMs,
      holders: expect.anything(),
    });
    await held.release();
    expect(await locks.lock("a").inspect()).toMatchObject({ kind: "free", holders: [] });
  });

  it("a list has it beside locks of other kinds, and no other text", async () => {
    const { locks, light, prefix } = make();
    const held = await light.lock("light").acquire({ label: "of a list" });
    await locks.lock("plain").acquire();
    await locks.readWriteLock("both").writeLock().acquire();
    await locks.semaphore("permits").trySetPermits(3);
    await command(redis, "SET", `${prefix}text`, "lh1");
    await command(redis, "SET", `${prefix}longer`, "lh1 x y z");
    await command(redis, "SET", `${prefix}forever`, `lh1 ${held.owner} 1 `);
    const found = await listAll(locks);
    expect(found.map(({ name, kind }) => `${name}: ${kind}`).sort()).toEqual([
      "both: read-write",
      "light: light",
      "plain: lock",
    ]);
    expect(found.find(({ name }) => name === "light")).toEqual({
      ...{ name: "light", kind: "light", mode: "exclusive", remainingMs, holderCount: 1 },
      ...{ waiters: "unknown", waitersUnknownBecause: "polling" },
      holder: { owner: held.owner, label: "of a list", since: expect.any(Number), origin: "leasehound" },
    });
  });

  it("a list has many of them, page by page", async () => {
    const { locks, light } = make();
    const names = Array.from({ length: 60 }, (_, nth) => `n${nth}`);
    await Promise.all(names.map((name) => light.lock(name).acquire()));
    await Promise.all(names.map((name) => locks.lock(`plain-${name}`).acquire()));
    const found = await listAll(locks, { limit: 25 });
    expect(new Set(found.map(({ name }) => name)).size).toBe(120);
    expect(await listAll(locks, { match: "n1*" })).toHaveLength(11);
  });

  it("forceRelease() of the plain lock frees it, and no text that is something else", async () => {
    const { locks, light, prefix } = make();
    const held = await light.lock("a").acquire();
    await expect(locks.fairLock("a").forceRelease()).rejects.toMatchObject({ code: "NOT_A_LOCK" });
    await expect(locks.readWriteLock("a").writeLock().forceRelease()).rejects.toMatchObject({ code: "NOT_A_LOCK" });
    expect(await held.check()).toBe(true);
    expect(await locks.lock("a").forceRelease()).toBe(true);
    expect(await locks.lock("a").forceRelease()).toBe(false);
    await using next = await light.lock("a").acquire();
    await expect(held.renew()).rejects.toMatchObject({ code: "LOCK_LOST" });
    expect((await held.release()).outcome).toBe("lost");
    expect(await next.check()).toBe(true);
    for (const text of ["text", "lh1 ", "lh1 owner x "]) {
      await command(redis, "SET", `${prefix}x`, text, "PX", LEASE_MS);
      await expect(locks.lock("x").forceRelease()).rejects.toMatchObject({ code: "NOT_A_LOCK", key: `${prefix}x` });
      expect(await command(redis, "GET", `${prefix}x`)).toBe(text);
    }
    await command(redis, "SET", `${prefix}x`, `lh1 ${held.owner} 1 `);
    await expect(locks.lock("x").forceRelease()).rejects.toMatchObject({ code: "NOT_A_LOCK" });
  });

  it("inspect() refuses a text that is no light lock, and one without a TTL", async () => {
    const { locks, prefix } = make();
    const refused = { code: "NOT_A_LOCK", key: `${prefix}x` };
    for (const text of ["text", "lh1 ", "lh1 owner x ", "lh1 owner 1 "]) {
      await command(redis, "SET", `${prefix}x`, text);
      await expect(locks.lock("x").inspect()).rejects.toMatchObject(refused);
    }
  });
}
