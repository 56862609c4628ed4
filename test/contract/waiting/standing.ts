// Waiters that stand in the list of their lock: whom a release grants it to, over one stream for all locks. Other
// isolates here are direct calls of the scripts. Runs on a gateway of its own, one test at a time: it reads all
// commands.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type AcquireOptions,
  createClient,
  type Held,
  type Lock,
  type LocksOptions,
  lock as lockOf,
  streams,
} from "../../../src/index.ts";
import { releaseChannel, standingKey } from "../../../src/lock/keys.ts";
import { acquireCall, cancelCall, releaseCall } from "../../../src/lock/lua/lock/calls.ts";
import { releaseManyCall } from "../../../src/lock/lua/lock/many.ts";
import { passCall } from "../../../src/lock/lua/lock/pass.ts";
import type { GrantedHold } from "../../../src/lock/protocol.ts";
import type { RedisPort } from "../../../src/lock/redis/port.ts";
import { followChannel, OpeningSlots } from "../../../src/lock/redis/streams.ts";
import { upstashPort } from "../../../src/lock/redis/upstash.ts";
import { createLocks } from "../../support/bare-locks.ts";
import { type Channel, listen } from "../../support/channel.ts";
import { eventually } from "../../support/eventually.ts";
import {
  clearFaults,
  command,
  countsOf,
  type Endpoint,
  hash,
  redisTime,
  setFaults,
  witnessed,
} from "../../support/rest.ts";
import { runsOf } from "../../support/runs.ts";
import { mailboxOf, requestOf } from "../../support/standing.ts";
import { uniqueName } from "../../support/unique-name.ts";
import { type Sleeper, sleeper } from "../../support/waiting.ts";
import { NO_POLL_MS, RELEASED } from "./passed-holds.ts";

const PREFIX = "lock:";
const MAILBOXES = "leasehound:mailbox:";
// Only a message wakes a waiter this soon.
const SOON_MS = 1_500;
const LEASE_MS = 30_000;
const CONFIRM_MS = 5_000;
// A mailbox of no isolate.
const DEAF = "0".repeat(32);
// A hold is confirmed after 100 ms, and an attempt because of a message comes at once.
const LONG_ENOUGH_MS = 600;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface Standing extends Sleeper<Held> {
  /** As it is in the list. */
  readonly request: string;
  readonly owner: string;
  readonly mailbox: string;
}

export function standingContract(redis: Endpoint): void {
  const options: LocksOptions = { redis, prefix: PREFIX, pollMs: NO_POLL_MS, waitMs: 20_000 };
  const locks = createLocks(options);
  const port = upstashPort(redis);
  let lock: Lock;
  let key: string;

  /** A hold of a caller elsewhere. */
  const elsewhere = (more: Partial<GrantedHold> = {}): GrantedHold => {
    const owner = `${crypto.randomUUID()}:1`;
    return { key, owner, holdId: owner, leaseMs: LEASE_MS, ownerIsNew: true, epoch: "", ...more };
  };
  const acquire = async (hold: GrantedHold): Promise<GrantedHold> => {
    expect(await port.run(acquireCall(hold, false), { timeoutMs: 5_000 })).toMatchObject({ kind: "held" });
    return hold;
  };
  const release = (hold: GrantedHold) => port.run(releaseCall(hold, true, "elsewhere"), { timeoutMs: 5_000 });
  const list = (): Promise<string[]> => command(redis, "LRANGE", standingKey(key), 0, -1);
  const leaseLeft = (): Promise<number> => command<number>(redis, "PTTL", key);
  const openStreams = async (): Promise<number> => (await countsOf(redis)).openStreams;
  const publish = (mailbox: string, message: string) => command(redis, "PUBLISH", MAILBOXES + mailbox, message);
  const latest = async (): Promise<number> => (await witnessed(redis, key)).at(-1)?.seq ?? 0;
  /** The scripts that ran for the lock after this one. */
  const scripts = async (since: number): Promise<string[]> =>
    runsOf(await witnessed(redis, key, since), key).map(({ script }) => script);

  /** Starts a waiter. Resolves when it stands, and sleeps. */
  async function stands(more: AcquireOptions = {}, of: Pick<Lock, "acquire"> = lock): Promise<Standing> {
    const before = (await list()).length;
    const waiting = await sleeper((waits) => of.acquire({ ...more, ...waits }));
    const request = await eventually(async () => (await list())[before]);
    const [mailbox = "", owner = ""] = request.replace("~", "").split(" ");
    return { ...waiting, request, owner, mailbox };
  }

  /** A holder elsewhere, and a waiter behind it. */
  async function behind(more: AcquireOptions = {}): Promise<Standing & { holder: GrantedHold; since: number }> {
    const holder = await acquire(elsewhere());
    const standing = await stands(more);
    return { ...standing, holder, since: await latest() };
  }

  /** Releases the hold of another isolate. Returns the hold that it granted. */
  async function granted({ holder, got }: { holder: GrantedHold; got: Promise<Held> }): Promise<Held> {
    const start = performance.now();
    expect(await release(holder)).toMatchObject({ kind: "ended", end: "released" });
    const held = await got;
    expect(performance.now() - start).toBeLessThan(SOON_MS);
    return held;
  }

  beforeEach(() => {
    lock = locks.lock(uniqueName());
    key = PREFIX + lock.name;
  });
  afterEach(() => eventually(async () => (await openStreams()) === 0));

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
      const others = [await sleeper((waits) => lock.acquire(waits)), await sleeper((waits) => lock.acquire(waits))];
      expect(await list()).toEqual([first.request]);
      const held = await granted(first);
      // Unless the lock is released before, which passes it on.
      await eventually(async () => (await list()).length === 1, 5_000);
      expect((await list())[0]?.split(" ")[0]).toBe(first.mailbox);
      await held.release();
      for (const { got } of others) expect(await (await got).release()).toMatchObject(RELEASED);
      expect(await list()).toEqual([]);
    });

    it("is alone in the list, although others attempt when their stream is open", async () => {
      const holder = await acquire(elsewhere());
      const together = () => Array.from({ length: 3 }, () => sleeper((waits) => lock.acquire(waits)));
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
      expect(Object.keys(await hash(redis, key))).toEqual([held.owner]);
      expect(held.validUntil - Date.now()).toBeLessThanOrEqual(CONFIRM_MS);
      expect(await held.release()).toMatchObject(RELEASED);
      expect(await lock.isLocked()).toBe(false);
    });

    it("is granted the lock although its first attempt has not been answered yet", async () => {
      const another = elsewhere({ key: PREFIX + uniqueName() });
      await acquire(another);
      const listening = await sleeper((waits) =>
        locks.lock(another.key.slice(PREFIX.length)).acquire({ ...waits, wait: "subscribe" }),
      );
      const holder = await acquire(elsewhere());
      const since = await latest();
      await setFaults(redis, 1, [{ fault: "hold-back", reply: true, times: 1 }]);
      const got = lock.acquire();
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
      await release(another);
      await (await listening.got).release();
    });

    it("gets in as it came, beside those of other isolates", async () => {
      const other = elsewhere();
      await using channel = await listen(redis, MAILBOXES + mailboxOf(other.owner));
      const { holder, got } = await behind();
      await command(redis, "LPUSH", standingKey(key), requestOf(other, { seenMs: await redisTime(redis) }));
      await release(holder);
      await eventually(() => channel.messages.length > 0);
      expect(channel.messages[0]).toMatch(`granted ${other.owner} `);
      expect(await lock.isHeldBy(other.owner)).toBe(true);
      expect(await release(other)).toMatchObject({ end: "released" });
      expect(await (await got).release()).toMatchObject(RELEASED);
    });

    it("gets in soon when a release calls one before it that was cut without a trace", async () => {
      const cut = elsewhere();
      await using _ = await listen(redis, MAILBOXES + mailboxOf(cut.owner));
      const { holder, got } = await behind();
      await command(redis, "LPUSH", standingKey(key), requestOf(cut, { seenMs: await redisTime(redis) }));
      // No release was published for a second.
      const call = releaseCall(holder, true, "elsewhere", { since: "1" });
      expect(await port.run(call, { timeoutMs: 5_000 })).not.toHaveProperty("granted");
      const start = performance.now();
      expect(await (await got).release()).toMatchObject(RELEASED);
      expect(performance.now() - start).toBeLessThan(SOON_MS);
      await lock.forceRelease();
    });

    it("is only called by releases for a client without grants", async () => {
      const client = createClient({
        redis,
        prefix: PREFIX,
        pollMs: NO_POLL_MS,
        waitMs: 20_000,
        wait: streams({ grants: false }),
      });
      const holder = await acquire(elsewhere());
      const waiting = await stands({}, lockOf(client, lock.name));
      expect(waiting.request).toMatch(/^~/);
      const since = await latest();
      const held = await granted({ ...waiting, holder });
      expect(await scripts(since)).toEqual(["lock/release", expect.stringMatching(/^lock\/acquire/)]);
      expect(await leaseLeft()).toBeGreaterThan(LEASE_MS - 5_000);
      await held.release();
    });

    it("of a fenced lock gets a higher token with its grant", async () => {
      const fenced = locks.fencedLock(lock.name);
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
      ["times out", { waitMs: 1_500 }, () => {}],
      ["is closed", {}, (_, own) => own.close()],
    ])("that %s leaves the list", async (_, more, leave) => {
      const own = createLocks(options);
      const holder = await acquire(elsewhere());
      const stop = new AbortController();
      const { got } = await stands({ ...more, signal: stop.signal }, own.lock(lock.name));
      leave(stop, own);
      await expect(got).rejects.toMatchObject({ code: expect.stringMatching(/ABORTED|LOCK_BUSY|CLOSED/) });
      await eventually(async () => (await list()).length === 0, SOON_MS);
      expect(await release(holder)).toMatchObject({ end: "released" });
      expect(await lock.isLocked()).toBe(false);
    });
  });

  describe("a hold that a message granted", () => {
    it("is not confirmed if it is released within 100 ms", async () => {
      const waiting = await behind();
      const held = await granted(waiting);
      await held.release();
      await pause(LONG_ENOUGH_MS);
      expect(await scripts(waiting.since)).toEqual(["lock/release", "lock/release"]);
    });

    it.each<[string, AcquireOptions, (held: Held) => void, number]>([
      ["of the default lease", {}, () => {}, LEASE_MS],
      ["with a lease of the caller's", { leaseMs: 20_000 }, () => {}, 20_000],
      ["with keepAlive", {}, (held) => void held.keepAlive({ waitUntil: () => {} }), LEASE_MS],
    ])("%s is confirmed once if it is held for longer", async (_, more, begin, leaseMs) => {
      const waiting = await behind(more);
      const held = await granted(waiting);
      begin(held);
      expect(held.leaseMs).toBe(leaseMs);
      await eventually(async () => (await leaseLeft()) > leaseMs - 2_000, SOON_MS);
      await eventually(() => held.validUntil - Date.now() > leaseMs - 2_000, SOON_MS);
      await pause(LONG_ENOUGH_MS);
      expect(await scripts(waiting.since)).toEqual(["lock/release", "lock/renew"]);
      expect(await held.check()).toBe(true);
      expect(await held.release()).toMatchObject(RELEASED);
    });

    it("is confirmed although its holder asks how it stands before", async () => {
      const waiting = await behind({ leaseMs: 3_000 });
      // The later a grant, the shorter it is believed, because of the drift of clocks.
      await pause(2_000);
      const held = await granted(waiting);
      expect(await held.check()).toBe(true);
      await pause(LONG_ENOUGH_MS);
      expect(await scripts(waiting.since)).toEqual(["lock/release", "lock/check", "lock/renew"]);
      await held.release();
    });

    it("is not confirmed after its client was closed", async () => {
      const own = createLocks(options);
      const holder = await acquire(elsewhere());
      const { got } = await stands({}, own.lock(lock.name));
      const since = await latest();
      await granted({ holder, got });
      own.close();
      await pause(LONG_ENOUGH_MS);
      expect(await scripts(since)).toEqual(["lock/release"]);
      await lock.forceRelease();
    });

    it('is confirmed before its acquire returns with confirm: "first"', async () => {
      const waiting = await behind({ confirm: "first" });
      const held = await granted(waiting);
      expect(await scripts(waiting.since)).toEqual(["lock/release", "lock/renew"]);
      expect(held.validUntil - Date.now()).toBeGreaterThan(LEASE_MS - 2_000);
      await pause(LONG_ENOUGH_MS);
      expect(await scripts(waiting.since)).toHaveLength(2);
      await held.release();
    });

    it("is confirmed soon although its first confirmation is lost", async () => {
      const waiting = await behind({ confirm: "first" });
      // The release is the first request.
      await setFaults(redis, 1, [{ fault: "drop-before", request: 2 }]);
      const held = await granted(waiting);
      await clearFaults(redis);
      await eventually(async () => (await leaseLeft()) > LEASE_MS - 2_000, SOON_MS);
      await eventually(() => held.validUntil - Date.now() > LEASE_MS - 2_000, SOON_MS);
      expect(await scripts(waiting.since)).toEqual(["lock/release", "lock/renew"]);
      await held.release();
    });

    it("is confirmed soon although it was found by an attempt, whose renewal is lost", async () => {
      const holder = await acquire(elsewhere());
      const waiting = await stands();
      await using ear = await listen(redis, MAILBOXES + DEAF);
      await command(redis, "LSET", standingKey(key), 0, waiting.request.replace(waiting.mailbox, DEAF));
      await release(holder);
      await eventually(() => ear.messages.length > 0);
      // The call, its attempt, and its renewal.
      await setFaults(redis, 1, [{ fault: "drop-before", request: 3 }]);
      await publish(waiting.mailbox, `try ${waiting.owner} 0`);
      const held = await waiting.got;
      await clearFaults(redis);
      expect(held.owner).toBe(waiting.owner);
      await eventually(async () => (await leaseLeft()) > LEASE_MS - 2_000, SOON_MS);
      await eventually(() => held.validUntil - Date.now() > LEASE_MS - 2_000, SOON_MS);
      await held.release();
    });

    it("is not confirmed by a renewal of its holder's own, too", async () => {
      const waiting = await behind();
      const held = await granted(waiting);
      await held.renew();
      await pause(LONG_ENOUGH_MS);
      expect(await scripts(waiting.since)).toEqual(["lock/release", "lock/renew"]);
      await held.release();
    });
  });

  describe("a grant that its waiter does not hear", () => {
    /** Starts a waiter that hears nothing of its grant: its request names another mailbox. */
    async function deaf(leaseMs: number): Promise<Standing & { holder: GrantedHold; ear: Channel }> {
      const holder = await acquire(elsewhere({ leaseMs }));
      const waiting = await stands({ leaseMs: 6_000, wait: "subscribe" });
      const ear = await listen(redis, MAILBOXES + DEAF);
      await command(redis, "LSET", standingKey(key), 0, waiting.request.replace(waiting.mailbox, DEAF));
      return { ...waiting, holder, ear };
    }

    it("ends soon, and the acquire goes on as another one", async () => {
      const { holder, got, owner, ear } = await deaf(3_000);
      await release(holder);
      await eventually(() => ear.messages.length > 0);
      await using _ = ear;
      // A sixth of the lease.
      expect(await leaseLeft()).toBeLessThanOrEqual(1_000);
      await eventually(async () => !(await lock.isLocked()), SOON_MS);
      // Its attempt at the end of the holder's lease finds the grant over.
      const held = await got;
      expect(held.owner).not.toBe(owner);
      expect(await held.check()).toBe(true);
      expect(await held.release()).toMatchObject(RELEASED);
    });

    it("is believed only after a refusal: a server that always tells of one causes two attempts", async () => {
      const [real, slots] = [upstashPort(redis), new OpeningSlots()];
      const another = elsewhere({ key: PREFIX + uniqueName() });
      await acquire(another);
      let [lies, attempts] = [false, 0];
      const lying: RedisPort = {
        database: `${real.database} lying`,
        async run(call, limits) {
          if (!lies || !call.script.name.startsWith("lock/acquire")) return real.run(call, limits);
          attempts += 1;
          return call.decode(["ended", "", "lost"]);
        },
        follow: (...followed) => followChannel(redis, slots, ...followed),
      };
      const own = createLocks({ ...options, redis: lying });
      // Its isolate has an open stream.
      const listening = await sleeper((waits) =>
        own.lock(another.key.slice(PREFIX.length)).acquire({ ...waits, wait: "subscribe" }),
      );
      lies = true;
      await expect(own.lock(lock.name).acquire({ waitMs: 500 })).rejects.toMatchObject({ code: "OUTCOME_UNKNOWN" });
      expect(attempts).toBe(2);
      lies = false;
      await release(another);
      await (await listening.got).release();
    });

    it("of a request that a holder of its isolate added, keeps it from no lock", async () => {
      const fenced = locks.fencedLock(lock.name);
      const more = { leaseMs: 6_000, wait: "subscribe" } as const;
      const holder = await fenced.acquire();
      // Both are refused before their stream is open, and the first alone stands.
      const [first, second] = await Promise.all(
        [1, 2].map(() => sleeper((waits) => fenced.acquire({ ...more, ...waits }))),
      );
      const mine = await eventually(async () => (await list())[0]);
      const other = elsewhere();
      await using ear = await listen(redis, MAILBOXES + mailboxOf(other.owner));
      await using deafEar = await listen(redis, MAILBOXES + DEAF);
      await command(redis, "RPUSH", standingKey(key), requestOf(other, { seenMs: await redisTime(redis) }));
      await holder.release();
      // Its release adds the second one behind the other isolate's.
      await (await Promise.race([first?.got, second?.got]))?.release();
      await eventually(() => ear.messages.length > 0);
      const [added = ""] = await list();
      await command(redis, "LSET", standingKey(key), 0, added.replace(mine.split(" ")[0] ?? "", DEAF));
      await release(other);
      await eventually(() => deafEar.messages.length > 0);
      expect(added.split(" ")[1]).not.toBe(mine.split(" ")[1]);
      for (const each of [first, second]) expect(await each?.got).toBeDefined();
      await lock.forceRelease();
    });

    it("is found by an attempt, and kept for the whole lease", async () => {
      const { holder, got, owner, mailbox, ear } = await deaf(LEASE_MS);
      await release(holder);
      await eventually(() => ear.messages.length > 0);
      await using _ = ear;
      await publish(mailbox, `try ${owner} 0`);
      const held = await got;
      expect(held.owner).toBe(owner);
      expect(held.validUntil - Date.now()).toBeGreaterThan(3_000);
      expect(await leaseLeft()).toBeGreaterThan(3_000);
      await held.release();
    });
  });

  describe("a message on the mailbox", () => {
    const attempts = async (since: number): Promise<number> =>
      (await scripts(since)).filter((script) => script.startsWith("lock/acquire")).length;

    it.each<[string, (owner: string, now: number) => string[], number]>([
      ["garbage", () => ["", "granted", "x".repeat(10_000), "granted \n1 2 3", '{"error":1}', "0"], 0],
      ["for another owner", (_, now) => [`granted a:1 ${now} 5000 ${now}`, "try a:1 0", "next a:1 1"], 0],
      ["too late", (owner, now) => [`granted ${owner} ${now - 10_000} 5000 ${now}`], 1],
      ["of no length", (owner, now) => [`granted ${owner} ${now} 0 ${now}`], 1],
      ["doubled", (owner, now) => Array(3).fill(`granted ${owner} ${now - 10_000} 5000 ${now}`), 1],
      ["a call", (owner) => [`try ${owner} 0`], 1],
      ["a call for later", (owner) => [`next ${owner} 20`], 1],
    ])("that is %s grants nothing, and causes one attempt at most", async (_, messages, most) => {
      const { holder, got, owner, mailbox, since, isOver } = await behind();
      for (const message of messages(owner, await redisTime(redis))) await publish(mailbox, message);
      await pause(LONG_ENOUGH_MS);
      expect(isOver()).toBe(false);
      expect(await attempts(since)).toBe(most);
      expect(await lock.isHeldBy(holder.owner)).toBe(true);
      await (await granted({ holder, got })).release();
    });

    it.each<[string, (owner: string, now: number, nth: number) => string]>([
      ["calls", (owner) => `try ${owner} 0`],
      ["calls for later", (owner) => `next ${owner} 1`],
      ["grants that are over", (owner, now, nth) => `granted ${owner} ${now - 10_000 - nth} 5000 ${now}`],
    ])("in a storm of %s causes few attempts", async (_, message) => {
      const { holder, got, owner, mailbox, since } = await behind();
      const now = await redisTime(redis);
      const start = performance.now();
      for (let nth = 0; performance.now() < start + 3_000; nth += 1) {
        await publish(mailbox, message(owner, now, nth));
        // A call for later takes effect before the next one.
        await pause(105);
      }
      // Five at once, and five a second.
      expect(await attempts(since)).toBeLessThanOrEqual(5 + (5 * (performance.now() - start)) / 1_000 + 1);
      await (await granted({ holder, got })).release();
    });

    it("that doubles a grant gives the hold once", async () => {
      const { holder, got, owner, mailbox, since } = await behind();
      await using ear = await listen(redis, MAILBOXES + mailbox);
      const held = await granted({ holder, got });
      const message = String(await eventually(() => ear.messages[0]));
      for (let nth = 0; nth < 3; nth += 1) await publish(mailbox, message);
      await held.release();
      await publish(mailbox, message);
      await pause(LONG_ENOUGH_MS);
      expect(held.owner).toBe(owner);
      expect(await lock.isLocked()).toBe(false);
      expect((await scripts(since)).filter((script) => script === "lock/release")).toHaveLength(2);
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
      const { got } = await stands({}, polling.lock(lock.name));
      await command(redis, "DEL", standingKey(key));
      await command(redis, verb, standingKey(key), ...words);
      await (await granted({ holder, got })).release();
      expect(await lock.isLocked()).toBe(false);
      await command(redis, "DEL", standingKey(key));
    });

    it("that is a text lets its waiters listen to the lock's own channel", async () => {
      await command(redis, "SET", standingKey(key), "text");
      const holder = await acquire(elsewhere());
      const { got } = await sleeper((waits) => lock.acquire(waits));
      expect(await openStreams()).toBe(2);
      await (await granted({ holder, got })).release();
      expect(await command(redis, "GET", standingKey(key))).toBe("text");
      await command(redis, "DEL", standingKey(key));
    });
  });

  it("a waiter behind a holder of Redisson's listens to the lock's own channel", async () => {
    const java = "0b9d6f2e-4c1a-4f7e-9d3b-5a8c7e6f1d20:7";
    await command(redis, "HSET", key, java, 1);
    await command(redis, "PEXPIRE", key, LEASE_MS);
    const { got } = await stands();
    expect(await openStreams()).toBe(2);
    const start = performance.now();
    await command(redis, "DEL", key);
    await command(redis, "PUBLISH", releaseChannel(key), "0");
    const held = await got;
    expect(performance.now() - start).toBeLessThan(500);
    expect(await held.release()).toMatchObject(RELEASED);
  });

  describe("a waiter that stands is granted the lock by", () => {
    it.each<[string, (holder: GrantedHold) => Promise<unknown>]>([
      ["a cancel", (holder) => port.run(cancelCall(holder), { timeoutMs: 5_000 })],
      ["a release by force", () => createLocks(options).lock(lock.name).forceRelease()],
      [
        "a release of several locks",
        (holder) => port.run(releaseManyCall([holder], true, "several"), { timeoutMs: 5_000 }),
      ],
      [
        "a pass that its waiter does not accept",
        async (holder) => {
          const next = elsewhere();
          // It has ended before.
          await port.run(cancelCall(next), { timeoutMs: 5_000 });
          return port.run(passCall(holder, true, "elsewhere", next), { timeoutMs: 5_000 });
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
      const both = await locks.multiLock(lock, locks.lock(uniqueName())).acquire();
      const { got, owner } = await stands();
      await both.release();
      const held = await got;
      expect(held.owner).toBe(owner);
      await held.release();
    });

    it("the last hold of a reentrant owner, whose first release took nobody into the list", async () => {
      const fenced = locks.fencedLock(lock.name);
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
