// The tokens of the fenced lock, for the runtime that calls it. Its contract as a lock is in lock.ts and the other
// files.

import { describe, expect, it } from "vitest";
import { createClient, type FencedHeld, type FencedLock, holdText, lock as plainLock } from "../../../../src/index.ts";
import { tokenKey } from "../../../../src/lock/keys.ts";
import { createLocks, reached } from "../../../support/bare-locks.ts";
import { eventually } from "../../../support/eventually.ts";
import { fieldsOf, textWith } from "../../../support/hold-texts.ts";
import { atMost, leaseTime } from "../../../support/place.ts";
import { command, type Endpoint } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";

const LEASE_MS = 20_000;

export function fencedContract(redis: Endpoint): void {
  const make = () => createLocks({ redis, leaseMs: LEASE_MS });
  const lockOf = (name = uniqueName()): FencedLock => make().fencedLock(name);
  const latest = (name: string): Promise<string | null> => command(redis, "GET", tokenKey(name));

  /** Acquires, releases, and returns the token. */
  async function nextToken(lock: FencedLock): Promise<string> {
    return lock.withLock(({ fencingToken }) => fencingToken, { waitMs: 0 });
  }

  function expectRising(tokens: readonly string[]): void {
    const numbers = tokens.map(BigInt);
    expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => (one < other ? -1 : 1)));
  }

  describe.concurrent("fencing tokens", () => {
    it("rise from holder to holder, however each acquired the lock, with old and new owners", async () => {
      const lock = lockOf();
      const tokens: string[] = [];
      const ends = async (held: FencedHeld | null): Promise<void> => {
        tokens.push(held?.fencingToken ?? "");
        expect(await latest(lock.name)).toBe(held?.fencingToken);
        expect(await held?.release()).toMatchObject({ outcome: "released" });
      };
      await ends(await lock.acquire());
      await ends(await lock.acquire({ leaseMs: leaseTime(10_000) }));
      await ends(await lock.acquire({ owner: "passed:1" }));
      await ends(await lock.acquire({ owner: "passed:1" }));
      await ends(await lock.tryAcquire());
      await ends(await lockOf(lock.name).tryAcquire());
      tokens.push(await nextToken(lock));
      expect(tokens).toHaveLength(7);
      expectRising(tokens);
    });

    it("start as the microseconds of the clock of Redis", async () => {
      const before = Date.now();
      const token = await nextToken(lockOf());
      expect(token).toMatch(/^\d{16}$/);
      expect(Number(token) / 1_000).toBeGreaterThan(before - 1_000);
      expect(Number(token) / 1_000).toBeLessThan(Date.now() + 1_000);
    });

    it("rise past a holder whose lease ended, and one that was forced out", async () => {
      const lock = lockOf();
      const lost = await lock.acquire();
      await command(redis, "PEXPIRE", lock.name, 1);
      await eventually(async () => !(await lock.isLocked()));
      const forced = await lock.acquire();
      await lock.forceRelease();
      expectRising([lost.fencingToken, forced.fencingToken, await nextToken(lock)]);
      expect(await lost.release()).toMatchObject({ outcome: "expired" });
    });

    it("rise although Redis lost all keys of the lock", async () => {
      const lock = lockOf();
      const tokens: string[] = [];
      for (let round = 0; round < 10; round += 1) {
        tokens.push((await lock.acquire()).fencingToken);
        expect(await command(redis, "DEL", lock.name, tokenKey(lock.name))).toBe(2);
      }
      expectRising(tokens);
    });

    it("rise in the order in which many contenders hold the lock, none of whom is called in vain", async () => {
      const name = uniqueName();
      const start = performance.now();
      const clients = [make(), make(), make()];
      const tokens: string[] = [];
      const contend = async (index: number): Promise<void> => {
        await using held = await (clients[index % 3] ?? make()).fencedLock(name).acquire({ waitMs: 15_000 });
        tokens.push(held.fencingToken);
      };
      await Promise.all(Array.from({ length: 20 }, (_, index) => contend(index)));
      expect(tokens).toHaveLength(20);
      expectRising(tokens);
      // A request of somebody who has had the lock would delay each hand-over by a second.
      expect(performance.now() - start).toBeLessThan(atMost(1_000));
    });

    it("are the same for all holds of one holder; Redisson's re-entry raises them", async () => {
      const lock = lockOf();
      const outer = await lock.acquire();
      const inner = await lock.acquire({ owner: outer.owner });
      const third = await lockOf(lock.name).acquire({ owner: outer.owner });
      expect(third.holdCount).toBe(3);
      expect([inner.fencingToken, third.fencingToken]).toEqual([outer.fencingToken, outer.fencingToken]);
      expect(await latest(lock.name)).toBe(outer.fencingToken);
      // Whichever is released first.
      await outer.release();
      expect((await lock.acquire({ owner: outer.owner })).fencingToken).toBe(outer.fencingToken);
      await lock.forceRelease();
      expectRising([outer.fencingToken, await nextToken(lock)]);
    });

    it("are not raised by refused attempts, reads, renewals and releases", async () => {
      const lock = lockOf();
      const held = await lock.acquire();
      expect(await lock.tryAcquire()).toBeNull();
      expect(await lock.tryAcquire({ owner: "passed:1" })).toBeNull();
      await expect(lock.acquire({ waitMs: 100, wait: "poll" })).rejects.toMatchObject({ code: "LOCK_BUSY" });
      await held.renew();
      expect(await held.check()).toBe(true);
      await held.release();
      expect(await latest(lock.name)).toBe(held.fencingToken);
    });

    it("stay with a hold that moves as text, also to the plain client", async () => {
      const lock = lockOf();
      const held = await lock.acquire();
      const text = held.serialize({ move: true });
      const resumed = await make().resume(text);
      expect(resumed.fencingToken).toBe(held.fencingToken);
      const again = await plainLock(
        createClient({ prefix: "", redis: reached(redis), text: holdText() }),
        lock.name,
      ).resume(resumed.serialize());
      expect(again.fencingToken).toBe(held.fencingToken);
      expect(await lock.renew(text)).toBeGreaterThan(Date.now());
      expect(await latest(lock.name)).toBe(held.fencingToken);
      expect(await again.release()).toMatchObject({ outcome: "released" });
    });

    it("consist of digits, or the text is not a hold", async () => {
      await using held = await lockOf().acquire();
      const fields = fieldsOf(held.serialize());
      const told = fields.indexOf(held.fencingToken);
      const textOf = (token: unknown): string => textWith(fields.with(told, token));
      expect(await make().resume(textOf(held.fencingToken))).toMatchObject({ fencingToken: held.fencingToken });
      for (const token of ["abc", "-1", "1.5", "1\n", " 1", 17, null, "1".repeat(21)]) {
        const invalid = { code: "INVALID_OPTION", option: "serialized" };
        await expect(make().resume(textOf(token))).rejects.toMatchObject(invalid);
      }
    });

    it("exist only for fenced holds; holds of other kinds leave them unchanged", async () => {
      const lock = lockOf();
      const before = await nextToken(lock);
      const plain = await make().lock(lock.name).acquire();
      expect(plain.fencingToken).toBeUndefined();
      expect((await make().resume(plain.serialize())).fencingToken).toBeUndefined();
      expect(await lock.tryAcquire()).toBeNull();
      await plain.release();
      expect(await latest(lock.name)).toBe(before);
      await using held = await lock.acquire();
      expect(await make().lock(lock.name).tryAcquire()).toBeNull();
      expectRising([before, held.fencingToken]);
    });

    it("are the latest one for a holder that began with the plain lock: use one kind per name", async () => {
      const lock = lockOf();
      const before = await nextToken(lock);
      await using plain = await make().lock(lock.name).acquire();
      await using held = await lock.acquire({ owner: plain.owner });
      expect(held.fencingToken).toBe(String(before));
    });

    it("are followed by higher ones when the latest is deleted during a hold", async () => {
      const lock = lockOf();
      const outer = await lock.acquire();
      await command(redis, "DEL", tokenKey(lock.name));
      const inner = await lock.acquire({ owner: outer.owner });
      expect(await latest(lock.name)).toBe(inner.fencingToken);
      expect(await inner.release()).toMatchObject({ outcome: "still-held" });
      expect(await outer.release()).toMatchObject({ outcome: "released" });
      expectRising([outer.fencingToken, inner.fencingToken, await nextToken(lock)]);
    });

    it("never expire, whatever TTL the key was given", async () => {
      const lock = lockOf();
      await nextToken(lock);
      expect(await command(redis, "PTTL", tokenKey(lock.name))).toBe(-1);
      await command(redis, "PEXPIRE", tokenKey(lock.name), 5_000);
      await nextToken(lock);
      expect(await command(redis, "PTTL", tokenKey(lock.name))).toBe(-1);
    });

    it("belong to one name each, however it is written, and are kept where Redisson keeps them", async () => {
      const prefix = `${uniqueName().replaceAll(":", ".")}:`;
      const locks = createLocks({ redis, prefix });
      const names = [..."a b|x:y|{a}:b|a{b|a}b|{}|a\nb|\0|é|🐕|__proto__|'|\"|\\|*?[".split("|"), "n".repeat(30_000)];
      const holds = await Promise.all(names.map((name) => locks.fencedLock(name).acquire({ waitMs: 0 })));
      const kept = await Promise.all(
        names.map((name) => {
          const key = prefix + name;
          return command(redis, "GET", `redisson_lock_token:${key.includes("{") ? key : `{${key}}`}`);
        }),
      );
      expect(kept).toEqual(holds.map(({ fencingToken }) => fencingToken));
      await Promise.all(holds.map((held) => held.release()));
    });
  });
}
