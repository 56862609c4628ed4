// "leasehound": the public API of the core. A bundle contains only what a program imports.

export {
  type DurableObjectWatchdogOptions,
  durableObjectWatchdog,
  type WatchdogLocation,
  watchdogClient,
} from "./capabilities/hand-off.ts";
export { holdText } from "./capabilities/hold-text.ts";
export { inspection } from "./capabilities/inspection.ts";
export { sharedRenewals } from "./capabilities/shared-renewals.ts";
export { steal } from "./capabilities/steal.ts";
export { type Client, createClient } from "./client.ts";
export type { ClientOptions, LocksOptions } from "./client-options.ts";
export { createLocks, type Locks } from "./create-locks.ts";
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
  type StolenFacts,
  TooManyHoldsError,
  UnexpectedReplyError,
  UpgradeRefusedError,
  type WaitProgress,
  WatchdogUnreachableError,
} from "./errors.ts";
export type {
  CallLimits,
  CallNews,
  EventFacts,
  HoldEndNews,
  HoldNews,
  LockEvent,
  LossReason,
  ReleaseOutcome,
} from "./events.ts";
export { type Fence, fence } from "./fence/fence.ts";
export {
  type FencedRows,
  type FencedRowsOptions,
  fencedRows,
  type SqlDialect,
  type SqlStatement,
} from "./fence/sql.ts";
export {
  type FencedStorage,
  fencedStorage,
  type StorageTransaction,
  type TransactionalStorage,
} from "./fence/storage.ts";
export type { HoldText, Inspection, SharedRenewals, Stealing, Streams, WatchdogClient } from "./hold/client-context.ts";
export type { Held, KeepAlive, KeepAliveEnd, ReleaseResult } from "./hold/held.ts";
export type {
  HoldMode,
  InspectedHolder,
  InspectedLatch,
  InspectedLease,
  InspectedLock,
  InspectedPermits,
  InspectedSemaphore,
  InspectedWaiter,
  Origin,
} from "./hold/lock-inspection.ts";
export type { CompositeLock } from "./locks/composite-lock.ts";
export { type CountDownLatch, countDownLatch } from "./locks/count-down-latch.ts";
export type { ListedLock } from "./locks/describe-locks.ts";
export { fairLock, nonReentrantFairLock } from "./locks/fair-lock.ts";
export { fairReadWriteLock } from "./locks/fair-read-write-lock.ts";
export { type FencedHeld, type FencedLock, fencedLock } from "./locks/fenced-lock.ts";
export type { SemaphoreOptions } from "./locks/initial-permits.ts";
export type { ListLocksOptions, LockPage } from "./locks/list-locks.ts";
export { listLocks } from "./locks/list-locks.ts";
export type { Lock } from "./locks/lock.ts";
export { multiLock } from "./locks/multi-lock.ts";
export type { Permit } from "./locks/permit.ts";
export { type PermitExpirableSemaphore, permitExpirableSemaphore } from "./locks/permit-expirable-semaphore.ts";
export { readWriteLock } from "./locks/read-write-lock.ts";
export { redLock } from "./locks/red-lock.ts";
export { lock, nonReentrantLock, spinLock } from "./locks/reentrant-lock.ts";
export { type Semaphore, semaphore, type WithPermitOptions } from "./locks/semaphore.ts";
export type { ReadLock, ReadWriteLock } from "./locks/shared-lock.ts";
export { type SingleFlightOptions, singleFlight } from "./locks/single-flight.ts";
export type {
  NewestOptions,
  RenewalOptions,
  WithLeasedPermitOptions,
  WithLockOptions,
} from "./locks/with-hold.ts";
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
} from "./options.ts";
export type { ChannelListener, LuaScript, ReleaseChannel, ScriptCall, StreamEnd } from "./protocol.ts";
export { type RunLimits, Tries } from "./protocol.ts";
export { type KeyLocking, keyLocking } from "./redis/key-locking.ts";
export { type Pipelining, pipelining } from "./redis/pipelining.ts";
export { isRedisPort, type RedisPort } from "./redis/port.ts";
export { streams } from "./redis/streams.ts";
export { throughClient } from "./redis/through-client.ts";
export type { WaitMode } from "./wait/wake-strategy.ts";
export type { WatchdogNamespace } from "./watchdog/durable-object-watchdog.ts";
export type {
  Entrusted,
  EntrustedId,
  EntrustReply,
  EntrustRequest,
  HandOffStatus,
  KeepQuota,
  KeptHolds,
  Watchdog,
} from "./watchdog/protocol.ts";
