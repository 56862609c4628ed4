// The multi lock: all of several locks, or none. Redisson's RMultiLock (getMultiLock) acquires them one by one and
// waits while it holds some. This one never waits while it holds any, so two of them cannot deadlock.

import { nowMs } from "../../base/clock.ts";
import {
  type HoldEnd,
  InvalidOptionError,
  NoWatchdogError,
  OutcomeUnknownError,
  RedisUnreachableError,
  wasNotDone,
  wasRefused,
} from "../../base/errors.ts";
import { type Client, contextOf } from "../client.ts";
import { type ClientContext, watchdogFor } from "../hold/client-context.ts";
import { foundLost, releaseResult } from "../hold/held.ts";
import { HeldLock } from "../hold/held-lock.ts";
import type { HoldKind } from "../hold/kind.ts";
import { hashTagOf } from "../keys.ts";
import { acquireManyCall, type RenewalReply } from "../lua/lock-many.ts";
import {
  type AcquireReply,
  type BusyReply,
  type Call,
  type Ended,
  type GrantedHold,
  type HeldReply,
  type HoldId,
  type RunLimits,
  send,
} from "../protocol.ts";
import { compositeWatchdog } from "../watchdog/composite-watchdog.ts";
import {
  type Answers,
  checkAll,
  endAll,
  given,
  gravest,
  type MemberHold,
  renewAll,
  sameHold,
} from "./composite-holds.ts";
import { type CompositeLock, CompositeLockObject, compositeKind, type Members, membersOf } from "./composite-lock.ts";
import type { Lock, Member } from "./lock.ts";

/**
 * Combines several locks into one that is acquired when all of them are. Redisson's `getMultiLock(…)`. It never waits
 * while it holds any of them, so two such locks cannot deadlock.
 * The locks may be of any kind, in several databases. Reentrant locks of one database cost two requests in all. A multi
 * lock never joins a fair lock's queue, and has no fencing token.
 * @param client the client whose defaults apply, and whose `close()` ends it
 * @param locks 1 to 100 locks in any order, no two with the same name and database
 * @returns the combined lock
 * @throws INVALID_OPTION when `client` or `locks` is wrong, or the locks are in several slots of a cluster
 * @example
 * await using held = await multiLock(client, lock(client, "from"), lock(client, "to")).acquire();
 */
export function multiLock(client: Client, ...locks: readonly Lock[]): CompositeLock {
  const nameOf = ({ client: { driver }, key }: Member): string => `${driver.database} ${key}`;
  const members = membersOf(locks, nameOf, "two locks of one name");
  checkSlots(members);
  return new CompositeLockObject(contextOf(client), multiKind(members), members);
}

/** Throws INVALID_OPTION if no script could have the keys of all locks that are in one cluster. */
function checkSlots(members: Members): void {
  const tags = new Map<string, string>();
  for (const { client, key } of members) {
    const { isCluster, database } = client.driver;
    if (!isCluster) continue;
    const tag = hashTagOf(key);
    if ((tags.get(database) ?? tag) !== tag) {
      throw new InvalidOptionError(
        "locks",
        'of a multiLock must share a slot in a cluster: give their names one hash tag, such as "{order}:1" and "{order}:2"',
      );
    }
    tags.set(database, tag);
  }
}

/** Returns the kind of a lock that consists of all of these. */
function multiKind(members: Members): HoldKind {
  const [{ client: first }] = members;
  // The member holds that the last attempt may have acquired.
  const tried = new WeakMap<HoldId, ReadonlySet<MemberHold>>();
  const together = members.every(
    ({ client, kind }) => kind.batched?.acquire === true && client.driver.database === first.driver.database,
  );
  const common = compositeKind(members);

  return {
    ...common,
    id: "multi",
    method: "multiLock",
    acquire(hold, last) {
      const inOne = together && hold.ownerIsNew;
      // A hold id that was given back is final. One by one, each attempt therefore uses new ids of the same owner.
      const memberHolds = sameHold(members, inOne ? hold : { ...hold, ownerIsNew: false, holdId: crypto.randomUUID() });
      const open = new Set(inOne ? memberHolds : []);
      tried.set(hold, open);
      return inOne ? takeTogether(first, hold, memberHolds, last) : takeOneByOne(memberHolds, open);
    },
    cancel: (hold) => ends([...(tried.get(hold) ?? [])], "cancel"),
    release: (hold, isFirst, releaseId) => ends(common.membersOf(hold), isFirst ? "first" : "again", releaseId),
    renew: (hold) => ({
      async send(limits) {
        const memberHolds = common.membersOf(hold);
        const answers = await renewAll(memberHolds, limits);
        const ended = endOf(memberHolds, answers, limits);
        if (ended !== undefined) return ended;
        all(answers);
        return { kind: "renewed", holdCount: 1 };
      },
    }),
    check: (hold) => ({
      async send(limits) {
        const memberHolds = common.membersOf(hold);
        const answers = await checkAll(memberHolds, limits);
        const ended = endOf(memberHolds, answers, limits);
        if (ended !== undefined) return ended;
        // -1: somebody removed the TTL.
        const left = all(answers)
          .map(Number)
          .filter((ms) => ms >= 0);
        return { kind: "counted", holdCount: 1, remainingMs: left.length === 0 ? hold.leaseMs : Math.min(...left) };
      },
    }),
    watchdog(hold) {
      const keepers = common.membersOf(hold).map(({ member: { client, kind, name }, hold: memberHold }) => ({
        ...watchdogFor(client, kind, memberHold, name),
        hold: memberHold,
      }));
      const [keeper] = keepers;
      if (keeper === undefined) throw new NoWatchdogError();
      return { watchdog: compositeWatchdog(keepers), handOff: keeper.handOff };
    },
    held(client, grant) {
      return new HeldLock(client, this, grant);
    },
  };
}

/** Acquires all locks in one script. */
function takeTogether(
  { driver }: ClientContext,
  hold: HoldId,
  memberHolds: readonly MemberHold[],
  last: boolean,
): Call<AcquireReply> {
  const holds = memberHolds.map((memberHold) => memberHold.hold);
  const call = acquireManyCall(hold, holds, last);
  return {
    async send(limits) {
      const reply = await send(driver, call, limits);
      // One lock was lost since an earlier copy of this attempt acquired them, so the others are of no use.
      if (reply.kind === "ended") await giveBack(memberHolds, limits);
      return reply;
    },
  };
}

/**
 * Acquires one lock after the other. Gives back what it acquired before anybody waits.
 * @param open collects the holds that any run may have left: a run without a reply may have acquired more than a later
 * one
 */
function takeOneByOne(memberHolds: readonly MemberHold[], open: Set<MemberHold>): Call<AcquireReply> {
  // Set by the first refusal: from then on a run acquires nothing.
  let over: Refused | undefined;

  async function take(memberHold: MemberHold, nth: number, limits: RunLimits): Promise<HeldReply | Refused> {
    const { member, hold } = memberHold;
    try {
      const reply = await send(member.client.driver, member.kind.acquire(hold, true, true), limits);
      if (reply.kind === "held") open.add(memberHold);
      else open.delete(memberHold);
      return reply.kind === "held" ? reply : { kind: "refused", reply: refusalOf(reply, nth) };
    } catch (error) {
      if (!wasNotDone(error)) open.add(memberHold);
      if (wasRefused(error)) return { kind: "refused", error };
      if (!wasNotDone(error) || open.size === 0) throw error;
      throw new OutcomeUnknownError("some of the locks were acquired, and another could not be", {
        cause: error,
      });
    }
  }

  return {
    async send(limits) {
      const granted: GrantedHold[] = [];
      let [leastMs, holdCount] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
      const since = nowMs();
      for (const [nth, memberHold] of memberHolds.entries()) {
        const leftMs = memberHold.hold.leaseMs - (nowMs() - since);
        if (leftMs <= 0) over ??= { kind: "refused", error: tooSlow() };
        const answer =
          over ?? (await take(memberHold, nth, { ...limits, timeoutMs: Math.min(limits.timeoutMs, leftMs) }));
        if (answer.kind === "refused") {
          over = answer;
          await giveBack([...open], limits);
          open.clear();
          if (answer.reply === undefined) throw answer.error;
          return answer.reply;
        }
        granted.push({ ...memberHold.hold, epoch: answer.epoch, fencingToken: answer.fencingToken });
        // -1: somebody removed the TTL.
        leastMs = Math.min(leastMs, answer.remainingMs < 0 ? memberHold.hold.leaseMs : answer.remainingMs);
        holdCount = Math.min(holdCount, answer.holdCount);
      }
      return { kind: "held", holdCount, remainingMs: leastMs, epoch: "", members: granted };
    },
  };
}

/** A refusal by one of the locks, or by a Redis that did not run the script. */
type Refused = { readonly kind: "refused" } & (
  | { readonly reply: AcquireReply }
  | { readonly reply?: undefined; readonly error: unknown }
);

/**
 * Turns the reply of one lock into that of the whole. "refused" is the end of an earlier copy, so the lock was busy. A
 * place in a queue is dropped, because this acquire has left the queue.
 */
function refusalOf(reply: BusyReply | Ended, member: number): AcquireReply {
  if (reply.kind === "busy") return { kind: "busy", remainingMs: reply.remainingMs, member };
  return reply.end === "refused" ? { kind: "busy", remainingMs: -1, member } : reply;
}

/** The first lease would have ended before the last lock was acquired. */
function tooSlow(): RedisUnreachableError {
  return new RedisUnreachableError("the locks could not be acquired one by one within their lease; try again");
}

async function giveBack(taken: readonly MemberHold[], limits: RunLimits): Promise<void> {
  const problem = gravest(await endAll(taken, "cancel", limits));
  if (problem !== undefined)
    throw new OutcomeUnknownError("some of the locks may still be held; they end with their leases", {
      cause: problem,
    });
}

function ends(memberHolds: readonly MemberHold[], how: "first" | "again" | "cancel", releaseId = ""): Call<Ended> {
  return {
    async send(limits) {
      const [worst = "free"] = all(await endAll(memberHolds, how, limits, releaseId)).sort(
        (one, other) => rank(one) - rank(other),
      );
      return { kind: "ended", end: worst };
    },
  };
}

/** Orders ends from worst to best: the release of the whole reports the worst. */
function rank(end: HoldEnd): number {
  if (end === "taken" || end.startsWith("stolen:")) return 0;
  if (end === "released") return 3;
  return end === "released-elsewhere" || end.startsWith("still:") ? 2 : 1;
}

/** Returns all replies. Throws when one is missing. */
function all<Reply>(answers: Answers<Reply>): Reply[] {
  const problem = gravest(answers);
  if (problem !== undefined) throw problem;
  return given(answers);
}

/**
 * Returns the first end among the replies. One is enough, whatever the missing replies would say. If it is a loss, also
 * releases the other locks, because the hold of all locks has ended.
 */
function endOf(
  memberHolds: readonly MemberHold[],
  answers: Answers<RenewalReply>,
  limits: RunLimits,
): Ended | undefined {
  const end = given(answers).find((reply) => typeof reply === "string");
  if (end === undefined) return undefined;
  // In the background: the holder learns of its loss at once.
  if (foundLost(releaseResult(end))) void endAll(memberHolds, "again", { ...limits, alone: true });
  return { kind: "ended", end };
}
