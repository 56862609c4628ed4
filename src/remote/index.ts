// "leasehound/remote": the locks, and the watchdog, of a deployed lock API.

export type { Held } from "../hold/held.ts";
export type {
  InspectedHolder,
  InspectedLease,
  InspectedLock,
  InspectedPermits,
  InspectedWaiter,
} from "../hold/lock-inspection.ts";
export type { ListedLock } from "../locks/describe-locks.ts";
export type { FencedHeld, FencedLock } from "../locks/fenced-lock.ts";
export type { SemaphoreOptions } from "../locks/initial-permits.ts";
export type { ListLocksOptions, LockPage } from "../locks/list-locks.ts";
export type { Lock } from "../locks/lock.ts";
export type { Permit } from "../locks/permit.ts";
export type { ReadLock, ReadWriteLock } from "../locks/shared-lock.ts";
export { createRemoteLocks, type RemoteLocks, type RemoteLocksOptions } from "./create-remote-locks.ts";
export type { Fetch } from "./lock-api.ts";
export type { RemoteSemaphore } from "./remote-permits.ts";
export { type RemoteWatchdogOptions, remoteWatchdog } from "./remote-watchdog.ts";
