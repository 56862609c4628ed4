// Waiters of fair locks whose isolate has an open mailbox, behind holders of other isolates, which are direct calls of
// the scripts here. Runs on a gateway of its own, one test at a time: it reads all commands.
import { describe, expect, it } from "vitest";
import { createClient, fairLock, type Held, type Lock, streams } from "../../../../src/index.ts";
import { queueKey, waiterChannels, waiterKey } from "../../../../src/lock/keys.ts";
import { fairAcquireCall, fairReleaseCall } from "../../../../src/lock/lua/fair.ts";
import type { GrantedHold } from "../../../../src/lock/protocol.ts";
import { reached } from "../../../support/bare-locks.ts";
import { eventually } from "../../../support/eventually.ts";
import { ownerNamed } from "../../../support/owners.ts";
import { leaseTime } from "../../../support/place.ts";
import { command, type Endpoint, redisTime, witnessed } from "../../../support/rest.ts";
import { runsOf } from "../../../support/runs.ts";
import { FAIR_PATIENCE_MS } from "../../../support/standing.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { type Sleeper, sleeper } from "../../../support/waiting.ts";
import { RELEASED } from "./passed-holds.ts";
import {
  LEASE_MS,
  LONG_ENOUGH_MS,
  PREFIX,
  pause,
  SETTLED_MS,
  SOON_MS,
  standingStage,
  WITHIN,
} from "./standing-stage.ts";

const JAVA = ownerNamed("java");

export function fairGrantedContract(redis: Endpoint): void {
  const { locks, port, elsewhere, openStreams, publish } = standingStage(redis);

  /** The scripts that ran for a lock after this one; undefined: all. */
  const scripts = async (key: string, since?: number): Promise<{ script: string; seq: number }[]> =>
    runsOf(await witnessed(redis, key, since), key);
  const latest = async (key: string): Promise<number> => (await scripts(key)).at(-1)?.seq ?? 0;
  const namesOf = async (key: string, since: number): Promise<string[]> =>
    (await scripts(key, since)).map(({ script }) => script);

  const acquire = async (hold: GrantedHold): Promise<GrantedHold> => {
    const call = fairAcquireCall(hold, false, false, FAIR_PATIENCE_MS);
    expect(await port.run(call, WITHIN)).toMatchObject({ kind: "held" });
    return hold;
  };
  const release = (hold: GrantedHold) => port.run(fairReleaseCall(hold, true, FAIR_PATIENCE_MS, "elsewhere"), WITHIN);
  const queue = (key: string): Promise<string[]> => command(redis, "LRANGE", queueKey(key), 0, -1);

  /** A lock that is held elsewhere. */
  async function heldLock(): Promise<{ lock: Lock; key: string; holder: GrantedHold }> {
    const lock = locks.fairLock(uniqueName());
    const key = PREFIX + lock.name;
    return { lock, key, holder: await acquire(elsewhere({ key })) };
  }

  /** Starts a waiter. Resolves when Redis has its request, and it sleeps. */
  async function waits(lock: Lock, key: string): Promise<Sleeper<Held> & { owner: string; mailbox: string }> {
    const before = (await queue(key)).length;
    const waiting = await sleeper((more) => lock.acquire(more));
    const owner = await eventually(async () => (await queue(key))[before]);
    const request = await eventually(() => command<string | null>(redis, "GET", waiterKey(key, owner)));
    return { ...waiting, owner, mailbox: request.split(" ")[0] ?? "" };
  }

  async function soon<Got>(got: Promise<Got>): Promise<Got> {
    const start = performance.now();
    const result = await got;
    expect(performance.now() - start).toBeLessThan(SOON_MS);
    return result;
  }

  describe("a waiter of a fair lock", () => {
    it("shares one stream with those for all other fair locks", async () => {
      const held = await Promise.all(Array.from({ length: 8 }, heldLock));
      const waiting = await Promise.all(held.map(({ lock }) => sleeper((more) => lock.acquire(more))));
      expect(await openStreams()).toBe(1);
      for (const { holder } of held) await release(holder);
      for (const { got } of waiting) expect(await (await got).release()).toMatchObject(RELEASED);
    });

    it("is granted the lock by a message, without an attempt, and confirms it once", async () => {
      const { lock, key, holder } = await heldLock();
      const { got, owner } = await waits(lock, key);
      const since = await latest(key);
      expect(await release(holder)).toMatchObject({ granted: owner });
      const held = await soon(got);
      expect([held.owner, held.leaseMs]).toEqual([owner, LEASE_MS]);
      await eventually(() => held.validUntil - Date.now() > LEASE_MS - leaseTime(2_000), SETTLED_MS);
      await pause(LONG_ENOUGH_MS);
      expect(await command<number>(redis, "PTTL", key)).toBeGreaterThan(LEASE_MS - leaseTime(4_000));
      const all = await namesOf(key, since);
      expect(all).toEqual(["fair/release", "lock/renew"]);
      expect(await held.release()).toMatchObject(RELEASED);
    });

    it("gets the lock in the order of the queue, with waiters of other isolates between", async () => {
      const { lock, key, holder } = await heldLock();
      const first = await waits(lock, key);
      const other = elsewhere({ key });
      await port.run(fairAcquireCall(other, false, false, FAIR_PATIENCE_MS), WITHIN);
      const last = await waits(lock, key);
      await release(holder);
      await (await soon(first.got)).release();
      await pause(LONG_ENOUGH_MS);
      expect(last.isOver()).toBe(false);
      await acquire(other);
      await release(other);
      expect((await soon(last.got)).owner).toBe(last.owner);
      await lock.forceRelease();
    });

    it("hears of a holder of Redisson on its own channel, and of one of ours after it", async () => {
      const { lock, key, holder } = await heldLock();
      await release(holder);
      await command(redis, "HSET", key, JAVA, 1);
      await command(redis, "PEXPIRE", key, LEASE_MS);
      const { got, owner } = await waits(lock, key);
      await eventually(async () => (await openStreams()) === 2);
      await command(redis, "DEL", key);
      await command(redis, "PUBLISH", waiterChannels(key) + owner, "0");
      const held = await soon(got);
      const next = await waits(lock, key);
      await held.release();
      await (await soon(next.got)).release();
    });

    it("attempts when it is called, and not for messages to others", async () => {
      const { lock, key, holder } = await heldLock();
      const { got, owner, mailbox, isOver } = await waits(lock, key);
      const since = await latest(key);
      const now = await redisTime(redis);
      for (const message of ["", "try a:1 0", `granted a:1 ${now} 5000 ${now} 0 0`]) await publish(mailbox, message);
      await pause(LONG_ENOUGH_MS);
      expect(await namesOf(key, since)).toEqual([]);
      await publish(mailbox, `try ${owner} 0`);
      await publish(mailbox, `granted ${owner} ${now - 10_000} 5000 ${now} 0 0`);
      await eventually(async () => (await namesOf(key, since)).length > 0);
      await pause(LONG_ENOUGH_MS);
      expect(isOver()).toBe(false);
      expect((await namesOf(key, since)).length).toBeLessThanOrEqual(2);
      await release(holder);
      await (await soon(got)).release();
    });

    it("that does not hear of its call attempts before it is presumed dead", async () => {
      const { lock, key, holder } = await heldLock();
      const { got, owner } = await waits(lock, key);
      const request = await command<string>(redis, "GET", waiterKey(key, owner));
      const deaf = "0".repeat(32);
      await command(redis, "SET", waiterKey(key, owner), `~${request.replace(/^\S+/, deaf)}`);
      await release(holder);
      const held = await got;
      expect(held.owner).toBe(owner);
      expect(await held.release()).toMatchObject(RELEASED);
    });

    it("with grants: false is only called", async () => {
      const own = createClient({
        redis: reached(redis),
        prefix: PREFIX,
        waitMs: 20_000,
        wait: streams({ grants: false }),
      });
      const { key, holder } = await heldLock();
      const { got, owner } = await waits(fairLock(own, key.slice(PREFIX.length)), key);
      expect(await command(redis, "GET", waiterKey(key, owner))).toMatch(/^~/);
      const since = await latest(key);
      expect(await release(holder)).not.toHaveProperty("granted");
      await (await soon(got)).release();
      expect(await namesOf(key, since)).toEqual(["fair/release", "fair/acquire-standing", "fair/release"]);
    });
  });
}
