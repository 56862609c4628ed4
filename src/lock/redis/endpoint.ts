// The address and token of a Redis: their checks, their environment variables, and an id that shows no token.
import { InvalidOptionError } from "../../base/errors.ts";
import { own } from "../../base/validate.ts";
import { checkEndpoint, PASS_PORT } from "../http/http.ts";
import type { RedisEndpoint } from "../options.ts";

/** Checks url and token. Throws INVALID_OPTION naming "redis" or its member ("redis.url"), and never quotes a value. */
export function resolveEndpoint(redis: RedisEndpoint): RedisEndpoint {
  if ("url" in Object(redis)) {
    // Ignore other members, such as a region or an id.
    const { url, token } = redis;
    return checkEndpoint(url, token, own(redis).allowHttp);
  }
  if (senderOf(redis) === undefined) throw wrongRedis(redis, "{ url, token }, or a RedisPort");
  throw new InvalidOptionError("redis", "is an @upstash/redis client: pass throughClient(redis), or { url, token }");
}

/** Returns the error for another value of the option `redis`. `expected`: what it must be. */
export function wrongRedis(redis: unknown, expected: string): InvalidOptionError {
  // ioredis and node-redis have this method.
  const isOfTcp = typeof Object(redis).sendCommand === "function";
  const problem = isOfTcp ? `is a TCP client: ${PASS_PORT}` : `must be ${expected}; of a TCP client ${PASS_PORT}`;
  return new InvalidOptionError("redis", problem);
}

/**
 * Returns the object that sends for an `@upstash/redis` client: its own, or the requester that it was made from.
 * Returns undefined for anything else. That object is protected in the types, but a plain member at run time (1.39). An
 * automatically pipelining client is a proxy that exposes it, too.
 */
export function senderOf(redis: unknown): object | undefined {
  const { client } = Object(redis);
  return typeof Object(client).request === "function" ? client : undefined;
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

/**
 * The environment variables with the address and the token of Redis: Upstash's own names, and those of Vercel's
 * integration of it.
 */
export const ENDPOINT_VARIABLES = [
  ["UPSTASH_REDIS_REST_URL", "UPSTASH_REDIS_REST_TOKEN"],
  ["KV_REST_API_URL", "KV_REST_API_TOKEN"],
] as const;

// Where platforms put the address of a Redis over TCP, and where users put it by mistake.
const MAY_BE_OF_TCP = ["REDIS_URL", "KV_URL", "UPSTASH_REDIS_REST_URL", "KV_REST_API_URL"];
const TCP_ADDRESS = /^\s*["']?rediss?:/i;

/** How a caller reads the variables: the advice in its messages, and whether it allows http://. */
interface EnvironmentReading {
  /** The end of the message about a missing variable: what else may be set or passed. Default: "" */
  readonly otherwise?: string;
  /** The advice for the address of a Redis over TCP. */
  readonly overTcp?: string;
  readonly allowHttp?: boolean | undefined;
}

/**
 * Returns the first complete pair of these variables, checked. It never combines the address of one database with the
 * token of another. Throws INVALID_OPTION naming the variable that is missing or wrong, and never quotes a value.
 * @param env default: the variables of the process; a Worker without nodejs_compat has none
 */
export function endpointFromEnv(
  env: Readonly<Record<string, unknown>> = Object(Object(Reflect.get(globalThis, "process")).env),
  {
    otherwise = "",
    overTcp = "pass the port of leasehound/ioredis or leasehound/node-redis to createLocks",
    allowHttp,
  }: EnvironmentReading = {},
): RedisEndpoint {
  let missing: string | undefined;
  for (const [urlName, tokenName] of ENDPOINT_VARIABLES) {
    const [url, token] = [textIn(env, urlName), textIn(env, tokenName)];
    if (url !== "" && token !== "") {
      return checkEndpoint(url, token, allowHttp, [urlName, tokenName, "redis.allowHttp"]);
    }
    if (url !== "" || token !== "") missing ??= url === "" ? urlName : tokenName;
  }
  const ofTcp = MAY_BE_OF_TCP.find((name) => TCP_ADDRESS.test(textIn(env, name)));
  const found =
    ofTcp === undefined ? ": " : `, and ${ofTcp} is the address of a Redis over TCP: ${overTcp}. For HTTP, `;
  throw new InvalidOptionError(
    missing ?? ENDPOINT_VARIABLES[0][0],
    `is not set${found}set ${ENDPOINT_VARIABLES.map((names) => names.join(" and ")).join(", or ")}${otherwise}`,
  );
}

/** Returns the text of a variable; "": it has none. A Worker's variable may be a binding. */
function textIn(env: Readonly<Record<string, unknown>>, name: string): string {
  const value = env[name];
  return typeof value === "string" ? value : "";
}
