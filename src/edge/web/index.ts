// "leasehound/web": wraps a handler of the Fetch API, of any framework, so that it runs with a lock held.

export type { LockRouteOptions, LockSource } from "../route/locked-route.ts";
export type { EnvironmentOptions, PlainLocks } from "../route/locks-by-database.ts";
export { lockRoute } from "./lock-route.ts";
export { locksFromEnv } from "./locks-from-env.ts";
export type { RequestOrEvent } from "./platform.ts";
