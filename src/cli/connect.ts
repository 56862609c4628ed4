// Chooses where the locks are, by the environment.
import { InvalidOptionError } from "../errors.ts";
import { endpointFromEnv } from "../redis/env.ts";
import { Api } from "./api.ts";
import { Database } from "./database.ts";
import { CommandError } from "./exit-code.ts";
import type { Service } from "./service.ts";

export const API_URL = "LEASEHOUND_API_URL";
export const API_TOKEN = "LEASEHOUND_API_TOKEN";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the lock API of `LEASEHOUND_API_URL` if it is set, or else the database of the usual variables.
 * @param prefix that of the names in the database; undefined: the default of the package
 * @throws INVALID_OPTION naming the variable that is missing or wrong
 */
export function connect(env: Environment, prefix: string | undefined): Service {
  const [url = "", token = ""] = [env[API_URL], env[API_TOKEN]];
  if (url !== "") {
    if (token === "") throw new InvalidOptionError(API_TOKEN, "is not set");
    if (prefix !== undefined) {
      throw new CommandError("INVALID_OPTION", "--prefix needs a database: the lock API has a prefix of its own");
    }
    return new Api(url, token);
  }
  try {
    return new Database(endpointFromEnv(env), prefix);
  } catch (error) {
    if (!(error instanceof InvalidOptionError) || !error.message.includes("neither")) throw error;
    throw new InvalidOptionError("UPSTASH_REDIS_REST_URL", `is not set, and neither is KV_REST_API_URL or ${API_URL}`);
  }
}
