// The address and token of requests: their checks, their environment variables, and an id that shows no token.
import { InvalidOptionError } from "../errors.ts";
import type { RedisEndpoint } from "../options.ts";
import { own, trueOrFalse } from "../validate.ts";

// Only here may http:// be used: elsewhere it would show the token to the network. A host without dots is no exception,
// because a search domain may complete it.
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const HEADER_SAFE = /^[\x21-\x7e]+$/;

/** Checks url and token. Throws INVALID_OPTION naming "redis" or its member ("redis.url"), and never quotes a value. */
export function resolveEndpoint(redis: RedisEndpoint): RedisEndpoint {
  if (typeof redis === "object" && redis !== null && "url" in redis) {
    // Ignore other members, such as a region or an id.
    const { url, token } = redis;
    return checkEndpoint("redis.", url, token, own(redis).allowHttp);
  }
  throw new InvalidOptionError(
    "redis",
    senderOf(redis) === undefined
      ? "must be { url, token }, or a RedisPort"
      : "is an @upstash/redis client: pass throughClient(redis), or { url, token }",
  );
}

/**
 * Returns the object that sends for an `@upstash/redis` client: its own, or the requester that it was made from.
 * Returns undefined for anything else. That object is protected in the types, but a plain member at run time (1.39). An
 * automatically pipelining client is a proxy that exposes it, too.
 */
export function senderOf(redis: unknown): object | undefined {
  const client: unknown = typeof redis === "object" && redis !== null ? Reflect.get(redis, "client") : undefined;
  if (typeof client !== "object" || client === null) return undefined;
  return typeof Reflect.get(client, "request") === "function" ? client : undefined;
}

/**
 * Checks an address and its token. Throws INVALID_OPTION naming the member, such as "<within>url", and never quotes a
 * value. `within`: what the names of its members begin with, such as "redis.".
 */
export function checkEndpoint(within: string, url: unknown, token: unknown, allowHttp?: unknown): RedisEndpoint {
  const allowsHttp = trueOrFalse(`${within}allowHttp`, allowHttp);
  return { url: checkUrl(within, url, allowsHttp), token: checkToken(`${within}token`, token) };
}

function checkUrl(within: string, url: unknown, allowHttp: boolean): string {
  const option = `${within}url`;
  if (typeof url !== "string" || url === "") {
    throw new InvalidOptionError(option, `is missing${hint(option, "UPSTASH_REDIS_REST_URL")}`);
  }
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw new InvalidOptionError(option, "is not a URL");
  }
  const { protocol, hostname } = parsed;
  if (protocol === "http:" && !allowHttp && !LOOPBACK.test(hostname)) {
    throw new InvalidOptionError(
      option,
      `must begin with https://, as http:// sends the token in clear text; in a private network pass ${within}allowHttp: true`,
    );
  }
  if (protocol !== "https:" && protocol !== "http:") {
    throw new InvalidOptionError(
      option,
      "must begin with https://, or with http:// for this machine; redis:// is for TCP clients",
    );
  }
  if (parsed.username !== "" || parsed.password !== "" || parsed.search !== "" || parsed.hash !== "") {
    throw new InvalidOptionError(
      option,
      "must have no credentials, query or fragment; the token goes in a member of its own",
    );
  }
  return parsed.href.replace(/(?<!\/)\/+$/, "");
}

function checkToken(option: string, token: unknown): string {
  if (typeof token !== "string" || token === "" || token === "undefined") {
    throw new InvalidOptionError(option, `is missing${hint(option, "UPSTASH_REDIS_REST_TOKEN")}`);
  }
  if (!HEADER_SAFE.test(token)) {
    throw new InvalidOptionError(option, "has characters that no token has, such as a space or a line break");
  }
  return token;
}

function hint(option: string, variable: string): string {
  return option.startsWith("redis.") ? `; set it from ${variable}` : "";
}

const numbers = new Map<string, number>();

/**
 * Returns a text that is the same for the same url and token, and different for others. It begins with the url, so
 * databases have one order in all processes. The number of the pair in this process follows. It is not a digest,
 * because a short token could be guessed from that.
 */
export function databaseOf({ url, token }: RedisEndpoint): string {
  const pair = `${url} ${token}`;
  const number = numbers.get(pair) ?? numbers.size + 1;
  numbers.set(pair, number);
  return `${url} ${number}`;
}

// Upstash's own names first, then those of Vercel's integration of it.
const PREFIXES = ["UPSTASH_REDIS_REST", "KV_REST_API"];

/** The environment variables with the address and token of Redis. */
export const ENDPOINT_VARIABLES: readonly string[] = PREFIXES.flatMap((prefix) => [`${prefix}_URL`, `${prefix}_TOKEN`]);

/**
 * Returns the first complete pair of `UPSTASH_REDIS_REST_URL`, `UPSTASH_REDIS_REST_TOKEN` and `KV_REST_API_URL`,
 * `KV_REST_API_TOKEN`. It never combines the address of one database with the token of another. Throws INVALID_OPTION
 * naming the variable.
 */
export function endpointFromEnv(env: Readonly<Record<string, unknown>>): RedisEndpoint {
  for (const prefix of PREFIXES) {
    const [url, token] = [env[`${prefix}_URL`], env[`${prefix}_TOKEN`]];
    if (typeof url === "string" && url !== "" && typeof token === "string" && token !== "") return { url, token };
  }
  const [first = ""] = PREFIXES.filter((prefix) => Boolean(env[`${prefix}_URL`]) !== Boolean(env[`${prefix}_TOKEN`]));
  if (first !== "") throw new InvalidOptionError(`${first}_${env[`${first}_URL`] ? "TOKEN" : "URL"}`, "is not set");
  throw new InvalidOptionError("UPSTASH_REDIS_REST_URL", "is not set, and neither is KV_REST_API_URL");
}
