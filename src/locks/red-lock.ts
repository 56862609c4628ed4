// The red lock: a majority of locks on independent databases, as "Distributed Locks with Redis" of the Redis docs has
// it (Redlock): all nodes at once, each with a time-out; the time it took and a margin for drift are taken off what is
// believed; released on all. Redisson's RedissonRedLock does without that time and margin. What it promises, and what
// not, is in docs/guarantees.md.
import { type Client, contextOf } from "../client.ts";
import { AbortedError, type HoldEnd, NoWatchdogError, OutcomeUnknownError } from "../errors.ts";
import { HeldLock } from "../hold/held-lock.ts";
import type { HoldKind } from "../hold/kind.ts";
import type { AcquireReply, GrantedHold, HeldReply, HoldId } from "../lua/lock/calls.ts";
import type { RenewalReply } from "../lua/lock/renew-many.ts";
import { type RunLimits, runOnce } from "../redis/port.ts";
import {
  type Answers,
  checkAll,
  endAll,
  given,
  gravest,
  type MemberHold,
  memberHoldsOf,
  renewAll,
  sameHold,
  wasNotDone,
} from "./composite-holds.ts";
import { type CompositeLock, CompositeLockObject, compositeKind, type Members, membersOf } from "./composite-lock.ts";
import type { Lock } from "./lock.ts";

// A node that is down must not use up the lease that the others granted; one on another continent is to be heard.
const NODE_SHARE_OF_LEASE = 10;
const LEAST_NODE_MS = 250;
// Of more tries than that a node which hangs is not asked to give back what it may have granted: that is over with its
// lease.
const OPEN_TRIES = 4;

/**
 * Makes one lock of more than half of these: it outlives the loss of the other databases. Redisson's `getRedLock(…)`.
 * @param client the client whose defaults it has, and with which it is closed
 * @param locks 1 to 100, each in a database of its own that shares nothing with the others; best three or five, all of
 * one name
 * @throws INVALID_OPTION naming "locks"
 * @example
 * await using held = await redLock(client, ...clients.map((each) => lock(each, "orders:42"))).acquire();
 */
export function redLock(client: Client, ...locks: readonly Lock[]): CompositeLock {
  const members = membersOf(locks, ({ client: { redis } }) => redis.database, "two locks of one database");
  return new CompositeLockObject(contextOf(client), redKind(members), members);
}

/** Of these locks more than half, as one. */
function redKind(members: Members): HoldKind {
  const quorum = quorumOf(members);
  // What nodes may hold of tries that came to nothing, and of the last one.
  const open = new WeakMap<HoldId, readonly MemberHold[]>();
  // Beside a granted hold, known by those of its members: what nodes may hold of the tries before it.
  const leftBeside = new WeakMap<readonly GrantedHold[], Set<MemberHold>>();
  // Each move from one node's messages to those of another costs a stream and a try.
  const waitsAt = new WeakMap<HoldId, number>();
  const nodes = ({ members: holds = [] }: Pick<GrantedHold, "members">): MemberHold[] => memberHoldsOf(members, holds);

  return {
    ...compositeKind(members),
    id: "red",
    method: "redLock",
    acquire: (hold) => ({
      async runAll(limits) {
        const ofNode = forOneNode(limits, hold);
        // What was given back is over for good: each run takes another hold, of the same owner.
        const memberHolds = sameHold(members, { ...hold, ownerIsNew: false, holdId: crypto.randomUUID() });
        const earlier = new Set(open.get(hold));
        open.set(hold, [...earlier, ...memberHolds]);
        const known = new Set([...earlier].map(({ member }) => member));
        const earlierEnds = giveBack(earlier, ofNode);
        const answers = ownAsBusy(memberHolds, await decided(memberHolds, quorum, ofNode), known);
        const grant = grantOf(memberHolds, answers, quorum);
        if (grant?.members !== undefined) {
          // The renewals of this hold prolong what is left of others of its owner: once more now, and again before the
          // release.
          leftBeside.set(grant.members, earlier);
          earlierEnds.then(() => giveBack(earlier, ofNode));
          return grant;
        }
        // All of it is left to the cancel, which follows.
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
      async runAll(limits) {
        const left = new Set(open.get(hold));
        const ends = await giveBack(left, forOneNode(limits, hold));
        open.set(hold, [...left]);
        if (new Set([...left].map(({ member }) => member)).size > members.length - quorum) throw gravest(ends);
        return { kind: "ended", end: "free" };
      },
    }),
    release: (hold, _, releaseId) => ({
      async runAll(limits) {
        const ofNode = forOneNode(limits, hold);
        await giveBack(leftBeside.get(hold.members ?? []) ?? new Set(), ofNode);
        // Also where the acquire was not answered; there only a record can tell that it was granted.
        const answers = await endAll(nodes(hold), "again", ofNode, releaseId);
        return { kind: "ended", end: majorityEnd(answers, quorum) };
      },
    }),
    renew: (hold) => ({
      async runAll(limits) {
        const answers = await renewAll(nodes(hold), forOneNode(limits, hold));
        const { end } = alive(answers, quorum);
        return end === undefined ? { kind: "renewed", holdCount: 1 } : { kind: "ended", end };
      },
    }),
    check: (hold) => ({
      async runAll(limits) {
        const { end, leastMs } = alive(await checkAll(nodes(hold), forOneNode(limits, hold)), quorum);
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

/** How the hold has ended for a majority. Throws when so few have answered that none is known. */
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
  // Refusals of the others do not decide while those that have not answered may make the majority.
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

/** Undefined: no majority has granted it. */
function grantOf(memberHolds: readonly MemberHold[], answers: Decided, quorum: number): HeldReply | undefined {
  const held = new Map<MemberHold, HeldReply>();
  for (const [nth, memberHold] of memberHolds.entries()) {
    const answer = answers[nth];
    if (answer?.status === "fulfilled" && answer.value.kind === "held") held.set(memberHold, answer.value);
  }
  if (held.size < quorum) return undefined;
  const granted = memberHolds.map((memberHold) => {
    // A node that has not answered may have granted it, or may yet: it is renewed and released there too.
    const { epoch, fencingToken } = held.get(memberHold) ?? memberHold.hold;
    return { ...memberHold.hold, epoch, fencingToken };
  });
  // -1: somebody took the TTL away.
  const left = [...held.values()].map((reply) => reply.remainingMs).filter((ms) => ms >= 0);
  const remainingMs = left.length === 0 ? -1 : Math.min(...left);
  const holdCount = Math.min(...[...held.values()].map((reply) => reply.holdCount));
  return { kind: "held", holdCount, remainingMs, epoch: "", members: granted };
}

function mayBeHeld(answer: Decided[number]): boolean {
  if (answer === undefined) return true;
  return answer.status === "fulfilled" ? answer.value.kind === "held" : !wasNotDone(answer.reason);
}

/** Cancels them; those that have answered are not open any more. */
async function giveBack(open: Set<MemberHold>, limits: RunLimits): Promise<Answers<HoldEnd>> {
  const memberHolds = [...open];
  const ends = await endAll(memberHolds, "cancel", limits);
  for (const [nth, memberHold] of memberHolds.entries()) if (ends[nth]?.status === "fulfilled") open.delete(memberHold);
  return ends;
}

/**
 * A node that no cancel of an earlier try has reached may know the owner from that: it is waited for, as if others had
 * it.
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
 * How it is refused, where a majority can be asked: split votes are busy, too. Else throws why too few have answered.
 * @param waitsAt the node at which it is waited for already
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
 * As soon as enough nodes have granted it, or so many have refused it that they cannot be enough; undefined for who has
 * not answered then.
 */
function decided(memberHolds: readonly MemberHold[], quorum: number, limits: RunLimits): Promise<Decided> {
  return new Promise((resolve) => {
    const answers: (PromiseSettledResult<AcquireReply> | undefined)[] = memberHolds.map(() => undefined);
    const count = { held: 0, refused: 0 };
    for (const [nth, { member, hold }] of memberHolds.entries()) {
      const asked = runOnce(member.client.redis, member.kind.acquire(hold, true), limits);
      Promise.allSettled([asked]).then(([answer]) => {
        answers[nth] = answer;
        if (answer.status === "fulfilled") count[answer.value.kind === "held" ? "held" : "refused"] += 1;
        if (count.held >= quorum || count.refused > memberHolds.length - quorum || !answers.includes(undefined))
          resolve([...answers]);
      });
    }
  });
}

/**
 * What a majority has left at least, or how the hold has ended for so many that no majority is left. Throws when
 * neither is known.
 */
function alive(answers: Answers<RenewalReply>, quorum: number): { readonly leastMs: number; readonly end?: HoldEnd } {
  const replies = given(answers);
  const left = replies.filter((reply) => typeof reply === "number").sort((one, other) => other - one);
  const leastMs = left[quorum - 1];
  if (leastMs !== undefined) return { leastMs };
  const ends = replies.filter((reply) => typeof reply === "string");
  if (ends.length <= answers.length - quorum) throw gravest(answers);
  // Who released it elsewhere has told all nodes; and some may never have had it.
  const told = ends.find((end) => end === "released" || end.startsWith("still:"));
  return { leastMs: 0, end: told ?? ends.find((end) => end !== "refused") ?? "lost" };
}
