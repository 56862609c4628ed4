// "leasehound/vercel": a lock around a route of Next.js or a function of Vercel.

export type { LockRouteOptions, LockSource } from "../route/locked-route.ts";
export type { EnvironmentOptions, PlainLocks } from "../route/locks-by-database.ts";
export { afterContext, vercelContext } from "../route/platform-context.ts";
export { lockRoute } from "../web/lock-route.ts";
export { locksFromEnv } from "../web/locks-from-env.ts";
export type { RequestOrEvent } from "../web/platform.ts";
