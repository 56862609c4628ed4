// One POST to Upstash's REST API, and the meaning of its answer. No client of @upstash/redis (1.39) is used: it hides
// the HTTP status and Retry-After, follows redirects, and reads bodies of any size; see through-client.ts.
import { OutcomeUnknownError, RedisRefusedError, RedisUnreachableError } from "../errors.ts";
import type { RedisEndpoint } from "../options.ts";
import { type Answer, refusal, shown } from "./script-port.ts";

// Our longest reply has a few hundred bytes; a larger body is not an answer.
const MAX_REPLY_BYTES = 65_536;

/** An answer of the REST server. `text`: its body; undefined: too large. */
export interface Received {
  readonly response: Response;
  readonly text: string | undefined;
}

/**
 * Sends a body, and reads the answer.
 * @param path what follows the url: "" or "/pipeline"
 * @param signal ends the request
 * @param commands how many commands the body has, which bounds the size of the answer
 */
export async function post(
  { url, token }: RedisEndpoint,
  path: string,
  body: string,
  signal: AbortSignal,
  commands: number = 1,
): Promise<Received> {
  const response = await fetch(url + path, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body,
    // A redirect would send the token elsewhere. workerd does not support "error" here.
    redirect: "manual",
    signal,
    ...noStore(),
  });
  return { response, text: await readAtMost(response, commands * MAX_REPLY_BYTES) };
}

// Frameworks that patch fetch may cache POSTs. With old compatibility dates, workerd has no `cache`, and throws if it
// is given.
export function noStore(): RequestInit {
  // Not at the top level: a mention of Request loads Node's HTTP client, which takes longer than this whole package.
  return "cache" in Request.prototype ? { cache: "no-store" } : {};
}

/**
 * Reads an answer that is not a list.
 * @param body the parsed answer; undefined: nothing that Redis or its REST server says
 * @param secrets texts that no error may show
 * @param isOne it answers a single command. Of several, some may have run although the answer says 503
 * @returns the result, or an error that says for certain that no command was carried out
 * @throws REDIS_UNREACHABLE, REDIS_REFUSED or OUTCOME_UNKNOWN
 */
export function classify(
  { response, text }: Received,
  body: Answer | undefined,
  secrets: readonly string[],
  isOne: boolean = true,
): Answer {
  const { status } = response;
  // In browsers, a redirect that was not followed has status 0.
  if (status === 0 || (status >= 300 && status < 400)) {
    const facts = { httpStatus: status, redisCode: "" };
    throw new RedisRefusedError(
      "the REST server answered with a redirect, which is not followed; check redis.url",
      facts,
    );
  }
  if (status === 200 && body !== undefined) return body;
  if (status === 400 && body !== undefined && "error" in body) return body;
  // A 503 with an error text proves that the script did not run. A bare 503, any other 5xx, 408 and 429 leave that
  // open.
  if (status === 503 && isOne && body !== undefined && "error" in body) {
    const options = { retryAfterMs: retryAfterMs(response.headers) };
    throw new RedisUnreachableError("the REST server is up but cannot reach Redis (HTTP 503)", options);
  }
  const isRefusal = status >= 400 && status < 500 && status !== 408 && status !== 429;
  if (isRefusal && body !== undefined && "error" in body) throw refusal(body.error, status, secrets);
  // A 400 is Redis' own answer, and only its text says whether the script may run later. Without a text it is not an
  // answer.
  if (isRefusal && status !== 400 && isWhole(response, text)) {
    const facts = { httpStatus: status, redisCode: "" };
    throw new RedisRefusedError(`the REST server refused the request (HTTP ${status})`, facts);
  }
  const hint = status === 200 ? ", and no JSON: is redis.url the REST URL?" : "";
  const words = body !== undefined && "error" in body ? `: ${shown(body.error, secrets)}` : "";
  const options = { retryAfterMs: retryAfterMs(response.headers) };
  throw new OutcomeUnknownError(`the REST server gave no usable answer (HTTP ${status}${hint})${words}`, options);
}

/**
 * Returns whether a body without an error of Redis arrived whole, as far as that can be known. Cut JSON did not, nor
 * did an empty body without `content-length: 0`.
 */
function isWhole({ headers }: Response, text: string | undefined): boolean {
  if (text === undefined) return false;
  if (text === "") return headers.get("content-length") === "0";
  return !/^\s*["[{]/.test(text) || parse(text) !== undefined;
}

/** Returns the JSON of an answer; undefined: it has none. */
export function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}

/** Returns what a JSON value says about one command; undefined: nothing. */
export function answerIn(body: unknown, httpStatus: number): Answer | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  if ("error" in body && typeof body.error === "string") return { error: body.error, httpStatus };
  return "result" in body ? { result: body.result } : undefined;
}

/** Returns the body as text, or undefined if it is larger than `maxBytes`. The rest is not read. */
export async function readAtMost(response: Response, maxBytes: number): Promise<string | undefined> {
  if (response.body === null) return "";
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  // Ends with the body, after too many bytes, or with the error of a body that was cut or timed out.
  while (true) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.length;
    if (bytes > maxBytes) {
      await reader.cancel();
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}

/**
 * Returns the pause that a Retry-After header asks for, in ms; 0 if there is none or it is unreadable. A date counts
 * from the answer's own Date header, never from the local wall clock.
 */
export function retryAfterMs(headers: Headers): number {
  const value = headers.get("retry-after")?.trim() ?? "";
  if (/^\d{1,6}$/.test(value)) return Number(value) * 1_000;
  const ms = Date.parse(value) - Date.parse(headers.get("date") ?? "");
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}
