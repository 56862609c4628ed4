// The HTTP response for a lock that cannot be acquired: RFC 9457 problem details. They have a stable code and facts as
// members, but no stack and no text of Redis.
import type {
  AbortedError,
  AnyLockError,
  InvalidOptionError,
  LockBusyError,
  OutcomeUnknownError,
  RedisUnreachableError,
} from "../../base/errors.ts";

const SECOND_MS = 1_000;
// The holder may release the lock at any moment, even with a longer lease.
const LONGEST_RETRY_S = 5;

/** Errors that mean: the lock cannot be acquired now. */
type CannotBeHad = LockBusyError | RedisUnreachableError | OutcomeUnknownError;

const ANSWER: Record<CannotBeHad["code"], { readonly status: 423 | 503; readonly title: string }> = {
  LOCK_BUSY: { status: 423, title: "the lock is held by another owner" },
  REDIS_UNREACHABLE: { status: 503, title: "Redis cannot be reached; nothing is held because of this request" },
  OUTCOME_UNKNOWN: {
    status: 503,
    title: "Redis did not answer; what the request may have taken ends with its lease",
  },
};

/** The address of the docs. */
export const DOCS = "https://github.com/leasehound/leasehound/blob/main/docs/";

/** Returns the URI of an error of the library: the address of the section about its code. */
export function problemType(code: string): string {
  return `${DOCS}kinds/errors.md#${code.toLowerCase()}`;
}

/** Returns whether an error becomes a response to the caller. The application must handle all others. */
export function isForCaller(error: AnyLockError): error is CannotBeHad | AbortedError {
  return error.code in ANSWER || error.code === "ABORTED";
}

/** Returns the response for a lock name that the caller's request led to, and that is refused. */
export function badNameProblem(error: InvalidOptionError): Response {
  const title = "the lock name that this request leads to is refused";
  return problem({ status: 400, title, code: error.code });
}

/** `more`: further members of the body. */
export function problemOf(error: CannotBeHad | AbortedError, more: Readonly<Record<string, unknown>> = {}): Response {
  // The client has disconnected, which is not an error of the application. Proxies log 499 for it.
  if (error.code === "ABORTED") return new Response(null, { status: 499 });
  const body = { ...ANSWER[error.code], code: error.code, ...facts(error), ...more };
  return problem(body, { "retry-after": String(retryAfterS(error)) });
}

function problem(
  body: Readonly<Record<string, unknown>> & { readonly status: number; readonly code: string },
  headers: Record<string, string> = {},
): Response {
  return new Response(JSON.stringify({ type: problemType(body.code), ...body }), {
    status: body.status,
    headers: { "content-type": "application/problem+json", "cache-control": "no-store", ...headers },
  });
}

function facts(error: CannotBeHad): Record<string, unknown> {
  if (error.code !== "LOCK_BUSY") return {};
  const { remainingMs, waitedMs, position } = error;
  return { remainingMs, waitedMs: Math.round(waitedMs), position };
}

function retryAfterS(error: CannotBeHad): number {
  const ms = error.code === "LOCK_BUSY" ? error.remainingMs : error.retryAfterMs;
  return Math.min(Math.max(1, Math.ceil(ms / SECOND_MS)), LONGEST_RETRY_S);
}
