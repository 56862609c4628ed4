// One request to a lock API, and its answer. docs/lock-api.md describes both.
import { OutcomeUnknownError, RedisRefusedError } from "../errors.ts";
import { shownAs } from "../printing.ts";
import { oneRequest } from "../redis/one-request.ts";
import type { RunLimits } from "../redis/port.ts";
import { noStore, readAtMost, retryAfterMs } from "../redis/rest-request.ts";
import { type Attempted, fieldsToShow, isAnswerTo, unexpectedAnswer } from "./answers.ts";
import { type ApiEvents, apiEvents, hasEvents } from "./api-events.ts";
import { type Fields, fieldsIn } from "./fields.ts";
import { type WaitLine, waitLineOf } from "./wait-line.ts";

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

/** A request to a lock API. */
export interface ApiRequest {
  /** The path and query after the address of the API. */
  readonly path: string;
  /** The lock that it is about. Default: none. */
  readonly name?: string | undefined;
  /** Undefined: a GET. */
  readonly body?: Fields | undefined;
  /** The Idempotency-Key. Default: none. */
  readonly key?: string | undefined;
}

/** A lock API, as its clients see it. */
export interface LockApi {
  readonly url: string;
  /** Limits the waits that are open at once. Undefined: no limit. */
  readonly line: WaitLine | undefined;
  /**
   * Sends one request, once.
   * @returns the answer to this attempt, also if it is a problem
   * @throws REDIS_REFUSED for an answer that no lock API gives; UNEXPECTED_REPLY for an answer to another request;
   * REDIS_UNREACHABLE, OUTCOME_UNKNOWN or ABORTED
   */
  ask(request: ApiRequest, limits: RunLimits): Promise<ApiAnswer>;
  /** Sends a request whose answer may be events. `limits`: until the answer begins. */
  follow(request: ApiRequest, limits: RunLimits): Promise<ApiAnswer | ApiEvents>;
}

/** Returns the address of a lock API. A Worker of `src/worker` has it at /v1/locks. */
export function apiAddress(url: string): string {
  return new URL(url).pathname === "/" ? `${url.replace(/(?<!\/)\/+$/, "")}/v1/locks` : url;
}

/** Connects to a lock API. `url` and `token` were checked. */
export function connectLockApi(url: string, token: string, send: Fetch): LockApi {
  const address = apiAddress(url);
  function request({ path, body, key }: ApiRequest, nonce: string, signal: AbortSignal, more: object) {
    return send(`${address}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        ...{ authorization: `Bearer ${token}`, "content-type": "application/json", "request-nonce": nonce },
        ...(key !== undefined && { "idempotency-key": key }),
        ...more,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // A redirect would send the token elsewhere.
      redirect: "manual",
      signal,
      ...noStore(),
    });
  }
  async function ask(asked: ApiRequest, limits: RunLimits): Promise<ApiAnswer> {
    const attempted = attemptOf(asked);
    const secrets = typeof attempted.hold === "string" ? [token, attempted.hold] : [token];
    return oneRequest(limits, secrets, async (signal) => {
      const response = await request(asked, attempted.nonce, signal, {});
      return answerOf(attempted, response, await readAtMost(response, MAX_ANSWER_BYTES), secrets);
    });
  }
  async function follow(asked: ApiRequest, limits: RunLimits): Promise<ApiAnswer | ApiEvents> {
    const attempted = attemptOf(asked);
    return oneRequest(limits, [token], async (signal) => {
      // The events go on after this request was answered.
      const whole = new AbortController();
      signal.addEventListener("abort", () => whole.abort());
      const response = await request(asked, attempted.nonce, whole.signal, { accept: "text/event-stream" });
      if (hasEvents(response)) return apiEvents(attempted, response, whole, [token]);
      return answerOf(attempted, response, await readAtMost(response, MAX_ANSWER_BYTES), [token]);
    });
  }
  return shownAs({ url: address, line: waitLineOf(address), ask, follow }, "LockApi", () => ({ url: address }));
}

/** Begins an attempt of a request. */
function attemptOf({ name, body }: ApiRequest): Attempted {
  return { nonce: crypto.randomUUID(), name, hold: body?.["hold"] };
}

function answerOf(
  attempted: Attempted,
  { status, headers }: Response,
  text: string | undefined,
  secrets: readonly string[],
): ApiAnswer {
  // In browsers, a redirect that was not followed has status 0.
  if (status === 0 || (status >= 300 && status < 400)) {
    throw refusedWith(status, "the lock API answered with a redirect, which is not followed; check url");
  }
  const body = fieldsIn(text);
  const isProblem = typeof body?.["code"] === "string" && typeof body["title"] === "string";
  if (body !== undefined && (status === 200 || isProblem) && isAnswerTo(attempted, body, status)) {
    return { status, body: status === 200 ? body : fieldsToShow(body, secrets), retryAfterMs: retryAfterMs(headers) };
  }
  if (body !== undefined && (status === 200 || "nonce" in body)) throw unexpectedAnswer();
  // An answer that names no request comes from a proxy, which does not know the path, or refuses the caller.
  if (status >= 400 && status < 500 && status !== 408 && status !== 429) {
    throw refusedWith(status, `the server refused the request without naming it (HTTP ${status}); is url a lock API?`);
  }
  const hint = status === 200 ? ", and no JSON: is url a lock API?" : "";
  const words = `the lock API gave no usable answer (HTTP ${status}${hint})`;
  throw new OutcomeUnknownError(words, { retryAfterMs: retryAfterMs(headers) });
}

function refusedWith(httpStatus: number, message: string): RedisRefusedError {
  return new RedisRefusedError(message, { httpStatus, redisCode: "" });
}
