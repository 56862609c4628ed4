// Errors of a request to Redis. Who did nothing for certain, and who may have done it, are different classes.
import { LockError, type LockErrorCode } from "./error-base.ts";

/** Redis or its REST server answered, and the answer is no: credentials, quota, wrong type, unknown command. */
export class RedisRefusedError extends LockError {
  override readonly code = "REDIS_REFUSED";
  /** Status of the HTTP answer; 0 when the port does not know it. */
  readonly httpStatus: number;
  /** First word of Redis' own error, such as `WRONGTYPE` or `NOPERM`; empty when it sent none. */
  readonly redisCode: string;

  /**
   * Makes the error, in a test of your own too.
   * @param message what was refused; it must not contain the token
   * @param facts `httpStatus`; `redisCode`, "" when Redis sent no error of its own
   */
  constructor(message: string, { httpStatus, redisCode }: Pick<RedisRefusedError, "httpStatus" | "redisCode">) {
    super("REDIS_REFUSED", message);
    this.httpStatus = httpStatus;
    this.redisCode = redisCode;
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

  /**
   * Makes the error, in a test of your own too.
   * @param message what was not answered; it must not contain the token
   * @param options `cause`; `retryAfterMs`, default 0
   */
  constructor(message: string, options?: ErrorOptions & { retryAfterMs?: number }) {
    super("REDIS_UNREACHABLE", message, options);
  }
}

/** A request was sent and never answered: it may have been carried out. What it may have taken ends with its lease. */
export class OutcomeUnknownError extends UnansweredError {
  override readonly code = "OUTCOME_UNKNOWN";

  /**
   * Makes the error, in a test of your own too.
   * @param message what was not answered; it must not contain the token
   * @param options `cause`; `retryAfterMs`, default 0
   */
  constructor(message: string, options?: ErrorOptions & { retryAfterMs?: number }) {
    super("OUTCOME_UNKNOWN", message, options);
  }
}

/** The answer is none that our scripts give. It is never taken for success. */
export class UnexpectedReplyError extends LockError {
  override readonly code = "UNEXPECTED_REPLY";

  /**
   * Makes the error, in a test of your own too.
   * @param message what was not as expected
   */
  constructor(message: string) {
    super("UNEXPECTED_REPLY", message);
  }
}

/** How long the server behind an error asked to be left alone, ms. */
export function askedPauseMs(error: unknown): number {
  return error instanceof UnansweredError ? error.retryAfterMs : 0;
}
