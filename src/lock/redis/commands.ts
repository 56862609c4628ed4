// What sends single commands to a database. Those of one tick travel as one request, and each gets its own answer.
import { InvalidOptionError } from "../../base/errors.ts";
import { own } from "../../base/validate.ts";
import { checkEndpoint } from "../http/http.ts";
import type { RedisEndpoint } from "../options.ts";
import { sendTogether } from "./batch.ts";
import { type CommandSender, senderOfPort } from "./command-sender.ts";
import { databaseOf, wrongRedis } from "./endpoint.ts";
import { isRedisPort, type RedisPort } from "./port.ts";

/** Returns what sends commands to a database. Throws INVALID_OPTION naming "redis" or its member. */
export function commandsOf(redis: RedisEndpoint | RedisPort): CommandSender {
  if (isRedisPort(redis)) {
    const sender = senderOfPort(redis);
    if (sender !== undefined) return sender;
    throw new InvalidOptionError("redis", "is a port that sends only scripts: pass that of ioredis or node-redis");
  }
  if (typeof redis !== "object" || redis === null || !("url" in redis)) {
    throw wrongRedis(redis, "{ url, token }, or a RedisPort");
  }
  const endpoint = checkEndpoint(redis.url, redis.token, own(redis).allowHttp);
  return { send: sendTogether(endpoint, () => undefined), database: databaseOf(endpoint), secrets: [endpoint.token] };
}
