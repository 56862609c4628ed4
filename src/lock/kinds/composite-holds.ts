// Requests to each of several locks that are held as one. The multi lock and the red lock decide how many must agree.
import { type HoldEnd, wasNotDone, wasRefused } from "../../base/errors.ts";
import { type RenewalReply, releaseManyCall, renewManyCall } from "../lua/lock-many.ts";
import { type GrantedHold, type HoldId, type RunLimits, send } from "../protocol.ts";
import type { Member } from "./lock.ts";

/** One of several locks, and the hold on it. */
export interface MemberHold {
  readonly member: Member;
  readonly hold: GrantedHold;
}

/** One answer per hold, in order: the reply, or the error. */
export type Answers<Reply> = readonly PromiseSettledResult<Reply>[];

/** Returns the same hold for each lock. */
export function sameHold(members: readonly Member[], hold: HoldId): MemberHold[] {
  return members.map((member) => {
    const { key, kind } = member;
    const onMember = { key, owner: kind.ownerToField(hold.owner, key), shared: kind.shared || undefined };
    // No refusal of several locks tells a holder.
    return { member, hold: { ...hold, ...onMember, kindId: kind.id, epoch: "", asksHolder: undefined } };
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
 * Ends the holds: by a first or repeated release, or by a cancel, which gives back only certain grants. `releaseId`:
 * see releaseCall.
 */
export function endAll(
  memberHolds: readonly MemberHold[],
  how: "first" | "again" | "cancel",
  given: RunLimits,
  releaseId = "",
): Promise<Answers<HoldEnd>> {
  // A cancel must not fail with the next attempt of its caller.
  const limits = how === "cancel" ? { ...given, alone: true } : given;
  return askAll(
    memberHolds,
    ({ batched }) => batched?.release === true,
    async ([memberHold, ...others]) => {
      const { client, kind } = memberHold.member;
      if (others.length > 0) {
        return send(
          client.driver,
          releaseManyCall(holdsOf([memberHold, ...others]), how === "first", releaseId),
          limits,
        );
      }
      const call =
        how === "cancel" ? kind.cancel(memberHold.hold) : kind.release(memberHold.hold, how === "first", releaseId);
      return [(await send(client.driver, call, limits)).end];
    },
  );
}

/** Renews each hold for its full lease from now. */
export function renewAll(memberHolds: readonly MemberHold[], limits: RunLimits): Promise<Answers<RenewalReply>> {
  return askAll(
    memberHolds,
    () => true,
    (group) => renewMany(group, limits),
  );
}

/** Returns the remaining ms of each hold, or its end. */
export function checkAll(memberHolds: readonly MemberHold[], limits: RunLimits): Promise<Answers<RenewalReply>> {
  return askAll(
    memberHolds,
    // Only its own script knows what a read hold has left.
    ({ shared }) => !shared,
    async (group) => {
      const [{ member, hold }] = group;
      if (!member.kind.shared) return renewMany(group, limits, 0);
      const reply = await send(member.client.driver, member.kind.check(hold), limits);
      return [reply.kind === "ended" ? reply.end : reply.remainingMs];
    },
  );
}

type Group = readonly [MemberHold, ...MemberHold[]];

function renewMany(group: Group, limits: RunLimits, enoughMs?: number): Promise<readonly RenewalReply[]> {
  const renewals = holdsOf(group).map((hold) => ({ hold, leaseMs: hold.leaseMs }));
  return send(group[0].member.client.driver, renewManyCall(renewals, enoughMs), limits);
}

function holdsOf([{ hold }, ...others]: Group): readonly [GrantedHold, ...GrantedHold[]] {
  return [hold, ...others.map((memberHold) => memberHold.hold)];
}

/** Asks for all holds at once. Holds of one database share a request if their kind allows it. Never rejects. */
async function askAll<Reply>(
  memberHolds: readonly MemberHold[],
  goTogether: (kind: Member["kind"]) => boolean,
  ask: (group: Group) => Promise<readonly Reply[]>,
): Promise<Answers<Reply>> {
  const groups = new Map<string | MemberHold, [MemberHold, ...MemberHold[]]>();
  for (const memberHold of memberHolds) {
    const { client, kind } = memberHold.member;
    const id = goTogether(kind) ? client.driver.database : memberHold;
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

/** Returns the replies without the errors. */
export function given<Reply>(answers: Answers<Reply>): Reply[] {
  return answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
}

/**
 * Returns the error that leaves most open: an unknown outcome comes before a certain failure. Undefined when all
 * replied.
 */
export function gravest(answers: Answers<unknown>): unknown {
  const errors = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason] : []));
  const unknown = errors.find((error) => !wasNotDone(error));
  return unknown ?? errors.find((error) => !wasRefused(error)) ?? errors[0];
}
