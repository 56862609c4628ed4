// What all answers of the API have: safe headers, and the name of the attempt that they answer. A proxy may mix up two
// answers, or repeat an earlier one. A caller notices this if it names each attempt by a new nonce. Errors are RFC 9457
// problem details: a stable code, facts as members, no stack, and no text of Redis.
import type { Context, MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { type AnyLockError, InvalidOptionError, isLockError } from "../../base/errors.ts";
import { DOCS, isForCaller, problemOf, problemType } from "../../edge/route/problem.ts";
import { Refusal, type RefusalFacts } from "../access/refusal.ts";
import { KEY_FORM, NONCE_HEADER } from "./contract/vocabulary.ts";

/** Responses are never cached, never sniffed as a page, and require TLS. */
export const safeHeaders: MiddlewareHandler = async (c, next) => {
  c.header("cache-control", "no-store");
  c.header("strict-transport-security", "max-age=31536000");
  c.header("x-content-type-options", "nosniff");
  await next();
};

/**
 * Returns the members that name the attempt of this request: none without the header.
 * @throws INVALID_OPTION naming the header
 */
export function attemptOf(c: Context): { readonly nonce?: string } {
  const nonce = c.req.header(NONCE_HEADER);
  if (nonce === undefined) return {};
  if (KEY_FORM.test(nonce)) return { nonce };
  throw new InvalidOptionError(NONCE_HEADER, "must be 1 to 200 visible ASCII characters");
}

/** Adds these members to each JSON answer, problems included. Streams add them to each event. */
export const namedAnswers: MiddlewareHandler = async (c, next) => {
  const attempt = attemptOf(c);
  await next();
  const { headers, body } = c.res;
  if (attempt.nonce === undefined || body === null || !/json/.test(headers.get("content-type") ?? "")) return;
  const facts: unknown = await c.res.json();
  c.res = new Response(JSON.stringify({ ...Object(facts), ...attempt }), c.res);
};

type Otherwise = Exclude<AnyLockError, Parameters<typeof problemOf>[0]>;

// Codes that no error of the library has, besides those that begin with HTTP_.
const OF_API: readonly string[] = [
  "HOLD_ENDED",
  "HOLDERS_CHANGED",
  "IDEMPOTENCY_KEY_REUSED",
  "INTERNAL",
  "REQUEST_ENDED",
  "TOO_MANY_NAMES",
];
// Without a title, the code is the title.
const ANSWER: Record<Otherwise["code"], { readonly status: ContentfulStatusCode; readonly title?: string }> = {
  LOCK_LOST: { status: 409, title: "the hold is over" },
  LOCK_STOLEN: { status: 409, title: "another caller stole the lock" },
  LOCK_WANTED: { status: 503, title: "the work stopped, because another caller waits for the lock" },
  NOT_HELD: { status: 409 },
  LEASE_FIXED: { status: 409, title: "the lease was fixed at acquire" },
  INVALID_OPTION: { status: 400 },
  UNEXPECTED_REPLY: { status: 502, title: "Redis returned an unexpected reply" },
  REDIS_REFUSED: { status: 502, title: "Redis refused the request" },
  CLOSED: { status: 503, title: "these locks were closed" },
  WATCHDOG_UNREACHABLE: {
    status: 503,
    title: "the watchdog did not confirm what it was asked",
  },
  ALREADY_HELD: { status: 409 },
  UPGRADE_REFUSED: { status: 409, title: "this owner holds the read lock; release it before it takes the write lock" },
  TOO_MANY_HOLDS: { status: 429, title: "this owner has as many holds of the lock as it may have" },
  NOT_A_LOCK: { status: 409, title: "the Redis key of this name is not a lock of this kind; use another name" },
  PERMITS_UNSET: { status: 409, title: "nobody has set the permits of this semaphore" },
  FLIGHT_FAILED: { status: 500 },
  SPEND_UNKNOWN: { status: 500 },
  RESPONSE_TIMEOUT: { status: 500 },
  NO_WAIT_UNTIL: { status: 500 },
  OTHER_REQUEST: { status: 500 },
  NO_WATCHDOG: { status: 500, title: "the locks of the lock API have no watchdog" },
  NO_ALARM: { status: 500 },
  PLAN_FAILED: { status: 500 },
};
// Defaults, s.
const RETRY_AFTER: Partial<Record<number, number>> = { 429: 5, 503: 1 };

/** Returns the URI of a problem: the address of the section about its code. */
export function apiProblemType(code: string): string {
  return code.startsWith("HTTP_") || OF_API.includes(code) ? `${DOCS}service/lock-api.md#errors` : problemType(code);
}

/** A response to a request that failed. */
export interface Problem {
  readonly code: string;
  readonly response: Response;
}

/** Answers a request that failed. */
export function problem(error: unknown, c: Context): Response {
  const { code, response } = problemFor(error);
  c.set("leasehoundProblem", code);
  return c.newResponse(response.body, response);
}

/** Returns the answer to a request that failed with this error. */
export function problemFor(error: unknown): Problem {
  if (error instanceof Refusal) {
    const { code = `HTTP_${error.status}`, option, end, holders, retryAfterS, allow } = error.facts;
    return respond(error.status, code, error.message, { option, end, holders }, { retryAfterS, allow });
  }
  if (error instanceof HTTPException) return respond(error.status, `HTTP_${error.status}`, error.message, {});
  if (!isLockError(error)) {
    console.error(error);
    return respond(500, "INTERNAL", "something went wrong", {});
  }
  if (isForCaller(error)) return { code: error.code, response: problemOf(error, holderIn(error)) };
  const { status, title = error.code } = ANSWER[error.code];
  return respond(status, error.code, error.code === "INVALID_OPTION" ? error.message : title, facts(error));
}

function facts(error: Otherwise): object {
  if (error.code === "INVALID_OPTION") return { option: error.option };
  if (error.code === "LOCK_LOST" || error.code === "LOCK_STOLEN") return { end: error.end };
  return {};
}

/** Returns what a caller may know of the holder. Not its owner: who knows that may re-enter the lock. */
function holderIn(error: AnyLockError): { holder?: object } {
  if (error.code !== "LOCK_BUSY" || error.holder === undefined) return {};
  const { label, since } = error.holder;
  return { holder: { label, since } };
}

function respond(
  status: ContentfulStatusCode,
  code: string,
  title: string,
  more: object,
  { retryAfterS = RETRY_AFTER[status], allow }: Pick<RefusalFacts, "retryAfterS" | "allow"> = {},
): Problem {
  const headers = new Headers({ "content-type": "application/problem+json" });
  if (allow !== undefined) headers.set("allow", allow);
  if (retryAfterS !== undefined) headers.set("retry-after", String(retryAfterS));
  if (status === 401) headers.set("www-authenticate", "Bearer");
  const body = JSON.stringify({
    type: apiProblemType(code),
    status,
    title,
    code,
    ...more,
  });
  return { code, response: new Response(body, { status, headers }) };
}
