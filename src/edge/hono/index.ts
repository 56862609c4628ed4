// "leasehound/hono": a lock around a route of Hono.

export type { LockRouteOptions, LockSource } from "../route/locked-route.ts";
export type { EnvironmentOptions, PlainLocks } from "../route/locks-by-database.ts";
export { type LockVariables, lockRoute } from "./lock-route.ts";
export { locksFromEnv } from "./locks-from-env.ts";
