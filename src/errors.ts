// Every error a caller can meet. One class per decision a caller can make; the facts are fields; `code` never changes
// its meaning. No message holds a token, a credential or a whole command.

import type {
  AlreadyHeldError,
  NotALockError,
  PermitsUnsetError,
  TooManyHoldsError,
  UpgradeRefusedError,
} from "./acquire-errors.ts";
import { hasOwnCode, isOwn, LockError, NamedLockError, printable, quote } from "./error-base.ts";
import type {
  LeaseFixedError,
  LockLostError,
  NotHeldError,
  NoWaitUntilError,
  NoWatchdogError,
  WatchdogUnreachableError,
} from "./hold-errors.ts";
import type {
  OutcomeUnknownError,
  RedisRefusedError,
  RedisUnreachableError,
  UnexpectedReplyError,
} from "./redis-errors.ts";

export * from "./acquire-errors.ts";
export { isOwn, LockError, type LockErrorCode, printable } from "./error-base.ts";
export * from "./hold-errors.ts";
export * from "./redis-errors.ts";

/** Somebody else has the lock, there are too few permits, or the latch is closed, and `waitMs` has passed. */
export class LockBusyError extends NamedLockError {
  override readonly code = "LOCK_BUSY";
  /** As the last answered try told them; `remainingMs` is -1 when none did. */
  readonly remainingMs: number;
  readonly attempts: number;
  readonly position: number | undefined;
  /** How long the call waited, ms. */
  readonly waitedMs: number;
  /**
   * Whether this client (one `createLocks`) holds the lock itself, as far as it knows: then the call waited for its own
   * program. For a write lock, a hold that reads counts as well. Always false for semaphores and latches.
   */
  readonly heldByThisClient: boolean;

  /**
   * Makes the error, in a test of your own too: `new LockBusyError({ lockName: "orders:42" })`.
   * @param facts `lockName`; of the others those that are known
   * @param busy of what is not a lock: what it is, and why it was not to be had
   * @param advice what to do, when this client holds the lock itself
   */
  constructor(facts: BusyFacts, busy?: readonly [what: string, how: string], advice?: string) {
    const { lockName, remainingMs = -1, attempts = 1, position, waitedMs = 0, heldByThisClient = false } = facts;
    const left = remainingMs < 0 ? "" : `; its lease ends in ${remainingMs} ms unless it is renewed`;
    const held = heldByThisClient ? "is held by another acquisition of this client" : "is held by another owner";
    const [what, how] = busy ?? ["lock", remainingMs === -2 ? "is free, but others come first" : held];
    const place = position === undefined ? "" : `, number ${position} in the queue`;
    const waited = `after ${waitedMs} ms (tries: ${attempts})`;
    const hint = advice === undefined ? "" : `; ${advice}`;
    super("LOCK_BUSY", lockName, `${what} ${quote(lockName)} ${how}, ${waited}${place}${left}${hint}`);
    this.remainingMs = remainingMs;
    this.attempts = attempts;
    this.position = position;
    this.waitedMs = waitedMs;
    this.heldByThisClient = heldByThisClient;
  }
}

/** What LOCK_BUSY is made of. */
export interface BusyFacts extends Partial<WaitProgress> {
  /** The lock's name, without prefix. */
  readonly lockName: string;
  /** How long the call waited, in ms: default 0. */
  readonly waitedMs?: number;
  /** Whether the client that asked has the lock itself. Default: false. */
  readonly heldByThisClient?: boolean;
}

/** What is known of a lock that was refused. */
export interface WaitProgress {
  /** Lease the holder has left, ms; -1 when the lock has none, -2 when it is free and others come first. */
  readonly remainingMs: number;
  /** Tries so far. */
  readonly attempts: number;
  /** Place in the queue of a fair lock, 1 being next; undefined when there is no queue, or this call is not in it. */
  readonly position: number | undefined;
}

/** Wrong use of an option or argument, found before anything was sent. */
export class InvalidOptionError extends LockError {
  override readonly code = "INVALID_OPTION";
  readonly option: string;

  /**
   * Makes the error, in a test of your own too.
   * @param option the option's name
   * @param problem what is wrong with it, as the end of a sentence that begins with its name
   */
  constructor(option: string, problem: string) {
    super("INVALID_OPTION", `"${printable(option)}" ${problem}`);
    this.option = option;
  }
}

/** The caller's `signal` ended the call; `cause` is its reason. */
export class AbortedError extends LockError {
  override readonly code = "ABORTED";

  /** @param reason the reason of the signal: the `cause` */
  constructor(reason: unknown) {
    super("ABORTED", "the call was aborted by its signal", { cause: reason });
  }
}

/**
 * The response of a route that runs alone took longer to be read than `maxResponseMs`: its lock was released, and its
 * body cut.
 */
export class ResponseTimeoutError extends NamedLockError {
  override readonly code = "RESPONSE_TIMEOUT";
  /** How long the response had, ms. */
  readonly maxResponseMs: number;

  constructor(lockName: string, maxResponseMs: number) {
    super(
      "RESPONSE_TIMEOUT",
      lockName,
      `the response was not read within ${maxResponseMs} ms, so its body was cut and lock ${quote(lockName)} released; if its clients need longer, raise maxResponseMs`,
    );
    this.maxResponseMs = maxResponseMs;
  }
}

/** Another caller of a single flight ran it for this one, too, and its function threw. */
export class FlightFailedError extends NamedLockError {
  override readonly code = "FLIGHT_FAILED";

  /** @param cause what is known of the error that was thrown there: its name and its message */
  constructor(lockName: string, cause: Error) {
    const shown = printable(`${cause.name}: ${cause.message}`);
    super("FLIGHT_FAILED", lockName, `single flight ${quote(lockName)} failed in another caller: ${shown}`, {
      cause,
    });
  }
}

/** A Durable Object that cannot keep a lock alive: it has no alarm. */
export class NoAlarmError extends LockError {
  override readonly code = "NO_ALARM";

  constructor(options?: ErrorOptions) {
    const problem = "this object cannot renew locks: its class has no alarm() handler; add one that calls onAlarm";
    super("NO_ALARM", problem, options);
  }
}

/** `close()` was called on the client. */
export class ClosedError extends LockError {
  override readonly code = "CLOSED";

  constructor() {
    super("CLOSED", "this client was closed; create another one");
  }
}

/** Every error of this package, told apart by `code`. */
export type AnyLockError =
  | LockBusyError
  | LockLostError
  | InvalidOptionError
  | RedisRefusedError
  | RedisUnreachableError
  | OutcomeUnknownError
  | UnexpectedReplyError
  | AbortedError
  | NotHeldError
  | LeaseFixedError
  | ResponseTimeoutError
  | NoWaitUntilError
  | NoWatchdogError
  | WatchdogUnreachableError
  | AlreadyHeldError
  | UpgradeRefusedError
  | TooManyHoldsError
  | NotALockError
  | PermitsUnsetError
  | FlightFailedError
  | NoAlarmError
  | ClosedError;

/**
 * Whether a caught value is an error of this package, also of another copy of it, or one that a Durable Object's method
 * threw.
 */
export function isLockError(error: unknown): error is AnyLockError {
  return isOwn(error) || (error instanceof Error && hasOwnCode(error));
}
