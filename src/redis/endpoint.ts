// The address and token of requests: from { url, token }, or read from an @upstash/redis client.

import { InvalidOptionError } from "../errors.ts";
import type { RedisEndpoint, UpstashClient } from "../options.ts";
import { trueOrFalse } from "../validate.ts";

// Only here may http:// be used: elsewhere it would show the token to the network. A host without dots is no exception,
// because a search domain may complete it.
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const HEADER_SAFE = /^[\x21-\x7e]+$/;

/** Checks url and token. Throws INVALID_OPTION naming "redis" or its member ("redis.url"), and never quotes a value. */
export function resolveEndpoint(redis: RedisEndpoint | UpstashClient): RedisEndpoint {
  if (typeof redis !== "object" || redis === null) {
    throw new InvalidOptionError("redis", "must be { url, token }, an @upstash/redis client, or a RedisPort");
  }
  // Ignore other members of an endpoint, such as a region or an id.
  const { url, token, allowHttp } = "url" in redis ? redis : readClient(redis);
  return checkEndpoint("redis.", url, token, allowHttp);
}

/**
 * Checks an address and its token. Throws INVALID_OPTION naming the member, such as "<within>url", and never quotes a
 * value. `within`: what the names of its members begin with, such as "redis.".
 */
export function checkEndpoint(within: string, url: unknown, token: unknown, allowHttp?: unknown): RedisEndpoint {
  const allowsHttp = trueOrFalse(`${within}allowHttp`, allowHttp);
  return { url: checkUrl(within, url, allowsHttp), token: checkToken(`${within}token`, token) };
}

// Nothing is sent through a user's client unless the user asks for that (through-client.ts). Such a client retries by
// itself, guesses JSON in replies, and quotes whole commands in its errors. Its endpoint is protected in the types but
// a plain member at run time (@upstash/redis 1.39). An automatically pipelining client is a proxy with the same member.
function readClient(redis: object): { url: unknown; token: unknown; allowHttp?: undefined } {
  const client = member(redis, "client");
  const authorization = member(member(client, "headers"), "authorization");
  if (typeof authorization !== "string" || !authorization.startsWith("Bearer ")) {
    throw new InvalidOptionError(
      "redis",
      "is no @upstash/redis client with a url and a token, and no RedisPort; pass { url, token }",
    );
  }
  return { url: member(client, "baseUrl"), token: authorization.slice("Bearer ".length) };
}

function member(holder: unknown, name: string): unknown {
  return typeof holder === "object" && holder !== null ? Reflect.get(holder, name) : undefined;
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
    throw new InvalidOptionError(option, "must begin with https://: the REST URL, not the one for TCP clients");
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
