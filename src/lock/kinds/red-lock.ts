// The red lock: a majority of locks on independent databases, as "Distributed Locks with Redis" of the Redis docs
// describes it (Redlock). It asks all nodes at once, each with a timeout. It subtracts the elapsed time and a margin
// for clock drift from the validity. It releases on all nodes. Redisson's RedissonRedLock does without that time and
// margin. Its promises and limits are in docs/audit/guarantees.md.

import { AbortedError, type HoldEnd, NoWatchdogError, OutcomeUnknownError, wasNotDone } from "../../base/errors.ts";
import { type Client, contextOf } from "../client.ts";
import { HeldLock } from "../hold/held-lock.ts";
import type { HoldKind } from "../hold/kind.ts";
import type { RenewalReply } from "../lua/lock-many.ts";
import { type AcquireReply, type GrantedHold, type HeldReply, type HoldId, type RunLimits, send } from "../protocol.ts";
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
import type { Lock } from "./lock.ts";

// A node that is down must not use up the lease that the others granted. A node on another continent must have time to
// answer.
const NODE_SHARE_OF_LEASE = 10;
const LEAST_NODE_MS = 250;
// Cancel at most this many earlier attempts per unresponsive node; older ones expire with their lease.
const OPEN_TRIES = 4;

/**
 * Combines several locks into one that is acquired when more than half of them are, so it outlives the loss of the
 * other databases. Redisson's `getRedLock(…)`.
 * @param client the client whose defaults apply, and whose `close()` ends it
 * @param locks 1 to 100 locks, each in an independent database; best three or five, all of one name
 * @returns the combined lock
 * @throws INVALID_OPTION when `client` or `locks` is wrong
 * @example
 * await using held = await redLock(client, ...clients.map((each) => lock(each, "orders:42"))).acquire();
 */
export function redLock(client: Client, ...locks: readonly Lock[]): CompositeLock {
  const members = membersOf(locks, ({ client: { driver } }) => driver.database, "two locks of one database");
  return new CompositeLockObject(contextOf(client), redKind(members), members);
}

/** Returns the kind of a lock that consists of more than half of these. */
function redKind(members: Members): HoldKind {
  const quorum = quorumOf(members);
  // The holds that nodes may have from failed attempts, and from the last one.
  const open = new WeakMap<HoldId, readonly MemberHold[]>();
  // By the member holds of a granted hold: the holds that nodes may still have from earlier attempts.
  const leftBeside = new WeakMap<readonly GrantedHold[], Set<MemberHold>>();
  // Moving from one node's messages to another's costs a stream and an attempt.
  const waitsAt = new WeakMap<HoldId, number>();
  const common = compositeKind(members);

  return {
    ...common,
    id: "red",
    method: "redLock",
    acquire: (hold) => ({
      async send(limits) {
        const ofNode = forOneNode(limits, hold);
        // A hold id that was given back is final, so each run uses new ids of the same owner.
        const memberHolds = sameHold(members, { ...hold, ownerIsNew: false, holdId: crypto.randomUUID() });
        const earlier = new Set(open.get(hold));
        open.set(hold, [...earlier, ...memberHolds]);
        const known = new Set([...earlier].map(({ member }) => member));
        const earlierEnds = giveBack(earlier, ofNode);
        const answers = ownAsBusy(memberHolds, await decided(memberHolds, quorum, ofNode), known);
        const grant = grantOf(memberHolds, answers, quorum);
        if (grant?.members !== undefined) {
          // Renewals of this hold would prolong earlier holds of the same owner: cancel those now, and again before the
          // release.
          leftBeside.set(grant.members, earlier);
          earlierEnds.then(() => giveBack(earlier, ofNode));
          return grant;
        }
        // The cancel that follows ends all of it.
        if (limits.signal?.aborted === true) throw new AbortedError(limits.signal.reason);
        const maybe = new Set(memberHolds.filter((_, nth) => mayBeHeld(answers[nth])));
        const [ends] = await Promise.all([giveBack(maybe, ofNode), earlierEnds]);
        open.set(hold, [...earlier, ...maybe].slice(-OPEN_TRIES * members.length));
        const reply = refusalOf(answers, quorum, gravest(ends) === undefined, waitsAt.get(hold));
        if (reply.kind === "busy") waitsAt.set(hold, reply.member ?? 0);
        return reply;
      },
    }),
    cancel: (hold) => ({
      async send(limits) {
        const left = new Set(open.get(hold));
        const ends = await giveBack(left, forOneNode(limits, hold));
        open.set(hold, [...left]);
        if (new Set([...left].map(({ member }) => member)).size > members.length - quorum) throw gravest(ends);
        return { kind: "ended", end: "free" };
      },
    }),
    release: (hold, _, releaseId) => ({
      async send(limits) {
        const ofNode = forOneNode(limits, hold);
        await giveBack(leftBeside.get(hold.members ?? []) ?? new Set(), ofNode);
        // "again": where the acquire was not answered, only the record can say whether it was granted.
        const answers = await endAll(common.membersOf(hold), "again", ofNode, releaseId);
        return { kind: "ended", end: majorityEnd(answers, quorum) };
      },
    }),
    renew: (hold) => ({
      async send(limits) {
        const answers = await renewAll(common.membersOf(hold), forOneNode(limits, hold));
        const { end } = alive(answers, quorum);
        return end === undefined ? { kind: "renewed", holdCount: 1 } : { kind: "ended", end };
      },
    }),
    check: (hold) => ({
      async send(limits) {
        const { end, leastMs } = alive(await checkAll(common.membersOf(hold), forOneNode(limits, hold)), quorum);
        return end === undefined ? { kind: "counted", holdCount: 1, remainingMs: leastMs } : { kind: "ended", end };
      },
    }),
    watchdog() {
      throw new NoWatchdogError("a red lock is kept alive by its holder alone");
    },
    held(client, grant) {
      return new HeldLock(client, this, grant);
    },
  };
}

/** Returns how the hold ended for a majority. Throws when too few nodes answered to know. */
function majorityEnd(answers: Answers<HoldEnd>, quorum: number): HoldEnd {
  const ends = given(answers);
  const still = ends.filter((end) => end.startsWith("still:"));
  const released = ends.filter((end) => end === "released" || end === "released-elsewhere");
  if (released.length >= quorum) {
    const elsewhere = released.filter((end) => end === "released-elsewhere");
    return elsewhere.length >= quorum ? "released-elsewhere" : "released";
  }
  const counted = released.length + still.length;
  const [end] = counted >= quorum ? still : ends.filter((each) => each === "taken");
  // Refusals do not decide while the silent nodes could still make the majority.
  const unheard = answers.length - ends.length;
  if (counted < quorum && (ends.length < quorum || counted + unheard >= quorum)) throw gravest(answers);
  return end ?? "free";
}

function quorumOf(members: Members): number {
  return Math.floor(members.length / 2) + 1;
}

function forOneNode(limits: RunLimits, { leaseMs }: HoldId): RunLimits {
  return { ...limits, timeoutMs: Math.min(limits.timeoutMs, Math.max(leaseMs / NODE_SHARE_OF_LEASE, LEAST_NODE_MS)) };
}

type Decided = readonly (PromiseSettledResult<AcquireReply> | undefined)[];

/** Returns the grant, or undefined without a majority. */
function grantOf(memberHolds: readonly MemberHold[], answers: Decided, quorum: number): HeldReply | undefined {
  const held = new Map<MemberHold, HeldReply>();
  for (const [nth, memberHold] of memberHolds.entries()) {
    const answer = answers[nth];
    if (answer?.status === "fulfilled" && answer.value.kind === "held") held.set(memberHold, answer.value);
  }
  if (held.size < quorum) return undefined;
  const granted = memberHolds.map((memberHold) => {
    // A silent node may have granted it, or may do so later: it is renewed and released there too.
    const { epoch, fencingToken } = held.get(memberHold) ?? memberHold.hold;
    return { ...memberHold.hold, epoch, fencingToken };
  });
  // -1: somebody removed the TTL.
  const left = [...held.values()].map((reply) => reply.remainingMs).filter((ms) => ms >= 0);
  const remainingMs = left.length === 0 ? -1 : Math.min(...left);
  const holdCount = Math.min(...[...held.values()].map((reply) => reply.holdCount));
  return { kind: "held", holdCount, remainingMs, epoch: "", members: granted };
}

function mayBeHeld(answer: Decided[number]): boolean {
  if (answer === undefined) return true;
  return answer.status === "fulfilled" ? answer.value.kind === "held" : !wasNotDone(answer.reason);
}

/** Cancels these holds, and removes those that were answered from the set. */
async function giveBack(open: Set<MemberHold>, limits: RunLimits): Promise<Answers<HoldEnd>> {
  const memberHolds = [...open];
  const ends = await endAll(memberHolds, "cancel", limits);
  for (const [nth, memberHold] of memberHolds.entries()) if (ends[nth]?.status === "fulfilled") open.delete(memberHold);
  return ends;
}

/**
 * Treats "reentered" as busy on nodes where an earlier attempt of this acquire may still hold the lock, because its
 * cancel did not arrive.
 */
function ownAsBusy(
  memberHolds: readonly MemberHold[],
  answers: Decided,
  known: ReadonlySet<MemberHold["member"]>,
): Decided {
  return answers.map((answer, nth) => {
    const memberHold = memberHolds[nth];
    if (answer?.status !== "fulfilled" || memberHold === undefined || !known.has(memberHold.member)) return answer;
    const isOwn = answer.value.kind === "ended" && answer.value.end === "reentered";
    return isOwn ? { status: "fulfilled", value: { kind: "busy", remainingMs: -1 } } : answer;
  });
}

/**
 * Returns the refusal if a majority answered; a split vote counts as busy. Otherwise throws why too few answered.
 * @param waitsAt the node whose messages this acquire follows already
 */
function refusalOf(answers: Decided, quorum: number, isGivenBack: boolean, waitsAt?: number): AcquireReply {
  const failed = answers.flatMap((answer) => (answer?.status === "rejected" ? [answer] : []));
  if (failed.length > answers.length - quorum) {
    const problem = gravest(failed);
    if (isGivenBack || !wasNotDone(problem)) throw problem;
    throw new OutcomeUnknownError("some of the nodes may still hold the lock; it ends there with its lease", {
      cause: problem,
    });
  }
  const replies = answers.map((answer) => (answer?.status === "fulfilled" ? answer.value : undefined));
  const refused = replies.filter((reply) => reply !== undefined && reply.kind !== "held");
  const final = refused.find((reply) => reply?.kind === "ended" && reply.end !== "refused");
  if (final !== undefined) return final;
  const left = refused.flatMap((reply) =>
    reply?.kind === "busy" && reply.remainingMs >= 0 ? [reply.remainingMs] : [],
  );
  const stays = waitsAt !== undefined && (answers[waitsAt] === undefined || replies[waitsAt]?.kind === "busy");
  const member = stays ? waitsAt : replies.findIndex((reply) => reply?.kind === "busy");
  return { kind: "busy", remainingMs: left.length === 0 ? -1 : Math.min(...left), member: Math.max(0, member) };
}

/**
 * Resolves as soon as enough nodes granted, or so many refused that a majority is impossible. The answer of a silent
 * node is undefined.
 */
function decided(memberHolds: readonly MemberHold[], quorum: number, limits: RunLimits): Promise<Decided> {
  return new Promise((resolve) => {
    const answers: (PromiseSettledResult<AcquireReply> | undefined)[] = memberHolds.map(() => undefined);
    const count = { held: 0, refused: 0 };
    for (const [nth, { member, hold }] of memberHolds.entries()) {
      const asked = send(member.client.driver, member.kind.acquire(hold, true, true), limits);
      Promise.allSettled([asked]).then(([answer]) => {
        answers[nth] = answer;
        if (answer.status === "fulfilled") count[answer.value.kind === "held" ? "held" : "refused"] += 1;
        if (count.held >= quorum || count.refused > memberHolds.length - quorum || !answers.includes(undefined))
          resolve([...answers]);
      });
    }
  });
}

/** Returns the least lease of a majority, or the end if too many nodes ended it. Throws when neither is known. */
function alive(answers: Answers<RenewalReply>, quorum: number): { readonly leastMs: number; readonly end?: HoldEnd } {
  const replies = given(answers);
  const left = replies.filter((reply) => typeof reply === "number").sort((one, other) => other - one);
  const leastMs = left[quorum - 1];
  if (leastMs !== undefined) return { leastMs };
  const ends = replies.filter((reply) => typeof reply === "string");
  if (ends.length <= answers.length - quorum) throw gravest(answers);
  // A release elsewhere reached all nodes, and some nodes may never have had the hold.
  const told = ends.find((end) => end === "released" || end.startsWith("still:"));
  return { leastMs: 0, end: told ?? ends.find((end) => end !== "refused") ?? "lost" };
}
