// Errors as RFC 9457 problem details: a stable code, facts as members, no stack and nothing of Redis' own text.
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { type AnyLockError, isLockError } from "../errors.ts";
import { ANSWERS } from "../http/problem.ts";

const STATUS: Record<AnyLockError["code"], ContentfulStatusCode> = {
  LOCK_BUSY: 423,
  LOCK_LOST: 409,
  NOT_HELD: 409,
  LEASE_FIXED: 409,
  INVALID_OPTION: 400,
  REDIS_UNREACHABLE: 503,
  OUTCOME_UNKNOWN: 503,
  UNEXPECTED_REPLY: 502,
  REDIS_REFUSED: 502,
  ABORTED: 503,
  CLOSED: 503,
  WATCHDOG_UNREACHABLE: 503,
  ALREADY_HELD: 409,
  NO_WAIT_UNTIL: 500,
  NO_WATCHDOG: 500,
  NO_ALARM: 500,
};

const TITLE: Partial<Record<AnyLockError["code"], string>> = {
  LOCK_LOST: "the hold is over",
  REDIS_REFUSED: "Redis refused the request",
  UNEXPECTED_REPLY: "Redis gave an answer that is none",
  WATCHDOG_UNREACHABLE: "the watchdog did not confirm that it keeps the hold; it stays the caller's",
};

/** What the API itself refuses. */
export function refused(status: ContentfulStatusCode, title: string): HTTPException {
  return new HTTPException(status, { message: title });
}

export function problem(error: unknown, c: Context): Response {
  if (error instanceof HTTPException)
    return respond(
      c,
      error.status,
      `HTTP_${error.status}`,
      error.message || "the credentials are missing or wrong",
      {},
    );
  if (!isLockError(error)) {
    console.error(error);
    return respond(c, 500, "INTERNAL", "something went wrong", {});
  }
  const status = STATUS[error.code];
  const title =
    error.code === "INVALID_OPTION"
      ? asField(error.message)
      : (ANSWERS[error.code]?.title ?? TITLE[error.code] ?? error.code);
  return respond(c, status, error.code, title, facts(error));
}

// The library's argument is the API's field.
function asField(text: string): string {
  return text.replace("serialized", "hold").replace("held.serialize() gives", "acquire answered");
}

function facts(error: AnyLockError): Record<string, unknown> {
  if (error.code === "INVALID_OPTION") return { option: asField(error.option) };
  if (error.code === "LOCK_BUSY") return { remainingMs: error.remainingMs, waitedMs: Math.round(error.waitedMs) };
  if (error.code === "LOCK_LOST") return { end: error.end };
  return {};
}

function respond(c: Context, status: ContentfulStatusCode, code: string, title: string, more: object): Response {
  c.header("content-type", "application/problem+json");
  if (status === 423 || status === 503) c.header("retry-after", "1");
  if (status === 401) c.header("www-authenticate", "Bearer");
  return c.body(JSON.stringify({ type: "about:blank", status, title, code, ...more }), status);
}
