// Chooses where the locks are, by the environment.

import type { RedisEndpoint } from "../../index.ts";
import { checkEndpoint, type EndpointNames, PASS_PORT } from "../../lock/http/http.ts";
import { ENDPOINT_VARIABLES, endpointFromEnv } from "../../lock/redis/endpoint.ts";
import { Api } from "./api.ts";
import { isRedisUrl } from "./arguments.ts";
import { Database } from "./database.ts";
import { CommandError, failureOf } from "./exit-code.ts";
import type { Library } from "./libraries.ts";
import { wayTo } from "./open-way.ts";
import type { DatabaseAddress } from "./way.ts";

const API_URL = "LEASEHOUND_API_URL";
const API_TOKEN = "LEASEHOUND_API_TOKEN";

const REDIS_URL = "REDIS_URL";
const IS_NO_REDIS_URL = "must be a redis:// or rediss:// URL, without quotes";
const PASS_REDIS = `pass --redis, which reads ${REDIS_URL}`;

const TOKEN_VARIABLES: readonly string[] = [API_TOKEN, ...ENDPOINT_VARIABLES.map(([, token]) => token)];

type Environment = Readonly<Record<string, string | undefined>>;

/** How to reach the locks, on the command line. */
export interface PlaceFlags {
  /** That of the names in the database. Default: that of the package. */
  readonly prefix?: string | undefined;
  /** Allows http:// for any host. */
  readonly allowHttp?: boolean | undefined;
  /** The database's address over TCP; true: that of REDIS_URL. */
  readonly redis?: string | true | undefined;
  /** The library over TCP. Default: ioredis. */
  readonly client?: Library | undefined;
}

/**
 * Returns the database of `--redis`, or else the lock API of `LEASEHOUND_API_URL` if it is set, or else the database of
 * the usual variables.
 * @throws INVALID_OPTION naming the variable that is missing or wrong
 */
export async function connect(env: Environment, flags: PlaceFlags): Promise<Database | Api> {
  const { prefix, allowHttp, redis } = flags;
  const url = env[API_URL] ?? "";
  if (url === "" || redis !== undefined) return new Database(await wayTo(databaseIn(env, flags)), prefix);
  refuseClientAlone(flags);
  if (prefix !== undefined) {
    throw new CommandError("INVALID_OPTION", "--prefix needs a database: the lock API has a prefix of its own");
  }
  const names: EndpointNames = [API_URL, API_TOKEN, "redis.allowHttp"];
  return new Api(inWordsOfCommand(() => checkEndpoint(url, env[API_TOKEN] ?? "", allowHttp, names)));
}

/**
 * Returns the database for `prove`.
 * @throws INVALID_OPTION naming the variable that is missing or wrong, or that names a lock API
 */
export function provedDatabase(env: Environment, flags: PlaceFlags): DatabaseAddress {
  if (flags.redis !== undefined || (env[API_URL] ?? "") === "") return databaseIn(env, flags);
  throw new CommandError(
    "INVALID_OPTION",
    `prove needs a database: unset ${API_URL}, and set the variables of the database`,
  );
}

/** Returns the names of the variables whose values this command reads as secrets. */
export function secretVariables({ redis }: Pick<PlaceFlags, "redis">): readonly string[] {
  return redis === true ? [...TOKEN_VARIABLES, REDIS_URL] : TOKEN_VARIABLES;
}

/** Returns the database of `--redis`, or else that of the usual variables. */
function databaseIn(env: Environment, { allowHttp, redis, client }: PlaceFlags): DatabaseAddress {
  if (redis !== undefined) {
    const name = redis === true ? REDIS_URL : "--redis";
    const redisUrl = redis === true ? redisUrlIn(env) : redis;
    return { redisUrl, library: client ?? "ioredis", givenBy: { address: name, secret: name } };
  }
  refuseClientAlone({ client });
  const otherwise = `, or ${API_URL} and ${API_TOKEN}`;
  const endpoint = inWordsOfCommand(() => endpointFromEnv(env, { otherwise, overTcp: PASS_REDIS, allowHttp }));
  const [address, secret] =
    ENDPOINT_VARIABLES.find((names) => names.every((name) => env[name])) ?? ENDPOINT_VARIABLES[0];
  return { ...endpoint, allowHttp, givenBy: { address, secret } };
}

/** Quotes nothing of the variable, which may contain a password. */
function redisUrlIn({ [REDIS_URL]: text = "" }: Environment): string {
  if (isRedisUrl(text)) return text;
  const problem = text === "" ? "is not set, and --redis names no address" : IS_NO_REDIS_URL;
  throw new CommandError("INVALID_OPTION", `"${REDIS_URL}" ${problem}`);
}

function refuseClientAlone({ client }: PlaceFlags): void {
  if (client !== undefined) throw new CommandError("INVALID_OPTION", "--client needs --redis");
}

/** Returns the endpoint. Its error names flags of the command in place of options of the package. */
function inWordsOfCommand(check: () => RedisEndpoint): RedisEndpoint {
  try {
    return check();
  } catch (error) {
    const { message } = failureOf(error);
    throw new CommandError(
      "INVALID_OPTION",
      message.replace("redis.allowHttp: true", "--allow-http").replace(PASS_PORT, PASS_REDIS),
    );
  }
}
