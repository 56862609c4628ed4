// One request to a lock API, and its answer. docs/lock-api.md describes both.
import { OutcomeUnknownError, RedisRefusedError } from "../errors.ts";
import { shownAs } from "../printing.ts";
import { oneRequest } from "../redis/one-request.ts";
import type { RunLimits } from "../redis/port.ts";
import { readAtMost } from "../redis/read-body.ts";
import { noStore } from "../redis/rest-request.ts";
import { retryAfterMs } from "../redis/retry-after.ts";
import { type ApiEvents, apiEvents, hasEvents } from "./api-events.ts";
import { type Fields, fieldsIn } from "./fields.ts";

// The longest answer tells 100 holders and 100 waiters.
const MAX_ANSWER_BYTES = 1_048_576;

/** Sends an HTTP request, like the global `fetch`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** An answer with status 200, or with a problem of the lock API. */
export interface ApiAnswer {
  readonly status: number;
  readonly body: Fields;
  /** How long the API asked to be left alone, ms. */
  readonly retryAfterMs: number;
}

/** A lock API, as its clients see it. */
export interface LockApi {
  readonly url: string;
  /**
   * Sends one request, once.
   * @param path what follows the address of the API
   * @param body undefined: a GET
   * @param key the Idempotency-Key. Default: none
   * @returns the answer, also if it is a problem
   * @throws REDIS_REFUSED for an answer that no lock API gives; REDIS_UNREACHABLE, OUTCOME_UNKNOWN or ABORTED
   */
  ask(path: string, body: Fields | undefined, limits: RunLimits, key?: string): Promise<ApiAnswer>;
  /** Sends a POST likewise, whose answer may be events. `limits`: until the answer begins. */
  follow(path: string, body: Fields, limits: RunLimits, key: string): Promise<ApiAnswer | ApiEvents>;
}

/** Returns the address of a lock API. A Worker of `src/worker` has it at /v1/locks. */
export function apiAddress(url: string): string {
  return new URL(url).pathname === "/" ? `${url.replace(/(?<!\/)\/+$/, "")}/v1/locks` : url;
}

/** Connects to a lock API. `url` and `token` were checked. */
export function connectLockApi(url: string, token: string, send: Fetch): LockApi {
  const address = apiAddress(url);
  function request(path: string, body: Fields | undefined, signal: AbortSignal, more: object): Promise<Response> {
    return send(`${address}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...more },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // A redirect would send the token elsewhere.
      redirect: "manual",
      signal,
      ...noStore(),
    });
  }
  async function ask(path: string, body: Fields | undefined, limits: RunLimits, key?: string): Promise<ApiAnswer> {
    const hold = typeof body?.["hold"] === "string" ? [body["hold"]] : [];
    return oneRequest(limits, [token, ...hold], async (signal) => {
      const response = await request(path, body, signal, key === undefined ? {} : { "idempotency-key": key });
      return answerOf(response, await readAtMost(response, MAX_ANSWER_BYTES));
    });
  }
  async function follow(path: string, body: Fields, limits: RunLimits, key: string): Promise<ApiAnswer | ApiEvents> {
    return oneRequest(limits, [token], async (signal) => {
      // The events go on after this request was answered.
      const whole = new AbortController();
      signal.addEventListener("abort", () => whole.abort());
      const response = await request(path, body, whole.signal, { "idempotency-key": key, accept: "text/event-stream" });
      if (hasEvents(response)) return apiEvents(response, whole, [token]);
      return answerOf(response, await readAtMost(response, MAX_ANSWER_BYTES));
    });
  }
  return shownAs({ url: address, ask, follow }, "LockApi", () => ({ url: address }));
}

function answerOf({ status, headers }: Response, text: string | undefined): ApiAnswer {
  // In browsers, a redirect that was not followed has status 0.
  if (status === 0 || (status >= 300 && status < 400)) {
    throw refusedWith(status, "the lock API answered with a redirect, which is not followed; check url");
  }
  const body = fieldsIn(text);
  const isProblem = typeof body?.["code"] === "string" && typeof body["title"] === "string";
  if (body !== undefined && (status === 200 || isProblem)) {
    return { status, body, retryAfterMs: retryAfterMs(headers) };
  }
  // A proxy that does not know the path, or that refuses the caller.
  if (status >= 400 && status < 500 && status !== 408 && status !== 429) {
    throw refusedWith(status, `the server refused the request without a problem (HTTP ${status}); is url a lock API?`);
  }
  const hint = status === 200 ? ", and no JSON: is url a lock API?" : "";
  const words = `the lock API gave no usable answer (HTTP ${status}${hint})`;
  throw new OutcomeUnknownError(words, { retryAfterMs: retryAfterMs(headers) });
}

function refusedWith(httpStatus: number, message: string): RedisRefusedError {
  return new RedisRefusedError(message, { httpStatus, redisCode: "" });
}
