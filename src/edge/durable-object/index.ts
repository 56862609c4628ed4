// "leasehound/durable-object": the watchdog as a Durable Object, and locks for Durable Objects of your own.
export { DurableLocks } from "./durable-locks.ts";
export type { DurableAcquireOptions, DurableLocksOptions } from "./durable-locks-options.ts";
export type { DurableHold } from "./hold-table.ts";
export { LeaseWatchdog, type LeaseWatchdogEnv, type ListedLease, type ListOptions } from "./lease-watchdog.ts";
