// The methods of every lock with one name. Differences between kinds are in LockKind.
import { nowMs } from "../../base/clock.ts";
import { type ClientContext, inspectionOf, ownersOf } from "../hold/client-context.ts";
import type { Held } from "../hold/held.ts";
import type { LockKind } from "../hold/kind.ts";
import type { InspectedLock } from "../hold/lock-inspection.ts";
import { checkOwner, type LockName, lockName } from "../keys.ts";
import type { RenewOptions, StealOptions } from "../options.ts";
import type { LockStatus } from "../protocol.ts";
import { LockBase } from "./lock-base.ts";

/** A lock, as one of several that are acquired together. */
export interface Member<Hold extends Held = Held> extends LockName {
  readonly client: ClientContext;
  readonly kind: LockKind<Hold>;
}

/** Makes the lock of this kind and name. Throws INVALID_OPTION naming "name". */
export function lockOfKind<Hold extends Held>(client: ClientContext, kind: LockKind<Hold>, name: string): Lock<Hold> {
  return new LockObject({ client, kind, ...lockName(client.options.prefix, name) });
}

/** A lock with one name. Making one costs nothing and sends nothing. */
export interface Lock<Hold extends Held = Held> extends Pick<LockObject<Hold>, keyof LockObject<Hold>> {}

export class LockObject<Hold extends Held = Held> extends LockBase<Hold, StealOptions> {
  readonly #member: Member<Hold>;

  /** @internal */
  constructor(member: Member<Hold>) {
    super(member);
    this.#member = member;
  }

  /** @internal Returns undefined for an object that no client of this package made, such as a test's own. */
  static memberOf(lock: unknown): Member | undefined {
    const given: object = Object(lock);
    return #member in given ? given.#member : undefined;
  }

  /**
   * Tells whether anybody holds the lock. The result may be outdated when you read it.
   * A read lock and its write lock answer separately. During a write, the read lock is not locked, yet no other owner
   * can acquire it. The other questions and `forceRelease` work the same way.
   * @returns whether it is held
   * @throws NOT_A_LOCK when the key holds something else
   * @throws REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN or UNEXPECTED_REPLY when the request to Redis fails
   * @example
   * const isRunning = await locks.lock("nightly-report").isLocked();
   */
  async isLocked(): Promise<boolean> {
    return (await this.#status()).remainingMs !== -2;
  }

  /**
   * Returns the remaining lease, as PTTL of Redis reports it.
   * @returns ms; -2 when the lock is free, -1 when its key has no TTL
   * @throws the errors of `isLocked`
   * @example
   * const leftMs = await locks.lock("orders:42").remainingMs();
   */
  async remainingMs(): Promise<number> {
    return (await this.#status()).remainingMs;
  }

  /**
   * Counts the holds of one owner.
   * @param owner the owner: `held.owner`, or the one passed to `acquire`
   * @returns the number of holds: 0 when there is none
   * @throws INVALID_OPTION when `owner` is malformed; the errors of `isLocked`
   * @example
   * const holds = await locks.lock("orders:42").holdCount("worker-7");
   */
  async holdCount(owner: string): Promise<number> {
    const { kind, key } = this.#member;
    return (await this.#status(kind.ownerToField(checkOwner("owner", owner), key))).holdCount;
  }

  /**
   * Tells whether one owner holds the lock.
   * @param owner the owner: `held.owner`, or the one passed to `acquire`
   * @returns whether it has at least one hold
   * @throws INVALID_OPTION when `owner` is malformed; the errors of `isLocked`
   * @example
   * const isOurs = await locks.lock("orders:42").isHeldBy(held.owner);
   */
  async isHeldBy(owner: string): Promise<boolean> {
    return (await this.holdCount(owner)) > 0;
  }

  /**
   * Ends all holds of one owner, from any process. The objects of these holds report a release, not a loss.
   * @param owner the owner that was passed to `acquire`, not one that this package made
   * @returns whether it held the lock
   * @throws INVALID_OPTION when `owner` is wrong, or the client has no `owners`; the errors of `isLocked`
   * @example
   * const wasHeld = await locks.lock("orders:42").releaseOwner("worker-7");
   */
  async releaseOwner(owner: string): Promise<boolean> {
    return ownersOf(this.#member.client).release(this.#member, owner);
  }

  /**
   * Renews the lease of one owner's holds from now, from any process. It never shortens the time that is left. An
   * object of another client does not learn of it: its signal aborts at the end of its own lease. An object of this
   * client learns of it, but must itself renew within a minute after its own lease.
   * @param owner the owner that was passed to `acquire`, not one that this package made
   * @param options `leaseMs`: 1,000 to 2,147,483,647 ms, default the client's
   * @returns whether it holds the lock
   * @throws INVALID_OPTION when `owner` or an option is wrong, or the client has no `owners`; the errors of `isLocked`
   * @example
   * const isHeld = await locks.lock("orders:42").renewOwner("worker-7", { leaseMs: 60_000 });
   */
  async renewOwner(owner: string, options?: RenewOptions): Promise<boolean> {
    return ownersOf(this.#member.client).renew(this.#member, owner, options);
  }

  /**
   * Tells who holds the lock: owners, labels, since when and how long, who waits, and whether this package or a Java
   * service made the holds. Costs one request, and one to the watchdog if the client has one. A read lock and its write
   * lock give the same answer. The result may be outdated when you read it.
   * @returns plain data; at most 100 holders and 100 waiters of a fair lock, and how many there are
   * @throws INVALID_OPTION when the client has no `inspection`; the errors of `isLocked`
   * @example
   * const { holders } = await locks.lock("orders:42").inspect();
   * for (const { owner, label, remainingMs } of holders) console.log(owner, label, remainingMs);
   */
  async inspect(): Promise<InspectedLock> {
    const { client, key } = this.#member;
    return inspectionOf(client).lock(client, { name: this.name, key });
  }

  /**
   * Frees the lock, whoever holds it. A hold of this client learns of it at once, any other at its next renewal or
   * check.
   * Call this on the kind that holds the lock: otherwise its waiters are not woken, and its other keys stay until they
   * expire. A read lock frees all readers, but no writer. A write lock frees the writer and its read holds, but no
   * other reader.
   * @returns whether a lock was freed
   * @throws NOT_A_LOCK when the key holds something else
   * @throws REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN or UNEXPECTED_REPLY when the request to Redis fails
   * @example
   * const wasLocked = await locks.lock("orders:42").forceRelease();
   */
  async forceRelease(): Promise<boolean> {
    const { client, kind, key } = this.#member;
    const sentAt = nowMs();
    const isFreed = await this.ask("free lock", kind.forceRelease(key, crypto.randomUUID()));
    if (isFreed) client.closeRegistry.tell(key, { sentAt, end: "lost" });
    return isFreed;
  }

  #status(owner?: string): Promise<LockStatus> {
    const { kind, key } = this.#member;
    return this.ask("read lock", kind.status(key, owner));
  }
}
