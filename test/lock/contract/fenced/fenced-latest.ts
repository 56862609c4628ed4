// How a fenced lock treats the latest token it finds, which any client may have written, for the runtime that calls it.
import { describe, expect, it } from "vitest";
import type { FencedLock } from "../../../../src/index.ts";
import { tokenKey } from "../../../../src/lock/keys.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { command, type Endpoint, hash } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";

const LEASE_MS = 20_000;

export function latestTokenContract(redis: Endpoint): void {
  const make = () => createLocks({ redis, leaseMs: LEASE_MS });
  const latest = (name: string): Promise<string | null> => command(redis, "GET", tokenKey(name));

  async function lockAfter(token: string): Promise<FencedLock> {
    const name = uniqueName();
    await command(redis, "SET", tokenKey(name), token);
    return make().fencedLock(name);
  }

  describe.concurrent("the latest token", () => {
    it.each([
      ["1", "of a Java service"],
      ["4711", "of a Java service"],
      ["0000000000000009", "as long as ours"],
      ["999999999999999", "greater than ours as text"],
      ["", "that is no text at all"],
    ])("of %j, %s, is followed by one of the clock", async (token) => {
      const lock = await lockAfter(token);
      const before = Date.now();
      const next = await lock.withLock(({ fencingToken }) => fencingToken);
      expect(Number(next) / 1_000).toBeGreaterThan(before - 1_000);
      expect(Number(next) / 1_000).toBeLessThan(Date.now() + 1_000);
    });

    it.each([
      ["9007199254740992", "9007199254740993"],
      ["9007199254740993", "9007199254740994"],
      ["9999999999999999", "10000000000000000"],
      ["10000000000000000", "10000000000000001"],
      ["9223372036854775806", "9223372036854775807"],
    ])("of %s, ahead of the clock, is followed by %s, exactly", async (token, next) => {
      const lock = await lockAfter(token);
      await using held = await lock.acquire();
      expect(held.fencingToken).toBe(next);
      expect((await lock.acquire({ owner: held.owner })).fencingToken).toBe(next);
      expect((await make().resume(held.serialize())).fencingToken).toBe(next);
      await lock.forceRelease();
    });

    it.each([
      ..."abc|-5|+5| 12|12 |12\n|1e5|1.5|0x10|٣|12\0|9x|x9|NaN".split("|"),
      // Digits, but too many for Redis to increment.
      "9223372036854775807",
      "99999999999999999999999",
      "000000000000000000009",
    ])("of %j is refused, and nothing is taken or written", async (token) => {
      const lock = await lockAfter(token);
      for (const options of [{}, { owner: "passed:1" }]) {
        await expect(lock.tryAcquire(options)).rejects.toMatchObject({ code: "NOT_A_LOCK" });
      }
      expect(await latest(lock.name)).toBe(token);
      // The refused requests were cancelled, which Redis remembers: a late copy takes nothing either.
      const keys = [await command(redis, "KEYS", `*${lock.name}*`)].flat().map(String);
      expect(keys.filter((key) => !key.startsWith("leasehound:"))).toEqual([tokenKey(lock.name)]);
      // The plain lock does not read it.
      await (await make().lock(lock.name).acquire()).release();
    });

    it("of another type is refused and left unchanged", async () => {
      const lock = make().fencedLock(uniqueName());
      await command(redis, "RPUSH", tokenKey(lock.name), "mine");
      await expect(lock.tryAcquire()).rejects.toMatchObject({ code: "NOT_A_LOCK" });
      expect(await lock.isLocked()).toBe(false);
      expect(await command(redis, "LLEN", tokenKey(lock.name))).toBe(1);
    });

    it.each([
      ["text", ["SET", "abc"]],
      ["another type", ["RPUSH", "mine"]],
    ])(
      "that became %s during a hold is refused at a re-entry, which counts nothing",
      async (_, [word = "", value = ""]) => {
        const lock = make().fencedLock(uniqueName());
        const outer = await lock.acquire();
        await command(redis, "DEL", tokenKey(lock.name));
        await command(redis, word, tokenKey(lock.name), value);
        const inner = lock.tryAcquire({ owner: outer.owner });
        await expect(inner).rejects.toMatchObject({ code: "NOT_A_LOCK" });
        expect(await hash(redis, lock.name)).toEqual({ [outer.owner]: "1" });
        expect(await outer.release()).toMatchObject({ outcome: "released" });
      },
    );
  });
}
