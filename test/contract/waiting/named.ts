// Many isolates that wait for one lock: a release names one of them. The other isolates here are names in the list of
// Redis, and direct calls of the scripts. Runs on a gateway of its own, one test at a time: it reads all commands.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Held, Lock } from "../../../src/index.ts";
import { isolatesFlagKey, isolatesKey, releaseChannel } from "../../../src/lock/keys.ts";
import { acquireCall, releaseCall } from "../../../src/lock/lua/lock/calls.ts";
import type { GrantedHold } from "../../../src/lock/protocol.ts";
import { upstashPort } from "../../../src/lock/redis/upstash.ts";
import { isolateName } from "../../../src/lock/wait/named-turns.ts";
import { createLocks } from "../../support/bare-locks.ts";
import { type Channel, listen } from "../../support/channel.ts";
import { eventually } from "../../support/eventually.ts";
import { command, countsOf, type Endpoint, resetCounts } from "../../support/rest.ts";
import { uniqueName } from "../../support/unique-name.ts";
import { sleeper } from "../../support/waiting.ts";
import { NO_POLL_MS } from "./passed-holds.ts";

const [A, B, C] = ["100001", "100002", "100003"] as const;

/** Resolves when these were published. */
function published({ messages }: Channel, ...payloads: string[]): Promise<unknown> {
  return eventually(() => messages.join() === payloads.join());
}

export function namedContract(redis: Endpoint): void {
  const locks = createLocks({ redis, pollMs: NO_POLL_MS, waitMs: 20_000 });
  const port = upstashPort(redis);
  let lock: Lock;
  let key: string;

  /** A hold of a caller elsewhere. */
  const elsewhere = (): GrantedHold => {
    const owner = `${crypto.randomUUID()}:1`;
    return { key, owner, holdId: owner, leaseMs: 30_000, ownerIsNew: true, epoch: "" };
  };
  const acquire = async (hold: GrantedHold): Promise<GrantedHold> => {
    expect(await port.run(acquireCall(hold, false), { timeoutMs: 5_000 })).toMatchObject({ kind: "held" });
    return hold;
  };
  const release = (hold: GrantedHold) => port.run(releaseCall(hold, true, "elsewhere"), { timeoutMs: 5_000 });
  const list = (): Promise<string[]> => command(redis, "LRANGE", isolatesKey(key), 0, -1);
  const puts = (...names: string[]): Promise<unknown> => command(redis, "LPUSH", isolatesKey(key), ...names.reverse());

  beforeEach(() => {
    lock = locks.lock(uniqueName());
    key = lock.name;
  });
  afterEach(() => eventually(async () => (await countsOf(redis)).openStreams === 0));

  async function waits(): Promise<{ got: Promise<Held>; refusals: () => number }> {
    return sleeper((options) => lock.acquire(options));
  }

  describe("an isolate that waits", () => {
    it("is in the list once, however many of its callers wait, and leaves it with the last", async () => {
      const holder = await acquire(elsewhere());
      const waiting = [await waits(), await waits(), await waits()];
      expect(await list()).toEqual([isolateName()]);
      expect(await command(redis, "PTTL", isolatesKey(key))).toBeGreaterThan(30_000);
      await release(holder);
      const first = await Promise.race(waiting.map(({ got }) => got));
      expect(await list()).toEqual([isolateName()]);
      await first.release();
      for (const { got } of waiting) await (await got).release();
      expect(await list()).toEqual([]);
    });

    it("is named by a release, before the message that wakes Redisson, and attempts", async () => {
      await using channel = await listen(redis, releaseChannel(key));
      const holder = await acquire(elsewhere());
      const { got } = await waits();
      await puts(A, B);
      await command(redis, "RPOPLPUSH", isolatesKey(key), isolatesKey(key));
      await resetCounts(redis);
      await release(holder);
      const held = await got;
      await published(channel, `1${isolateName()}${A}${B}`, "0");
      // 9 of the release, 6 of the acquire.
      expect(await countsOf(redis)).toMatchObject({ requests: 2, billed: 15 });
      expect(await list()).toEqual([A, B]);
      await held.release();
    });

    it("does not attempt when three others are named, and does in its turn", async () => {
      await using channel = await listen(redis, releaseChannel(key));
      const holder = await acquire(elsewhere());
      const { got, refusals } = await waits();
      await puts(A, B, C);
      const before = refusals();
      await release(holder);
      const next = await acquire(elsewhere());
      // It would have been refused by now.
      await release(next);
      const held = await got;
      await published(channel, `1${A}${B}${C}`, "0", `1${B}${C}${isolateName()}`, "0");
      expect(refusals()).toBe(before);
      // Neither of the two before it came.
      expect(await list()).toEqual([A]);
      await held.release();
    });

    it("looks after the one before it, and takes that out of the list if it did not come", async () => {
      await using channel = await listen(redis, releaseChannel(key));
      const holder = await acquire(elsewhere());
      const { got } = await waits();
      await puts(A);
      await release(holder);
      const held = await got;
      await published(channel, `1${A}${isolateName()}${A}`, "0");
      expect(await list()).toEqual([]);
      await held.release();
    });

    it("stays in the list when it looks, and the one before it has the lock", async () => {
      const holder = await acquire(elsewhere());
      const { got, refusals } = await waits();
      await puts(A);
      const before = refusals();
      await release(holder);
      const other = await acquire(elsewhere());
      await eventually(() => refusals() > before);
      expect(await list()).toEqual([isolateName(), A]);
      await release(other);
      await (await got).release();
    });

    it("leaves the list when its caller gives up", async () => {
      const holder = await acquire(elsewhere());
      const stop = new AbortController();
      const { got } = await sleeper((options) => lock.acquire({ ...options, signal: stop.signal }));
      expect(await list()).toEqual([isolateName()]);
      stop.abort();
      await expect(got).rejects.toMatchObject({ code: "ABORTED" });
      expect(await list()).toEqual([]);
      await release(holder);
    });

    it("leaves the list with the last refusal of its caller", async () => {
      const holder = await acquire(elsewhere());
      const { got } = await sleeper((options) => lock.acquire({ ...options, waitMs: 1_500 }));
      expect(await list()).toEqual([isolateName()]);
      await expect(got).rejects.toMatchObject({ code: "LOCK_BUSY" });
      expect(await list()).toEqual([]);
      await release(holder);
    });

    it("attempts after each release if it is not in the list, as a waiter of the fenced lock is not", async () => {
      await using channel = await listen(redis, releaseChannel(key));
      const holder = await acquire(elsewhere());
      const { got } = await sleeper((options) => locks.fencedLock(lock.name).acquire(options));
      await puts(A, B, C);
      await command(redis, "SET", isolatesFlagKey(key), "1");
      await release(holder);
      const held = await got;
      await published(channel, `1${A}${B}${C}`, "0");
      await held.release();
    });

    it("is woken by a release without names, such as one of Redisson", async () => {
      await acquire(elsewhere());
      const { got } = await waits();
      await puts(A, B, C);
      await command(redis, "DEL", key);
      await command(redis, "PUBLISH", releaseChannel(key), "0");
      await (await got).release();
    });
  });

  it.each([
    ["a text", ["SET", "text"]],
    ["a list of other texts", ["RPUSH", "x".repeat(1_000), "12345", "1234567"]],
    ["gone", ["DEL"]],
  ] as const)("a list that is %s delays no release: all isolates attempt", async (_, [verb, ...words]) => {
    const holder = await acquire(elsewhere());
    const { got } = await waits();
    await command(redis, "DEL", isolatesKey(key));
    await command(redis, verb, isolatesKey(key), ...words);
    await release(holder);
    await (await got).release();
    expect(await lock.isLocked()).toBe(false);
    await command(redis, "DEL", isolatesKey(key));
  });

  it("a lock that nobody waits for costs 5 commands to acquire, and 5 to release", async () => {
    await (await lock.acquire()).release();
    await resetCounts(redis);
    await (await lock.acquire()).release();
    expect(await countsOf(redis)).toMatchObject({ requests: 2, billed: 10 });
  });
}
