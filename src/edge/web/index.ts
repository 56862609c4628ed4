// "leasehound/web": a lock around any handler of a Fetch request.

export type { LockRouteOptions, LockSource } from "../route/locked-route.ts";
export type { EnvironmentOptions, PlainLocks } from "../route/locks-by-database.ts";
export { lockRoute } from "./lock-route.ts";
export { locksFromEnv } from "./locks-from-env.ts";
export type { RequestOrEvent } from "./platform.ts";
