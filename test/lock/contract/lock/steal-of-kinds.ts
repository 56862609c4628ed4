// Thefts of locks that differ: a queue, readers, tokens, several locks, and locks of another kind.
import { describe, expect, it } from "vitest";
import type { Held } from "../../../../src/index.ts";
import { endsChannel } from "../../../../src/lock/keys.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { eventually } from "../../../support/eventually.ts";
import { itWaits, leaseTime } from "../../../support/place.ts";
import { command, type Endpoint, hash } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { kinds } from "../kinds.ts";

const LEASE_MS = leaseTime(1_500);

export function stealOfKindsContract(redis: Endpoint): void {
  const make = () => createLocks({ redis, leaseMs: LEASE_MS });
  const stolen = { code: "LOCK_STOLEN" };

  describe("a theft of a fair lock", () => {
    it("passes the queue, whose first waiter is woken by the thief's release", async () => {
      const name = uniqueName();
      const [fair, theirs] = [make().fairLock(name), make().fairLock(name)];
      const held = await fair.acquire({ leaseMs: 20_000 });
      const waiting = fair.acquire({ waitMs: 20_000 });
      await eventually(async () => (await fair.inspect()).queueLength === 1);
      const thief = await theirs.acquire({ steal: true, leaseMs: 20_000 });
      expect((await theirs.inspect()).queueLength).toBe(1);
      expect(await held.check()).toBe(false);
      expect(held.signal.reason).toMatchObject(stolen);
      await thief.release();
      await using next = await waiting;
      expect(await next.check()).toBe(true);
    });
  });

  describe("a theft of a write lock", () => {
    it("ends all readers, each of which learns of it", async () => {
      const name = uniqueName();
      const lock = make().readWriteLock(name);
      const readers: Held[] = [];
      for (let each = 0; each < 3; each += 1) readers.push(await lock.readLock().acquire());
      await using writer = await make().readWriteLock(name).writeLock().acquire({ steal: true, reason: "repair" });
      expect(await hash(redis, name)).toEqual({ mode: "write", [`${writer.owner}:write`]: "1" });
      for (const reader of readers) {
        await expect(reader.renew()).rejects.toMatchObject({
          ...stolen,
          thief: { owner: writer.owner, reason: "repair" },
        });
      }
      const late = lock.readLock().acquire({ waitMs: 0 });
      await expect(late).rejects.toMatchObject({ code: "LOCK_BUSY", holder: { owner: writer.owner } });
    });

    it("ends the thief's own reads, and those of more readers than it remembers", async () => {
      const name = uniqueName();
      const lock = make().readWriteLock(name);
      const owner = `${crypto.randomUUID()}:1`;
      const own = await lock.readLock().acquire({ owner });
      const crowd = await Promise.all(Array.from({ length: 80 }, () => lock.readLock().acquire()));
      const there = make().readWriteLock(name).writeLock();
      await using writer = await there.acquire({ owner, steal: true });
      expect(await hash(redis, name)).toEqual({ mode: "write", [`${writer.owner}:write`]: "1" });
      const outcomes = await Promise.all([own, ...crowd].map((reader) => reader.release()));
      const told = outcomes.filter(({ outcome }) => outcome === "stolen").length;
      expect([64, 65]).toContain(told);
      expect(outcomes.filter(({ outcome }) => outcome === "taken").length).toBe(81 - told);
      expect(await writer.check()).toBe(true);
    });

    it("changes no plain lock, nor does a theft of a plain lock change a read/write lock", async () => {
      const [plain, shared] = [uniqueName(), uniqueName()];
      const locks = make();
      await using one = await locks.lock(plain).acquire();
      await using other = await locks.readWriteLock(shared).readLock().acquire();
      const refused = { code: "NOT_A_LOCK" };
      await expect(locks.readWriteLock(plain).writeLock().acquire({ steal: true })).rejects.toMatchObject(refused);
      await expect(locks.lock(shared).acquire({ steal: true })).rejects.toMatchObject(refused);
      expect([await one.check(), await other.check()]).toEqual([true, true]);
    });
  });

  describe("a theft of a fenced lock", () => {
    it("has a higher token than its victim, and so do all later holders", async () => {
      const name = uniqueName();
      const [lock, theirs] = [make().fencedLock(name), make().fencedLock(name)];
      const held = await lock.acquire();
      const tokens = [held.fencingToken];
      for (let theft = 0; theft < 3; theft += 1) {
        tokens.push((await (theft % 2 === 0 ? theirs : lock).acquire({ steal: true })).fencingToken);
      }
      expect(tokens).toEqual(tokens.toSorted((one, other) => (BigInt(one) < BigInt(other) ? -1 : 1)));
      expect(new Set(tokens).size).toBe(4);
    });

    it("is refused before it changes anything when there is no higher token", async () => {
      const name = uniqueName();
      const lock = make().fencedLock(name);
      await using held = await lock.acquire();
      await command(redis, "SET", `redisson_lock_token:{${name}}`, "9223372036854775807");
      await expect(lock.acquire({ steal: true })).rejects.toMatchObject({ code: "NOT_A_LOCK" });
      await command(redis, "SET", `redisson_lock_token:{${name}}`, held.fencingToken);
      expect(await held.check()).toBe(true);
    });
  });

  describe("a theft of one of several locks", () => {
    itWaits("ends the multi lock that holds it", async () => {
      const [one, other] = [uniqueName(), uniqueName()];
      const locks = make();
      const held = await locks.multiLock(locks.lock(one), locks.lock(other)).acquire();
      const kept = held.keepAlive({ waitUntil() {} });
      await using thief = await make().lock(other).acquire({ steal: true });
      expect((await kept.ended).reason).toBe("lost");
      expect(held.signal.reason).toMatchObject({ ...stolen, thief: { owner: thief.owner } });
      expect(await held.release()).toEqual({ outcome: "stolen", holdCount: 0 });
      expect([await locks.lock(one).isLocked(), await thief.check()]).toEqual([false, true]);
    });
  });

  describe("a holder that listens", () => {
    it.each([
      ["of a new owner", undefined],
      ["of an owner that was passed", "worker-7"],
    ])("learns of a theft at once, and not at its next renewal: %s", async (_, owner) => {
      const prefix = `${uniqueName().replaceAll(":", "-")}:`;
      // Its next renewal comes in 20 s.
      const locks = createLocks({ redis, leaseMs: 60_000, prefix });
      const [held, other] = [await locks.lock("a").acquire({ owner }), await locks.lock("b").acquire()];
      const kept = held.keepAlive({ waitUntil() {} }, { listen: true });
      other.keepAlive({ waitUntil() {} }, { listen: true });
      await eventually(async () => Number(await subscribed(redis, `${prefix}a`)) > 0);
      const lost = new Promise((resolve) => held.signal.addEventListener("abort", resolve));
      const thief = await createLocks({ redis, prefix }).lock("a").acquire({ steal: true, reason: "now" });
      await lost;
      expect(held.signal.reason).toMatchObject({ code: "LOCK_STOLEN", thief: { owner: thief.owner, reason: "now" } });
      expect((await kept.ended).reason).toBe("lost");
      expect([thief.signal.aborted, other.signal.aborted]).toEqual([false, false]);
      await Promise.all([thief.release(), other.release()]);
      await eventually(async () => Number(await subscribed(redis, `${prefix}a`)) === 0);
    });
  });

  it.each(Object.values(kinds).map((kind) => [kind.name, kind] as const))(
    "a release by force is told to a holder that listens, of another client: %s",
    async (_, kind) => {
      const prefix = `${uniqueName().replaceAll(":", "-")}:`;
      // Its next renewal comes in 20 s.
      const held = await kind.lock(createLocks({ redis, leaseMs: 60_000, prefix }), "a").acquire();
      const kept = held.keepAlive({ waitUntil() {} }, { listen: true });
      await eventually(async () => Number(await subscribed(redis, `${prefix}a`)) > 0);
      const lost = new Promise((resolve) => held.signal.addEventListener("abort", resolve));
      const freeing = kind.lock(createLocks({ redis, prefix }), "a");
      // A message for all, which anybody may send, makes the holder ask Redis.
      await command(redis, "PUBLISH", endsChannel(`${prefix}a`), "* lost");
      expect([await held.check(), held.signal.aborted]).toEqual([true, false]);
      expect(await freeing.forceRelease()).toBe(true);
      await lost;
      expect(held.signal.reason).toMatchObject({ code: "LOCK_LOST" });
      expect((await kept.ended).reason).toBe("lost");
    },
  );

  it("a release by force is told to the holds of the same client at once", async () => {
    const name = uniqueName();
    const locks = make();
    const held = await locks.lock(name).acquire();
    expect(await locks.lock(name).forceRelease()).toBe(true);
    expect(held.signal.reason).toMatchObject({ code: "LOCK_LOST", end: "lost" });
  });
}

/** Returns how many streams a theft of this lock would reach: publishes a message that no holder understands. */
function subscribed(redis: Endpoint, key: string): Promise<unknown> {
  return command(redis, "PUBLISH", endsChannel(key), "-");
}
