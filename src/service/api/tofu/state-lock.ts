// The lock of one state: a fenced lock whose owner and hold follow from the id in the lock info. So a repeated LOCK
// finds its own hold, and UNLOCK needs nothing but the id, in any isolate.

import { type ClientContext, inspectionOf, runAnswered } from "../../../lock/hold/client-context.ts";
import { type LockName, lockName } from "../../../lock/keys.ts";
import { fencedAcquireCall } from "../../../lock/lua/fenced/calls.ts";
import { checkCall, releaseCall, statusCall } from "../../../lock/lua/lock/calls.ts";
import type { AcquireReply, GrantedHold } from "../../../lock/protocol.ts";
import { ownerIn } from "../routes/owner.ts";

// Redis remembers the end of a hold for this long and a minute, so a late copy of its LOCK is refused.
const REMEMBERED_MS = 3_600_000;
const OWNER = /(?:^|\.)tofu:([A-Za-z0-9-]{1,64})$/;

/** Returns the owner of the lock with this id. Another principal has another owner for the same id. */
export function ownerOfId(principal: string, id: string): Promise<string> {
  return ownerIn(principal, `tofu:${id}`);
}

/** The holder of a state's lock. */
export interface StateHolder {
  readonly owner: string;
  /** The id in its lock info; undefined: it is no OpenTofu, and no UNLOCK frees its lock. */
  readonly id: string | undefined;
  readonly label: string;
  readonly since: number | undefined;
  readonly remainingMs: number;
}

export class StateLock {
  readonly #client: ClientContext;
  readonly #name: LockName;

  constructor(client: ClientContext, name: string) {
    // The lease is fixed: no watchdog keeps such a hold.
    this.#client = { ...client, watchdog: undefined };
    this.#name = lockName(client.options.prefix, name);
  }

  /** Acquires the lock, or answers as before if this owner has acquired it. A refusal is not final. */
  async acquire(owner: string, leaseMs: number, label: string): Promise<AcquireReply> {
    const call = fencedAcquireCall({ ...this.#hold(owner, leaseMs), label }, false);
    return (await runAnswered(this.#client, call, leaseMs, ["acquire lock", this.#name.name])).reply;
  }

  /** Releases the lock if this owner holds it. Returns whether this, or an earlier release, has ended its hold. */
  async release(owner: string): Promise<boolean> {
    const call = releaseCall(this.#hold(owner, REMEMBERED_MS), false);
    const { reply } = await runAnswered(this.#client, call, REMEMBERED_MS, ["release the hold on", this.#name.name]);
    return reply.end === "released" || reply.end === "released-elsewhere";
  }

  async isHeldBy(owner: string): Promise<boolean> {
    const call = checkCall(this.#hold(owner, REMEMBERED_MS));
    const { reply } = await runAnswered(this.#client, call, REMEMBERED_MS, ["check the hold on", this.#name.name]);
    return reply.kind === "counted";
  }

  async isFree(): Promise<boolean> {
    const call = statusCall(this.#name.key);
    const { reply } = await runAnswered(this.#client, call, REMEMBERED_MS, ["read lock", this.#name.name]);
    return reply.remainingMs === -2;
  }

  /** Returns the holder; undefined: the lock is free. */
  async holder(): Promise<StateHolder | undefined> {
    const { holders } = await inspectionOf(this.#client).lock(this.#client, this.#name);
    const [first] = holders;
    if (first === undefined) return undefined;
    const { owner, label, since, remainingMs } = first;
    return { owner, id: OWNER.exec(owner)?.[1], label, since, remainingMs };
  }

  #hold(owner: string, leaseMs: number): GrantedHold {
    const { key } = this.#name;
    return { key, owner, holdId: owner, epoch: "", ownerIsNew: true, leaseMs, leaseFixed: true };
  }
}
