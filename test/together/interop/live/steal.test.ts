// Thefts beside the real Redisson: a Java holder loses the lock as after a release by force, and Java's waiters are
// woken when the thief releases it.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hash } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { isIn } from "../kinds.ts";
import { Both } from "./both.ts";
import { versions } from "./versions.ts";

// The watchdog of Redisson renews every third of it.
const WATCHDOG_MS = 3_000;
// Much less than a lease of 30 s: a waiter that gets in this soon was woken.
const SOON_MS = 5_000;

describe.each(versions)("a theft with Redisson %s", (version) => {
  const both = new Both(version);
  beforeAll(() => both.start());
  afterAll(() => both.stop());

  it("takes the lock of a Java thread, whose watchdog ends and whose unlock says so", async () => {
    const [name, java] = [uniqueName(), await both.java({ watchdogMs: WATCHDOG_MS })];
    await java.lock(name);
    const lock = both.locks().lock(name);
    await using thief = await lock.acquire({ steal: true, leaseMs: 20_000 });
    expect(await java.isLocked(name)).toBe(true);
    expect(await java.holdCount(name)).toBe(0);
    // Longer than its watchdog waits.
    await sleep(WATCHDOG_MS);
    expect(await java.unlock(name)).toBe(false);
    expect(await hash(both.gateway, name)).toEqual({ [thief.owner]: "1" });
    expect(await lock.remainingMs()).toBeLessThanOrEqual(20_000);
    expect(await thief.check()).toBe(true);
  });

  it("leaves Java's waiter asleep, which the thief's release wakes", async () => {
    const [name, java, waiter] = [uniqueName(), await both.java(), await both.java()];
    await java.lock(name);
    const waiting = waiter.lock(name);
    await both.listening(name);
    const thief = await both.locks().lock(name).acquire({ steal: true });
    expect(await thief.check()).toBe(true);
    const releasedAt = performance.now();
    await thief.release();
    await waiting;
    expect(performance.now() - releasedAt).toBeLessThan(SOON_MS);
    expect(await java.unlock(name)).toBe(false);
    expect(await waiter.unlock(name)).toBe(true);
  });

  it("from our own holder is told to that holder, and Java's waiter comes after the thief", async () => {
    const [name, waiter] = [uniqueName(), await both.java()];
    const held = await both.locks().lock(name).acquire();
    const waiting = waiter.lock(name);
    await both.listening(name);
    const thief = await both.locks().lock(name).acquire({ steal: true });
    await expect(held.renew()).rejects.toMatchObject({ code: "LOCK_STOLEN", thief: { owner: thief.owner } });
    expect(await held.release()).toMatchObject({ outcome: "stolen" });
    expect(await thief.check()).toBe(true);
    await thief.release();
    await waiting;
    expect(await waiter.unlock(name)).toBe(true);
  });

  it("of the write lock takes it from Java's readers, which may then not unlock", async () => {
    const name = uniqueName();
    const [reader, other] = [await both.java({ kind: "read" }), await both.java({ kind: "read" })];
    await reader.lock(name);
    await other.lock(name);
    await using thief = await both.locks().readWriteLock(name).writeLock().acquire({ steal: true, leaseMs: 20_000 });
    expect(await hash(both.gateway, name)).toEqual({ mode: "write", [`${thief.owner}:write`]: "1" });
    expect([await reader.unlock(name), await other.unlock(name)]).toEqual([false, false]);
    expect(await thief.check()).toBe(true);
  });

  it.skipIf(!isIn(version, "fenced"))(
    "of a fenced lock has a token above Java's, and the next Java holder one above that",
    async () => {
      const [name, java] = [uniqueName(), await both.java({ kind: "fenced" })];
      const before = await both.locks().fencedLock(name).acquire();
      await before.release();
      await java.lock(name);
      const thief = await both.locks().fencedLock(name).acquire({ steal: true });
      expect(BigInt(thief.fencingToken)).toBeGreaterThan(BigInt(before.fencingToken) + 1n);
      expect(await java.unlock(name)).toBe(false);
      await thief.release();
      await java.lock(name);
      const next = await both.locks().fencedLock(name).acquire({ steal: true });
      expect(BigInt(next.fencingToken)).toBeGreaterThan(BigInt(thief.fencingToken) + 1n);
      await next.release();
    },
  );
});
