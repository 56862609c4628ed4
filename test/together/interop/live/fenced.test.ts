// The fenced lock, shared with the real Redisson's: each side respects, wakes and outlives the other, and the tokens of
// both rise in one sequence.

import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tokenKey } from "../../../../src/lock/keys.ts";
import { command, hash } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { asleep } from "../../../support/waiting.ts";
import { isIn } from "../kinds.ts";
import { ODD_NAMES } from "../steps.ts";
import { Both } from "./both.ts";
import { versions } from "./versions.ts";
import { tell } from "./woken.ts";

// For a lease that must end or be renewed while a test waits for it.
const SHORT_MS = 3_000;
// Much less than a lease of 30 s: a waiter that gets in this soon was woken.
const SOON_MS = 5_000;
const kind = "fenced";

const [version = ""] = versions.filter((some) => isIn(some, kind));

describe.skipIf(version === "")(`the fenced lock with Redisson ${version}`, () => {
  const both = new Both(version);
  beforeAll(() => both.start());
  afterAll(() => both.stop());

  const latest = (name: string): Promise<string | null> => command(both.gateway, "GET", tokenKey(name));

  describe("tokens", () => {
    it("of both sides alternately rise in one sequence, and Java's is ours plus one", async () => {
      const [name, java] = [uniqueName(), await both.java({ kind })];
      const lock = both.locks().fencedLock(name);
      const tokens: number[] = [];
      // Java comes first, and counts from 1.
      for (let turn = 0; turn < 20; turn += 1) {
        const before = tokens.at(-1) ?? 0;
        const theirs = await java.lockAndGetToken(name);
        expect(theirs).toBe(before + 1);
        expect(await java.unlock(name)).toBe(true);
        const held = await lock.acquire({ waitMs: 0 });
        tokens.push(theirs, Number(held.fencingToken));
        expect(await java.token(name)).toBe(Number(held.fencingToken));
        await held.release();
      }
      expect(tokens).toEqual([...new Set(tokens)].sort((one, other) => one - other));
      expect(tokens[0]).toBe(1);
      expect(tokens[1]).toBeGreaterThan(1e15);
    });

    it("that Java raised ahead of the clock are continued, to the last digit", async () => {
      const [name, java] = [uniqueName(), await both.java({ kind })];
      const lock = both.locks().fencedLock(name);
      await command(both.gateway, "SET", tokenKey(name), "9007199254740994");
      await java.lock(name);
      expect(await java.unlock(name)).toBe(true);
      expect(await latest(name)).toBe("9007199254740995");
      expect(await lock.withLock(({ fencingToken }) => fencingToken)).toBe("9007199254740996");
      await java.lock(name);
      expect(await latest(name)).toBe("9007199254740997");
      expect(await java.unlock(name)).toBe(true);
    });

    it("are raised by Java's re-entry, not by ours; the next holder's is higher than all", async () => {
      const [name, java] = [uniqueName(), await both.java({ kind })];
      const lock = both.locks().fencedLock(name);
      await using outer = await lock.acquire();
      const inner = await lock.acquire({ owner: outer.owner });
      expect(inner.fencingToken).toBe(outer.fencingToken);
      await inner.release();
      await outer.release();
      const [first, second] = [await java.lockAndGetToken(name), await java.lockAndGetToken(name)];
      expect([first, second]).toEqual([Number(outer.fencingToken) + 1, Number(outer.fencingToken) + 2]);
      for (let hold = 0; hold < 2; hold += 1) expect(await java.unlock(name)).toBe(true);
      await using next = await lock.acquire({ waitMs: 0 });
      expect(Number(next.fencingToken)).toBeGreaterThan(second);
    });

    it("do not change when the other side is refused", async () => {
      const [name, java] = [uniqueName(), await both.java({ kind })];
      const lock = both.locks().fencedLock(name);
      const held = await lock.acquire();
      expect(await java.tryLock(name)).toBe(false);
      expect(await java.tryLock(name, { waitMs: 200 })).toBe(false);
      expect(await latest(name)).toBe(held.fencingToken);
      await held.release();
      const theirs = await java.lockAndGetToken(name);
      expect(await lock.tryAcquire()).toBeNull();
      expect(await latest(name)).toBe(String(theirs));
      expect(await java.unlock(name)).toBe(true);
    });

    it.each(ODD_NAMES)("of the name %j are one sequence to both", async (odd) => {
      const [name, java] = [`${odd}${uniqueName()}`, await both.java({ kind })];
      const held = await both.locks().fencedLock(name).acquire();
      expect(await java.token(name)).toBe(Number(held.fencingToken));
      await held.release();
      expect(await java.lockAndGetToken(name)).toBe(Number(held.fencingToken) + 1);
      expect(await java.unlock(name)).toBe(true);
    });
  });

  describe("Java holds", () => {
    it("and we are refused, and woken by its message: the state is its own", async () => {
      const woken: number[] = [];
      for (let round = 0; round < 5; round += 1) {
        const [name, java] = [uniqueName(), await both.java({ kind })];
        const lock = both.locks({ pollMs: 60_000 }).fencedLock(name);
        const theirs = await java.lockAndGetToken(name);
        expect(await lock.tryAcquire()).toBeNull();
        expect(await hash(both.gateway, name)).toEqual({ [await java.owner()]: "1" });
        let refusals = 0;
        const waiting = lock.acquire({ waitMs: 25_000, onWait: () => (refusals += 1) });
        // The second one follows the confirmation of its stream.
        await asleep(() => refusals);
        const releasedAt = performance.now();
        expect(await java.unlock(name)).toBe(true);
        await using held = await waiting;
        woken.push(performance.now() - releasedAt);
        expect(Number(held.fencingToken)).toBeGreaterThan(theirs);
        expect(await hash(both.gateway, name)).toEqual({ [held.owner]: "1" });
        expect(await command(both.gateway, "PTTL", tokenKey(name))).toBe(-1);
      }
      tell(version, "we are", woken);
      expect(Math.max(...woken)).toBeLessThan(SOON_MS);
    });

    it("and its lease ends: we get in, and its unlock says so", async () => {
      const [name, java] = [uniqueName(), await both.java({ kind })];
      await java.lock(name, { leaseMs: 1_500 });
      const theirs = await java.token(name);
      await using held = await both.locks().fencedLock(name).acquire({ waitMs: 10_000 });
      expect(Number(held.fencingToken)).toBeGreaterThan(theirs);
      expect(await java.unlock(name)).toBe(false);
      expect(await held.check()).toBe(true);
    });

    it("and is killed: we get in after its lease, with a higher token", async () => {
      const name = uniqueName();
      await using jvm = await both.another();
      const java = await both.java({ jvm, watchdogMs: SHORT_MS, kind });
      const theirs = await java.lockAndGetToken(name);
      await jvm.signal("SIGKILL");
      const killedAt = performance.now();
      await using held = await both.locks().fencedLock(name).acquire({ waitMs: 15_000 });
      expect(performance.now() - killedAt).toBeLessThan(SHORT_MS + 2_000);
      expect(Number(held.fencingToken)).toBeGreaterThan(theirs);
    });
  });

  describe("we hold", () => {
    it("and release: Java is woken by our message, and its token is ours and one", async () => {
      const woken: number[] = [];
      for (let round = 0; round < 5; round += 1) {
        const [name, java] = [uniqueName(), await both.java({ kind })];
        const held = await both.locks().fencedLock(name).acquire();
        expect(await java.unlock(name)).toBe(false);
        const waiting = java.lockAndGetToken(name).then((theirs) => ({ theirs, at: performance.now() }));
        await both.listening(name);
        const releasedAt = performance.now();
        await held.release();
        const { theirs, at } = await waiting;
        woken.push(at - releasedAt);
        expect(theirs).toBe(Number(held.fencingToken) + 1);
        expect(await java.unlock(name)).toBe(true);
      }
      tell(version, "Java is", woken);
      expect(Math.max(...woken)).toBeLessThan(SOON_MS);
    });

    it("and our lease ends: Java gets in, and our release touches nothing", async () => {
      const [name, java] = [uniqueName(), await both.java({ kind })];
      const held = await both.locks({ leaseMs: 1_500 }).fencedLock(name).acquire();
      expect(await java.lockAndGetToken(name)).toBe(Number(held.fencingToken) + 1);
      expect(await held.release()).toMatchObject({ outcome: "taken" });
      expect(await java.holdCount(name)).toBe(1);
      expect(await java.forceUnlock(name)).toBe(true);
    });

    it("and Java frees it by force: ours notices, and the next token is higher", async () => {
      const [name, java] = [uniqueName(), await both.java({ kind })];
      const lock = both.locks().fencedLock(name);
      const held = await lock.acquire();
      expect(await java.forceUnlock(name)).toBe(true);
      expect(await held.check()).toBe(false);
      await using next = await lock.acquire({ waitMs: 0 });
      expect(Number(next.fencingToken)).toBeGreaterThan(Number(held.fencingToken));
    });
  });

  it("both watchdogs renew at the same time, and no renewal raises a token", async () => {
    const [theirs, ours] = [uniqueName(), uniqueName()];
    const java = await both.java({ watchdogMs: SHORT_MS, kind });
    const locks = both.locks({ leaseMs: SHORT_MS });
    const token = await java.lockAndGetToken(theirs);
    await using held = await locks.fencedLock(ours).acquire();
    held.keepAlive();
    const waitMs = 2.5 * SHORT_MS;
    const [got, refused] = await Promise.all([
      locks.fencedLock(theirs).tryAcquire({ waitMs }),
      java.tryLock(ours, { waitMs }),
    ]);
    expect([got, refused]).toEqual([null, false]);
    expect([await latest(theirs), await latest(ours)]).toEqual([String(token), held.fencingToken]);
    expect(await java.unlock(theirs)).toBe(true);
  });

  it("Java's plain lock and our fenced one exclude each other, and the plain one skips the token", async () => {
    const [name, java] = [uniqueName(), await both.java()];
    const lock = both.locks().fencedLock(name);
    const before = await lock.withLock(({ fencingToken }) => fencingToken);
    await java.lock(name);
    expect(await lock.tryAcquire()).toBeNull();
    expect(await latest(name)).toBe(before);
    const waiting = lock.acquire({ waitMs: 10_000 });
    await sleep(100);
    expect(await java.unlock(name)).toBe(true);
    await using held = await waiting;
    expect(Number(held.fencingToken)).toBeGreaterThan(Number(before));
    expect(await java.tryLock(name)).toBe(false);
  });
});
