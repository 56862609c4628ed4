// "leasehound/durable-object": the watchdog as a Durable Object, and locks for Durable Objects of your own.
import { ObjectLocks } from "./durable-locks.ts";
import type { DurableLocksOptions } from "./durable-locks-options.ts";

export type { DurableAcquireOptions, DurableLocksOptions } from "./durable-locks-options.ts";
export type { DurableHold } from "./hold-table.ts";
export { LeaseWatchdog, type LeaseWatchdogEnv, type ListedLease, type ListOptions } from "./lease-watchdog.ts";

/**
 * The locks that one Durable Object holds: through hibernation, eviction and deploys, renewed by the object's alarm.
 */
export interface DurableLocks extends Pick<ObjectLocks, keyof ObjectLocks> {}

/**
 * Made in the constructor of a SQLite-backed Durable Object, once for each object: `new DurableLocks(ctx, { redis })`.
 * @param ctx the object's state
 * @param options `redis` as for createLocks, and the defaults of every lock: see DurableLocksOptions
 * @throws INVALID_OPTION naming the option
 */
export const DurableLocks: new (ctx: DurableObjectState, options: DurableLocksOptions) => DurableLocks = ObjectLocks;
