// "leasehound/web": wraps a handler of the Fetch API, of any framework, so that it runs with a lock held.
export type { EnvironmentOptions, PlainLocks } from "../route/locks-by-database.ts";
export type { LockSource, RouteLockOptions } from "../route/route-lock.ts";
export { locksFromEnv } from "./locks-from-env.ts";
export type { RequestOrEvent } from "./platform.ts";
export { withLock } from "./with-lock.ts";
