// The common part of locks that consist of several. They wait for the member that was busy last. Their text has a hold
// of each member.

import { InvalidOptionError } from "../../base/errors.ts";
import type { ClientContext } from "../hold/client-context.ts";
import type { Held } from "../hold/held.ts";
import type { Acquirable, HoldKind } from "../hold/kind.ts";
import { waitWith } from "../hold/waiting.ts";
import { holdOfKind } from "../parts/hold-text.ts";
import type { GrantedHold } from "../protocol.ts";
import { isOfQueue, type Refusal, type WakeStrategy } from "../wait/wait-terms.ts";
import { type MemberHold, memberHoldsOf } from "./composite-holds.ts";
import { RE_ENTER } from "./exclusive-kind.ts";
import { type Lock, LockObject, type Member } from "./lock.ts";
import { LockBase } from "./lock-base.ts";
import { ownerAsField } from "./owner-field.ts";

// A script blocks Redis while it runs.
const MAX_MEMBERS = 100;

/** Several locks that one hold acquires together. */
export interface CompositeLock extends Pick<CompositeLockObject, keyof CompositeLockObject> {}

export class CompositeLockObject extends LockBase {
  readonly #members: readonly Member[];

  /** @internal */
  constructor(client: ClientContext, kind: HoldKind, members: readonly Member[]) {
    const key = members.map((member) => member.key).join(" ");
    super({ client, kind, name: members.map(({ name }) => name).join(", "), key });
    this.#members = members;
  }

  /** @internal */
  protected override parse(serialized: string): GrantedHold {
    const hold = super.parse(serialized);
    const { members = [] } = hold;
    const own = this.#members.flatMap(({ key, kind }, nth) => {
      const member = members[nth];
      return member?.key === key && member.kindId === kind.id ? holdOfKind(kind, member) : [];
    });
    if (members.length === own.length && own.length === this.#members.length) return { ...hold, members: own };
    throw new InvalidOptionError("serialized", "is a hold of other locks");
  }
}

/** At least one lock. */
export type Members = readonly [Member, ...Member[]];

/**
 * Checks the locks that a composite consists of. Throws INVALID_OPTION naming "locks".
 * @param idOf what no two of them may share
 * @param twice how the error calls two locks that share it
 */
export function membersOf(locks: readonly Lock[], idOf: (member: Member) => string, twice: string): Members {
  const given = locks.map((lock: unknown): Member => {
    const member = LockObject.memberOf(lock);
    if (member !== undefined) return member;
    throw new InvalidOptionError(
      "locks",
      "must be single locks: no list (spread it), no name, no lock of several, and no object of your own",
    );
  });
  const [first, ...others] = given.sort(inOrder);
  if (first === undefined) throw new InvalidOptionError("locks", "must be given: at least one");
  const members: Members = [first, ...others];
  if (members.length > MAX_MEMBERS) throw new InvalidOptionError("locks", `must be ${MAX_MEMBERS} at the most`);
  const ids = members.map(idOf);
  if (new Set(ids).size < ids.length) throw new InvalidOptionError("locks", `must not have ${twice}`);
  return members;
}

/**
 * Sorts locks in the same order in every process: the holder of the first need not give back what another waits for.
 */
function inOrder(one: Member, other: Member): number {
  return placeInOrder(one) < placeInOrder(other) ? -1 : 1;
}

function placeInOrder({ key, client }: Member): string {
  return `${key} ${client.driver.database}`;
}

/** Returns the common part of all composite kinds. */
export function compositeKind(
  members: Members,
): Pick<
  Required<Acquirable<Held>>,
  "ownerToField" | "fieldToOwner" | "wait" | "shared" | "heldHere" | "waiting" | "refusal" | "keysOf"
> & { readonly membersOf: (hold: Pick<GrantedHold, "members">) => MemberHold[] } {
  return {
    ...ownerAsField,
    wait: "auto",
    shared: false,
    heldHere: RE_ENTER,
    ownerToField(owner: string): string {
      for (const { kind, key } of members) kind.ownerToField(owner, key);
      return owner;
    },
    waiting: (wait) =>
      memberWait((nth) => {
        const { client, kind, key } = members[nth] ?? members[0];
        const channel = kind.channel(key);
        // A multi lock is in no queue, and waiters of a spin lock do without messages.
        const polled = isOfQueue(channel) || kind.wait === "poll";
        return waitWith(client, { ...wait, shared: kind.shared, mode: polled ? "poll" : wait.mode }, channel);
      }),
    refusal: (end, name) => members.map(({ kind }) => kind.refusal?.(end, name)).find((error) => error !== undefined),
    membersOf: ({ members: holds = [] }) => memberHoldsOf(members, holds),
    keysOf: (own) => members.map(({ client, key }) => (client === own ? key : undefined)),
  };
}

/** Waits for the lock that was busy last. `strategyFor` starts the wait for the n-th lock. */
export function memberWait(strategyFor: (member: number) => WakeStrategy): WakeStrategy {
  let at: { readonly member: number; readonly strategy: WakeStrategy } | undefined;
  return {
    next(refusal: Refusal, leftMs, sentAt) {
      const { member = 0 } = refusal;
      if (at?.member !== member) {
        // The lock of the former wait may be free: pass a wake on to another waiter there.
        void at?.strategy.end({ kind: "unanswered" });
        at = { member, strategy: strategyFor(member) };
      }
      return at.strategy.next(refusal, leftMs, sentAt);
    },
    during: (attempt) => at?.strategy.during?.(attempt) ?? attempt,
    end(lastTry) {
      const elsewhere = lastTry.kind === "refused" && (lastTry.member ?? 0) !== at?.member;
      return at?.strategy.end(elsewhere ? { kind: "unanswered" } : lastTry);
    },
  };
}
