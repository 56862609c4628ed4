// The default port: one POST to Upstash's REST API by fetch, and the meaning of its answer. No client of @upstash/redis
// (1.39) is used: it hides the HTTP status and Retry-After, follows redirects, and reads bodies of any size; see
// through-client.ts. `portOf` makes this port for url and token, and returns a given port unchanged.
import {
  InvalidOptionError,
  OutcomeUnknownError,
  RedisRefusedError,
  RedisUnreachableError,
} from "../../base/errors.ts";
import type { FollowChannel } from "../hold/client-context.ts";
import { isRedirect, isRefusal, noStore, oneRequest, readAtMost, retryAfterMs } from "../http/http.ts";
import type { RedisEndpoint } from "../options.ts";
import { databaseOf, resolveEndpoint } from "./endpoint.ts";
import { isRedisPort, type RedisPort } from "./port.ts";
import { isPart } from "./script-errors.ts";
import { type Answer, type CommandTransport, refusal, type Sender, scriptPort, shown } from "./script-port.ts";

// Our longest reply has a few hundred bytes; a larger body is not an answer.
const MAX_REPLY_BYTES = 65_536;

/**
 * Makes the port that `createLocks` uses by default.
 * @param endpoint url and token, already checked
 * @param follow how channels are followed: `streams().follow`. Default: no streams
 * @param sender how commands are sent: `pipelining().sender`. Default: each is a POST of its own
 * @returns a port whose refusals contain the HTTP status, and whose errors contain the pause of Retry-After
 */
export function upstashPort(endpoint: RedisEndpoint, follow?: FollowChannel, sender: Sender = sendAlone): RedisPort {
  return scriptPort({
    send: sender(endpoint),
    secrets: [endpoint.token],
    database: databaseOf(endpoint),
    follow: async (...followed) => (follow === undefined ? "unsupported" : follow(endpoint, ...followed)),
  });
}

/** Returns the function that sends each command in a request of its own. */
export function sendAlone(endpoint: RedisEndpoint): CommandTransport["send"] {
  const secrets = [endpoint.token];
  return (command, limits) =>
    oneRequest(limits, secrets, async (signal) => {
      const received = await post(endpoint, "", JSON.stringify(command), signal);
      return classify(received, answerIn(parse(received.text), received.response.status), secrets);
    });
}

/**
 * Returns a given port unchanged. For url and token, makes the default port.
 * @param redis a port, or `{ url, token }`
 * @param follow how the default port follows channels. Default: no streams
 * @param sender how the default port sends commands. Default: each is a POST of its own
 * @returns the port
 * @throws INVALID_OPTION naming "redis" or its member; "pipelining" for a port, which sends by itself
 */
export function portOf(redis: RedisEndpoint | RedisPort, follow?: FollowChannel, sender?: Sender): RedisPort {
  if (!isRedisPort(redis)) return upstashPort(resolveEndpoint(redis), follow, sender);
  if (sender !== undefined) throw new InvalidOptionError("pipelining", "needs url and token: a port sends by itself");
  return redis;
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
  // A script's own words count with any status.
  if (said !== undefined && (status === 400 || isPart(said.error))) return said;
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
