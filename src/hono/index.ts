// "leasehound/hono": middleware that runs a route with a lock held.

export type { EnvironmentOptions, PlainLocks } from "../route/locks-by-database.ts";
export type { LockSource, RouteLockOptions } from "../route/route-lock.ts";
export { locksFromEnv } from "./locks-from-env.ts";
export { type LockVariables, type WithLockOptions, withLock } from "./with-lock.ts";
