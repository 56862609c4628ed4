// Locks that a Durable Object holds, as its users see them.
import type { Held } from "../hold/held.ts";
import type { ReleaseResult } from "../hold/release-result.ts";
import type { DurableAcquireOptions, DurableLocksOptions } from "./durable-locks-options.ts";
import type { DurableHold } from "./hold-table.ts";
import { ObjectLocks } from "./object-locks.ts";

/**
 * The locks that one Durable Object holds: through hibernation, eviction and deploys, renewed by the object's alarm.
 */
export interface DurableLocks {
  /**
   * Takes the lock for this object, which then has it until `release(name)` or its loss, whatever becomes of this
   * instance.
   * @param name the lock's name
   * @param options as of `lock.acquire`, without `onUnreachable`; with `leaseMs` the lease is fixed, and is not renewed
   * @returns the hold; put it into `await using` only if it is to end with this event
   * @throws ALREADY_HELD when this object has it, NO_ALARM, and as `lock.acquire`
   * @example
   * const held = await locks.acquire("room:7", { waitMs: 1_000 });
   */
  acquire(name: string, options?: DurableAcquireOptions): Promise<Held>;

  /**
   * Returns the hold of this object on a lock as far as the object knows, or undefined. Only the first call after a
   * restart asks Redis. It is no check: before a step that matters, call `(await locks.get(name))?.check()`.
   * @throws REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN, UNEXPECTED_REPLY when it could not be verified; NO_ALARM
   * @example
   * const isHeld = await (await locks.get("room:7"))?.check();
   */
  get(name: string): Promise<Held | undefined>;

  /**
   * Ends this object's hold on a lock. Not answered, it throws, and the alarm goes on trying.
   * @returns what was found; `expired` when this object had none
   * @throws REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN, UNEXPECTED_REPLY; NO_ALARM
   * @example
   * const { outcome } = await locks.release("room:7");
   */
  release(name: string): Promise<ReleaseResult>;

  /**
   * The locks of this object.
   * @example
   * const names = locks.list().map(({ name }) => name);
   */
  list(): DurableHold[];

  /**
   * When the alarm has to come next for these locks, epoch ms, or null. An object with an alarm of its own sets it to
   * the earlier of the two.
   * @example
   * await ctx.storage.setAlarm(Math.min(reminderAt, locks.nextAlarmAt() ?? reminderAt));
   */
  nextAlarmAt(): number | null;

  /**
   * To be called by the object's `alarm()`, before anything else. Renews what is due and sets the next alarm; does
   * nothing when the alarm was for something else. Throws only when no alarm can be set.
   * @param info what `alarm()` was given
   * @example
   * await locks.onAlarm(info);
   */
  onAlarm(info?: { readonly scheduledTime?: number }): Promise<void>;
}

/**
 * Made in the constructor of a SQLite-backed Durable Object, once for each object: `new DurableLocks(ctx, { redis })`.
 * @param ctx the object's state
 * @param options `redis` as for createLocks, and the defaults of every lock: see DurableLocksOptions
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
