// Makes the port for the value given as the database.
import type { RedisEndpoint, UpstashClient } from "../options.ts";
import { resolveEndpoint } from "./endpoint.ts";
import { isRedisPort, type RedisPort } from "./port.ts";
import type { FollowChannel } from "./streams.ts";
import { upstashPort } from "./upstash.ts";

/**
 * Returns a given port unchanged. For url and token, or a client that has them, makes the default port.
 * @param redis a port, `{ url, token }`, or an `@upstash/redis` client, of which only url and token are read
 * @param follow how the default port follows channels. Default: no streams
 * @returns the port
 * @throws INVALID_OPTION naming "redis" or its member
 */
export function portOf(redis: RedisEndpoint | UpstashClient | RedisPort, follow?: FollowChannel): RedisPort {
  return isRedisPort(redis) ? redis : upstashPort(resolveEndpoint(redis), follow);
}
