// The port over Upstash's REST API, with fetch. No request goes through @upstash/redis (1.39): its client sends a script
// up to six times by itself, turns an aborted call into a success, pipelines on its own, reads replies as JSON twice
// ("42" becomes 42), follows redirects, hides the HTTP status, reads bodies of any size, and quotes the whole command in
// its errors. None of that can be switched off completely, and every one of them breaks a lock.
import {
  AbortedError,
  isLockError,
  type LockError,
  NotALockError,
  OutcomeUnknownError,
  printable,
  RedisRefusedError,
  RedisUnreachableError,
} from "../errors.ts";
import { answeredTry, argumentsOf, type ScriptCall } from "../lua/call.ts";
import type { RedisEndpoint } from "../options.ts";
import { asCause } from "./as-cause.ts";
import { databaseOf } from "./database.ts";
import { nonces } from "./nonce.ts";
import { type RedisPort, type RunLimits, Tries } from "./port.ts";
import { readAtMost } from "./read-body.ts";
import { retryAfterMs } from "./retry-after.ts";
import { OpeningSlots } from "./stream-slots.ts";
import { followChannel } from "./streams.ts";

// Our longest reply is a few hundred bytes; more than this is not an answer.
const MAX_REPLY_BYTES = 65_536;
// Redis is there but will not run a script now; it did nothing. Worth another try, unlike a refusal.
const NOT_NOW = new Set(["LOADING", "BUSY", "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN", "READONLY", "NOREPLICAS"]);
// Node and Deno name the reason why a connection was never made; workerd and browsers do not. Certificates and TLS versions
// are refused before anything is sent.
const NEVER_SENT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|ERR_TLS_CERT_ALTNAME_INVALID|ERR_SSL_WRONG_VERSION_NUMBER)$/;

type Answer = { readonly result: unknown } | { readonly error: string; readonly httpStatus: number };

export function upstashPort(endpoint: RedisEndpoint): RedisPort {
  const slots = new OpeningSlots();
  const nextNonce = nonces();
  async function run<Reply>(call: ScriptCall<Reply>, limits: RunLimits): Promise<Reply> {
    const { script } = call;
    const nonce = nextNonce();
    const rest = argumentsOf(call, nonce);
    const tries = limits.tries ?? new Tries();
    tries.begin(nonce);
    const deadline = performance.now() + limits.timeoutMs;
    let answer = await post(["EVALSHA", script.sha1, ...rest], limits);
    if ("error" in answer && answer.error.includes("NOSCRIPT")) {
      // Redis forgets scripts at a restart. The same attempt, with the same ids and what is left of its time.
      const left = Math.max(1, deadline - performance.now());
      answer = await post(["EVAL", script.source, ...rest], { ...limits, timeoutMs: left });
    }
    if ("error" in answer) throw notALock(call, answer.error) ?? refusal(answer.error, answer.httpStatus);
    tries.answered(answeredTry(call, answer.result, nonce, (earlier) => tries.has(earlier)));
    return call.decode(answer.result);
  }

  async function post(command: readonly string[], { timeoutMs, signal }: RunLimits): Promise<Answer> {
    if (signal?.aborted) throw new AbortedError(signal.reason);
    const request = new AbortController();
    const timer = setTimeout(() => request.abort(), timeoutMs);
    const stop = (): void => request.abort();
    signal?.addEventListener("abort", stop);
    try {
      const response = await fetch(endpoint.url, {
        method: "POST",
        headers: { authorization: `Bearer ${endpoint.token}`, "content-type": "application/json" },
        body: JSON.stringify(command),
        // A redirect would carry the token elsewhere. workerd knows no "error" here.
        redirect: "manual",
        signal: request.signal,
        ...NO_STORE,
      });
      return classify(response, await readAtMost(response, MAX_REPLY_BYTES));
    } catch (error) {
      const cause = isLockError(error) ? error : asCause(error, [endpoint.token]);
      throw failure(cause, signal, request.signal.aborted ? timeoutMs : undefined);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
    }
  }

  function refusal(text: string, httpStatus: number): RedisRefusedError | RedisUnreachableError {
    const redisCode = /^[A-Z]+\b/.exec(text)?.[0] ?? "";
    if (NOT_NOW.has(redisCode)) return new RedisUnreachableError(`Redis is not ready: ${shown(text)}`);
    return new RedisRefusedError(`Redis refused: ${shown(text)}`, { httpStatus, redisCode });
  }

  /** Redis' own words, escaped, without the token, and without what it quotes of a command it does not know. */
  function shown(text: string): string {
    const words = text
      .replaceAll(endpoint.token, "[token]")
      .replace(/, with args beginning with:.*/s, "; is redis.url the REST URL?");
    return printable(words.slice(0, 200));
  }

  function classify(response: Response, text: string | undefined): Answer {
    const { status } = response;
    // Browsers show a redirect that was not followed as status 0.
    if (status === 0 || (status >= 300 && status < 400)) {
      const facts = { httpStatus: status, redisCode: "" };
      throw new RedisRefusedError("the REST server answered with a redirect, which is never followed", facts);
    }
    const body = text === undefined ? undefined : parse(text, status);
    if (status === 200 && body !== undefined) return body;
    if (status === 400 && body !== undefined && "error" in body) return body;
    // A REST server that says in its own words that it could not, did not. A bare 503, any other 5xx, 408 and 429 leave open
    // whether the script ran.
    if (status === 503 && body !== undefined && "error" in body) {
      const options = { retryAfterMs: retryAfterMs(response.headers) };
      throw new RedisUnreachableError("the REST server is up but cannot reach Redis (HTTP 503)", options);
    }
    const isRefusal = status >= 400 && status < 500 && status !== 408 && status !== 429;
    if (isRefusal && body !== undefined && "error" in body) throw refusal(body.error, status);
    // A 400 is Redis' own answer, and only its words say whether the script may run later: without them it is no answer.
    if (isRefusal && status !== 400 && isWhole(response, text)) {
      const facts = { httpStatus: status, redisCode: "" };
      throw new RedisRefusedError(`the REST server refused the request (HTTP ${status})`, facts);
    }
    const hint = status === 200 ? ", and no JSON: is redis.url the REST URL?" : "";
    const words = body !== undefined && "error" in body ? `: ${shown(body.error)}` : "";
    const options = { retryAfterMs: retryAfterMs(response.headers) };
    throw new OutcomeUnknownError(`the REST server gave no usable answer (HTTP ${status}${hint})${words}`, options);
  }

  return {
    run,
    database: databaseOf(endpoint),
    follow: (channel, listener, signal) => followChannel(endpoint, slots, channel, listener, signal),
  };
}

// Frameworks that patch fetch may cache POSTs. Old compatibility dates of workerd have no `cache` and throw when given it.
export const NO_STORE: RequestInit = "cache" in Request.prototype ? { cache: "no-store" } : {};

// A script refuses by the place of the key; Redis, a key of another type, without saying which: mostly it is the first.
const NOT_A_LOCK = /\bNOT_A_LOCK (\d+)|^WRONGTYPE\b/;

function notALock({ keys, isNoLocks }: ScriptCall<unknown>, text: string): LockError | undefined {
  const [found, place = "1"] = (isNoLocks ? undefined : NOT_A_LOCK.exec(text)) ?? [];
  return found === undefined ? undefined : new NotALockError(keys[Number(place) - 1] ?? "");
}

/** Whether a body without an error of Redis arrived whole, as far as that can be known: JSON that was cut, or nothing at all, did not. */
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

function failure(error: unknown, signal: AbortSignal | undefined, timeoutMs: number | undefined): unknown {
  if (signal?.aborted) return new AbortedError(signal.reason);
  if (timeoutMs !== undefined) return new OutcomeUnknownError(`no answer within ${Math.round(timeoutMs)} ms`);
  if (isLockError(error)) return error;
  // By members, not by class: fetch may throw errors of another realm.
  const reason: unknown = typeof error === "object" && error !== null && "cause" in error ? error.cause : undefined;
  const code = typeof reason === "object" && reason !== null && "code" in reason ? String(reason.code) : "";
  if (NEVER_SENT.test(code)) {
    return new RedisUnreachableError(`Redis' REST server cannot be reached (${code})`, { cause: error });
  }
  return new OutcomeUnknownError(`the connection ended without an answer${code && ` (${code})`}`, { cause: error });
}
