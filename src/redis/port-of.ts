// Makes the port for the value given as the database.
import { InvalidOptionError } from "../errors.ts";
import type { RedisEndpoint } from "../options.ts";
import { resolveEndpoint } from "./endpoint.ts";
import { isRedisPort, type RedisPort } from "./port.ts";
import type { Sender } from "./script-port.ts";
import type { FollowChannel } from "./streams.ts";
import { upstashPort } from "./upstash.ts";

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
