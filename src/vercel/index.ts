// "leasehound/vercel": locks in Vercel functions and Next.js.

export { type RemoteWatchdogOptions, remoteWatchdog } from "../remote/remote-watchdog.ts";
export type { EnvironmentOptions, PlainLocks } from "../route/locks-by-database.ts";
export { afterContext, vercelContext } from "../route/platform-context.ts";
export type { LockSource, RouteLockOptions } from "../route/route-lock.ts";
export { locksFromEnv } from "../web/locks-from-env.ts";
export type { RequestOrEvent } from "../web/platform.ts";
export { withLock } from "../web/with-lock.ts";
