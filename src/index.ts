// "leasehound": everything there is.
export { createLocks, type Locks } from "./client.ts";
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
  type LostFacts,
  NoAlarmError,
  NotALockError,
  NotHeldError,
  NoWaitUntilError,
  NoWatchdogError,
  OutcomeUnknownError,
  PermitsUnsetError,
  RedisRefusedError,
  RedisUnreachableError,
  ResponseTimeoutError,
  TooManyHoldsError,
  UnexpectedReplyError,
  UpgradeRefusedError,
  WatchdogUnreachableError,
} from "./errors.ts";
export type { LockEvent, LossReason, ReleaseOutcome } from "./events.ts";
export type { Fence } from "./fence/fence.ts";
export type { FencedRows, FencedRowsOptions, SqlDialect, SqlStatement } from "./fence/rows.ts";
export type { FencedStorage, StorageTransaction, TransactionalStorage } from "./fence/storage.ts";
export type { CountDownLatch } from "./locks/count-down-latch.ts";
export type { ExclusiveLock } from "./locks/exclusive-lock.ts";
export type { FencedHeld, FencedLock } from "./locks/fenced-lock.ts";
export type { SemaphoreOptions } from "./locks/first-permits.ts";
export type { Held } from "./locks/held.ts";
export type { JointLock } from "./locks/joint-lock.ts";
export type { Permit } from "./locks/permit.ts";
export type { PermitExpirableSemaphore } from "./locks/permit-expirable-semaphore.ts";
export type { ReadWriteLock } from "./locks/read-write-lock.ts";
export type { ReleaseResult } from "./locks/release-result.ts";
export type { Semaphore, SemaphoreUseOptions } from "./locks/semaphore.ts";
export type { SingleFlightOptions } from "./locks/single-flight.ts";
export type { PermitUseOptions, UseOptions } from "./locks/use.ts";
export type {
  AcquireOptions,
  HandOffOptions,
  KeepAliveArguments,
  KeepAliveOptions,
  LeaseOptions,
  LocksOptions,
  RedisEndpoint,
  UpstashClient,
  WaitFacts,
  WaitOptions,
  WaitUntil,
  WatchdogLocation,
} from "./options.ts";
export type { WaitMode } from "./wait/turns.ts";
export type { KeepAlive, KeepAliveEnd } from "./watchdog/keep-alive.ts";
export type { WatchdogNamespace } from "./watchdog/namespace.ts";
export type {
  Entrusted,
  EntrustedId,
  EntrustReply,
  EntrustRequest,
  HandOffStatus,
  KeepQuota,
  Watchdog,
} from "./watchdog/watchdog.ts";
