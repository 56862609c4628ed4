// One request to a lock API, and its answer. src/api/contract describes both.
import type { AnswerOf, OperationKey, RequestOf } from "../api/contract/contract.ts";
import { type Answered, isAnswer, placeOf } from "../api/contract/operation.ts";
import { KEY_HEADER, NONCE_HEADER } from "../api/contract/vocabulary.ts";
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

/** A problem of the lock API: an answer whose status is not 200. */
export class ApiProblem {
  readonly status: number;
  readonly body: Fields;
  /** How long the API asked to be left alone, ms. */
  readonly retryAfterMs: number;

  constructor(status: number, body: Fields, retryAfterMs = 0) {
    this.status = status;
    this.body = body;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The statement of a request to a lock API. */
export interface ApiRequest<Request extends object> {
  /** The lock that it is about. Default: none. */
  readonly name?: string | undefined;
  /** The members of the body, or of the query. */
  readonly fields: Request;
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
   * @param key the operation
   * @param form the form of its answer
   * @returns the answer to this attempt, also if it is a problem
   * @throws REDIS_REFUSED for an answer that no lock API gives; UNEXPECTED_REPLY for an answer to another request, or
   * one with other members; REDIS_UNREACHABLE, OUTCOME_UNKNOWN or ABORTED
   */
  ask<Key extends OperationKey>(
    key: Key,
    form: Answered<AnswerOf<Key>>,
    request: ApiRequest<RequestOf<Key>>,
    limits: RunLimits,
  ): Promise<AnswerOf<Key> | ApiProblem>;
  /** Sends a request whose answer may be events. `limits`: until the answer begins. */
  follow<Key extends OperationKey>(
    key: Key,
    form: Answered<AnswerOf<Key>>,
    request: ApiRequest<RequestOf<Key>>,
    limits: RunLimits,
  ): Promise<AnswerOf<Key> | ApiProblem | ApiEvents>;
}

/** Returns the address of a lock API. A Worker of `src/worker` has it at /v1/locks. */
export function apiAddress(url: string): string {
  return new URL(url).pathname === "/" ? `${url.replace(/(?<!\/)\/+$/, "")}/v1/locks` : url;
}

/**
 * Connects to a lock API. `url` and `token` were checked.
 * @param option the name of the option `url`, for errors
 */
export function connectLockApi(url: string, token: string, fetch: Fetch, option = "url"): LockApi {
  const address = apiAddress(url);

  function send(key: OperationKey, asked: ApiRequest<object>, nonce: string, signal: AbortSignal, more: object) {
    const { method, path } = placeOf(key);
    const isRead = method === "GET";
    const query = isRead ? new URLSearchParams(Object.entries(asked.fields)).toString() : "";
    const place = path.replace("{name}", () => encodeURIComponent(asked.name ?? ""));
    return fetch(address + place + (query === "" ? "" : `?${query}`), {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        [NONCE_HEADER]: nonce,
        ...(asked.key !== undefined && { [KEY_HEADER]: asked.key }),
        ...more,
      },
      ...(isRead ? {} : { body: JSON.stringify(asked.fields) }),
      // A redirect would send the token elsewhere.
      redirect: "manual",
      signal,
      ...noStore(),
    });
  }

  const api: LockApi = {
    url: address,
    line: waitLineOf(address),
    ask(key, form, asked, limits) {
      const attempted = attemptOf(asked);
      const secrets = typeof attempted.hold === "string" ? [token, attempted.hold] : [token];
      return oneRequest(limits, secrets, async (signal) => {
        const response = await send(key, asked, attempted.nonce, signal, {});
        return answerOf(form, attempted, response, secrets, option);
      });
    },
    follow(key, form, asked, limits) {
      const attempted = attemptOf(asked);
      return oneRequest(limits, [token], async (signal) => {
        // The events go on after this request was answered.
        const whole = new AbortController();
        signal.addEventListener("abort", () => whole.abort());
        const response = await send(key, asked, attempted.nonce, whole.signal, { accept: "text/event-stream" });
        if (hasEvents(response)) return apiEvents(attempted, response, whole, [token]);
        return answerOf(form, attempted, response, [token], option);
      });
    },
  };
  return shownAs(api, "LockApi", () => ({ url: address }));
}

/** Begins an attempt of a request. */
function attemptOf({ name, fields }: ApiRequest<object>): Attempted {
  return { nonce: crypto.randomUUID(), name, hold: Reflect.get(fields, "hold") };
}

async function answerOf<Answer extends object>(
  form: Answered<Answer>,
  attempted: Attempted,
  response: Response,
  secrets: readonly string[],
  option: string,
): Promise<Answer | ApiProblem> {
  const { status, headers } = response;
  const text = await readAtMost(response, MAX_ANSWER_BYTES);
  // In browsers, a redirect that was not followed has status 0.
  if (status === 0 || (status >= 300 && status < 400)) {
    throw refusedWith(status, `the lock API answered with a redirect, which is not followed; check ${option}`);
  }
  const body = fieldsIn(text);
  const isProblem = typeof body?.["code"] === "string" && typeof body["title"] === "string";
  if (body !== undefined && (status === 200 || isProblem) && isAnswerTo(attempted, body, status)) {
    if (status !== 200) return new ApiProblem(status, fieldsToShow(body, secrets), retryAfterMs(headers));
    if (isAnswer(form, body)) return body;
    throw unexpectedAnswer();
  }
  if (body !== undefined && (status === 200 || "nonce" in body)) throw unexpectedAnswer();
  // An answer that names no request comes from a proxy, which does not know the path, or refuses the caller.
  if (status >= 400 && status < 500 && status !== 408 && status !== 429) {
    throw refusedWith(
      status,
      `the server refused the request without naming it (HTTP ${status}); is ${option} a lock API?`,
    );
  }
  const hint = status === 200 ? `, and no JSON: is ${option} a lock API?` : "";
  const words = `the lock API gave no usable answer (HTTP ${status}${hint})`;
  throw new OutcomeUnknownError(words, { retryAfterMs: retryAfterMs(headers) });
}

function refusedWith(httpStatus: number, message: string): RedisRefusedError {
  return new RedisRefusedError(message, { httpStatus, redisCode: "" });
}
