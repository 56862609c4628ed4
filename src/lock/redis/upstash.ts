// The default port for url and token. No client of @upstash/redis (1.39) is used: it hides the HTTP status and
// Retry-After, follows redirects, and reads bodies of any size; see through-client.ts.
import type { FollowChannel } from "../hold/client-context.ts";
import type { RedisEndpoint } from "../options.ts";
import { sendTogether } from "./batch.ts";
import { databaseOf, resolveEndpoint } from "./endpoint.ts";
import { isRedisPort, type RedisPort } from "./port.ts";
import { scriptPort } from "./script-port.ts";

/**
 * Makes the port that `createLocks` uses by default. The scripts that one tick starts travel together.
 * @param endpoint url and token, already checked
 * @param follow how channels are followed: `streams().follow`. Default: no streams
 * @returns a port whose refusals contain the HTTP status, and whose errors contain the pause of Retry-After
 */
export function upstashPort(endpoint: RedisEndpoint, follow?: FollowChannel): RedisPort {
  return scriptPort({
    send: sendTogether(endpoint, nonceOfScript),
    secrets: [endpoint.token],
    database: databaseOf(endpoint),
    follow: async (...followed) => (follow === undefined ? "unsupported" : follow(endpoint, ...followed)),
  });
}

/** Returns the first argument of EVALSHA or EVAL, behind the number of its keys and the keys. */
function nonceOfScript(command: readonly string[]): string | undefined {
  return command[3 + Number(command[2])];
}

/**
 * Returns a given port unchanged. For url and token, makes the default port.
 * @param redis a port, or `{ url, token }`
 * @param follow how the default port follows channels. Default: no streams
 * @returns the port
 * @throws INVALID_OPTION naming "redis" or its member
 */
export function portOf(redis: RedisEndpoint | RedisPort, follow?: FollowChannel): RedisPort {
  return isRedisPort(redis) ? redis : upstashPort(resolveEndpoint(redis), follow);
}
