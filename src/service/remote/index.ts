// "leasehound/remote": the typed client of a lock API: its locks, and its watchdog.

export type { Held } from "../../lock/hold/held.ts";
export type {
  CountedWaiters,
  InspectedHolder,
  InspectedLease,
  InspectedLock,
  InspectedPermits,
  InspectedWaiter,
  WaitersUnknown,
} from "../../lock/hold/lock-inspection.ts";
export type { ListedLock } from "../../lock/kinds/describe-locks.ts";
export type { FencedHeld, FencedLock } from "../../lock/kinds/fenced-lock.ts";
export type { SemaphoreOptions } from "../../lock/kinds/initial-permits.ts";
export type { ListLocksOptions, LockPage } from "../../lock/kinds/list-locks.ts";
export type { Lock } from "../../lock/kinds/lock.ts";
export type { Permit } from "../../lock/kinds/permit.ts";
export type { ReadLock, ReadWriteLock } from "../../lock/kinds/shared-lock.ts";
export { createRemoteLocks, type RemoteLocks, type RemoteLocksOptions } from "./create-remote-locks.ts";
export type { Fetch } from "./fetch.ts";
export type { RemoteSemaphore } from "./remote-permits.ts";
export { type RemoteWatchdogOptions, remoteWatchdog } from "./remote-watchdog.ts";
