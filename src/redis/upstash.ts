// The default port: Upstash's REST API by fetch. It does not use a client of @upstash/redis (1.39), which hides the
// HTTP status and Retry-After, follows redirects, and reads bodies of any size; see through-client.ts.
import { OutcomeUnknownError, RedisRefusedError, RedisUnreachableError } from "../errors.ts";
import type { RedisEndpoint } from "../options.ts";
import { databaseOf } from "./database.ts";
import { oneRequest } from "./one-request.ts";
import type { RedisPort, RunLimits } from "./port.ts";
import { readAtMost } from "./read-body.ts";
import { refusal, shown } from "./refusals.ts";
import { retryAfterMs } from "./retry-after.ts";
import { type Answer, scriptPort } from "./script-port.ts";
import type { FollowChannel } from "./streams.ts";

// Our longest reply has a few hundred bytes; a larger body is not an answer.
const MAX_REPLY_BYTES = 65_536;

/**
 * Makes the port that `createLocks` uses by default: each command is one POST to the REST API, by fetch.
 * @param endpoint url and token, already checked
 * @param follow how channels are followed: `streams().follow`. Default: no streams
 * @returns a port whose refusals contain the HTTP status, and whose errors contain the pause of Retry-After
 */
export function upstashPort(endpoint: RedisEndpoint, follow?: FollowChannel): RedisPort {
  const secrets = [endpoint.token];
  function send(command: readonly string[], limits: RunLimits): Promise<Answer> {
    return oneRequest(limits, secrets, async (signal) => {
      const response = await fetch(endpoint.url, {
        method: "POST",
        headers: { authorization: `Bearer ${endpoint.token}`, "content-type": "application/json" },
        body: JSON.stringify(command),
        // A redirect would send the token elsewhere. workerd does not support "error" here.
        redirect: "manual",
        signal,
        ...noStore(),
      });
      return classify(response, await readAtMost(response, MAX_REPLY_BYTES), secrets);
    });
  }
  return scriptPort({
    send,
    secrets,
    database: databaseOf(endpoint),
    follow: async (...followed) => (follow === undefined ? "unsupported" : follow(endpoint, ...followed)),
  });
}

// Frameworks that patch fetch may cache POSTs. With old compatibility dates, workerd has no `cache`, and throws if it
// is given.
export function noStore(): RequestInit {
  // Not at the top level: a mention of Request loads Node's HTTP client, which takes longer than this whole package.
  return "cache" in Request.prototype ? { cache: "no-store" } : {};
}

function classify(response: Response, text: string | undefined, secrets: readonly string[]): Answer {
  const { status } = response;
  // In browsers, a redirect that was not followed has status 0.
  if (status === 0 || (status >= 300 && status < 400)) {
    const facts = { httpStatus: status, redisCode: "" };
    throw new RedisRefusedError(
      "the REST server answered with a redirect, which is not followed; check redis.url",
      facts,
    );
  }
  const body = text === undefined ? undefined : parse(text, status);
  if (status === 200 && body !== undefined) return body;
  if (status === 400 && body !== undefined && "error" in body) return body;
  // A 503 with an error text proves that the script did not run. A bare 503, any other 5xx, 408 and 429 leave that
  // open.
  if (status === 503 && body !== undefined && "error" in body) {
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
  if (!/^\s*["[{]/.test(text)) return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function parse(text: string, httpStatus: number): Answer | undefined {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof body !== "object" || body === null) return undefined;
  if ("error" in body && typeof body.error === "string") {
    return { error: body.error, httpStatus };
  }
  return "result" in body ? { result: body.result } : undefined;
}
