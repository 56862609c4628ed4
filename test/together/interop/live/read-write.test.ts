// Our two read/write locks, shared with the real Redisson: readers of both sides beside each other, writers of either
// alone.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Held, Lock, LocksOptions } from "../../../../src/index.ts";
import { eventually } from "../../../support/eventually.ts";
import { command, hash } from "../../../support/rest.ts";
import { startHolder } from "../../../support/start-holder.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { asleep } from "../../../support/waiting.ts";
import type { JavaThread } from "../java-thread.ts";
import type { Jvm } from "../jvm.ts";
import { type Access, sharedLockOf } from "../kinds.ts";
import { ODD_NAMES } from "../steps.ts";
import { Both } from "./both.ts";
import { versions } from "./versions.ts";
import { tell } from "./woken.ts";

// For a lease that must end or be renewed while a test waits for it.
const SHORT_MS = 3_000;
// Much less than a lease of 30 s, and than a poll of ours: a waiter that gets in this soon was woken.
const SOON_MS = 5_000;
const FAR_MS = 60_000;
const WAIT_MS = 25_000;
const [version = ""] = versions;
// Before 4.4, renewals of Java's readers also set the leases of all others.
const [major = 0, minor = 0] = version.split(".").map(Number);
const renewsAll = major < 4 || (major === 4 && minor < 4);

describe.each(["readWriteLock", "fairReadWriteLock"] as const)(`%s with Redisson ${version}`, (method) => {
  const both = new Both(version);
  beforeAll(async () => {
    await both.start();
    // The first call of a client is slow.
    await (await java("read")).owner();
  });
  afterAll(() => both.stop());

  const java = (kind: Access, options: { jvm?: Jvm; watchdogMs?: number } = {}): Promise<JavaThread> =>
    both.java({ kind, ...options });

  const ours = (kind: Access, name: string, options: Partial<LocksOptions> = {}): Lock =>
    sharedLockOf(both.locks(options), method, kind, name);

  /** Starts a waiter of ours, which only a message can wake. `listens`: when its stream is open. */
  function waiter(kind: Access, name: string) {
    let refusals = 0;
    const got = ours(kind, name, { pollMs: FAR_MS })
      .acquire({ waitMs: WAIT_MS, onWait: () => (refusals += 1) })
      .then((held) => ({ held, at: performance.now() }));
    // The second refusal follows the confirmation of its stream.
    return { got, listens: asleep(() => refusals) };
  }

  const ttl = (key: string): Promise<number> => command<number>(both.gateway, "PTTL", key);

  /** The key of the nth read hold of an owner. */
  const timeoutKey = (name: string, owner: string, nth = 1): string => `{${name}}:${owner}:rwlock_timeout:${nth}`;

  /** Waits until a key has so many ms, or more, after it had fewer: it was renewed. */
  async function renewed(key: string): Promise<void> {
    let before = await ttl(key);
    await eventually(async () => {
      const now = await ttl(key);
      const grew = now > before;
      before = now;
      return grew;
    }, 15_000);
  }

  async function release(held: Held): Promise<void> {
    expect((await held.release()).outcome).toBe("released");
  }

  describe("Java reads", () => {
    it("and we read beside it, and are refused to write, with the lease that is left", async () => {
      const [name, reader] = [uniqueName(), await java("read")];
      await reader.lock(name, { leaseMs: 20_000 });
      const busy = await ours("write", name)
        .acquire({ waitMs: 0 })
        .catch((error: unknown) => error);
      expect(busy).toMatchObject({ code: "LOCK_BUSY" });
      const left = await reader.remainingMs(name);
      expect(Math.abs(Object(busy).remainingMs - left)).toBeLessThan(1_000);
      expect(left).toBeGreaterThan(10_000);
      expect(Math.abs((await ours("read", name).remainingMs()) - left)).toBeLessThan(1_000);
      expect(await ours("read", name).isHeldBy(await reader.owner())).toBe(true);
      expect(await ours("write", name).isLocked()).toBe(false);
      const held = await ours("read", name).acquire({ waitMs: 0, leaseMs: 10_000 });
      expect(await hash(both.gateway, name)).toEqual({ mode: "read", [await reader.owner()]: "1", [held.owner]: "1" });
      expect(await reader.unlock(name)).toBe(true);
      expect(await ours("write", name).tryAcquire()).toBeNull();
      await release(held);
      await both.nothingLeft(name);
    });

    it("and releases: our writer is woken by its message, and not by a poll", async () => {
      const woken: number[] = [];
      for (let round = 0; round < 10; round += 1) {
        const [name, one, other] = [uniqueName(), await java("read"), await java("read")];
        await one.lock(name);
        await other.lock(name);
        const { got, listens } = waiter("write", name);
        await listens;
        expect(await one.unlock(name)).toBe(true);
        expect(await ours("write", name).tryAcquire()).toBeNull();
        const releasedAt = performance.now();
        expect(await other.unlock(name)).toBe(true);
        const { held, at } = await got;
        woken.push(at - releasedAt);
        expect(await one.tryLock(name)).toBe(false);
        await release(held);
      }
      tell(version, "we are, to write,", woken);
      expect(Math.max(...woken)).toBeLessThan(SOON_MS);
    });

    it("twice, and writes after that: each of its holds counts", async () => {
      const [name, reader] = [uniqueName(), await java("read")];
      await reader.lock(name);
      expect(await reader.tryLock(name)).toBe(true);
      expect(await ours("read", name).holdCount(await reader.owner())).toBe(2);
      expect(await reader.unlock(name)).toBe(true);
      expect(await ours("write", name).tryAcquire()).toBeNull();
      expect(await reader.unlock(name)).toBe(true);
      await release(await ours("write", name).acquire({ waitMs: 0 }));
      await both.nothingLeft(name);
    });

    it("and is killed: our writer gets in after its lease", async () => {
      const name = uniqueName();
      await using jvm = await both.another();
      const reader = await java("read", { jvm, watchdogMs: SHORT_MS });
      await reader.lock(name);
      await jvm.signal("SIGKILL");
      const killedAt = performance.now();
      const held = await ours("write", name).acquire({ waitMs: 15_000 });
      expect(performance.now() - killedAt).toBeLessThan(SHORT_MS + SOON_MS);
      expect(await held.check()).toBe(true);
      await release(held);
    });

    it("and we free it by force: its unlock says so, and its writer gets in", async () => {
      const [name, reader, writer] = [uniqueName(), await java("read"), await java("write")];
      await reader.lock(name);
      const waiting = writer.lock(name);
      await both.listeningShared(name);
      expect(await ours("write", name).forceRelease()).toBe(false);
      const forcedAt = performance.now();
      expect(await ours("read", name).forceRelease()).toBe(true);
      await waiting;
      expect(performance.now() - forcedAt).toBeLessThan(SOON_MS);
      expect(await reader.unlock(name)).toBe(false);
      expect(await writer.unlock(name)).toBe(true);
    });
  });

  describe("Java writes", () => {
    it("and releases: our readers are woken by its message, all of them, and not by a poll", async () => {
      const woken: number[] = [];
      for (let round = 0; round < 5; round += 1) {
        const [name, writer] = [uniqueName(), await java("write")];
        await writer.lock(name);
        const waiters = Array.from({ length: 3 }, () => waiter("read", name));
        await Promise.all(waiters.map(({ listens }) => listens));
        const releasedAt = performance.now();
        expect(await writer.unlock(name)).toBe(true);
        const got = await Promise.all(waiters.map((one) => one.got));
        woken.push(...got.map(({ at }) => at - releasedAt));
        expect(await writer.tryLock(name)).toBe(false);
        for (const { held } of got) await release(held);
        expect(await writer.tryLock(name)).toBe(true);
        expect(await writer.unlock(name)).toBe(true);
      }
      tell(version, "we are, to read,", woken);
      expect(Math.max(...woken)).toBeLessThan(SOON_MS);
    });

    it("and reads: when it continues reading alone, our reader gets in with its next poll, and our writer after it", async () => {
      const [name, writer] = [uniqueName(), await java("write")];
      const reader = writer.with("read");
      await writer.lock(name);
      await reader.lock(name);
      expect(await ours("write", name).isHeldBy(await writer.owner())).toBe(true);
      expect(await ours("read", name).isHeldBy(await writer.owner())).toBe(true);
      const waiting = ours("read", name, { pollMs: 1_000 }).acquire({ waitMs: WAIT_MS });
      await both.listeningShared(name);
      const unlockedAt = performance.now();
      expect(await writer.unlock(name)).toBe(true);
      const held = await waiting;
      // Redisson publishes nothing.
      expect(performance.now() - unlockedAt).toBeLessThan(SOON_MS);
      const { got, listens } = waiter("write", name);
      await listens;
      expect(await reader.unlock(name)).toBe(true);
      expect(await held.check()).toBe(true);
      await release(held);
      await release((await got).held);
      await both.nothingLeft(name);
    });

    it("and is killed: our reader gets in after its lease", async () => {
      const name = uniqueName();
      await using jvm = await both.another();
      const writer = await java("write", { jvm, watchdogMs: SHORT_MS });
      await writer.lock(name);
      await jvm.signal("SIGKILL");
      const killedAt = performance.now();
      const held = await ours("read", name).acquire({ waitMs: 15_000 });
      expect(performance.now() - killedAt).toBeLessThan(SHORT_MS + SOON_MS);
      expect(await held.check()).toBe(true);
      await release(held);
    });

    it("and we free it by force: its unlock says so, and its reader gets in", async () => {
      const [name, reader, writer] = [uniqueName(), await java("read"), await java("write")];
      await writer.lock(name);
      const waiting = reader.lock(name);
      await both.listeningShared(name);
      expect(await ours("read", name).forceRelease()).toBe(false);
      const forcedAt = performance.now();
      expect(await ours("write", name).forceRelease()).toBe(true);
      await waiting;
      expect(performance.now() - forcedAt).toBeLessThan(SOON_MS);
      expect(await writer.unlock(name)).toBe(false);
      expect(await reader.unlock(name)).toBe(true);
    });
  });

  describe("we read", () => {
    it("and Java reads beside us, is refused to write, and cannot release ours", async () => {
      const [name, reader, writer] = [uniqueName(), await java("read"), await java("write")];
      const lock = ours("read", name);
      const held = await lock.acquire({ leaseMs: 20_000 });
      expect(await writer.tryLock(name)).toBe(false);
      expect(await writer.tryLock(name, { waitMs: 200 })).toBe(false);
      expect(await reader.isLocked(name)).toBe(true);
      expect(await writer.isLocked(name)).toBe(false);
      expect(await reader.holdCount(name)).toBe(0);
      expect(Math.abs((await reader.remainingMs(name)) - (await lock.remainingMs()))).toBeLessThan(1_000);
      expect(await reader.unlock(name)).toBe(false);
      expect(await writer.unlock(name)).toBe(false);
      expect(await reader.tryLock(name)).toBe(true);
      expect(await held.check()).toBe(true);
      await release(held);
      expect(await writer.tryLock(name)).toBe(false);
      expect(await reader.unlock(name)).toBe(true);
      await both.nothingLeft(name);
    });

    it("and release: Java's writer is woken by the message of the last of us", async () => {
      const woken: number[] = [];
      for (let round = 0; round < 10; round += 1) {
        const [name, writer] = [uniqueName(), await java("write")];
        const one = await ours("read", name).acquire();
        const other = await ours("read", name).acquire();
        const again = await ours("read", name).acquire({ owner: other.owner });
        const waiting = writer.lock(name).then(() => performance.now());
        await both.listeningShared(name);
        await release(one);
        expect(await again.release()).toMatchObject({ outcome: "still-held", holdCount: 1 });
        expect(await ours("write", name).isLocked()).toBe(false);
        const releasedAt = performance.now();
        await release(other);
        woken.push((await waiting) - releasedAt);
        expect(await writer.unlock(name)).toBe(true);
      }
      tell(version, "Java is, to write,", woken);
      expect(Math.max(...woken)).toBeLessThan(SOON_MS);
    });

    it("and are killed: Java's writer gets in after our lease", async () => {
      const [name, writer] = [uniqueName(), await java("write")];
      await using killed = startHolder(both.gateway, name, { leaseMs: SHORT_MS, kind: "read" });
      await killed.line();
      const waiting = writer.lock(name);
      await both.listeningShared(name);
      await killed.kill();
      const killedAt = performance.now();
      await waiting;
      expect(performance.now() - killedAt).toBeLessThan(SHORT_MS + SOON_MS);
      expect(await writer.unlock(name)).toBe(true);
    });

    it("and Java frees it by force: ours notices, and releases no other hold", async () => {
      const [name, reader] = [uniqueName(), await java("read")];
      const held = await ours("read", name).acquire();
      expect(await reader.with("write").forceUnlock(name)).toBe(false);
      expect(await reader.forceUnlock(name)).toBe(true);
      expect(await reader.tryLock(name)).toBe(true);
      expect(await held.check()).toBe(false);
      expect(held.signal.aborted).toBe(true);
      expect((await held.release()).outcome).toBe("expired");
      expect(await reader.holdCount(name)).toBe(1);
      expect(await reader.unlock(name)).toBe(true);
      // The key of the read hold that was forced out ends in its own time.
      expect(await hash(both.gateway, name)).toEqual({});
      expect(await ttl(timeoutKey(name, held.owner))).toBeGreaterThan(0);
    });
  });

  describe("we write", () => {
    it("and Java may neither read nor write, sees it, and cannot release it", async () => {
      const [name, reader, writer] = [uniqueName(), await java("read"), await java("write")];
      const lock = ours("write", name);
      const held = await lock.acquire({ leaseMs: 20_000 });
      expect(await reader.tryLock(name)).toBe(false);
      expect(await writer.tryLock(name)).toBe(false);
      expect(await writer.tryLock(name, { waitMs: 200 })).toBe(false);
      expect(await writer.isLocked(name)).toBe(true);
      expect(await reader.isLocked(name)).toBe(false);
      expect(await writer.holdCount(name)).toBe(0);
      expect(Math.abs((await writer.remainingMs(name)) - (await lock.remainingMs()))).toBeLessThan(1_000);
      expect(await reader.unlock(name)).toBe(false);
      expect(await writer.unlock(name)).toBe(false);
      expect(await held.check()).toBe(true);
      await release(held);
      expect(await writer.isLocked(name)).toBe(false);
      await both.nothingLeft(name);
    });

    it("and release: one message of ours wakes Java's readers of two services, all of them", async () => {
      const woken: number[] = [];
      for (let round = 0; round < 5; round += 1) {
        const name = uniqueName();
        const own = await java("read", { watchdogMs: 30_000 });
        const readers = [await java("read"), await java("read"), await java("read"), own];
        await Promise.all(readers.map((reader) => reader.owner()));
        const held = await ours("write", name).acquire();
        const waiting = readers.map((reader) => reader.lock(name).then(() => performance.now()));
        await both.listeningShared(name, 2);
        await both.asleep(readers);
        const releasedAt = performance.now();
        await release(held);
        woken.push(...(await Promise.all(waiting)).map((at) => at - releasedAt));
        expect(await ours("write", name).tryAcquire()).toBeNull();
        expect(await Promise.all(readers.map((reader) => reader.unlock(name)))).toEqual([true, true, true, true]);
        await own.shutDown();
        await both.nothingLeft(name);
      }
      tell(version, "Java's readers are", woken);
      expect(Math.max(...woken)).toBeLessThan(SOON_MS);
    });

    it("and release: Java's writer is woken by it", async () => {
      const woken: number[] = [];
      for (let round = 0; round < 5; round += 1) {
        const [name, writer] = [uniqueName(), await java("write")];
        const held = await ours("write", name).acquire();
        const waiting = writer.lock(name).then(() => performance.now());
        await both.listeningShared(name);
        const releasedAt = performance.now();
        await release(held);
        woken.push((await waiting) - releasedAt);
        expect(await writer.unlock(name)).toBe(true);
      }
      tell(version, "Java is, after a writer,", woken);
      expect(Math.max(...woken)).toBeLessThan(SOON_MS);
    });

    it("and read: when we continue reading alone, Java's waiting readers get in, and its writer after all of us", async () => {
      const [name, one, other] = [uniqueName(), await java("read"), await java("read")];
      const writing = await ours("write", name).acquire();
      const reading = await ours("read", name).acquire({ owner: writing.owner });
      expect(await one.tryLock(name)).toBe(false);
      const waiting = Promise.all([one.lock(name), other.lock(name)]);
      await both.listeningShared(name);
      const downgradedAt = performance.now();
      await release(writing);
      await waiting;
      expect(performance.now() - downgradedAt).toBeLessThan(SOON_MS);
      expect(await reading.check()).toBe(true);
      const writer = await java("write");
      const last = writer.lock(name);
      await both.listeningShared(name);
      await release(reading);
      expect(await one.unlock(name)).toBe(true);
      expect(await ours("write", name).tryAcquire()).toBeNull();
      const unlockedAt = performance.now();
      expect(await other.unlock(name)).toBe(true);
      await last;
      expect(performance.now() - unlockedAt).toBeLessThan(SOON_MS);
      expect(await writer.unlock(name)).toBe(true);
    });

    it("and are killed: Java's reader gets in after our lease", async () => {
      const [name, reader] = [uniqueName(), await java("read")];
      await using killed = startHolder(both.gateway, name, { leaseMs: SHORT_MS, kind: "write" });
      await killed.line();
      const waiting = reader.lock(name);
      await both.listeningShared(name);
      await killed.kill();
      const killedAt = performance.now();
      await waiting;
      expect(performance.now() - killedAt).toBeLessThan(SHORT_MS + SOON_MS);
      expect(await reader.unlock(name)).toBe(true);
    });

    it("and Java frees it by force: ours notices, and releases no other hold", async () => {
      const [name, writer] = [uniqueName(), await java("write")];
      const held = await ours("write", name).acquire();
      expect(await writer.with("read").forceUnlock(name)).toBe(false);
      expect(await writer.forceUnlock(name)).toBe(true);
      expect(await writer.tryLock(name)).toBe(true);
      expect(await held.check()).toBe(false);
      expect((await held.release()).outcome).toBe("expired");
      expect(await writer.holdCount(name)).toBe(1);
      expect(await writer.unlock(name)).toBe(true);
      await both.nothingLeft(name);
    });
  });

  describe("readers of both sides", () => {
    it("both watchdogs renew at the same time, and exclude writers of both sides", async () => {
      const [name, reader, writer] = [uniqueName(), await java("read", { watchdogMs: SHORT_MS }), await java("write")];
      await reader.lock(name);
      await using held = await ours("read", name, { leaseMs: SHORT_MS }).acquire();
      held.keepAlive();
      const waitMs = 2.5 * SHORT_MS;
      const [got, refused] = await Promise.all([
        ours("write", name).tryAcquire({ waitMs }),
        writer.tryLock(name, { waitMs }),
      ]);
      expect([got, refused]).toEqual([null, false]);
      expect(await held.check()).toBe(true);
      expect(await reader.holdCount(name)).toBe(1);
      expect(await ttl(timeoutKey(name, held.owner))).toBeGreaterThan(0);
      expect(await ttl(timeoutKey(name, await reader.owner()))).toBeGreaterThan(0);
      expect(await reader.unlock(name)).toBe(true);
      expect(await held.check()).toBe(true);
    });

    it.each<Access>(["read", "write"])(
      "each writer's watchdog excludes clients of the other side that ask to %s",
      async (kind) => {
        const [theirs, own] = [uniqueName(), uniqueName()];
        const [writer, other] = [await java("write", { watchdogMs: SHORT_MS }), await java(kind)];
        await writer.lock(theirs);
        await using held = await ours("write", own, { leaseMs: SHORT_MS }).acquire();
        held.keepAlive();
        const waitMs = 2.5 * SHORT_MS;
        const [got, refused] = await Promise.all([
          ours(kind, theirs).tryAcquire({ waitMs }),
          other.tryLock(own, { waitMs }),
        ]);
        expect([got, refused]).toEqual([null, false]);
        expect(await held.check()).toBe(true);
        expect(await writer.unlock(theirs)).toBe(true);
      },
    );

    it("Java's died, ours renews and then releases: writers of both sides get in soon", async () => {
      const name = uniqueName();
      await using jvm = await both.another();
      const dead = await java("read", { jvm, watchdogMs: SHORT_MS });
      await dead.lock(name);
      const held = await ours("read", name, { leaseMs: 10_000 }).acquire();
      held.keepAlive();
      await jvm.signal("SIGKILL");
      await eventually(async () => (await ttl(timeoutKey(name, String((await others(name, held))[0])))) === -2, 15_000);
      // Its field still exists.
      expect(await others(name, held)).toHaveLength(1);
      const { got, listens } = waiter("write", name);
      await listens;
      const writer = await java("write");
      const waiting = writer.lock(name);
      await both.listeningShared(name, 2);
      const releasedAt = performance.now();
      await release(held);
      const first = await Promise.race([got, waiting.then(() => undefined)]);
      if (first === undefined) {
        expect(await writer.unlock(name)).toBe(true);
        await release((await got).held);
      } else {
        await release(first.held);
        await waiting;
        expect(await writer.unlock(name)).toBe(true);
      }
      expect(performance.now() - releasedAt).toBeLessThan(2 * SOON_MS);
      await both.nothingLeft(name);
    });

    /** Owners of read holds other than this one. */
    async function others(name: string, held: Held): Promise<string[]> {
      return Object.keys(await hash(both.gateway, name)).filter((field) => field !== "mode" && field !== held.owner);
    }

    it.skipIf(renewsAll)("ours died, Java's renews and then releases: writers of both sides get in soon", async () => {
      const [name, reader] = [uniqueName(), await java("read", { watchdogMs: 2 * SHORT_MS })];
      await reader.lock(name);
      await using dead = startHolder(both.gateway, name, { leaseMs: SHORT_MS, kind: "read" });
      const deadOwner = await dead.line();
      await dead.kill();
      await eventually(async () => (await ttl(timeoutKey(name, deadOwner))) === -2, 15_000);
      await renewed(timeoutKey(name, await reader.owner()));
      expect(await ttl(timeoutKey(name, deadOwner))).toBe(-2);
      expect(Object.keys(await hash(both.gateway, name))).toContain(deadOwner);
      const { got, listens } = waiter("write", name);
      await listens;
      const releasedAt = performance.now();
      expect(await reader.unlock(name)).toBe(true);
      const { held, at } = await got;
      expect(at - releasedAt).toBeLessThan(SOON_MS);
      await release(held);
      const writer = await java("write");
      expect(await writer.tryLock(name)).toBe(true);
      expect(await writer.unlock(name)).toBe(true);
      await both.nothingLeft(name);
    });

    it("Java's long lease is not shortened by our renewals, nor by our release", async () => {
      const [name, reader] = [uniqueName(), await java("read")];
      await reader.lock(name, { leaseMs: FAR_MS });
      const held = await ours("read", name, { leaseMs: SHORT_MS }).acquire();
      const again = await ours("read", name, { leaseMs: SHORT_MS }).acquire({ owner: held.owner });
      for (let renewal = 0; renewal < 3; renewal += 1) {
        await held.renew();
        await again.renew();
        expect(await ttl(name)).toBeGreaterThan(FAR_MS - 2 * SOON_MS);
      }
      expect((await held.release()).outcome).toBe("still-held");
      expect(await ttl(name)).toBeGreaterThan(FAR_MS - 2 * SOON_MS);
      await release(again);
      expect(await ttl(name)).toBeGreaterThan(FAR_MS - 2 * SOON_MS);
      expect(await ttl(timeoutKey(name, await reader.owner()))).toBeGreaterThan(FAR_MS - 2 * SOON_MS);
      expect(await ours("write", name).tryAcquire()).toBeNull();
      expect(await reader.unlock(name)).toBe(true);
      await both.nothingLeft(name);
    });

    it.skipIf(renewsAll)(
      "our long lease is whole again when Java's reader, whose renewals shortened the lock's, has released",
      async () => {
        const [name, reader] = [uniqueName(), await java("read", { watchdogMs: SHORT_MS })];
        const held = await ours("read", name).acquire({ leaseMs: FAR_MS });
        await reader.lock(name);
        expect(await ttl(name)).toBeGreaterThan(FAR_MS - 2 * SOON_MS);
        await renewed(timeoutKey(name, await reader.owner()));
        // As Redisson does to its own readers.
        expect(await ttl(name)).toBeLessThan(SHORT_MS + 100);
        expect(await ttl(timeoutKey(name, held.owner))).toBeGreaterThan(FAR_MS - 4 * SOON_MS);
        expect(await held.check()).toBe(true);
        expect(await reader.unlock(name)).toBe(true);
        expect(await ttl(name)).toBeGreaterThan(FAR_MS - 4 * SOON_MS);
        expect(await held.check()).toBe(true);
        await release(held);
        await both.nothingLeft(name);
      },
    );

    // Redisson's defect, with or without ours: its renewals set the TTL of the hash, and only a release looks for the
    // longest lease.
    it("our long lease, not renewed, ends with that of a Java reader that renewed and then died", async () => {
      const name = uniqueName();
      await using jvm = await both.another();
      const reader = await java("read", { jvm, watchdogMs: SHORT_MS });
      const held = await ours("read", name).acquire({ leaseMs: FAR_MS });
      await reader.lock(name);
      await renewed(timeoutKey(name, await reader.owner()));
      await jvm.signal("SIGKILL");
      const writing = await ours("write", name).acquire({ waitMs: 15_000 });
      expect(await held.check()).toBe(false);
      expect((await held.release()).outcome).toBe("expired");
      expect(await writing.check()).toBe(true);
      await release(writing);
    });

    it("a hold of ours that is kept alive outlives a Java reader, whose renewals shortened the lock's, and which died", async () => {
      const name = uniqueName();
      await using jvm = await both.another();
      const reader = await java("read", { jvm, watchdogMs: 4_000 });
      await using held = await ours("read", name, { leaseMs: 9_000 }).acquire();
      held.keepAlive();
      await reader.lock(name);
      await renewed(timeoutKey(name, await reader.owner()));
      const owner = await reader.owner();
      await jvm.signal("SIGKILL");
      await eventually(async () => (await ttl(timeoutKey(name, owner))) === -2, 15_000);
      expect(await ours("write", name).tryAcquire({ waitMs: SHORT_MS })).toBeNull();
      expect(await held.check()).toBe(true);
    });
  });

  it.each(ODD_NAMES)("the name %j is the same lock to both, and the same channel", async (odd) => {
    const name = `${odd}${uniqueName()}`;
    const [reader, writer] = [await java("read"), await java("write")];
    const held = await ours("write", name).acquire({ waitMs: 0 });
    const waiting = reader.lock(name);
    await both.listeningShared(name);
    let releasedAt = performance.now();
    await release(held);
    await waiting;
    expect(performance.now() - releasedAt).toBeLessThan(SOON_MS);
    const { got, listens } = waiter("write", name);
    await listens;
    releasedAt = performance.now();
    expect(await reader.unlock(name)).toBe(true);
    const { held: mine, at } = await got;
    expect(at - releasedAt).toBeLessThan(SOON_MS);
    expect(await writer.tryLock(name)).toBe(false);
    await release(mine);
    await both.nothingLeft(name);
  });
});
