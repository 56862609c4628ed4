// "leasehound/vercel": locks in Vercel functions and Next.js.

export { afterContext, vercelContext } from "../http/platform-context.ts";
export type { LockSource, RouteLockOptions } from "../http/route-lock.ts";
export { locksFromEnv } from "./locks-from-env.ts";
export { type RemoteWatchdogOptions, remoteWatchdog } from "./remote-watchdog.ts";
export { withLock } from "./with-lock.ts";
