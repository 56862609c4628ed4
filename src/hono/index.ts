// "leasehound/hono": a route that runs alone, in one line.
export { locksFromEnv } from "./locks-from-env.ts";
export { type LockSource, type LockVariables, type WithLockOptions, withLock } from "./with-lock.ts";
