// "leasehound/vercel": locks in Vercel functions and Next.js.
export type { LockSource, RouteLockOptions } from "../http/route-lock.ts";
export { afterContext, vercelContext } from "./context.ts";
export { locksFromEnv } from "./locks-from-env.ts";
export { remoteWatchdog } from "./remote-watchdog.ts";
export { withLock } from "./with-lock.ts";
