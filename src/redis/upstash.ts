// The default port: Upstash's REST API by fetch. And the port for the value given as the database.
import { InvalidOptionError } from "../errors.ts";
import type { RedisEndpoint } from "../options.ts";
import { databaseOf, resolveEndpoint } from "./endpoint.ts";
import { oneRequest } from "./one-request.ts";
import { isRedisPort, type RedisPort } from "./port.ts";
import { answerIn, classify, parse, post } from "./rest-request.ts";
import { type CommandTransport, type Sender, scriptPort } from "./script-port.ts";
import type { FollowChannel } from "./streams.ts";

/**
 * Makes the port that `createLocks` uses by default.
 * @param endpoint url and token, already checked
 * @param follow how channels are followed: `streams().follow`. Default: no streams
 * @param sender how commands are sent: `pipelining().sender`. Default: each is a POST of its own
 * @returns a port whose refusals contain the HTTP status, and whose errors contain the pause of Retry-After
 */
export function upstashPort(endpoint: RedisEndpoint, follow?: FollowChannel, sender: Sender = sendAlone): RedisPort {
  return scriptPort({
    send: sender(endpoint),
    secrets: [endpoint.token],
    database: databaseOf(endpoint),
    follow: async (...followed) => (follow === undefined ? "unsupported" : follow(endpoint, ...followed)),
  });
}

function sendAlone(endpoint: RedisEndpoint): CommandTransport["send"] {
  const secrets = [endpoint.token];
  return (command, limits) =>
    oneRequest(limits, secrets, async (signal) => {
      const received = await post(endpoint, "", JSON.stringify(command), signal);
      return classify(received, answerIn(parse(received.text), received.response.status), secrets);
    });
}

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
