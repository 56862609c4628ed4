// Grants that no release published: somebody who may publish on the mailbox of an isolate forges them, or changes those
// that it heard, or sends them late. Some also read the request of the waiter, and so can seal. Runs on a gateway of its own, one test at a time: it reads all commands.
import { describe, expect, it } from "vitest";
import type { AcquireOptions, Held, Lock } from "../../../../src/index.ts";
import { channelAt, queueKey, tokenKey, waiterKey } from "../../../../src/lock/keys.ts";
import { fairAcquireCall, fairReleaseCall } from "../../../../src/lock/lua/fair.ts";
import type { GrantedHold } from "../../../../src/lock/protocol.ts";
import { sealOf } from "../../../../src/lock/wait/seal.ts";
import { listen } from "../../../support/channel.ts";
import { eventually } from "../../../support/eventually.ts";
import { atMost, leaseTime } from "../../../support/place.ts";
import {
  clearFaults,
  command,
  countsOf,
  type Endpoint,
  redisTime,
  resetCounts,
  setFaults,
} from "../../../support/rest.ts";
import { FAIR_PATIENCE_MS, sealed, secretOf } from "../../../support/standing.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { sleeper } from "../../../support/waiting.ts";
import { RELEASED } from "./passed-holds.ts";
import {
  CONFIRM_MS,
  LEASE_MS,
  LONG_ENOUGH_MS,
  PREFIX,
  pause,
  type Standing,
  standingStage,
  WITHIN,
} from "./standing-stage.ts";

const LAST_TOKEN = "9223372036854775807";
/** Shorter than the time for which a grant is believed, on each clock. */
const SHORT_MS = leaseTime(1_200);
const LEASES = [SHORT_MS, leaseTime(6_000), LEASE_MS];
const FIRST = { confirm: "first" } as const;

/** A waiter behind a holder in another isolate, and the release of that holder. */
interface Behind extends Pick<Standing, "got" | "isOver" | "owner" | "mailbox" | "secret"> {
  readonly holder: GrantedHold;
  release(): Promise<unknown>;
}

export function forgedContract(redis: Endpoint): void {
  const stage = standingStage(redis);
  const { locks, port, elsewhere, acquire, release, publish, scripts, latest, stands } = stage;

  async function behindIn(of: Pick<Lock, "acquire">, more: AcquireOptions): Promise<Behind> {
    const holder = await acquire(elsewhere());
    return { ...(await stands(more, of)), holder, release: () => release(holder) };
  }

  async function behindInQueue(more: AcquireOptions): Promise<Behind> {
    const holder = elsewhere();
    await port.run(fairAcquireCall(holder, false, false, FAIR_PATIENCE_MS), WITHIN);
    const waiting = await sleeper((waits) => locks.fairLock(stage.lock.name).acquire({ ...more, ...waits }));
    const [owner = ""] = await command<string[]>(redis, "LRANGE", queueKey(stage.key), 0, -1);
    const request = await command<string>(redis, "GET", waiterKey(stage.key, owner));
    const releases = () => port.run(fairReleaseCall(holder, true, FAIR_PATIENCE_MS, "elsewhere"), WITHIN);
    const [mailbox = "", , secret = ""] = request.split(" ");
    return { ...waiting, owner, mailbox, secret, holder, release: releases };
  }

  const fenced = () => locks.fencedLock(stage.lock.name);
  /** The kinds of locks that a message can grant, and the token in such a message. */
  const kinds: readonly [string, (more: AcquireOptions) => Promise<Behind>, (now: number) => string][] = [
    ["plain", (more) => behindIn(stage.lock, more), () => ""],
    ["fenced", (more) => behindIn(fenced(), more), (now) => ` ${now}000`],
    ["fair", behindInQueue, () => ""],
  ];

  /** Publishes a message as somebody who read the request of the waiter can. */
  const tell = ({ mailbox, secret }: Behind, text: string) => publish(mailbox, sealed(secret, text));

  /** Waits until a waiter would have believed a message. Expects that the holder still has the lock, alone. */
  async function isNotBelieved({ isOver, holder }: Behind): Promise<void> {
    await pause(LONG_ENOUGH_MS);
    expect(isOver()).toBe(false);
    expect(await command(redis, "HKEYS", stage.key)).toEqual([holder.owner]);
  }

  async function gets({ got, release: releases }: Behind): Promise<Held> {
    await releases();
    const held = await got;
    expect(await held.release()).toMatchObject(RELEASED);
    return held;
  }

  describe.each(kinds)("a waiter of the %s lock", (_, behind, tokenAt) => {
    /** What a forger can write who knows mailbox and owner, but not the secret. */
    const forgeries: readonly [what: string, (text: string, owner: string, secret: string) => string][] = [
      ["no seal", (text) => text],
      ["the seal of another secret", (text, owner) => sealed(secretOf(owner), text)],
      ["a seal without the secret", (text) => sealed("", text)],
      ["the seal of another text", (text, _, secret) => `${text} ${sealOf(secret, `${text} 1`)}`],
      ["a seal that is cut", (text, _, secret) => sealed(secret, text).slice(0, -1)],
      ["a seal with one more digit", (text, _, secret) => `${sealed(secret, text)}0`],
      ["a seal in capitals", (text, _, secret) => `${text} A${sealOf(secret, text).slice(1).toUpperCase()}`],
      ["the owner alone", (_, owner) => `granted ${owner}`],
    ];
    it.each(forgeries)("takes a grant with %s for a hint", async (__, forge) => {
      const waiting = await behind({});
      const since = await latest();
      const now = await redisTime(redis);
      const text = `granted ${waiting.owner} ${now} 5000 ${now} 0 0${tokenAt(now)}`;
      await publish(waiting.mailbox, forge(text, waiting.owner, waiting.secret));
      await isNotBelieved(waiting);
      expect(await scripts(since)).toEqual([expect.stringMatching(/\/acquire/)]);
      await gets(waiting);
    });

    it("takes an honest grant to another waiter, or one whose words were changed, for none", async () => {
      const first = await behind({});
      await using ear = await listen(redis, channelAt(first.mailbox));
      const { owner } = await gets(first);
      const message = await eventually(() => ear.messages.find((each) => each.startsWith(`granted ${owner} `)));
      const waiting = await behind({});
      await publish(waiting.mailbox, message.replace(owner, waiting.owner));
      const now = await redisTime(redis);
      await publish(waiting.mailbox, message.replace(owner, waiting.owner).replace(/\d{13}/, String(now)));
      await publish(waiting.mailbox, message);
      await isNotBelieved(waiting);
      await gets(waiting);
    });

    it("believes an honest grant that comes after forged ones", async () => {
      const waiting = await behind({});
      const now = await redisTime(redis);
      await publish(waiting.mailbox, `granted ${waiting.owner} ${now + 1} 5000 ${now} 0 0${tokenAt(now)}`);
      await isNotBelieved(waiting);
      const since = await latest();
      await waiting.release();
      await (await waiting.got).release();
      expect((await scripts(since)).map((script) => script.split("/")[1])).toEqual(["release", "release"]);
    });
  });

  describe("the token in a message", () => {
    const cases = LEASES.flatMap((leaseMs) =>
      [{}, FIRST].flatMap((more) =>
        [0, 10 ** 10].map((aheadMs): [number, AcquireOptions, number] => [leaseMs, more, aheadMs]),
      ),
    );
    it.each(cases)(
      "is not taken if it is forged, with a lease of %i ms, %o, and a grant %i ms ahead",
      async (leaseMs, more, aheadMs) => {
        const waiting = await behindIn(fenced(), { leaseMs, ...more });
        const now = (await redisTime(redis)) + aheadMs;
        for (const token of [LAST_TOKEN, `${now + 61_000}000`]) {
          await tell(waiting, `granted ${waiting.owner} ${now} 5000 ${now} 0 0 ${token}`);
          await isNotBelieved(waiting);
        }
        const { fencingToken } = await gets(waiting);
        expect(Math.abs(Number(fencingToken) / 1_000 - Date.now())).toBeLessThan(60_000);
      },
    );

    it("comes with the answer of an attempt if the message lacks it", async () => {
      const waiting = await behindIn(fenced(), {});
      const now = await redisTime(redis);
      await tell(waiting, `granted ${waiting.owner} ${now} 5000 ${now} 0 0`);
      await isNotBelieved(waiting);
      expect((await gets(waiting)).fencingToken).toBeDefined();
    });

    it("is not taken for a lock without tokens", async () => {
      const waiting = await behindIn(stage.lock, {});
      const now = await redisTime(redis);
      await tell(waiting, `granted ${waiting.owner} ${now} 5000 ${now} 0 0 ${now}000`);
      await isNotBelieved(waiting);
      expect((await gets(waiting)).fencingToken).toBeUndefined();
    });

    it("comes with the answer of an attempt if the lock's own tokens are ahead of the clock", async () => {
      const ahead = "9000000000000000000";
      await command(redis, "SET", tokenKey(stage.key), ahead);
      const waiting = await behindIn(fenced(), {});
      const since = await latest();
      await waiting.release();
      const held = await waiting.got;
      expect([held.owner, held.fencingToken]).toEqual([waiting.owner, "9000000000000000001"]);
      expect((await scripts(since)).slice(0, 2)).toEqual(["lock/release", expect.stringMatching(/^fenced\/acquire/)]);
      await held.release();
    });
  });

  describe.each(kinds)('a waiter of the %s lock with confirm: "first"', (kind, behind, tokenAt) => {
    it.each(LEASES.flatMap((leaseMs) => [0, 1_000].map((ageMs) => [leaseMs, ageMs])))(
      "with a lease of %i ms does not believe a forged grant of %i ms ago",
      async (leaseMs, ageMs) => {
        const waiting = await behind({ leaseMs, ...FIRST });
        const now = (await redisTime(redis)) - ageMs;
        await tell(waiting, `granted ${waiting.owner} ${now} 5000 ${now} 0 0${tokenAt(now)}`);
        await isNotBelieved(waiting);
        await gets(waiting);
      },
    );

    it("does not believe a forged grant whose confirmation is lost", async () => {
      const waiting = await behind({ leaseMs: leaseTime(6_000), ...FIRST });
      const now = await redisTime(redis);
      // The message is the first request.
      await setFaults(redis, 1, [{ fault: "drop-before", request: 2 }]);
      await tell(waiting, `granted ${waiting.owner} ${now} 5000 ${now} 0 0${tokenAt(now)}`);
      await pause(LONG_ENOUGH_MS);
      await clearFaults(redis);
      await isNotBelieved(waiting);
      await gets(waiting);
    });

    it.each(LEASES)("with a lease of %i ms has the full lease of an honest grant", async (leaseMs) => {
      const waiting = await behind({ leaseMs, ...FIRST });
      await waiting.release();
      const held = await waiting.got;
      expect(held.owner).toBe(waiting.owner);
      expect(held.validUntil - Date.now()).toBeGreaterThan(Math.min(CONFIRM_MS, leaseMs / 2));
      const leftMs = await command<number>(redis, "PTTL", stage.key);
      expect(leftMs).toBeGreaterThan(leaseMs / 2);
      await held.release();
    });

    it(`sends few requests in a storm of forged grants: ${kind}`, async () => {
      const waiting = await behind(FIRST);
      const since = await latest();
      const start = performance.now();
      for (let nth = 0; performance.now() < start + 2_000; nth += 1) {
        const now = (await redisTime(redis)) - nth;
        await tell(waiting, `granted ${waiting.owner} ${now} 5000 ${now} 0 0${tokenAt(now)}`);
      }
      // Five at once, and five a second.
      expect((await scripts(since)).length).toBeLessThanOrEqual(5 + (5 * (performance.now() - start)) / 1_000 + 3);
      await gets(waiting);
    });
  });

  // A release that grants the lock to the only waiter; an attempt, unless the lock is plain; a renewal; and a release.
  const bills = { plain: 12 + 5 + 5, fenced: 14 + 7 + 5 + 5, fair: 18 + 5 + 5 + 5 };
  it.each(kinds)(
    'a hand-over of the %s lock with confirm: "first" costs the same whatever its lease',
    async (kind, behind) => {
      const costs: unknown[] = [];
      // The first one also loads the scripts.
      for (const leaseMs of [LEASE_MS, ...LEASES]) {
        const waiting = await behind({ leaseMs, ...FIRST });
        await resetCounts(redis);
        await waiting.release();
        await (await waiting.got).release();
        costs.push((await countsOf(redis)).billed);
      }
      expect(costs.slice(1)).toEqual(LEASES.map(() => Reflect.get(bills, kind)));
    },
  );

  it("a grant is not believed for longer than the lease that its waiter asked for", async () => {
    const waiting = await behindIn(stage.lock, { leaseMs: SHORT_MS });
    const now = await redisTime(redis);
    await tell(waiting, `granted ${waiting.owner} ${now} 5000 ${now} 0 0`);
    const held = await waiting.got;
    expect(held.validUntil - Date.now()).toBeLessThanOrEqual(SHORT_MS);
    await eventually(() => held.signal.aborted);
    await stage.lock.forceRelease();
  });

  it.each([
    [SHORT_MS, SHORT_MS],
    [leaseTime(6_000), CONFIRM_MS],
    [LEASE_MS, CONFIRM_MS],
  ])("a waiter that asks for a lease of %i ms has %i ms after its grant", async (leaseMs, confirmMs) => {
    const name = uniqueName();
    const holder = await acquire(elsewhere({ key: PREFIX + name }));
    const waiting = await sleeper((waits) => locks.lock(name).acquire({ leaseMs, ...waits }));
    await release(holder);
    const held = await waiting.got;
    const leftMs = held.validUntil - Date.now();
    expect(leftMs).toBeLessThanOrEqual(confirmMs);
    expect(leftMs).toBeGreaterThan(confirmMs - atMost(0.3 * confirmMs));
    await held.release();
  });
}
