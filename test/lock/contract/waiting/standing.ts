// Waiters that stand in the list of their lock: whom a release grants it to, over one stream for all locks. Runs on a
// gateway of its own, one test at a time: it reads all commands.
import { describe, expect, it } from "vitest";
import { type AcquireOptions, createClient, lock as lockOf, streams } from "../../../../src/index.ts";
import { channelAt, releaseChannel, standingKey } from "../../../../src/lock/keys.ts";
import { cancelCall, releaseCall } from "../../../../src/lock/lua/lock.ts";
import { releaseManyCall } from "../../../../src/lock/lua/lock-many.ts";
import type { GrantedHold } from "../../../../src/lock/protocol.ts";
import { createLocks, reached } from "../../../support/bare-locks.ts";
import { listen } from "../../../support/channel.ts";
import { eventually } from "../../../support/eventually.ts";
import { met } from "../../../support/held-back.ts";
import { passCall } from "../../../support/pass-calls.ts";
import { atMost, leaseTime } from "../../../support/place.ts";
import { rejection } from "../../../support/rejection.ts";
import { clearFaults, command, type Endpoint, hash, redisTime, setFaults } from "../../../support/rest.ts";
import { mailboxOf, requestOf } from "../../../support/standing.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { sleeper } from "../../../support/waiting.ts";
import { NO_POLL_MS, RELEASED } from "./passed-holds.ts";
import {
  CONFIRM_MS,
  LEASE_MS,
  LONG_ENOUGH_MS,
  PREFIX,
  pause,
  SETTLED_MS,
  SOON_MS,
  standingStage,
  WITHIN,
} from "./standing-stage.ts";

export function standingContract(redis: Endpoint): void {
  const stage = standingStage(redis);
  const {
    options,
    locks,
    port,
    elsewhere,
    acquire,
    release,
    list,
    leaseLeft,
    openStreams,
    latest,
    scripts,
    stands,
    behind,
    granted,
  } = stage;

  /** Waits for another lock, which keeps the stream open. */
  async function listening(): Promise<AsyncDisposable> {
    const holder = await acquire(elsewhere({ key: PREFIX + uniqueName() }));
    const name = holder.key.slice(PREFIX.length);
    const { got } = await sleeper((waits) => locks.lock(name).acquire({ ...waits, wait: "subscribe" }));
    return {
      async [Symbol.asyncDispose]() {
        await release(holder);
        await (await got).release();
      },
    };
  }

  describe("a waiter that stands", () => {
    it("shares one stream with those for all other locks", async () => {
      const names = Array.from({ length: 12 }, uniqueName);
      const holders = await Promise.all(names.map((name) => acquire(elsewhere({ key: PREFIX + name }))));
      const waiting = await Promise.all(
        names.map((name) => sleeper((waits) => locks.lock(name).acquire({ ...waits, wait: "subscribe" }))),
      );
      expect(await openStreams()).toBe(1);
      for (const holder of holders) await release(holder);
      for (const { got } of waiting) expect(await (await got).release()).toMatchObject(RELEASED);
    });

    it("is the first of its isolate, and the next one follows when the first has the lock", async () => {
      const first = await behind();
      const others = [
        await sleeper((waits) => stage.lock.acquire(waits)),
        await sleeper((waits) => stage.lock.acquire(waits)),
      ];
      expect(await list()).toEqual([first.request]);
      const held = await granted(first);
      // Unless the lock is released before, which passes it on.
      await eventually(async () => (await list()).length === 1, leaseTime(5_000));
      expect((await list())[0]?.split(" ")[0]).toBe(first.mailbox);
      await held.release();
      for (const { got } of others) expect(await (await got).release()).toMatchObject(RELEASED);
      expect(await list()).toEqual([]);
    });

    it("stands although its attempt was under way when the one before it gave up", async () => {
      await using _ = await listening();
      const holder = await acquire(elsewhere());
      const first = await stands({ waitMs: leaseTime(1_500) });
      const busy = rejection(first.got);
      await setFaults(redis, 1, [
        { fault: "hold-back", reply: true, request: 1 },
        { fault: "delay", replyDelayMs: LONG_ENOUGH_MS, request: 2 },
      ]);
      // Its last attempt, which leaves the list.
      await met(redis);
      const next = stage.lock.acquire();
      await met(redis, 2);
      await clearFaults(redis);
      expect(await busy).toMatchObject({ code: "LOCK_BUSY" });
      await eventually(async () => (await list()).length === 1, SETTLED_MS);
      expect(await (await granted({ holder, got: next })).release()).toMatchObject(RELEASED);
    });

    it("is alone in the list, although others attempt when their stream is open", async () => {
      const holder = await acquire(elsewhere());
      const together = () => Array.from({ length: 3 }, () => sleeper((waits) => stage.lock.acquire(waits)));
      const waiting = await Promise.all([...together(), ...together()]);
      expect(await list()).toHaveLength(1);
      await release(holder);
      for (const each of waiting.map(async ({ got }) => (await got).release()))
        expect(await each).toMatchObject(RELEASED);
    });

    it("is granted the lock by the release of another isolate, without a request", async () => {
      const waiting = await behind();
      const held = await granted(waiting);
      expect(held.owner).toBe(waiting.owner);
      expect(await scripts(waiting.since)).toEqual(["lock/release"]);
      expect(Object.keys(await hash(redis, stage.key))).toEqual([held.owner]);
      expect(held.validUntil - Date.now()).toBeLessThanOrEqual(CONFIRM_MS);
      expect(await held.release()).toMatchObject(RELEASED);
      expect(await stage.lock.isLocked()).toBe(false);
    });

    it("is granted the lock although its first attempt has not been answered yet", async () => {
      await using _ = await listening();
      const holder = await acquire(elsewhere());
      const since = await latest();
      await setFaults(redis, 1, [{ fault: "hold-back", command: "EVALSHA", reply: true, times: 1 }]);
      const got = stage.lock.acquire();
      const [request = ""] = await eventually(async () => ((await list()).length > 0 ? await list() : undefined));
      await release(holder);
      // Longer than a waiter needs that takes what it was granted.
      await pause(LONG_ENOUGH_MS);
      await clearFaults(redis);
      const held = await got;
      expect(held.owner).toBe(request.split(" ")[1]);
      expect((await scripts(since)).slice(0, 2)).toEqual(["lock/acquire-standing", "lock/release"]);
      expect(await held.release()).toMatchObject(RELEASED);
      expect((await scripts(since)).filter((script) => script === "lock/release")).toHaveLength(2);
    });

    it("gets in as it came, beside those of other isolates", async () => {
      const other = elsewhere();
      await using channel = await listen(redis, channelAt(mailboxOf(other.owner)));
      const { holder, got } = await behind();
      await command(redis, "LPUSH", standingKey(stage.key), requestOf(other, { seenMs: await redisTime(redis) }));
      await release(holder);
      await eventually(() => channel.messages.length > 0);
      expect(channel.messages[0]).toMatch(`granted ${other.owner} `);
      expect(await stage.lock.isHeldBy(other.owner)).toBe(true);
      expect(await release(other)).toMatchObject({ end: "released" });
      expect(await (await got).release()).toMatchObject(RELEASED);
    });

    it("gets in soon when a release calls one before it that was cut without a trace", async () => {
      const cut = elsewhere();
      await using _ = await listen(redis, channelAt(mailboxOf(cut.owner)));
      const { holder, got } = await behind();
      await command(redis, "LPUSH", standingKey(stage.key), requestOf(cut, { seenMs: await redisTime(redis) }));
      // No release was published for a second.
      const call = releaseCall(holder, true, "elsewhere", { chain: { since: "1", turns: 0, owed: 0 } });
      expect(await port.run(call, WITHIN)).not.toHaveProperty("granted");
      const start = performance.now();
      expect(await (await got).release()).toMatchObject(RELEASED);
      expect(performance.now() - start).toBeLessThan(SOON_MS);
      await stage.lock.forceRelease();
    });

    it("is only called by releases for a client without grants", async () => {
      const client = createClient({
        redis: reached(redis),
        prefix: PREFIX,
        pollMs: NO_POLL_MS,
        waitMs: 20_000,
        wait: streams({ grants: false }),
      });
      const holder = await acquire(elsewhere());
      const waiting = await stands({}, lockOf(client, stage.lock.name));
      expect(waiting.request).toMatch(/^~/);
      const since = await latest();
      const held = await granted({ ...waiting, holder });
      expect(await scripts(since)).toEqual(["lock/release", expect.stringMatching(/^lock\/acquire/)]);
      expect(await leaseLeft()).toBeGreaterThan(LEASE_MS - 5_000);
      await held.release();
    });

    it("of a fenced lock gets a higher token with its grant", async () => {
      const fenced = locks.fencedLock(stage.lock.name);
      const holder = await fenced.acquire();
      const waiting = await stands({}, fenced);
      const since = await latest();
      await holder.release();
      const held = await waiting.got;
      expect(await scripts(since)).toEqual(["lock/release"]);
      expect(held.owner).toBe(waiting.owner);
      expect(BigInt(String(held.fencingToken))).toBeGreaterThan(BigInt(String(holder.fencingToken)));
      expect(await held.release()).toMatchObject(RELEASED);
    });

    it.each<[string, AcquireOptions, (stop: AbortController, locks: { close(): void }) => void]>([
      ["is aborted", {}, (stop) => stop.abort()],
      ["times out", { waitMs: leaseTime(1_500) }, () => {}],
      ["is closed", {}, (_, own) => own.close()],
    ])("that %s leaves the list", async (_, more, leave) => {
      const own = createLocks(options);
      const holder = await acquire(elsewhere());
      const stop = new AbortController();
      const { got } = await stands({ ...more, signal: stop.signal }, own.lock(stage.lock.name));
      leave(stop, own);
      await expect(got).rejects.toMatchObject({ code: expect.stringMatching(/ABORTED|LOCK_BUSY|CLOSED/) });
      await eventually(async () => (await list()).length === 0, SETTLED_MS);
      expect(await release(holder)).toMatchObject({ end: "released" });
      expect(await stage.lock.isLocked()).toBe(false);
    });
  });

  describe("a list of standing requests", () => {
    const polling = createLocks({ ...options, pollMs: 500 });

    it.each([
      ["a text", ["SET", "text"]],
      ["a list of other texts", ["RPUSH", "x".repeat(1_000), "12345", "~", "\n"]],
      ["gone", ["DEL"]],
    ] as const)("that is suddenly %s delays no release, and its waiters by a poll at most", async (_, change) => {
      const [verb, ...words] = change;
      const holder = await acquire(elsewhere());
      const { got } = await stands({}, polling.lock(stage.lock.name));
      await command(redis, "DEL", standingKey(stage.key));
      await command(redis, verb, standingKey(stage.key), ...words);
      await (await granted({ holder, got })).release();
      expect(await stage.lock.isLocked()).toBe(false);
      await command(redis, "DEL", standingKey(stage.key));
    });

    it("that is a text lets its waiters listen to the lock's own channel", async () => {
      await command(redis, "SET", standingKey(stage.key), "text");
      const holder = await acquire(elsewhere());
      const { got } = await sleeper((waits) => stage.lock.acquire(waits));
      await eventually(async () => (await openStreams()) === 2);
      await (await granted({ holder, got })).release();
      expect(await command(redis, "GET", standingKey(stage.key))).toBe("text");
      await command(redis, "DEL", standingKey(stage.key));
    });
  });

  it("a waiter behind a holder of Redisson's listens to the lock's own channel", async () => {
    const java = "0b9d6f2e-4c1a-4f7e-9d3b-5a8c7e6f1d20:7";
    await command(redis, "HSET", stage.key, java, 1);
    await command(redis, "PEXPIRE", stage.key, LEASE_MS);
    const { got } = await stands();
    expect(await openStreams()).toBe(2);
    const start = performance.now();
    await command(redis, "DEL", stage.key);
    await command(redis, "PUBLISH", releaseChannel(stage.key), "0");
    const held = await got;
    expect(performance.now() - start).toBeLessThan(atMost(500));
    expect(await held.release()).toMatchObject(RELEASED);
  });

  describe("a waiter that stands is granted the lock by", () => {
    it.each<[string, (holder: GrantedHold) => Promise<unknown>]>([
      ["a cancel", (holder) => port.run(cancelCall(holder), WITHIN)],
      ["a release by force", () => createLocks(options).lock(stage.lock.name).forceRelease()],
      ["a release of several locks", (holder) => port.run(releaseManyCall([holder], true, "several"), WITHIN)],
      [
        "a pass that its waiter does not accept",
        async (holder) => {
          const next = elsewhere();
          // It has ended before.
          await port.run(cancelCall(next), WITHIN);
          return port.run(passCall(holder, true, "elsewhere", next), WITHIN);
        },
      ],
    ])("%s", async (_, free) => {
      const { holder, got, owner, since } = await behind();
      const start = performance.now();
      await free(holder);
      const held = await got;
      expect(performance.now() - start).toBeLessThan(SOON_MS);
      expect(held.owner).toBe(owner);
      expect((await scripts(since)).filter((script) => script.startsWith("lock/acquire"))).toEqual([]);
      expect(await held.release()).toMatchObject(RELEASED);
    });

    it("the last release of a multiLock", async () => {
      const both = await locks.multiLock(stage.lock, locks.lock(uniqueName())).acquire();
      const { got, owner } = await stands();
      await both.release();
      const held = await got;
      expect(held.owner).toBe(owner);
      await held.release();
    });

    it("the last hold of a reentrant owner, whose first release took nobody into the list", async () => {
      const fenced = locks.fencedLock(stage.lock.name);
      const holder = await fenced.acquire();
      const first = await stands({}, fenced);
      const second = await sleeper((waits) => fenced.acquire(waits));
      await holder.release();
      const outer = await first.got;
      const inner = await fenced.acquire({ owner: outer.owner });
      expect(await inner.release()).toMatchObject({ outcome: "still-held" });
      await pause(LONG_ENOUGH_MS + 1_000);
      const start = performance.now();
      await outer.release();
      await (await second.got).release();
      expect(performance.now() - start).toBeLessThan(SOON_MS);
    });
  });
}
