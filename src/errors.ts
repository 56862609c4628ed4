// Every error a caller can meet. One class per decision a caller can make; the facts are fields; `code` never changes
// its meaning. No message holds a token, a credential or a whole command.
import { brand, LockError, type LockErrorCode, NamedLockError, nameOf, printable, quote } from "./lock-error.ts";

export { LockError, type LockErrorCode, printable } from "./lock-error.ts";

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
   * Whether this client (one `createLocks`) holds the lock itself, as far as it knows: then the call waited for its own program. For a
   * write lock, a hold that reads counts as well. Always false for semaphores and latches.
   */
  readonly heldByThisClient: boolean;

  /**
   * @param busy what is not a lock, and why it was not to be had
   * @param heldHere what to do, when this client holds the lock itself; else undefined
   */
  constructor(
    lockName: string,
    { remainingMs, attempts, position, waitedMs }: RefusalFacts & { waitedMs: number },
    busy?: readonly [what: string, how: string],
    heldHere?: string,
  ) {
    const left = remainingMs < 0 ? "" : `; its lease ends in ${remainingMs} ms unless it is renewed`;
    const held = heldHere === undefined ? "is held by another owner" : "is held by this client";
    const [what, how] = busy ?? ["lock", remainingMs === -2 ? "is free, but others come first" : held];
    const place = position === undefined ? "" : `, number ${position} in the queue`;
    const waited = `after ${waitedMs} ms (tries: ${attempts})`;
    const hint = heldHere ? `; ${heldHere}` : "";
    super("LOCK_BUSY", lockName, `${what} ${quote(lockName)} ${how}, ${waited}${place}${left}${hint}`);
    this.remainingMs = remainingMs;
    this.attempts = attempts;
    this.position = position;
    this.waitedMs = waitedMs;
    this.heldByThisClient = heldHere !== undefined;
  }
}

/** What is known of a lock that was refused. */
export interface RefusalFacts {
  /** Lease the holder has left, ms; -1 when the lock has none, -2 when it is free and others come first. */
  readonly remainingMs: number;
  /** Tries so far. */
  readonly attempts: number;
  /** Place in the queue of a fair lock, 1 being next; undefined when there is no queue, or this call is not in it. */
  readonly position: number | undefined;
}

/** How Redis remembers that a hold ended. */
export type HoldEnd =
  | "released"
  | `still:${number}`
  | "free"
  | "taken"
  | "refused"
  | "lost"
  | "reentered"
  | "crowded"
  | "upgrade"
  | "unset";

/**
 * The hold is over although nobody released it through this object: its lease ran out, or the lock was taken away. Thrown by
 * `use` and `withLock`, it says that this happened while the function ran: `cause` is what the function threw, if it threw.
 */
export class LockLostError extends NamedLockError {
  override readonly code = "LOCK_LOST";
  readonly owner: string;
  /** What Redis remembers of the end; undefined when the lease ended by the local clock alone. */
  readonly end: HoldEnd | undefined;
  /** What the function of `use` or `withLock` returned, if it returned. Not enumerable, so that a log of the error does not contain it. */
  declare readonly result: unknown;

  /** `ran`: how the function of `use` ended. */
  constructor(
    lockName: string,
    owner: string,
    end?: HoldEnd,
    ran?: { readonly result: unknown } | { readonly cause: unknown },
  ) {
    const why = end === undefined ? "its lease ran out" : `Redis says: ${end}`;
    const during = ran && "; the function may have run beside another holder: check what it did";
    const options = ran && "cause" in ran ? { cause: ran.cause } : undefined;
    super("LOCK_LOST", lockName, `the hold on lock ${quote(lockName)} is over (${why})${during ?? ""}`, options);
    this.owner = owner;
    this.end = end;
    if (ran && "result" in ran) Object.defineProperty(this, "result", { value: ran.result });
  }
}

/** Wrong use of an option or argument, found before anything was sent. */
export class InvalidOptionError extends LockError {
  override readonly code = "INVALID_OPTION";
  readonly option: string;

  constructor(option: string, problem: string) {
    super("INVALID_OPTION", `"${printable(option)}" ${problem}`);
    this.option = option;
  }
}

/** Redis or its REST server answered, and the answer is no: credentials, quota, wrong type, unknown command. */
export class RedisRefusedError extends LockError {
  override readonly code = "REDIS_REFUSED";
  /** Status of the HTTP answer. */
  readonly httpStatus: number;
  /** First word of Redis' own error, such as `WRONGTYPE` or `NOPERM`; empty when it sent none. */
  readonly redisCode: string;

  constructor(message: string, facts: { httpStatus: number; redisCode: string }) {
    super("REDIS_REFUSED", message);
    this.httpStatus = facts.httpStatus;
    this.redisCode = facts.redisCode;
  }
}

/** What both errors of an unanswered request tell. */
class UnansweredError extends LockError {
  /** How long the server asked to be left alone (Retry-After), ms; 0 when it did not. */
  readonly retryAfterMs: number;

  constructor(code: LockErrorCode, message: string, options: ErrorOptions & { retryAfterMs?: number } = {}) {
    super(code, message, options);
    this.retryAfterMs = options.retryAfterMs ?? 0;
  }
}

/** Redis could not be reached: nothing was done there, and nothing is held because of this call. */
export class RedisUnreachableError extends UnansweredError {
  override readonly code = "REDIS_UNREACHABLE";

  constructor(message: string, options?: ErrorOptions & { retryAfterMs?: number }) {
    super("REDIS_UNREACHABLE", message, options);
  }
}

/** A request was sent and never answered: it may have been carried out. What it may have taken ends with its lease. */
export class OutcomeUnknownError extends UnansweredError {
  override readonly code = "OUTCOME_UNKNOWN";

  constructor(message: string, options?: ErrorOptions & { retryAfterMs?: number }) {
    super("OUTCOME_UNKNOWN", message, options);
  }
}

/** The answer is none that our scripts give. It is never taken for success. */
export class UnexpectedReplyError extends LockError {
  override readonly code = "UNEXPECTED_REPLY";

  constructor(message: string) {
    super("UNEXPECTED_REPLY", message);
  }
}

/** The caller's `signal` ended the call; `cause` is its reason. */
export class AbortedError extends LockError {
  override readonly code = "ABORTED";

  constructor(reason: unknown) {
    super("ABORTED", "the call was aborted by its signal", { cause: reason });
  }
}

/** The hold was released or moved away before, through this object. */
export class NotHeldError extends NamedLockError {
  override readonly code = "NOT_HELD";

  constructor(lockName: string) {
    super("NOT_HELD", lockName, `this hold on lock ${quote(lockName)} was released, or moved away, before`);
  }
}

/** keepAlive on a hold whose lease was fixed by `leaseMs` at acquire. */
export class LeaseFixedError extends NamedLockError {
  override readonly code = "LEASE_FIXED";

  constructor(lockName: string) {
    super(
      "LEASE_FIXED",
      lockName,
      `a leaseMs given to acquire fixes the lease of lock ${quote(lockName)}; leave it out to keep the lock alive`,
    );
  }
}

/** The response of a route that runs alone took longer to be read than `maxResponseMs`: its lock was released, and its body cut. */
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

/** There is no `waitUntil` to hand background work to. */
export class NoWaitUntilError extends LockError {
  override readonly code = "NO_WAIT_UNTIL";

  constructor(
    problem = "keepAlive needs a context with waitUntil: in a Worker pass ctx, in an object this.ctx, on Vercel's edge vercelContext()",
  ) {
    super("NO_WAIT_UNTIL", problem);
  }
}

/** handOff without a watchdog to hand to. */
export class NoWatchdogError extends LockError {
  override readonly code = "NO_WATCHDOG";

  /** `instead`: what renews the hold already. */
  constructor(instead?: string) {
    const missing = 'give createLocks the "watchdog" binding of a LeaseWatchdog class, and see that it is there';
    super("NO_WATCHDOG", `there is no watchdog: ${instead ?? missing}`);
  }
}

/** The watchdog did not confirm that it keeps the hold. The hold stays the caller's, as if it had not been asked. */
export class WatchdogUnreachableError extends LockError {
  override readonly code = "WATCHDOG_UNREACHABLE";

  constructor(problem: string, options?: ErrorOptions) {
    super("WATCHDOG_UNREACHABLE", `the watchdog did not confirm: ${printable(problem)}`, options);
  }
}

/** Whoever asks has the lock already, or is about to take it: a Durable Object, or the owner of a lock that is not reentrant. */
export class AlreadyHeldError extends NamedLockError {
  override readonly code = "ALREADY_HELD";

  constructor(lockName: string, by: "object" | "owner") {
    const who =
      by === "object" ? "this object holds it, or is taking it; ask get() for it" : "this owner has it already";
    super("ALREADY_HELD", lockName, `lock ${quote(lockName)} is not taken again: ${who}`);
  }
}

/** Whoever asks for the write lock reads: waiting for itself, it would never get it. */
export class UpgradeRefusedError extends NamedLockError {
  override readonly code = "UPGRADE_REFUSED";

  constructor(lockName: string) {
    super(
      "UPGRADE_REFUSED",
      lockName,
      `lock ${quote(lockName)} is not taken to write by an owner that reads: release the read lock first`,
    );
  }
}

/** The owner has as many holds of this lock as one owner may have. */
export class TooManyHoldsError extends NamedLockError {
  override readonly code = "TOO_MANY_HOLDS";

  constructor(lockName: string) {
    super(
      "TOO_MANY_HOLDS",
      lockName,
      `cannot acquire lock ${quote(lockName)} again: its owner has 1000 holds; release some`,
    );
  }
}

/** The Redis key of the lock, semaphore or latch holds something else. Nothing was changed. */
export class NotALockError extends LockError {
  override readonly code = "NOT_A_LOCK";
  /** The key in Redis that is in the way. */
  readonly key: string;

  constructor(key: string) {
    super(
      "NOT_A_LOCK",
      `the Redis key ${quote(key)} exists and is not a lock of this kind; nothing was changed: use another name or prefix, or delete the key`,
    );
    this.key = key;
  }
}

/** Nobody has said how many permits there are, or their `ttlMs` is over: waiting would not help. */
export class PermitsUnsetError extends NamedLockError {
  override readonly code = "PERMITS_UNSET";

  constructor(lockName: string) {
    super("PERMITS_UNSET", lockName, `semaphore ${quote(lockName)} has no permits yet: set them with trySetPermits`);
  }
}

/** Another caller of a single flight ran it for this one, too, and its function threw. */
export class FlightFailedError extends NamedLockError {
  override readonly code = "FLIGHT_FAILED";

  /** @param cause what is known of the error that was thrown there: its name and its message */
  constructor(lockName: string, cause: Error) {
    const shown = printable(`${cause.name}: ${cause.message}`);
    super("FLIGHT_FAILED", lockName, `single flight ${quote(lockName)} failed for all who waited for it: ${shown}`, {
      cause,
    });
  }
}

/** A Durable Object that cannot keep a lock alive: it has no alarm. */
export class NoAlarmError extends LockError {
  override readonly code = "NO_ALARM";

  constructor(options?: ErrorOptions) {
    const problem = "this object cannot set an alarm, and so cannot keep locks: its class needs an alarm() handler";
    super("NO_ALARM", problem, options);
  }
}

/** `close()` was called on the client. */
export class ClosedError extends LockError {
  override readonly code = "CLOSED";

  constructor() {
    super("CLOSED", "these locks were closed");
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

/** Whether a caught value is an error of this package, also of another copy of it, or one that a Durable Object's method threw. */
export function isLockError(error: unknown): error is AnyLockError {
  if (typeof error !== "object" || error === null) return false;
  // Over RPC an error keeps its name and its facts, and loses its class.
  return brand in error || (error instanceof Error && "code" in error && error.name === nameOf(String(error.code)));
}

/** How long the server behind an error asked to be left alone, ms. */
export function askedPauseMs(error: unknown): number {
  return error instanceof UnansweredError ? error.retryAfterMs : 0;
}
