// One request to a lock API, and its answer: an object, or a stream of events. src/service/api/contract describes both.
//
// A proxy may give the answer to another request, or repeat an earlier one. So each attempt has a nonce, which its
// answer repeats beside the lock's name and the text of the hold. An answer that names another request does not count:
// the attempt is repeated.

import { OutcomeUnknownError, RedisRefusedError, UnexpectedReplyError } from "../../base/errors.ts";
import { shownAs } from "../../base/printing.ts";
import { deadline } from "../../base/timers.ts";
import {
  asCause,
  isRedirect,
  isRefusal,
  noStore,
  oneRequest,
  readAtMost,
  retryAfterMs,
  withoutSecrets,
} from "../../lock/http/http.ts";
import { eventsOf, isEventStream } from "../../lock/http/server-sent-events.ts";
import type { RedisEndpoint } from "../../lock/options.ts";
import type { Driver, RunLimits } from "../../lock/protocol.ts";
import type { AnswerOf, OperationKey, RequestOf } from "../api/contract/contract.ts";
import { placeOf } from "../api/contract/place.ts";
import { KEY_HEADER, NONCE_HEADER } from "../api/contract/vocabulary.ts";
import type { Fetch } from "./fetch.ts";
import type { WaitLine } from "./wait-line.ts";

/** The members of a body. */
export type Fields = Readonly<Record<string, unknown>>;

/** An answer, as a client reads it: a member that may be missing is undefined. */
export type ReadAnswer<Key extends OperationKey> = Stated<AnswerOf<Key>>;
type Stated<Value> = Value extends object ? { readonly [Name in keyof Value]-?: Stated<Value[Name]> } : Value;

// The API sends a comment each second to a client that reads. A connection that brings nothing for so long is dead, and
// its client would wait beside a free lock.
const SILENT_MS = 5_000;
// The longest answer tells 100 holders and 100 waiters.
const MAX_ANSWER_BYTES = 1_048_576;

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

/** A lock API, as its clients see it: a driver whose calls send themselves. */
export interface LockApi extends Driver {
  readonly url: string;
  /** The option that `url` comes from, for errors. */
  readonly option: string;
  /** Texts that no error may show. */
  readonly secrets: readonly string[];
  /** Limits the waits that are open at once. Undefined: no limit. */
  readonly line: WaitLine | undefined;
  /** Sends one request, once. `headers`: further ones. */
  send(
    key: OperationKey,
    asked: ApiRequest<object>,
    nonce: string,
    signal: AbortSignal,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Response>;
}

/**
 * Connects to a lock API. A Worker of `src/service/worker` has it at /v1/locks.
 * @param endpoint url and token, already checked by `checkEndpoint`, so that no slash ends the url
 * @param option the name of the option `url`, for errors
 * @param lineOf returns what limits the waits at an address. Default: nothing
 */
export function connectLockApi(
  { url, token }: RedisEndpoint,
  fetch: Fetch,
  option: string,
  lineOf?: (address: string) => WaitLine | undefined,
): LockApi {
  const address = new URL(url).pathname === "/" ? `${url}/v1/locks` : url;
  const api: LockApi = {
    url: address,
    database: `lock API ${address}`,
    option,
    secrets: [token],
    line: lineOf?.(address),
    send(key, { name = "", fields, key: idempotencyKey }, nonce, signal, headers) {
      const { method, path } = placeOf(key);
      const isRead = method === "GET";
      const query = isRead ? new URLSearchParams(Object.entries(fields)).toString() : "";
      const place = path.replace("{name}", () => encodeURIComponent(name));
      return fetch(address + place + (query === "" ? "" : `?${query}`), {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          [NONCE_HEADER]: nonce,
          ...(idempotencyKey !== undefined && { [KEY_HEADER]: idempotencyKey }),
          ...headers,
        },
        ...(isRead ? {} : { body: JSON.stringify(fields) }),
        // A redirect would send the token elsewhere.
        redirect: "manual",
        signal,
        ...noStore(),
      }).catch((error: unknown) => {
        throw isFromElsewhere(error, address) ? blocked(asCause(error, [token])) : error;
      });
    },
  };
  return shownAs(api, "LockApi", () => ({ url: address }));
}

/**
 * Returns whether a request failed in a page of another origin. The browser does not say whether the API refused that
 * origin.
 */
function isFromElsewhere(error: unknown, address: string): boolean {
  const { origin } = Object(Reflect.get(globalThis, "location"));
  return error instanceof TypeError && typeof origin === "string" && origin !== new URL(address).origin;
}

function blocked(cause: Error): OutcomeUnknownError {
  const hint = "if the lock API is reachable, its corsOrigins must contain the origin of this page";
  return new OutcomeUnknownError(`the connection ended without an answer; ${hint}`, { cause });
}

/**
 * Sends a request, once.
 * @param key the operation
 * @returns the answer to this attempt, also if it is a problem
 * @throws REDIS_REFUSED for an answer that no lock API gives; UNEXPECTED_REPLY for an answer to another request;
 * REDIS_UNREACHABLE, OUTCOME_UNKNOWN or ABORTED
 */
export function ask<Key extends OperationKey>(
  api: LockApi,
  key: Key,
  asked: ApiRequest<RequestOf<Key>>,
  limits: RunLimits,
): Promise<ReadAnswer<Key> | ApiProblem> {
  const attempted = attemptOf(asked);
  const secrets = typeof attempted.hold === "string" ? [...api.secrets, attempted.hold] : api.secrets;
  return oneRequest(limits, secrets, async (signal) => {
    const response = await api.send(key, asked, attempted.nonce, signal);
    return answerOf<Key>(api, attempted, response, secrets);
  });
}

/** Sends a request whose answer may be events. `limits`: until the answer begins. */
export function askForEvents<Key extends OperationKey>(
  api: LockApi,
  key: Key,
  asked: ApiRequest<RequestOf<Key>>,
  limits: RunLimits,
): Promise<ReadAnswer<Key> | ApiProblem | ApiEvents> {
  const attempted = attemptOf(asked);
  const { secrets } = api;
  return oneRequest(limits, secrets, async (signal) => {
    // The events go on after this request was answered.
    const whole = new AbortController();
    signal.addEventListener("abort", () => whole.abort());
    const response = await api.send(key, asked, attempted.nonce, whole.signal, { accept: "text/event-stream" });
    if (isEventStream(response)) return apiEvents(attempted, response, whole, secrets);
    return answerOf<Key>(api, attempted, response, secrets);
  });
}

/** The members that an answer must repeat. */
interface Attempted {
  /** The nonce, which no other attempt has. */
  readonly nonce: string;
  /** The lock, if the request is about one. */
  readonly name?: string | undefined;
  /** The text of the hold that the request states. */
  readonly hold?: unknown;
}

/** Begins an attempt of a request. */
function attemptOf({ name, fields }: ApiRequest<object>): Attempted {
  return { nonce: crypto.randomUUID(), name, hold: Reflect.get(fields, "hold") };
}

/** Reads an answer that is no stream. `secrets`: texts that no error may show. */
async function answerOf<Key extends OperationKey>(
  { option }: LockApi,
  attempted: Attempted,
  response: Response,
  secrets: readonly string[],
): Promise<ReadAnswer<Key> | ApiProblem> {
  const { status, headers } = response;
  const text = await readAtMost(response, MAX_ANSWER_BYTES);
  if (isRedirect(status)) {
    throw failedWith(status, `the lock API answered with a redirect: check ${option}`);
  }
  const body = fieldsIn(text);
  const isProblem = typeof body?.["code"] === "string" && typeof body["title"] === "string";
  if (body !== undefined && (status === 200 || isProblem) && isAnswerTo<Key>(attempted, body, status)) {
    if (status !== 200) return new ApiProblem(status, fieldsIn(text, secrets) ?? {}, retryAfterMs(headers));
    return body;
  }
  if (body !== undefined && (status === 200 || "nonce" in body)) throw unexpectedAnswer();
  // An answer that names no request comes from a proxy, which does not know the path, or refuses the caller.
  const hint = `is ${option} a lock API?`;
  if (isRefusal(status)) {
    throw failedWith(status, `the server refused the request without naming it (HTTP ${status}); ${hint}`);
  }
  const words = `the lock API gave no usable answer (HTTP ${status}${status === 200 ? `, and no JSON: ${hint}` : ""})`;
  throw failedWith(status, words, retryAfterMs(headers));
}

/** Returns the error for an answer with this status. */
export function failedWith(
  httpStatus: number,
  message: string,
  retryAfterMs = 0,
): RedisRefusedError | OutcomeUnknownError {
  if (isRedirect(httpStatus) || isRefusal(httpStatus))
    return new RedisRefusedError(message, { httpStatus, redisCode: "" });
  return new OutcomeUnknownError(message, { retryAfterMs });
}

/** The events of one answer. */
export interface ApiEvents {
  /**
   * Returns the members of the next event. After an error, the answer has ended.
   * @throws UNEXPECTED_REPLY for an event that names another request; OUTCOME_UNKNOWN when the stream ends, is cut or is
   * silent, or the deadline has passed; ABORTED
   */
  next(limits: RunLimits): Promise<Fields>;
  /** Lets the request end by itself after its last event, so that its connection can be used again. */
  finish(): void;
  /** Ends the request. */
  end(): void;
}

/** Returns whether an answer consists of events. No other answer has a function as a member. */
export function isEvents(answer: object): answer is ApiEvents {
  return typeof Reflect.get(answer, "next") === "function";
}

/**
 * Returns the events of an answer.
 * @param attempted what each event must name
 * @param request ends the request when it aborts
 * @param secrets texts that no error may show
 */
function apiEvents(
  attempted: Attempted,
  response: Response,
  request: AbortController,
  secrets: readonly string[],
): ApiEvents {
  let heard = (): void => {};
  const events = eventsOf(response, () => heard(), request.signal);
  async function read(): Promise<Fields> {
    const { value = "" } = await events.next();
    const fields = fieldsIn(value);
    const shown = fieldsIn(value, secrets);
    if (fields === undefined || shown === undefined) throw new TypeError("the events ended without a last one");
    const { status = 200 } = fields;
    if (isAnswerTo(attempted, fields, status)) return "hold" in fields ? fields : shown;
    end();
    throw unexpectedAnswer();
  }
  const end = (): void => request.abort();
  return {
    next: (limits) =>
      oneRequest(limits, secrets, async (signal) => {
        signal.addEventListener("abort", end);
        let forget = deadline(SILENT_MS, end);
        heard = () => {
          forget();
          forget = deadline(SILENT_MS, end);
        };
        try {
          return await read();
        } finally {
          heard = () => {};
          forget();
        }
      }),
    finish: () => void read().then(end, end),
    end,
  };
}

/** Returns the members of a text, without the secrets that a server may echo; undefined: it is no JSON object. */
function fieldsIn(text: string | undefined, secrets: readonly string[] = []): Fields | undefined {
  try {
    const parsed: unknown = JSON.parse(text ?? "", (_, value: unknown) =>
      typeof value === "string" ? withoutSecrets(value, secrets) : value,
    );
    return typeof parsed === "object" && parsed !== null ? { __proto__: null, ...parsed } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns whether an answer, or an event of it, names this attempt and what it is about. A problem names the attempt
 * alone: its status is not 200. What names this attempt comes from the API, whose contract gives the types. What a hold
 * rests on is checked where it is used.
 */
function isAnswerTo<Key extends OperationKey>(
  { nonce, name, hold }: Attempted,
  body: Fields,
  status: unknown,
): body is Fields & ReadAnswer<Key> {
  if (body["nonce"] !== nonce) return false;
  if (status !== 200 && "code" in body) return true;
  return (name === undefined || body["name"] === name) && (hold === undefined || body["hold"] === hold);
}

/**
 * Returns a number of an answer.
 * @throws UNEXPECTED_REPLY unless it is a whole number within the bounds
 */
export function wholeIn(value: unknown, from: number, to: number = Number.MAX_SAFE_INTEGER): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= from && value <= to) return value;
  throw unexpectedAnswer();
}

/**
 * Returns a text of an answer.
 * @throws UNEXPECTED_REPLY for anything else
 */
export function textIn(value: unknown): string {
  if (typeof value === "string") return value;
  throw unexpectedAnswer();
}

/** Returns the error for an answer to another request, or without the members of such an answer. */
export function unexpectedAnswer(): UnexpectedReplyError {
  return new UnexpectedReplyError("the lock API gave an unexpected answer: check its version");
}
