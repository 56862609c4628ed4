// "leasehound/durable-object": the watchdog as a Durable Object, and locks for Durable Objects of your own.
export { type DurableHold, DurableLocks } from "./durable-locks.ts";
export type { DurableLocksOptions } from "./durable-locks-options.ts";
export { LeaseWatchdog, type LeaseWatchdogEnv, type ListedLease } from "./lease-watchdog.ts";
