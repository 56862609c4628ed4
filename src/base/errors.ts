// Every error that a caller can get. There is one class per decision of a caller; facts are fields; `code` never
// changes its meaning. No message contains a token, a credential or a whole command.
import type {
  AlreadyHeldError,
  NotALockError,
  PermitsUnsetError,
  TooManyHoldsError,
  UpgradeRefusedError,
} from "./acquire-errors.ts";
import { hasOwnCode, isOwn, LockError, NamedLockError, printable, quote } from "./error-base.ts";
import type {
  HoldLoss,
  LeaseFixedError,
  LockLostError,
  LockStolenError,
  LockWantedError,
  NotHeldError,
  NoWaitUntilError,
  NoWatchdogError,
  OtherRequestError,
  WatchdogUnreachableError,
} from "./hold-errors.ts";
import type { PlanFailedError } from "./plan-failed-error.ts";
import type {
  OutcomeUnknownError,
  RedisRefusedError,
  RedisUnreachableError,
  UnexpectedReplyError,
} from "./redis-errors.ts";

export * from "./acquire-errors.ts";
export { isOwn, LockError, type LockErrorCode, printable, type RequestOutcome } from "./error-base.ts";
export * from "./hold-errors.ts";
export * from "./redis-errors.ts";

/** `waitMs` has passed, and another owner still holds the lock, there are too few permits, or the latch is closed. */
export class LockBusyError extends NamedLockError {
  declare readonly code: "LOCK_BUSY";
  /**
   * The lease that the holder had left at the last answered attempt, in ms; -1 when unknown or none, -2 when the lock
   * is free and others come first.
   */
  readonly remainingMs: number;
  /** The attempts of this call. */
  readonly attempts: number;
  /**
   * The place in the queue of a fair lock, 1 being next; undefined when there is no queue, or this call is not in it.
   */
  readonly position: number | undefined;
  /** How long the call waited, in ms. */
  readonly waitedMs: number;
  /**
   * Whether this client (one `createLocks`) holds the lock itself, as far as it knows: the call then waited for its own
   * program. For a write lock, a read hold counts as well. Always false for semaphores and latches.
   */
  readonly heldByThisClient: boolean;
  /**
   * Who holds the lock; of several readers one. Undefined when that is not known: for semaphores and latches, for
   * several locks, and when an attempt was not answered.
   */
  readonly holder: LockHolder | undefined;

  /**
   * Creates the error, also in your own tests: `new LockBusyError({ lockName: "orders:42" })`.
   * @param facts `lockName`, and the other facts that are known
   * @param busy for anything but a lock: what it is, and why it was refused
   * @param advice what to do if this client holds the lock itself
   */
  constructor(facts: BusyFacts, busy?: readonly [what: string, how: string], advice?: string) {
    const {
      lockName,
      remainingMs = -1,
      attempts = 1,
      position,
      waitedMs = 0,
      heldByThisClient = false,
      holder,
    } = facts;
    const left = remainingMs < 0 ? "" : `; its lease ends in ${remainingMs} ms unless it is renewed`;
    const held = heldByThisClient ? "is held by another acquisition of this client" : "is held by another owner";
    const label = holder === undefined || holder.label === "" ? "" : `, labelled ${quote(holder.label)}`;
    const [what, how] = busy ?? ["lock", remainingMs === -2 ? "is free, but others come first" : held + label];
    const place = position === undefined ? "" : `, number ${position} in the queue`;
    const waited = `after ${waitedMs} ms (tries: ${attempts})`;
    const hint = advice === undefined ? "" : `; ${advice}`;
    super("LOCK_BUSY", lockName, `${what} ${quote(lockName)} ${how}, ${waited}${place}${left}${hint}`);
    this.remainingMs = remainingMs;
    this.attempts = attempts;
    this.position = position;
    this.waitedMs = waitedMs;
    this.heldByThisClient = heldByThisClient;
    this.holder = holder;
  }
}

/** The facts of LOCK_BUSY. */
export interface BusyFacts extends Partial<RefusedAttempt> {
  /** The lock's name, without the prefix. */
  readonly lockName: string;
  /** How long the call waited, in ms. Default: 0. */
  readonly waitedMs?: number;
  /** Whether the client that asked holds the lock itself. Default: false. */
  readonly heldByThisClient?: boolean;
  /** Who holds the lock. Default: not known. */
  readonly holder?: LockHolder | undefined;
}

/** Who holds a lock. */
export interface LockHolder {
  /** Its owner, as in `held.owner`; of a Java service `<client id>:<thread id>`. */
  readonly owner: string;
  /** The label that it gave; "" when it gave none. */
  readonly label: string;
  /** When the lock was granted, epoch ms, by the clock of the holder; undefined for a Java service. */
  readonly since: number | undefined;
}

/** The facts about an attempt that was refused. */
export interface RefusedAttempt {
  /** The lease that the holder has left, in ms; -1 when the lock has none, -2 when it is free and others come first. */
  readonly remainingMs: number;
  /** The attempts so far. */
  readonly attempts: number;
  /**
   * The place in the queue of a fair lock, 1 being next; undefined when there is no queue, or this call is not in it.
   */
  readonly position: number | undefined;
}

/** The facts that `onWait` gets. */
export interface WaitProgress extends RefusedAttempt {
  /** The label of this acquire; "" when it has none. */
  readonly label: string;
}

/** An option or argument is wrong. */
export class InvalidOptionError extends LockError {
  declare readonly code: "INVALID_OPTION";
  override readonly outcome = "not-done";
  /** The option's name. */
  readonly option: string;
  readonly #problem: string;

  /**
   * Creates the error, also in your own tests.
   * @param option the option's name
   * @param problem what is wrong with it: the rest of a sentence that begins with its name
   * @param call what cannot be done: the message begins with it. Default: ""
   */
  constructor(option: string, problem: string, call = "") {
    super("INVALID_OPTION", `${call}"${printable(option)}" ${problem}`);
    this.option = option;
    this.#problem = problem;
  }

  /** @internal Returns the error again, with the lock that cannot be acquired in its message. */
  of(lockName: string): InvalidOptionError {
    return new InvalidOptionError(this.option, this.#problem, `cannot acquire lock ${quote(lockName)}: `);
  }
}

/** The caller's `signal` ended the call. `cause` is its reason. */
export class AbortedError extends LockError {
  declare readonly code: "ABORTED";

  /** @param reason the reason of the signal, which becomes the `cause` */
  constructor(reason: unknown) {
    super("ABORTED", "the call was aborted by its signal", { cause: reason });
  }
}

/** The response of a locked route was not read within `maxResponseMs`. Its body was cut, and its lock released. */
export class ResponseTimeoutError extends NamedLockError {
  declare readonly code: "RESPONSE_TIMEOUT";
  /** The time that the response had, in ms. */
  readonly maxResponseMs: number;

  /**
   * @param lockName the lock's name, without the prefix
   * @param maxResponseMs the time that the response had, in ms
   */
  constructor(lockName: string, maxResponseMs: number) {
    super(
      "RESPONSE_TIMEOUT",
      lockName,
      `the response was not read within ${maxResponseMs} ms, so its body was cut and lock ${quote(lockName)} released; if its clients need longer, raise maxResponseMs`,
    );
    this.maxResponseMs = maxResponseMs;
  }
}

/** Another caller of a single flight ran the function for this caller too, and it failed. */
export class FlightFailedError extends NamedLockError {
  declare readonly code: "FLIGHT_FAILED";

  /**
   * @param lockName the flight's name, without the prefix
   * @param cause the name and message of the error that was thrown there
   */
  constructor(lockName: string, cause: Error) {
    const shown = printable(`${cause.name}: ${cause.message}`);
    super("FLIGHT_FAILED", lockName, `single flight ${quote(lockName)} failed in another caller: ${shown}`, {
      cause,
    });
  }
}

/** A holder of `refreshOnce` died or failed after it may have spent the stored version, which is not spent again. */
export class SpendUnknownError extends NamedLockError {
  declare readonly code: "SPEND_UNKNOWN";
  /** The stored version, which may have been spent. */
  readonly version: string;
  /** The time since a holder marked that it was about to spend it, in ms. */
  readonly spentMsAgo: number;

  /**
   * @param lockName the name that was passed to `refreshOnce`, without the prefix
   * @param version the stored version
   * @param spentMsAgo the time since the mark of its spend, in ms
   */
  constructor(lockName: string, version: string, spentMsAgo: number) {
    const what = `version ${quote(version)} of ${quote(lockName)} may have been spent ${spentMsAgo} ms ago by a holder that failed, or whose write stored no new version`;
    super("SPEND_UNKNOWN", lockName, `${what}; store a new version, such as by a new sign-in`);
    this.version = version;
    this.spentMsAgo = spentMsAgo;
  }
}

/** A Durable Object cannot renew a lock, because its class has no alarm() handler. */
export class NoAlarmError extends LockError {
  declare readonly code: "NO_ALARM";

  /** @param options the `cause` */
  constructor(options?: ErrorOptions) {
    const problem = "this object cannot renew locks: its class has no alarm() handler; add one that calls onAlarm";
    super("NO_ALARM", problem, options);
  }
}

/** `close()` was called on the client. */
export class ClosedError extends LockError {
  declare readonly code: "CLOSED";

  constructor() {
    super("CLOSED", "this client was closed; create another one");
  }
}

/** Any error of this package. Distinguish them by `code`. */
export type AnyLockError =
  | LockBusyError
  | LockLostError
  | LockStolenError
  | LockWantedError
  | InvalidOptionError
  | RedisRefusedError
  | RedisUnreachableError
  | OutcomeUnknownError
  | UnexpectedReplyError
  | AbortedError
  | NotHeldError
  | LeaseFixedError
  | OtherRequestError
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
  | SpendUnknownError
  | NoAlarmError
  | ClosedError
  | PlanFailedError;

/** The errors of ends that Redis remembers: after one of them, no copy of the attempt changes anything. */
export type FinalError = HoldLoss | AlreadyHeldError | TooManyHoldsError | UpgradeRefusedError | PermitsUnsetError;

/**
 * Tells whether a caught value is an error of this package. It also recognizes errors of another copy of the package,
 * and errors from a method of a Durable Object.
 * @param error the caught value
 * @returns whether it is one, with its type narrowed by `code`
 * @example
 * try {
 *   await locks.lock("orders:42").acquire();
 * } catch (error) {
 *   if (!isLockError(error) || error.code !== "LOCK_BUSY") throw error;
 * }
 */
export function isLockError(error: unknown): error is AnyLockError {
  return isOwn(error) || hasOwnCode(error);
}
