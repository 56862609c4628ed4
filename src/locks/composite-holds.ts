// Several locks held as one: what is asked of each of them. How many must agree is the business of the multi lock and
// the red lock.
import { type HoldEnd, isLockError, type LockErrorCode } from "../errors.ts";
import type { GrantedHold, HoldId } from "../lua/lock/calls.ts";
import { releaseManyCall } from "../lua/lock/many.ts";
import { type RenewalReply, renewManyCall } from "../lua/lock/renew-many.ts";
import { type RunLimits, runOnce } from "../redis/port.ts";
import type { Member } from "./lock.ts";

/** One of several locks, and the hold on it. */
export interface MemberHold {
  readonly member: Member;
  readonly hold: GrantedHold;
}

/** For each of the holds, in order: its answer, or why there is none. */
export type Answers<Reply> = readonly PromiseSettledResult<Reply>[];

/** The same hold on each lock. */
export function sameHold(members: readonly Member[], hold: HoldId): MemberHold[] {
  return members.map((member) => {
    const { key, kind } = member;
    const onMember = { key, owner: kind.ownerToField(hold.owner, key), shared: kind.shared || undefined };
    return { member, hold: { ...hold, ...onMember, kindId: kind.id, epoch: "" } };
  });
}

/** Pairs each lock with the hold on it. */
export function memberHoldsOf(members: readonly Member[], holds: readonly GrantedHold[]): MemberHold[] {
  return members.flatMap((member, nth) => {
    const hold = holds[nth];
    return hold === undefined ? [] : [{ member, hold }];
  });
}

/**
 * Ends them: releases, the first ones or repeated; or cancels, which give back only what was granted for certain.
 * `releaseId`: see releaseCall.
 */
export function endAll(
  memberHolds: readonly MemberHold[],
  how: "first" | "again" | "cancel",
  limits: RunLimits,
  releaseId = "",
): Promise<Answers<HoldEnd>> {
  return askAll(
    memberHolds,
    ({ batched }) => batched?.release === true,
    async ([memberHold, ...others]) => {
      const { client, kind } = memberHold.member;
      if (others.length > 0) {
        return client.redis.run(releaseManyCall(holdsOf([memberHold, ...others]), how === "first", releaseId), limits);
      }
      const call =
        how === "cancel" ? kind.cancel(memberHold.hold) : kind.release(memberHold.hold, how === "first", releaseId);
      return [(await runOnce(client.redis, call, limits)).end];
    },
  );
}

/** Sets each lease to its full length from now. */
export function renewAll(memberHolds: readonly MemberHold[], limits: RunLimits): Promise<Answers<RenewalReply>> {
  return askAll(
    memberHolds,
    () => true,
    (group) => renewMany(group, limits),
  );
}

/** Ms that each has left, or how it ended. */
export function checkAll(memberHolds: readonly MemberHold[], limits: RunLimits): Promise<Answers<RenewalReply>> {
  return askAll(
    memberHolds,
    // What a read hold has left is known to its own script alone.
    ({ shared }) => !shared,
    async (group) => {
      const [{ member, hold }] = group;
      if (!member.kind.shared) return renewMany(group, limits, 0);
      const reply = await runOnce(member.client.redis, member.kind.check(hold), limits);
      return [reply.kind === "ended" ? reply.end : reply.remainingMs];
    },
  );
}

type Group = readonly [MemberHold, ...MemberHold[]];

function renewMany(group: Group, limits: RunLimits, enoughMs?: number): Promise<readonly RenewalReply[]> {
  const renewals = holdsOf(group).map((hold) => ({ hold, leaseMs: hold.leaseMs }));
  return group[0].member.client.redis.run(renewManyCall(renewals, enoughMs), limits);
}

function holdsOf([{ hold }, ...others]: Group): readonly [GrantedHold, ...GrantedHold[]] {
  return [hold, ...others.map((memberHold) => memberHold.hold)];
}

/** All at once; those of one database in one request, when their kind lets them go together. Never rejects. */
async function askAll<Reply>(
  memberHolds: readonly MemberHold[],
  goTogether: (kind: Member["kind"]) => boolean,
  ask: (group: Group) => Promise<readonly Reply[]>,
): Promise<Answers<Reply>> {
  const groups = new Map<string | MemberHold, [MemberHold, ...MemberHold[]]>();
  for (const memberHold of memberHolds) {
    const { client, kind } = memberHold.member;
    const id = goTogether(kind) ? client.redis.database : memberHold;
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [memberHold]);
    else group.push(memberHold);
  }
  const answers = new Map<MemberHold, PromiseSettledResult<Reply>>();
  const asked = [...groups.values()].map(async (group) => {
    const [answer] = await Promise.allSettled([ask(group)]);
    for (const [nth, memberHold] of group.entries()) {
      if (answer.status === "rejected") answers.set(memberHold, answer);
      else
        for (const value of answer.value.slice(nth, nth + 1)) answers.set(memberHold, { status: "fulfilled", value });
    }
  });
  await Promise.all(asked);
  return memberHolds.flatMap((memberHold) => answers.get(memberHold) ?? []);
}

/** The answers there are. */
export function given<Reply>(answers: Answers<Reply>): Reply[] {
  return answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
}

/**
 * Of the errors the one that leaves most open: what is unknown may have been done. Undefined when all have answered.
 */
export function gravest(answers: Answers<unknown>): unknown {
  const errors = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason] : []));
  const unknown = errors.find((error) => !wasNotDone(error));
  return unknown ?? errors.find((error) => codeOf(error) === "REDIS_UNREACHABLE") ?? errors[0];
}

/** What was asked for has changed nothing, for certain. */
export function wasNotDone(error: unknown): boolean {
  return wasRefused(error) || codeOf(error) === "REDIS_UNREACHABLE";
}

/** Redis said no. */
export function wasRefused(error: unknown): boolean {
  const code = codeOf(error);
  return code === "REDIS_REFUSED" || code === "NOT_A_LOCK";
}

function codeOf(error: unknown): LockErrorCode | undefined {
  return isLockError(error) ? error.code : undefined;
}
