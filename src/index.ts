// "leasehound": everything there is.
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
  type WaitProgress,
  WatchdogUnreachableError,
} from "./errors.ts";
export type { LockEvent, LossReason, ReleaseOutcome } from "./events.ts";
export type { Fence } from "./fence/fence.ts";
export type { FencedRows, FencedRowsOptions, SqlDialect, SqlStatement } from "./fence/sql.ts";
export type { FencedStorage, StorageTransaction, TransactionalStorage } from "./fence/storage.ts";
export type { Held } from "./hold/held.ts";
export type { KeepAlive, KeepAliveEnd } from "./hold/keep-alive.ts";
export type { ReleaseResult } from "./hold/release-result.ts";
export type { PermitUseOptions, UseOptions } from "./hold/use.ts";
export type { CompositeLock } from "./locks/composite-lock.ts";
export type { CountDownLatch } from "./locks/count-down-latch.ts";
export type { FencedHeld, FencedLock } from "./locks/fenced-lock.ts";
export type { SemaphoreOptions } from "./locks/initial-permits.ts";
export type { Lock } from "./locks/lock.ts";
export type { Permit } from "./locks/permit.ts";
export type { PermitExpirableSemaphore } from "./locks/permit-expirable-semaphore.ts";
export type { ReadWriteLock } from "./locks/read-write-lock.ts";
export type { Semaphore, SemaphoreUseOptions } from "./locks/semaphore.ts";
export type { SingleFlightOptions } from "./locks/single-flight.ts";
export type {
  AcquireOptions,
  HandOffOptions,
  KeepAliveArguments,
  KeepAliveOptions,
  LeaseOptions,
  LocksOptions,
  RedisEndpoint,
  UpstashClient,
  WaitOptions,
  WaitUntil,
  WatchdogLocation,
} from "./options.ts";
export type { WaitMode } from "./wait/wake-strategy.ts";
export type { WatchdogNamespace } from "./watchdog/namespace.ts";
export type {
  Entrusted,
  EntrustedId,
  EntrustReply,
  EntrustRequest,
  HandOffStatus,
  KeepQuota,
  Watchdog,
} from "./watchdog/protocol.ts";
