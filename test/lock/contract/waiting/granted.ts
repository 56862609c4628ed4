// Holds that a message granted to waiters that stand: how they are confirmed, and what becomes of messages that nobody
// hears, or that nobody should believe. Runs on a gateway of its own, one test at a time: it reads all commands.
import { describe, expect, it } from "vitest";
import type { AcquireOptions, Held } from "../../../../src/index.ts";
import { channelAt, mailboxAddress, standingKey } from "../../../../src/lock/keys.ts";
import type { GrantedHold } from "../../../../src/lock/protocol.ts";
import type { RedisPort } from "../../../../src/lock/redis/port.ts";
import { followChannel, OpeningSlots } from "../../../../src/lock/redis/streams.ts";
import { upstashPort } from "../../../../src/lock/redis/upstash.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { type Channel, listen } from "../../../support/channel.ts";
import { eventually } from "../../../support/eventually.ts";
import { leaseTime } from "../../../support/place.ts";
import { clearFaults, command, type Endpoint, redisTime, setFaults } from "../../../support/rest.ts";
import { mailboxOf, requestOf, sealed } from "../../../support/standing.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { sleeper } from "../../../support/waiting.ts";
import { RELEASED } from "./passed-holds.ts";
import { LEASE_MS, LONG_ENOUGH_MS, PREFIX, pause, SETTLED_MS, type Standing, standingStage } from "./standing-stage.ts";

// A mailbox of no isolate.
const DEAF = mailboxAddress("lock:", "0".repeat(32));

export function grantedContract(redis: Endpoint): void {
  const stage = standingStage(redis);
  const {
    options,
    locks,
    elsewhere,
    acquire,
    release,
    list,
    leaseLeft,
    publish,
    latest,
    scripts,
    stands,
    behind,
    granted,
  } = stage;

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
      [
        "with a lease that is a little longer than its confirmation",
        { leaseMs: leaseTime(6_000) },
        () => {},
        leaseTime(6_000),
      ],
      ["with keepAlive", {}, (held) => void held.keepAlive({ waitUntil: () => {} }), LEASE_MS],
    ])("%s is confirmed once if it is held for longer", async (_, more, begin, leaseMs) => {
      const waiting = await behind(more);
      const held = await granted(waiting);
      begin(held);
      expect(held.leaseMs).toBe(leaseMs);
      await eventually(async () => (await leaseLeft()) > leaseMs - leaseTime(2_000), SETTLED_MS);
      await eventually(() => held.validUntil - Date.now() > leaseMs - leaseTime(2_000), SETTLED_MS);
      await pause(LONG_ENOUGH_MS);
      expect(await scripts(waiting.since)).toEqual(["lock/release", "lock/renew"]);
      expect(await held.check()).toBe(true);
      expect(await held.release()).toMatchObject(RELEASED);
    });

    it("with keepAlive is confirmed soon although its lease is short", async () => {
      const own = createLocks({ ...options, leaseMs: leaseTime(6_000) });
      const holder = await acquire(elsewhere());
      const { got } = await stands({}, own.lock(stage.lock.name));
      const since = await latest();
      const held = await granted({ holder, got });
      held.keepAlive({ waitUntil: () => {} });
      await eventually(async () => (await scripts(since)).length >= 2, SETTLED_MS);
      await pause(LONG_ENOUGH_MS);
      expect(await scripts(since)).toEqual(["lock/release", "lock/renew"]);
      await held.release();
    });

    it("is confirmed although its holder asks how it stands before", async () => {
      const waiting = await behind({ leaseMs: leaseTime(3_000) });
      // The later a grant, the shorter it is believed, because of the drift of clocks.
      await pause(leaseTime(2_000));
      const held = await granted(waiting);
      expect(await held.check()).toBe(true);
      await eventually(async () => (await scripts(waiting.since)).length >= 3, SETTLED_MS);
      await pause(LONG_ENOUGH_MS);
      expect(await scripts(waiting.since)).toEqual(["lock/release", "lock/check", "lock/renew"]);
      await held.release();
    });

    it("is not confirmed after its client was closed", async () => {
      const own = createLocks(options);
      const holder = await acquire(elsewhere());
      const { got } = await stands({}, own.lock(stage.lock.name));
      const since = await latest();
      await granted({ holder, got });
      own.close();
      await pause(LONG_ENOUGH_MS);
      expect(await scripts(since)).toEqual(["lock/release"]);
      await stage.lock.forceRelease();
    });

    it('is confirmed before its acquire returns with confirm: "first"', async () => {
      const waiting = await behind({ confirm: "first" });
      const held = await granted(waiting);
      expect(await scripts(waiting.since)).toEqual(["lock/release", "lock/renew"]);
      expect(held.validUntil - Date.now()).toBeGreaterThan(LEASE_MS - leaseTime(2_000));
      await pause(LONG_ENOUGH_MS);
      expect(await scripts(waiting.since)).toHaveLength(2);
      await held.release();
    });

    it("is confirmed by an attempt before its acquire returns, if its renewal is lost", async () => {
      const waiting = await behind({ confirm: "first" });
      // The release is the first request.
      await setFaults(redis, 1, [{ fault: "drop-before", request: 2 }]);
      const held = await granted(waiting);
      await clearFaults(redis);
      expect(held.owner).toBe(waiting.owner);
      expect(held.validUntil - Date.now()).toBeGreaterThan(LEASE_MS - leaseTime(2_000));
      const confirmed = [expect.stringMatching(/^lock\/acquire/), "lock/renew"];
      expect(await scripts(waiting.since)).toEqual(["lock/release", ...confirmed]);
      await held.release();
    });

    it("is confirmed soon although it was found by an attempt, whose renewal is lost", async () => {
      const holder = await acquire(elsewhere());
      const waiting = await stands();
      await using ear = await listen(redis, channelAt(DEAF));
      await command(redis, "LSET", standingKey(stage.key), 0, waiting.request.replace(waiting.mailbox, DEAF));
      await release(holder);
      await eventually(() => ear.messages.length > 0);
      // The call, its attempt, and its renewal.
      await setFaults(redis, 1, [{ fault: "drop-before", request: 3 }]);
      await publish(waiting.mailbox, `try ${waiting.owner} 0`);
      const held = await waiting.got;
      await clearFaults(redis);
      expect(held.owner).toBe(waiting.owner);
      await eventually(async () => (await leaseLeft()) > LEASE_MS - leaseTime(2_000), SETTLED_MS);
      await eventually(() => held.validUntil - Date.now() > LEASE_MS - leaseTime(2_000), SETTLED_MS);
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
    async function deaf(leaseMs: number, waitersMs: number): Promise<Standing & { holder: GrantedHold; ear: Channel }> {
      const holder = await acquire(elsewhere({ leaseMs }));
      const waiting = await stands({ leaseMs: waitersMs, wait: "subscribe" });
      const ear = await listen(redis, channelAt(DEAF));
      await command(redis, "LSET", standingKey(stage.key), 0, waiting.request.replace(waiting.mailbox, DEAF));
      return { ...waiting, holder, ear };
    }

    it("ends soon, and the acquire goes on as another one", async () => {
      const { holder, got, owner, ear } = await deaf(leaseTime(3_000), leaseTime(1_500));
      await release(holder);
      await eventually(() => ear.messages.length > 0);
      await using _ = ear;
      expect(await leaseLeft()).toBeLessThanOrEqual(leaseTime(1_500));
      await eventually(async () => !(await stage.lock.isLocked()), leaseTime(2_000));
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
      await expect(own.lock(stage.lock.name).acquire({ waitMs: 500 })).rejects.toMatchObject({
        code: "OUTCOME_UNKNOWN",
      });
      expect(attempts).toBe(2);
      lies = false;
      await release(another);
      await (await listening.got).release();
    });

    it("of a request that a holder of its isolate added, keeps it from no lock", async () => {
      const fenced = locks.fencedLock(stage.lock.name);
      const more = { leaseMs: leaseTime(6_000), wait: "subscribe" } as const;
      const holder = await fenced.acquire();
      // Both are refused before their stream is open, and the first alone stands.
      const [first, second] = await Promise.all(
        [1, 2].map(() => sleeper((waits) => fenced.acquire({ ...more, ...waits }))),
      );
      const mine = await eventually(async () => (await list())[0]);
      const other = elsewhere();
      await using ear = await listen(redis, channelAt(mailboxOf(other.owner)));
      await using deafEar = await listen(redis, channelAt(DEAF));
      await command(redis, "RPUSH", standingKey(stage.key), requestOf(other, { seenMs: await redisTime(redis) }));
      await holder.release();
      // Its release adds the second one behind the other isolate's.
      await (await Promise.race([first?.got, second?.got]))?.release();
      await eventually(() => ear.messages.length > 0);
      const [added = ""] = await list();
      await command(redis, "LSET", standingKey(stage.key), 0, added.replace(mine.split(" ")[0] ?? "", DEAF));
      await release(other);
      await eventually(() => deafEar.messages.length > 0);
      expect(added.split(" ")[1]).not.toBe(mine.split(" ")[1]);
      for (const each of [first, second]) expect(await each?.got).toBeDefined();
      await stage.lock.forceRelease();
    });

    it("is found by an attempt, and kept for the whole lease", async () => {
      const { holder, got, owner, mailbox, ear } = await deaf(LEASE_MS, leaseTime(6_000));
      await release(holder);
      await eventually(() => ear.messages.length > 0);
      await using _ = ear;
      await publish(mailbox, `try ${owner} 0`);
      const held = await got;
      expect(held.owner).toBe(owner);
      expect(await leaseLeft()).toBeGreaterThan(5_000);
      expect(held.validUntil - Date.now()).toBeGreaterThan(5_000);
      await held.release();
    });
  });

  describe("a message on the mailbox", () => {
    const attempts = async (since: number): Promise<number> =>
      (await scripts(since)).filter((script) => script.startsWith("lock/acquire")).length;

    it.each<[string, (owner: string, now: number, seals: (text: string) => string) => string[], number]>([
      ["garbage", () => ["", "granted", "x".repeat(10_000), "granted \n1 2 3", '{"error":1}', "0"], 0],
      ["for another owner", (_, now) => [`granted a:1 ${now} 5000 ${now} 0 0`, "try a:1 0", "next a:1 1"], 0],
      ["too late", (owner, now, seals) => [seals(`granted ${owner} ${now - 10_000} 5000 ${now} 0 0`)], 1],
      ["of no length", (owner, now, seals) => [seals(`granted ${owner} ${now} 0 ${now}`)], 1],
      ["doubled", (owner, now, seals) => Array(3).fill(seals(`granted ${owner} ${now - 10_000} 5000 ${now} 0 0`)), 1],
      ["a grant without a seal", (owner, now) => [`granted ${owner} ${now} 5000 ${now} 0 0`], 1],
      ["a call", (owner) => [`try ${owner} 0`], 1],
      ["a call for later", (owner) => [`next ${owner} 20`], 1],
    ])("that is %s grants nothing, and causes one attempt at most", async (_, messages, most) => {
      const { holder, got, owner, mailbox, secret, since, isOver } = await behind();
      const seals = (text: string): string => sealed(secret, text);
      for (const message of messages(owner, await redisTime(redis), seals)) await publish(mailbox, message);
      await eventually(async () => (await attempts(since)) >= most, SETTLED_MS);
      await pause(LONG_ENOUGH_MS);
      expect(isOver()).toBe(false);
      expect(await attempts(since)).toBe(most);
      expect(await stage.lock.isHeldBy(holder.owner)).toBe(true);
      await (await granted({ holder, got })).release();
    });

    it.each<[string, (owner: string, now: number, nth: number) => string]>([
      ["calls", (owner) => `try ${owner} 0`],
      ["calls for later", (owner) => `next ${owner} 1`],
      ["grants without a seal", (owner, now, nth) => `granted ${owner} ${now - nth} 5000 ${now} 0 0`],
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
      await using ear = await listen(redis, channelAt(mailbox));
      const held = await granted({ holder, got });
      const message = String(await eventually(() => ear.messages[0]));
      for (let nth = 0; nth < 3; nth += 1) await publish(mailbox, message);
      await held.release();
      await publish(mailbox, message);
      await pause(LONG_ENOUGH_MS);
      expect(held.owner).toBe(owner);
      expect(await stage.lock.isLocked()).toBe(false);
      expect((await scripts(since)).filter((script) => script === "lock/release")).toHaveLength(2);
    });
  });
}
