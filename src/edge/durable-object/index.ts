// "leasehound/durable-object": locks of a Durable Object, and the watchdog of what is handed off, on Cloudflare.
export { DurableLocks } from "./durable-locks.ts";
export type { DurableAcquireOptions, DurableLocksOptions } from "./durable-locks-options.ts";
export type { DurableHold } from "./hold-table.ts";
export { LeaseWatchdog, type LeaseWatchdogEnv, type ListedLease, type ListOptions } from "./lease-watchdog.ts";
