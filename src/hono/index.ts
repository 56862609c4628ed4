// "leasehound/hono": a route that runs alone, in one line.
export type { LockSource, RouteLockOptions } from "../http/route-lock.ts";
export { createLockApi, type LockApiOptions } from "./lock-api/index.ts";
export { locksFromEnv } from "./locks-from-env.ts";
export { type LockVariables, type WithLockOptions, withLock } from "./with-lock.ts";
