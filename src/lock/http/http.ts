// Shared by the clients of a REST API: checks of its address and token, one request with one deadline, and bounded
// answers. The error of a request says whether the request may have been carried out.

import {
  AbortedError,
  InvalidOptionError,
  isOwn,
  neverSent,
  OutcomeUnknownError,
  printable,
  RedisUnreachableError,
} from "../../base/errors.ts";
import { deadline } from "../../base/timers.ts";
import { trueOrFalse } from "../../base/validate.ts";
import type { RedisEndpoint } from "../options.ts";
import type { RunLimits } from "../protocol.ts";

// Only here may http:// be used: elsewhere it would show the token to the network. A host without dots is no exception,
// because a search domain may complete it.
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const HEADER_SAFE = /^[\x21-\x7e]+$/;
export const PASS_PORT = "pass its port, of leasehound/ioredis or leasehound/node-redis";

// Errors before anything is sent, refused certificates and TLS versions included. Node and Deno give such a code;
// workerd and browsers do not. "bad port" is Node's message, without a code, for a port that the Fetch standard blocks.
const NEVER_SENT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|ERR_TLS_CERT_ALTNAME_INVALID|ERR_SSL_WRONG_VERSION_NUMBER|bad port)$/;

/**
 * Runs a request until it is answered, fails, times out, or the caller aborts.
 * @param options the deadline, in ms from now, and the caller's signal
 * @param secrets texts that no error may show
 * @param request sends it; its signal aborts at the deadline and with the caller's signal. It is not called if the
 * caller has already aborted.
 * @returns the result of `request`
 * @throws ABORTED by the caller's signal; REDIS_UNREACHABLE when no connection was made; an error of this package that
 * `request` threw; else OUTCOME_UNKNOWN
 * @example
 * const answer = await oneRequest({ timeoutMs: 1_000 }, [token], (signal) => fetch(url, { signal }));
 */
export async function oneRequest<Result>(
  { timeoutMs, signal }: RunLimits,
  secrets: readonly string[],
  request: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (signal?.aborted) throw new AbortedError(signal.reason);
  const end = new AbortController();
  const answer = request(end.signal);
  let stop = (): void => {};
  // Do not wait for the answer then: its sender may ignore the abort, or turn it into an answer.
  const stopped = new Promise<never>((_, reject) => {
    stop = () => {
      const late = `no answer within ${Math.round(timeoutMs)} ms`;
      reject(signal?.aborted ? new AbortedError(signal.reason) : new OutcomeUnknownError(late));
      end.abort();
    };
  });
  const answered = deadline(timeoutMs, stop);
  signal?.addEventListener("abort", stop);
  try {
    return await Promise.race([answer, stopped]);
  } catch (thrown) {
    throw failure(thrown, secrets);
  } finally {
    answered();
    signal?.removeEventListener("abort", stop);
  }
}

// Deno's error for a request that its permissions do not allow.
const DENIED = "NotCapable";

function failure(thrown: unknown, secrets: readonly string[]): Error {
  // Do not go by the code: an error of a patched fetch may look like one of ours, and contain the token.
  if (isOwn(thrown)) return thrown;
  const error = asCause(thrown, secrets);
  // Check members, not the class: fetch may throw errors of another realm.
  const { code, message } = Object(error.cause);
  const isDenied = error.name === DENIED;
  const why = isDenied ? "no --allow-net for it" : String(code ?? message);
  if (isDenied || NEVER_SENT.test(why)) {
    return neverSent(
      new RedisUnreachableError(`the REST server cannot be reached (${why}); check its url`, { cause: error }),
    );
  }
  // Without another message: a patched fetch may quote the request in it.
  const known = code === undefined ? "" : ` (${code})`;
  return new OutcomeUnknownError(`the connection ended without an answer${known}`, { cause: error });
}

const DEEPEST = 4;
const LONGEST = 1_000;

/**
 * Copies an error and its causes: name, message and code.
 * @param secrets texts that it may not show
 */
export function asCause(error: unknown, secrets: readonly string[], depth: number = 1): Error {
  const { name, message, code, cause } = Object(error);
  // A library quotes what it could not read.
  const shown = (text: unknown): string => printable(withoutSecrets(String(text), secrets).slice(0, LONGEST));
  const inner = cause === undefined || depth === DEEPEST ? undefined : { cause: asCause(cause, secrets, depth + 1) };
  const copy = new Error(typeof message === "string" ? shown(message) : shown(typeof error), inner);
  copy.name = typeof name === "string" ? shown(name) : "Error";
  return typeof code === "string" ? Object.assign(copy, { code: shown(code) }) : copy;
}

/** Returns a foreign text, with "[secret]" in place of each secret. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((left, secret) => left.replaceAll(secret, "[secret]"), text);
}

// Frameworks that patch fetch may cache POSTs. With old compatibility dates, workerd has no `cache`, and throws if it
// is given.
export function noStore(): RequestInit {
  // Not at the top level: a mention of Request loads Node's HTTP client, which takes longer than this whole package.
  return "cache" in Request.prototype ? { cache: "no-store" } : {};
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

/** Returns whether the answer is a redirect. In browsers, one that was not followed has status 0. */
export function isRedirect(status: number): boolean {
  return status === 0 || (status >= 300 && status < 400);
}

// Timeout, Too Early, and Too Many Requests: a later copy may be carried out.
const LATER = [408, 425, 429];

/** Returns whether the server refused the request: a repeated one gets the same answer. */
export function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && !LATER.includes(status);
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

/** The names of an address, its token and its `allowHttp` in errors. */
export type EndpointNames = readonly [url: string, token: string, allowHttp: string];

/**
 * Checks an address and its token. Throws INVALID_OPTION with the name of what is wrong, and never quotes a value.
 * @param names of the three in errors. Default: those of the option `redis`
 */
export function checkEndpoint(
  url: unknown,
  token: unknown,
  allowHttp?: unknown,
  [urlName, tokenName, allowHttpName]: EndpointNames = ["redis.url", "redis.token", "redis.allowHttp"],
): RedisEndpoint {
  const allowsHttp = trueOrFalse(allowHttpName, allowHttp);
  const address = checkText(urlName, url, "UPSTASH_REDIS_REST_URL");
  let parsed: URL;
  try {
    parsed = new URL(address);
  } catch {
    throw new InvalidOptionError(urlName, "is not a URL");
  }
  const { protocol, hostname } = parsed;
  if (/^rediss?:$/.test(protocol)) throw new InvalidOptionError(urlName, `is of a TCP client: ${PASS_PORT}`);
  const isSafe = protocol === "https:" || (protocol === "http:" && (allowsHttp || LOOPBACK.test(hostname)));
  if (!isSafe) {
    throw new InvalidOptionError(
      urlName,
      `must begin with https://, or http:// on this machine; to send the token in clear text pass ${allowHttpName}: true`,
    );
  }
  if (parsed.username + parsed.password + parsed.search + parsed.hash !== "") {
    throw new InvalidOptionError(urlName, "must have no credentials, query or fragment: pass the token beside it");
  }
  const secret = checkText(tokenName, token, "UPSTASH_REDIS_REST_TOKEN");
  if (!HEADER_SAFE.test(secret)) throw new InvalidOptionError(tokenName, "has a character that no token has");
  return { url: parsed.href.replace(/(?<!\/)\/+$/, ""), token: secret };
}

/** Checks that a text is there. `variable`: where a text of the option `redis` usually comes from. */
function checkText(name: string, text: unknown, variable: string): string {
  if (typeof text !== "string" || text === "" || text === "undefined") {
    throw new InvalidOptionError(name, `is missing${name.startsWith("redis.") ? `; set it from ${variable}` : ""}`);
  }
  // `docker run --env-file` and the settings of some hosts keep the quotes of a file.
  if (/^\s*(["']).*\1\s*$/.test(text)) throw new InvalidOptionError(name, "is in quotes: remove them");
  return text;
}
