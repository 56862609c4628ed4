// Locks that a Durable Object holds, as its users see them.
import type { Held, ReleaseResult } from "../../lock/hold/held.ts";
import type { DurableAcquireOptions, DurableLocksOptions } from "./durable-locks-options.ts";
import type { DurableHold } from "./hold-table.ts";
import { ObjectLocks } from "./object-locks.ts";

/**
 * The locks that one Durable Object holds. They survive hibernation, eviction and deploys, and the object's alarm
 * renews them.
 */
export interface DurableLocks {
  /**
   * Acquires the lock for this object, which then holds it until `release(name)` or its loss, even if this instance
   * ends.
   * @param name the lock's name
   * @param options those of `lock.acquire`, without `onUnreachable`; `leaseMs` fixes the lease, unless `renew` is true
   * @returns the hold; use `await using` only if the hold must end with this event
   * @throws ALREADY_HELD when this object already holds it; NO_ALARM when no alarm can be set; and the errors of
   * `lock.acquire`
   * @example
   * const held = await locks.acquire("room:7", { waitMs: 1_000 });
   */
  acquire(name: string, options?: DurableAcquireOptions): Promise<Held>;

  /**
   * Returns this object's hold on a lock as far as the object knows, or undefined. Only the first call after a restart
   * asks Redis, so this is not a check. Before a critical step, call `(await locks.get(name))?.check()`.
   * @param name the lock's name
   * @returns the hold, or undefined when this object has none
   * @throws REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN, UNEXPECTED_REPLY when the hold could not be verified;
   * NO_ALARM when no alarm can be set
   * @example
   * const isHeld = await (await locks.get("room:7"))?.check();
   */
  get(name: string): Promise<Held | undefined>;

  /**
   * Releases this object's hold on a lock. Without an answer it throws, and the alarm keeps trying.
   * @param name the lock's name
   * @returns the outcome; `expired` if this object had no hold
   * @throws REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN, UNEXPECTED_REPLY when the release was not confirmed;
   * NO_ALARM when no alarm can be set
   * @example
   * const { outcome } = await locks.release("room:7");
   */
  release(name: string): Promise<ReleaseResult>;

  /**
   * Lists the locks of this object.
   * @returns the name, owner and state of each
   * @example
   * const names = locks.list().map(({ name }) => name);
   */
  list(): DurableHold[];

  /**
   * Returns when the alarm must come next for these locks, epoch ms, or null. If the object also uses the alarm itself,
   * set it to the earlier of the two.
   * @returns the instant in epoch ms, or null when no alarm is needed
   * @example
   * await ctx.storage.setAlarm(Math.min(reminderAt, locks.nextAlarmAt() ?? reminderAt));
   */
  nextAlarmAt(): number | null;

  /**
   * Renews the locks that are due, and sets the next alarm. Call it first in the object's `alarm()`. It does nothing if
   * the alarm was for something else, and throws only if no alarm can be set.
   * @param info the argument of `alarm()`
   * @example
   * await locks.onAlarm(info);
   */
  onAlarm(info?: { readonly scheduledTime?: number }): Promise<void>;
}

/**
 * Creates the locks of a Durable Object. Call it once, in the constructor of a SQLite-backed object:
 * `new DurableLocks(ctx, { redis })`.
 * @param ctx the object's state
 * @param options `redis`, required: url and token, a client, or a port; and the defaults of all locks: see
 * DurableLocksOptions
 * @throws INVALID_OPTION naming the option
 * @example
 * export class Room extends DurableObject {
 *   readonly #locks = new DurableLocks(this.ctx, { redis: { url, token } });
 *   override alarm(info?: AlarmInvocationInfo): Promise<void> {
 *     return this.#locks.onAlarm(info);
 *   }
 * }
 */
export const DurableLocks: new (ctx: DurableObjectState, options: DurableLocksOptions) => DurableLocks = ObjectLocks;
