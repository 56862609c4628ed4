// The methods that every lock of one name has. What differs between kinds is in their LockKind.

import { runAnswered } from "../hold/ask.ts";
import type { ClientContext } from "../hold/client-context.ts";
import type { Held } from "../hold/held.ts";
import type { LockKind } from "../hold/kind.ts";
import { checkOwner, type LockName, lockName } from "../keys.ts";
import type { LockStatus } from "../lua/lock/calls.ts";
import { LockBase } from "./lock-base.ts";

/** A lock as one of several that are taken together. */
export interface Member<Hold extends Held = Held> extends LockName {
  readonly client: ClientContext;
  readonly kind: LockKind<Hold>;
}

/** Makes the lock of this kind and name. Throws INVALID_OPTION naming "name". */
export function lockOfKind<Hold extends Held>(client: ClientContext, kind: LockKind<Hold>, name: string): Lock<Hold> {
  return new LockObject(client, kind, lockName(client.options.prefix, name));
}

/** One lock by name. Making it costs nothing and sends nothing. */
export interface Lock<Hold extends Held = Held> extends Pick<LockObject<Hold>, keyof LockObject<Hold>> {}

export class LockObject<Hold extends Held = Held> extends LockBase<Hold> {
  readonly #member: Member<Hold>;

  /** @internal */
  constructor(client: ClientContext, kind: LockKind<Hold>, { name, key }: LockName) {
    super(client, kind, { name, key });
    this.#member = { client, kind, name, key };
  }

  /** @internal Undefined for what no client of ours has made, such as a test's own object. */
  static memberOf(lock: unknown): Member | undefined {
    return typeof lock === "object" && lock !== null && #member in lock ? lock.#member : undefined;
  }

  /**
   * Whether anybody holds it. Out of date by the time you read it. Of a read/write lock, this and the other questions,
   * and `forceRelease`, are about this side alone: while somebody writes, the read lock is not locked, and nobody reads
   * all the same.
   * @throws NOT_A_LOCK, REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN, UNEXPECTED_REPLY; so do the other questions
   */
  async isLocked(): Promise<boolean> {
    return (await this.#status()).remainingMs !== -2;
  }

  /** The lease left, in ms, as Redis' PTTL tells it: -2 when the lock is free. */
  async remainingMs(): Promise<number> {
    return (await this.#status()).remainingMs;
  }

  /** Holds of this owner: 0 when it has none. */
  async holdCount(owner: string): Promise<number> {
    const { kind, key } = this.#member;
    return (await this.#status(kind.ownerToField(checkOwner("owner", owner), key))).holdCount;
  }

  /** Whether this owner has at least one hold. */
  async isHeldBy(owner: string): Promise<boolean> {
    return (await this.holdCount(owner)) > 0;
  }

  /**
   * Frees the lock whoever holds it; the holder finds out at its next renewal or check. Call it on the kind that holds
   * the lock: waiters of another kind are not woken, and what another kind stores beside the lock stays until it
   * expires. A read lock frees all readers and leaves a writer alone; a write lock frees the writer, and what it reads,
   * and leaves readers alone.
   * @returns whether there was a lock to free
   * @throws NOT_A_LOCK, REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN, UNEXPECTED_REPLY
   */
  async forceRelease(): Promise<boolean> {
    const { client, kind, key } = this.#member;
    return (await runAnswered(client, kind.forceRelease(key, crypto.randomUUID()), client.options.leaseMs)).reply;
  }

  async #status(owner?: string): Promise<LockStatus> {
    const { client, kind, key } = this.#member;
    return (await runAnswered(client, kind.status(key, owner), client.options.leaseMs)).reply;
  }
}
