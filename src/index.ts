// "leasehound": everything there is.
export { createLocks, type Locks } from "./client.ts";
export {
  AbortedError,
  type AnyLockError,
  ClosedError,
  type HoldEnd,
  InvalidOptionError,
  isLockError,
  LeaseFixedError,
  LockBusyError,
  LockError,
  type LockErrorCode,
  LockLostError,
  NotHeldError,
  NoWaitUntilError,
  OutcomeUnknownError,
  RedisRefusedError,
  RedisUnreachableError,
  UnexpectedReplyError,
} from "./errors.ts";
export type { LockEvent, LossReason, ReleaseOutcome } from "./events.ts";
export type { ExclusiveLock } from "./locks/exclusive-lock.ts";
export type { Held } from "./locks/held.ts";
export type { ReleaseResult } from "./locks/release-result.ts";
export {
  type AcquireOptions,
  type KeepAliveOptions,
  type LocksOptions,
  type RedisEndpoint,
  type UpstashClient,
  type UseOptions,
  untilProcessEnds,
  type WaitFacts,
  type WaitUntil,
} from "./options.ts";
export type { KeepAlive, KeepAliveEnd } from "./watchdog/keep-alive.ts";
