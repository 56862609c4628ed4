// Chooses where the locks are, by the environment.

import type { RedisEndpoint } from "../../index.ts";
import { checkEndpoint } from "../../lock/http/http.ts";
import { ENDPOINT_VARIABLES, endpointFromEnv } from "../../lock/redis/endpoint.ts";
import { Api } from "./api.ts";
import { redisUrl } from "./arguments.ts";
import { Database } from "./database.ts";
import { CommandError, failureOf } from "./exit-code.ts";
import type { Library, TcpPlace } from "./prove/libraries.ts";
import type { Service } from "./service.ts";

const API_URL = "LEASEHOUND_API_URL";
const API_TOKEN = "LEASEHOUND_API_TOKEN";

/** The variables whose values this command reads as secrets. */
export const TOKEN_VARIABLES: readonly string[] = [API_TOKEN, ...ENDPOINT_VARIABLES.map(([, token]) => token)];

type Environment = Readonly<Record<string, string | undefined>>;

/** How to reach the locks, on the command line. */
export interface PlaceFlags {
  /** That of the names in the database. Default: that of the package. */
  readonly prefix?: string | undefined;
  /** Allows http:// for any host. */
  readonly allowHttp?: boolean | undefined;
}

/**
 * Returns the lock API of `LEASEHOUND_API_URL` if it is set, or else the database of the usual variables.
 * @throws INVALID_OPTION naming the variable that is missing or wrong
 */
export function connect(env: Environment, { prefix, allowHttp }: PlaceFlags): Service {
  const url = env[API_URL] ?? "";
  if (url === "") return new Database(checked("redis", { ...databaseIn(env), allowHttp }), prefix);
  if (prefix !== undefined) {
    throw new CommandError("INVALID_OPTION", "--prefix needs a database: the lock API has a prefix of its own");
  }
  return new Api(checked("LEASEHOUND_API", { url, token: env[API_TOKEN] ?? "", allowHttp }));
}

/** Which database to prove, on the command line. */
export interface ProvedFlags extends PlaceFlags {
  /** Its address over TCP; true: that of REDIS_URL. */
  readonly redis?: string | true | undefined;
  readonly client?: Library | undefined;
}

/**
 * Returns the database for `prove`.
 * @throws INVALID_OPTION naming the variable that is missing or wrong, or that names a lock API
 */
export function provedDatabase(env: Environment, { allowHttp, redis, client }: ProvedFlags): RedisEndpoint | TcpPlace {
  if (redis !== undefined) {
    const address = redis === true ? redisUrl(env["REDIS_URL"] ?? "") : redis;
    return { redisUrl: address, library: client ?? "ioredis" };
  }
  if (client !== undefined) throw new CommandError("INVALID_OPTION", "--client needs --redis");
  if ((env[API_URL] ?? "") === "") return checked("redis", { ...databaseIn(env), allowHttp });
  throw new CommandError(
    "INVALID_OPTION",
    `prove needs a database: unset ${API_URL}, and set the variables of the database`,
  );
}

/** Returns the database of the usual variables. Throws INVALID_OPTION naming the variable that is missing. */
export function databaseIn(env: Environment): RedisEndpoint {
  return endpointFromEnv(env, `, or ${API_URL} and ${API_TOKEN}`);
}

/** Checks an address and its token. Throws INVALID_OPTION with the words of the command line. */
function checked(option: string, { url, token, allowHttp }: RedisEndpoint): RedisEndpoint {
  try {
    return { ...checkEndpoint(`${option}.`, url, token, allowHttp), allowHttp };
  } catch (error) {
    const words: readonly (readonly [string, string])[] = [
      [`${option}.allowHttp: true`, "--allow-http"],
      ['"redis.url"', "the address of the database"],
      ['"redis.token"', "the token of the database"],
      [`"${option}.url"`, API_URL],
      [`"${option}.token"`, API_TOKEN],
    ];
    const sentence = words.reduce((text, [from, to]) => text.replace(from, to), failureOf(error).message);
    throw new CommandError("INVALID_OPTION", sentence);
  }
}
