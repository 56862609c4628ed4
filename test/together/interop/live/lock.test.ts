// The plain lock, shared with the real Redisson: each side respects, wakes and outlives the other.

import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hash } from "../../../support/rest.ts";
import { startHolder } from "../../../support/start-holder.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { asleep } from "../../../support/waiting.ts";
import { JavaError } from "../jvm.ts";
import { ODD_NAMES } from "../steps.ts";
import { Both, JAVA_WATCHDOG_MS } from "./both.ts";
import { versions } from "./versions.ts";
import { tell } from "./woken.ts";

// For a lease that must end or be renewed while a test waits for it.
const SHORT_MS = 3_000;
// Much less than a lease of 30 s: a waiter that gets in this soon was woken.
const SOON_MS = 5_000;

describe.each(versions)("the lock with Redisson %s", (version) => {
  const both = new Both(version);
  beforeAll(() => both.start());
  afterAll(() => both.stop());

  describe("Java holds", () => {
    it("and we are refused, with the lease that is left", async () => {
      const [name, java] = [uniqueName(), await both.java()];
      const lock = both.locks().lock(name);
      await java.lock(name, { leaseMs: 20_000 });
      expect(await lock.tryAcquire()).toBeNull();
      const busy = await lock.acquire({ waitMs: 0 }).catch((error: unknown) => error);
      expect(busy).toMatchObject({ code: "LOCK_BUSY" });
      const left = await java.remainingMs(name);
      expect(Math.abs(Object(busy).remainingMs - left)).toBeLessThan(1_000);
      expect(left).toBeGreaterThan(10_000);
      expect(Math.abs((await lock.remainingMs()) - left)).toBeLessThan(1_000);
      expect(await lock.isHeldBy(await java.owner())).toBe(true);
      expect(await java.holdCount(name)).toBe(1);
      expect(await java.unlock(name)).toBe(true);
      expect(await lock.isLocked()).toBe(false);
    });

    it("and releases: our waiter is woken by its message, and not by a poll", async () => {
      const woken: number[] = [];
      for (let round = 0; round < 10; round += 1) {
        const [name, java] = [uniqueName(), await both.java()];
        const lock = both.locks({ pollMs: 60_000 }).lock(name);
        await java.lock(name);
        let refusals = 0;
        const waiting = lock.acquire({ waitMs: 25_000, onWait: () => (refusals += 1) });
        // The second one follows the confirmation of its stream.
        await asleep(() => refusals);
        const releasedAt = performance.now();
        expect(await java.unlock(name)).toBe(true);
        await using held = await waiting;
        woken.push(performance.now() - releasedAt);
        expect(await java.tryLock(name)).toBe(false);
        expect(await held.check()).toBe(true);
      }
      tell(version, "we are", woken);
      expect(Math.max(...woken)).toBeLessThan(SOON_MS);
    });

    it("twice, and we get in when it has released twice", async () => {
      const [name, java] = [uniqueName(), await both.java()];
      const lock = both.locks().lock(name);
      await java.lock(name);
      expect(await java.tryLock(name)).toBe(true);
      expect(await lock.holdCount(await java.owner())).toBe(2);
      expect(await java.unlock(name)).toBe(true);
      expect(await lock.tryAcquire()).toBeNull();
      expect(await java.unlock(name)).toBe(true);
      await using held = await lock.acquire({ waitMs: 0 });
      expect(held.holdCount).toBe(1);
    });

    it("and we free it by force: its unlock says so, and the next of its threads gets in", async () => {
      const [name, java, next] = [uniqueName(), await both.java(), await both.java()];
      await java.lock(name);
      const waiting = next.lock(name);
      await both.listening(name);
      const forcedAt = performance.now();
      expect(await both.locks().lock(name).forceRelease()).toBe(true);
      await waiting;
      expect(performance.now() - forcedAt).toBeLessThan(SOON_MS);
      expect(await java.unlock(name)).toBe(false);
      expect(await next.unlock(name)).toBe(true);
    });

    it("and is killed: we get in after its lease", async () => {
      const name = uniqueName();
      await using jvm = await both.another();
      const java = await both.java({ jvm, watchdogMs: SHORT_MS });
      await java.lock(name);
      await jvm.signal("SIGKILL");
      const killedAt = performance.now();
      await using held = await both.locks().lock(name).acquire({ waitMs: 15_000 });
      expect(performance.now() - killedAt).toBeLessThan(SHORT_MS + 2_000);
      expect(await held.check()).toBe(true);
    });

    it("and is stopped for longer than its lease: its later calls do not affect ours", async () => {
      const name = uniqueName();
      await using jvm = await both.another();
      const java = await both.java({ jvm, watchdogMs: SHORT_MS });
      await java.lock(name);
      await jvm.signal("SIGSTOP");
      const lock = both.locks().lock(name);
      await using held = await lock.acquire({ waitMs: 15_000 });
      await jvm.signal("SIGCONT");
      // Its watchdog is overdue, and runs first.
      await sleep(SHORT_MS / 2);
      expect(await java.unlock(name)).toBe(false);
      expect(await held.check()).toBe(true);
      expect(await hash(both.gateway, name)).toEqual({ [held.owner]: "1" });
      expect(await lock.remainingMs()).toBeGreaterThan(SHORT_MS);
    });
  });

  describe("we hold", () => {
    it("and Java is refused, sees it, and cannot release it", async () => {
      const [name, java] = [uniqueName(), await both.java()];
      const lock = both.locks().lock(name);
      await using held = await lock.acquire({ leaseMs: 20_000 });
      expect(await java.tryLock(name)).toBe(false);
      expect(await java.tryLock(name, { waitMs: 200 })).toBe(false);
      expect(await java.isLocked(name)).toBe(true);
      expect(await java.holdCount(name)).toBe(0);
      expect(Math.abs((await java.remainingMs(name)) - (await lock.remainingMs()))).toBeLessThan(1_000);
      expect(await java.unlock(name)).toBe(false);
      expect(await held.check()).toBe(true);
      expect((await held.release()).outcome).toBe("released");
      expect(await java.isLocked(name)).toBe(false);
    });

    it("and release: Java's waiter is woken by our message, not at the end of the lease", async () => {
      const woken: number[] = [];
      for (let round = 0; round < 10; round += 1) {
        const [name, java] = [uniqueName(), await both.java()];
        const held = await both.locks().lock(name).acquire();
        const waiting = java.lock(name).then(() => performance.now());
        await both.listening(name);
        const releasedAt = performance.now();
        await held.release();
        woken.push((await waiting) - releasedAt);
        expect(await java.unlock(name)).toBe(true);
      }
      tell(version, "Java is", woken);
      expect(Math.max(...woken)).toBeLessThan(SOON_MS);
    });

    it("twice, and Java gets in when we have released twice", async () => {
      const [name, java] = [uniqueName(), await both.java()];
      const lock = both.locks().lock(name);
      const outer = await lock.acquire();
      const inner = await lock.acquire({ owner: outer.owner });
      const waiting = java.lock(name).then(() => "in");
      await both.listening(name);
      expect(await inner.release()).toMatchObject({ outcome: "still-held", holdCount: 1 });
      expect(await Promise.race([waiting, sleep(500, "refused")])).toBe("refused");
      await outer.release();
      expect(await waiting).toBe("in");
      expect(await java.unlock(name)).toBe(true);
    });

    it("and Java frees it by force: ours notices, and releases no other hold", async () => {
      const [name, java] = [uniqueName(), await both.java()];
      const lock = both.locks().lock(name);
      const held = await lock.acquire();
      expect(await java.forceUnlock(name)).toBe(true);
      expect(await java.tryLock(name)).toBe(true);
      expect(await held.check()).toBe(false);
      expect(held.signal.aborted).toBe(true);
      expect((await held.release()).outcome).toBe("expired");
      expect(await java.holdCount(name)).toBe(1);
      expect(await java.unlock(name)).toBe(true);
      expect(await java.forceUnlock(name)).toBe(false);
    });

    it("and are killed: Java gets in after our lease", async () => {
      const [name, java] = [uniqueName(), await both.java()];
      await using holder = startHolder(both.gateway, name, { leaseMs: SHORT_MS });
      await holder.line();
      const waiting = java.lock(name);
      await both.listening(name);
      await holder.kill();
      const killedAt = performance.now();
      await waiting;
      expect(performance.now() - killedAt).toBeLessThan(SHORT_MS + 2_000);
      expect(await java.unlock(name)).toBe(true);
    });
  });

  it("both watchdogs renew at the same time, and each excludes the other side", async () => {
    const [theirs, ours] = [uniqueName(), uniqueName()];
    const java = await both.java({ watchdogMs: SHORT_MS });
    const locks = both.locks({ leaseMs: SHORT_MS });
    await java.lock(theirs);
    await using held = await locks.lock(ours).acquire();
    held.keepAlive();
    const waitMs = 2.5 * SHORT_MS;
    const [got, refused] = await Promise.all([
      locks.lock(theirs).tryAcquire({ waitMs }),
      java.tryLock(ours, { waitMs }),
    ]);
    expect([got, refused]).toEqual([null, false]);
    expect(await java.holdCount(theirs)).toBe(1);
    expect(await held.check()).toBe(true);
    expect(await java.unlock(theirs)).toBe(true);
  });

  it("leases of both sides on one lock follow each other: none is left behind", async () => {
    const [name, java] = [uniqueName(), await both.java()];
    const lock = both.locks().lock(name);
    for (const leaseMs of [2_000, 60_000, 5_000]) {
      await java.lock(name, { leaseMs });
      expect(Math.abs((await lock.remainingMs()) - leaseMs)).toBeLessThan(1_000);
      expect(await java.unlock(name)).toBe(true);
      await using held = await lock.acquire({ waitMs: 0, leaseMs: leaseMs + 7_000 });
      expect(Math.abs((await java.remainingMs(name)) - leaseMs - 7_000)).toBeLessThan(1_000);
      expect(held.holdCount).toBe(1);
    }
    // A separate service: in old versions, a lock object never forgets its last explicit lease.
    const other = await both.java({ watchdogMs: JAVA_WATCHDOG_MS });
    await other.lock(name);
    expect(Math.abs((await lock.remainingMs()) - JAVA_WATCHDOG_MS)).toBeLessThan(1_000);
    expect(await other.unlock(name)).toBe(true);
  });

  it.for(["spin", "fenced", "nonReentrant"])("Java's %s lock and ours exclude each other", async (kind, { skip }) => {
    const [name, java] = [uniqueName(), await both.java({ kind })];
    const lock = both.locks().lock(name);
    const missing = await java.isLocked(name).then(
      () => false,
      (error: unknown) => error instanceof JavaError && error.exception === "UnsupportedOperationException",
    );
    if (missing) skip(`Redisson ${version} has no ${kind} lock`);
    expect(await java.tryLock(name)).toBe(true);
    expect(await lock.tryAcquire()).toBeNull();
    expect(await java.unlock(name)).toBe(true);
    const held = await lock.acquire({ waitMs: 0 });
    expect(await java.tryLock(name)).toBe(false);
    const waiting = java.lock(name).then(() => performance.now());
    await sleep(100);
    const releasedAt = performance.now();
    await held.release();
    expect((await waiting) - releasedAt).toBeLessThan(SOON_MS);
    expect(await java.unlock(name)).toBe(true);
    expect(await lock.isLocked()).toBe(false);
  });

  it.each(ODD_NAMES)("the name %j is the same lock to both, and the same channel", async (odd) => {
    const name = `${odd}${uniqueName()}`;
    const [java, next] = [await both.java(), await both.java()];
    const lock = both.locks().lock(name);
    await java.lock(name);
    expect(await lock.tryAcquire()).toBeNull();
    expect(await lock.isHeldBy(await java.owner())).toBe(true);
    expect(await java.unlock(name)).toBe(true);
    const held = await lock.acquire({ waitMs: 0 });
    const waiting = next.lock(name);
    await both.listening(name);
    const releasedAt = performance.now();
    await held.release();
    await waiting;
    expect(performance.now() - releasedAt).toBeLessThan(SOON_MS);
    expect(await next.unlock(name)).toBe(true);
  });
});
