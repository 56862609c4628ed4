// A lock that cannot be had, as an HTTP answer: RFC 9457 problem details with a stable code, facts as members, no stack and nothing of
// Redis' own text.
import type { AnyLockError } from "../errors.ts";

const SECOND_MS = 1_000;
// Whoever holds a lock for longer renews it: nobody knows when it is free.
const LONGEST_RETRY_S = 30;

/** Errors that say whether the lock can be had. */
export const ANSWERS: Partial<Record<AnyLockError["code"], { readonly status: 423 | 503; readonly title: string }>> = {
  LOCK_BUSY: { status: 423, title: "the lock is held by another owner" },
  REDIS_UNREACHABLE: { status: 503, title: "Redis cannot be reached; nothing is held because of this request" },
  OUTCOME_UNKNOWN: {
    status: 503,
    title: "Redis did not answer; what the request may have taken ends with its lease",
  },
};

/** Undefined for an error that is not about whether the lock can be had: it is the application's to handle. */
export function problemOf(error: AnyLockError): Response | undefined {
  // The client has left: nobody reads it, and it is no error of the application's. 499 is what proxies write down for it.
  if (error.code === "ABORTED") return new Response(null, { status: 499 });
  const answer = ANSWERS[error.code];
  if (answer === undefined) return undefined;
  const body = { type: "about:blank", ...answer, code: error.code, ...facts(error) };
  return new Response(JSON.stringify(body), {
    status: answer.status,
    headers: {
      "content-type": "application/problem+json",
      "cache-control": "no-store",
      "retry-after": String(retryAfterS(error)),
    },
  });
}

function facts(error: AnyLockError): Record<string, unknown> {
  if (error.code !== "LOCK_BUSY") return {};
  const { remainingMs, waitedMs, position } = error;
  return { remainingMs, waitedMs, position };
}

function retryAfterS(error: AnyLockError): number {
  const ms = error.code === "LOCK_BUSY" ? error.remainingMs : "retryAfterMs" in error ? error.retryAfterMs : SECOND_MS;
  return Math.min(Math.max(1, Math.ceil(ms / SECOND_MS)), LONGEST_RETRY_S);
}
