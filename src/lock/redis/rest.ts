// One POST to Upstash's REST API by fetch, and the meaning of its answer.
import { OutcomeUnknownError, RedisRefusedError, RedisUnreachableError } from "../../base/errors.ts";
import { isRedirect, isRefusal, noStore, readAtMost, retryAfterMs } from "../http/http.ts";
import type { RedisEndpoint } from "../options.ts";
import { isPart } from "./script-errors.ts";
import { type Answer, refusal, shown } from "./script-port.ts";

// Our longest reply has a few hundred bytes; a larger body is not an answer.
const MAX_REPLY_BYTES = 65_536;

/** Sends one command, as JSON, and reads its answer. Throws as `classify`. */
export async function answerToOne(endpoint: RedisEndpoint, text: string, signal: AbortSignal): Promise<Answer> {
  const received = await post(endpoint, "", text, signal);
  return classify(received, answerIn(parse(received.text), received.response.status), [endpoint.token]);
}

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
  if (status === 200 && body !== undefined) return body;
  const facts = { httpStatus: status, redisCode: "" };
  if (isRedirect(status)) {
    throw new RedisRefusedError("the REST server answered with a redirect: check redis.url", facts);
  }
  const said = body !== undefined && "error" in body ? body : undefined;
  // A script's own words count with any status. So does a script that Redis does not know: it did not run.
  const isCertain = said !== undefined && (isPart(said.error) || (isOne && said.error.includes("NOSCRIPT")));
  if (said !== undefined && (status === 400 || isCertain)) return said;
  const options = { retryAfterMs: retryAfterMs(response.headers) };
  // A 503 with an error text proves that the script did not run. A bare 503, any other 5xx, 408 and 429 leave that
  // open.
  if (status === 503 && isOne && said !== undefined) {
    throw new RedisUnreachableError("the REST server cannot reach Redis (HTTP 503)", options);
  }
  const isRefused = isRefusal(status);
  if (isRefused && said !== undefined) throw refusal(said, secrets);
  // A 400 is Redis' own answer, and only its text says whether the script may run later. Without a text it is not an
  // answer.
  if (isRefused && status !== 400 && isWhole(response, text)) {
    throw new RedisRefusedError(`the REST server refused the request (HTTP ${status})`, facts);
  }
  const hint = status === 200 ? ", and no JSON: is redis.url the REST URL?" : "";
  const words = said === undefined ? "" : `: ${shown(said.error, secrets)}`;
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
  const { error, result } = Object(body);
  if (typeof error === "string") return { error, httpStatus };
  return result === undefined ? undefined : { result };
}
