// "leasehound": every kind of lock, semaphore and latch, for any runtime. A bundle has only what a program imports.

export {
  AbortedError,
  AlreadyHeldError,
  type AnyLockError,
  type BusyFacts,
  ClosedError,
  FlightFailedError,
  type HoldEnd,
  InvalidOptionError,
  isLockError,
  LeaseFixedError,
  LockBusyError,
  LockError,
  type LockErrorCode,
  LockLostError,
  LockStolenError,
  type LockThief,
  LockWantedError,
  type LostFacts,
  NoAlarmError,
  NotALockError,
  NotHeldError,
  NoWaitUntilError,
  NoWatchdogError,
  OtherRequestError,
  OutcomeUnknownError,
  PermitsUnsetError,
  RedisRefusedError,
  RedisUnreachableError,
  type RefusedAttempt,
  type RequestOutcome,
  ResponseTimeoutError,
  SpendUnknownError,
  type StolenFacts,
  TooManyHoldsError,
  UnexpectedReplyError,
  UpgradeRefusedError,
  type WaitProgress,
  WatchdogUnreachableError,
} from "./base/errors.ts";
export { type Client, createClient } from "./lock/client.ts";
export type { ClientOptions, LocksOptions } from "./lock/client-options.ts";
export { createLocks, type Locks } from "./lock/create-locks.ts";
export type {
  CallLimits,
  CallNews,
  EventFacts,
  HoldEndNews,
  HoldNews,
  LockEvent,
  LossReason,
  ReleaseOutcome,
} from "./lock/events.ts";
export { type Fence, fence } from "./lock/fence/fence.ts";
export {
  type FencedRows,
  type FencedRowsOptions,
  fencedRows,
  type SqlDialect,
  type SqlStatement,
} from "./lock/fence/sql.ts";
export {
  type FencedStorage,
  type FencedStorageOptions,
  fencedStorage,
  type StorageTransaction,
  type TransactionalStorage,
} from "./lock/fence/storage.ts";
export type {
  HoldText,
  Inspection,
  SharedRenewals,
  Stealing,
  Streams,
  WatchdogClient,
} from "./lock/hold/client-context.ts";
export type { Held, KeepAlive, KeepAliveEnd, ReleaseResult } from "./lock/hold/held.ts";
export type {
  CountedWaiters,
  HoldMode,
  InspectedHolder,
  InspectedLatch,
  InspectedLease,
  InspectedLock,
  InspectedPermits,
  InspectedSemaphore,
  InspectedWaiter,
  Origin,
  WaitersUnknown,
} from "./lock/hold/lock-inspection.ts";
export type { CompositeLock } from "./lock/kinds/composite-lock.ts";
export { type CountDownLatch, countDownLatch } from "./lock/kinds/count-down-latch.ts";
export type { ListedLock } from "./lock/kinds/describe-locks.ts";
export { fairLock, nonReentrantFairLock } from "./lock/kinds/fair-lock.ts";
export { fairReadWriteLock } from "./lock/kinds/fair-read-write-lock.ts";
export { type FencedHeld, type FencedLock, fencedLock } from "./lock/kinds/fenced-lock.ts";
export type { SemaphoreOptions } from "./lock/kinds/initial-permits.ts";
export type { ListLocksOptions, LockPage } from "./lock/kinds/list-locks.ts";
export { listLocks } from "./lock/kinds/list-locks.ts";
export type { Lock } from "./lock/kinds/lock.ts";
export { multiLock } from "./lock/kinds/multi-lock.ts";
export type { Permit } from "./lock/kinds/permit.ts";
export { type PermitExpirableSemaphore, permitExpirableSemaphore } from "./lock/kinds/permit-expirable-semaphore.ts";
export { readWriteLock } from "./lock/kinds/read-write-lock.ts";
export { redLock } from "./lock/kinds/red-lock.ts";
export { lock, nonReentrantLock, spinLock } from "./lock/kinds/reentrant-lock.ts";
export { type RefreshOnceOptions, refreshOnce, type Versioned } from "./lock/kinds/refresh-once.ts";
export { type Semaphore, semaphore, type WithPermitOptions } from "./lock/kinds/semaphore.ts";
export type { ReadLock, ReadWriteLock } from "./lock/kinds/shared-lock.ts";
export { type SingleFlightOptions, singleFlight } from "./lock/kinds/single-flight.ts";
export type {
  NewestOptions,
  RenewalOptions,
  WithLeasedPermitOptions,
  WithLockOptions,
} from "./lock/kinds/with-hold.ts";
export type {
  AcquireOptions,
  HandOffOptions,
  KeepAliveArguments,
  KeepAliveOptions,
  LeaseOptions,
  RedisEndpoint,
  StealOptions,
  UpstashClient,
  WaitOptions,
  WaitUntil,
} from "./lock/options.ts";
export { byOwner } from "./lock/parts/by-owner.ts";
export {
  type DurableObjectWatchdogOptions,
  durableObjectWatchdog,
  type WatchdogLocation,
  watchdogClient,
} from "./lock/parts/hand-off.ts";
export { holdText } from "./lock/parts/hold-text.ts";
export { inspection } from "./lock/parts/inspection.ts";
export { sharedRenewals } from "./lock/parts/shared-renewals.ts";
export { steal } from "./lock/parts/steal.ts";
export { type KeyLocking, keyLocking } from "./lock/redis/key-locking.ts";
export type { RedisPort } from "./lock/redis/port.ts";
export { type StreamsOptions, streams } from "./lock/redis/streams.ts";
export { throughClient } from "./lock/redis/through-client.ts";
export type { WaitMode } from "./lock/wait/wait-terms.ts";
export type { WatchdogNamespace } from "./lock/watchdog/durable-object-watchdog.ts";
export type {
  Entrusted,
  EntrustedId,
  EntrustReply,
  EntrustRequest,
  HandOffStatus,
  KeepQuota,
  KeptHolds,
  Watchdog,
} from "./lock/watchdog/watchdog.ts";
