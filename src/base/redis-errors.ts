// Errors of a request to Redis. A request that certainly did nothing, and one that may have been carried out, have
// different classes.
import { LockError, type LockErrorCode, quote } from "./error-base.ts";

/** The common part of the errors of a request. */
class RequestError extends LockError {
  /** The name of the lock, semaphore, latch or fence that the request was about, without the prefix, if it was one. */
  declare readonly lockName?: string;
}

/** Redis or its REST server refused the request: credentials, quota, wrong type, unknown command. */
export class RedisRefusedError extends RequestError {
  declare readonly code: "REDIS_REFUSED";
  override readonly outcome = "not-done";
  /** The status of the HTTP response; undefined if the port does not know it, or does not use HTTP. */
  readonly httpStatus: number | undefined;
  /** The first word of Redis' own error, such as `WRONGTYPE` or `NOPERM`; empty when it sent none. */
  readonly redisCode: string;

  /**
   * Creates the error, also in your own tests.
   * @param message what was refused; it must not contain the token
   * @param facts `httpStatus`, if any; `redisCode`, "" when Redis sent no error of its own; `cause`, if any
   */
  constructor(message: string, facts: ErrorOptions & { httpStatus?: number | undefined; redisCode: string }) {
    super("REDIS_REFUSED", message, facts);
    this.httpStatus = facts.httpStatus;
    this.redisCode = facts.redisCode;
  }
}

/** The common part of both errors of an unanswered request. */
class UnansweredError extends RequestError {
  /** How long the server asked to be left alone (Retry-After), in ms; 0 when it did not ask. */
  readonly retryAfterMs: number;

  constructor(code: LockErrorCode, message: string, options: ErrorOptions & { retryAfterMs?: number } = {}) {
    super(code, message, options);
    this.retryAfterMs = options.retryAfterMs ?? 0;
  }
}

/** Redis was not reached, or is not ready. Nothing was done there, and nothing is held because of this call. */
export class RedisUnreachableError extends UnansweredError {
  declare readonly code: "REDIS_UNREACHABLE";
  override readonly outcome = "not-done";
  /** The first word of Redis' own error, such as `LOADING` or `OOM`; empty when it sent none. */
  readonly redisCode: string;

  /**
   * Creates the error, also in your own tests.
   * @param message what was not answered; it must not contain the token
   * @param options `cause`; `retryAfterMs`, default 0; `redisCode`, default ""
   */
  constructor(message: string, options: ErrorOptions & { retryAfterMs?: number; redisCode?: string } = {}) {
    super("REDIS_UNREACHABLE", message, options);
    this.redisCode = options.redisCode ?? "";
  }
}

/**
 * A request was sent but not answered, so it may have been carried out. If it acquired anything, that ends with its
 * lease.
 */
export class OutcomeUnknownError extends UnansweredError {
  declare readonly code: "OUTCOME_UNKNOWN";
  override readonly outcome = "unknown";

  /**
   * Creates the error, also in your own tests.
   * @param message what was not answered; it must not contain the token
   * @param options `cause`; `retryAfterMs`, default 0
   */
  constructor(message: string, options?: ErrorOptions & { retryAfterMs?: number }) {
    super("OUTCOME_UNKNOWN", message, options);
  }
}

/** Redis returned an unexpected reply. It never counts as success. */
export class UnexpectedReplyError extends RequestError {
  declare readonly code: "UNEXPECTED_REPLY";
  override readonly outcome = "unknown";

  /**
   * Creates the error, also in your own tests.
   * @param message what was unexpected
   * @param options `cause`, if any
   */
  constructor(message: string, options?: ErrorOptions) {
    super("UNEXPECTED_REPLY", message, options);
  }
}

/** Returns how long the server asked to be left alone, in ms. */
export function askedPauseMs(error: unknown): number {
  return error instanceof UnansweredError ? error.retryAfterMs : 0;
}

// The errors of requests that were certainly not sent.
const unsent = new WeakSet<object>();

/** Notes that the request of this error was not sent, so that no copy of it can arrive. Returns the error. */
export function neverSent(error: RedisUnreachableError): RedisUnreachableError {
  unsent.add(error);
  return error;
}

/** Returns whether the request of this error may have been sent. A copy of it may then arrive late. */
export function wasSent(error: unknown): boolean {
  return !unsent.has(Object(error));
}

/** Returns whether this error says that Redis did nothing. */
export function wasNotDone(error: unknown): boolean {
  return Object(error).outcome === "not-done";
}

/** Returns whether this error says that Redis, or a lock API, answered that it does nothing. */
export function wasRefused(error: unknown): boolean {
  return wasNotDone(error) && Object(error).code !== "REDIS_UNREACHABLE";
}

/** Returns the error of several attempts, of which one may have been carried out, and another one did nothing. */
export function unknownBeside(unknown: unknown, refusal: LockError): OutcomeUnknownError {
  return new OutcomeUnknownError(`${refusal.message}; an attempt got no reply`, {
    cause: refusal,
    retryAfterMs: askedPauseMs(unknown),
  });
}

/**
 * Returns the error of attempts with an unknown outcome that were cancelled since: nothing was done. It is the refusal
 * of one of them, on which a caller can act. `message`: says that none of them was answered.
 */
export function undone(cause: unknown, message: string): unknown {
  const refusal = Object(cause).cause;
  return wasNotDone(refusal) ? refusal : new RedisUnreachableError(message, { cause });
}

/** The purpose of a request: `["acquire lock", "orders:42"]`. The name has no prefix. */
export type Subject = readonly [act: string, name: string];

/**
 * Returns the error of a request again, with the subject of the request in its message. The port that made the error
 * knows keys alone. Any other error is returned unchanged.
 */
export function named(error: unknown, [act, name]: Subject): unknown {
  if (!(error instanceof RequestError)) return error;
  const outcome = error instanceof OutcomeUnknownError ? ", but Redis may have done it" : "";
  const message = `cannot ${act} ${quote(name)}: ${error.message}${outcome}`;
  const renamed = Object.assign(Reflect.construct(error.constructor, [message, error]), { lockName: name });
  return wasSent(error) ? renamed : neverSent(renamed);
}
