// A port that sends through a given @upstash/redis client (1.39), so that its agent, headers and telemetry apply.
//
// It calls `client.request`, and none of the client's commands. So nothing is pipelined, no reply is parsed as JSON a
// second time ("42" would become 42), and no latency is logged. The client reads its retries from a member of the same
// object before each attempt. A view of that object with another value there lets it send once, and leaves the object
// unchanged. `retry: false` is not enough: it still sends twice.
//
// The client keeps only the text of an error answer. So the status, Retry-After and size of an answer are unknown here,
// and redirects are followed: see the docstring.
//
// createClient does not use it by default, because its errors say less, and for its size.
import { isLockError, OutcomeUnknownError } from "../../base/errors.ts";
import type { FollowChannel } from "../hold/client-context.ts";
import { asCause, checkEndpoint, oneRequest } from "../http/http.ts";
import type { RedisEndpoint, UpstashClient } from "../options.ts";
import type { RunLimits } from "../protocol.ts";
import { databaseOf, senderOf, wrongRedis } from "./endpoint.ts";
import { isRedisPort, type RedisPort } from "./port.ts";
import { isNotDone, withoutMark } from "./script-errors.ts";
import { type Answer, scriptPort, shown } from "./script-port.ts";
import { followChannel, OpeningSlots } from "./streams.ts";

// The errors of a script that did nothing which also prove that no earlier copy of the same attempt ran.
const TRUE_OF_ALL_COPIES = /^WRONGTYPE\b|\bNOSCRIPT\b|\bNOT_A_LOCK \d/;
// The client's errors end with the whole command.
const COMMAND = /, command was: .*/s;
const ONCE = { attempts: 0, backoff: () => 0 };

/**
 * Makes a port that sends through your `@upstash/redis` client, for `createClient({ redis: throughClient(redis) })`.
 * `createLocks({ redis })` makes it by itself. The client's settings apply to the locks: its agent, backend, cache,
 * headers, telemetry and read-your-writes, and functions passed to `redis.use`. With `{ url, token }` instead, errors
 * say more.
 *
 * Each attempt is one request of its own, neither pipelined nor repeated by the client. A grant is as safe as by
 * default: replies are read as Redis wrote them, and only if they name the attempt. The client hides parts of an
 * answer, so some things are lost:
 * - HTTP status: REDIS_REFUSED has no `httpStatus`. An error whose text does not prove that nothing was done is
 * OUTCOME_UNKNOWN, even with a 4xx or a 503. So is a page of HTML.
 * - Retry-After: `retryAfterMs` is 0, so the pauses between attempts are the package's own.
 * - Redirects: the client follows them. Another host may get the command; the token, too, in a Worker whose
 * compatibility date is before 2025-09-01.
 * - Size: a body of any size is read to its end, until the deadline.
 * - The client's own `signal`, `retry`, `latencyLogging` and `automaticDeserialization` have no effect here.
 * - Retries after `redis.use`, and with a requester of your own: these may send an attempt several times within its
 * deadline. All copies have one nonce, and count as one attempt. Then REDIS_UNREACHABLE and REDIS_REFUSED become
 * OUTCOME_UNKNOWN, except that `redis.use` with `retry: { retries: 0 }` keeps them; its function must then send a
 * request once.
 * - Streams: waiters follow a channel by fetch, with the client's url and token, and not through the client. With a
 * requester of your own there are no streams, and waiters poll. If all requests must go through the client, pass
 * `wait: "poll"` to `acquire`.
 * @param redis the client, of any platform of `@upstash/redis`; it is not changed
 * @returns the port
 * @throws INVALID_OPTION when it is not such a client, has no url and token, or has an `http://` url of another host
 * than this one
 * @example
 * import { Redis } from "@upstash/redis";
 * import { createClient, throughClient } from "leasehound";
 *
 * const redis = Redis.fromEnv({ enableTelemetry: false });
 * const client = createClient({ redis: throughClient(redis) });
 */
export function throughClient(redis: UpstashClient): RedisPort {
  const slots = new OpeningSlots();
  return portThrough(redis, (endpoint, ...followed) => followChannel(endpoint, slots, ...followed));
}

/**
 * Returns a port through a given client, and anything else unchanged. Throws as `throughClient`.
 * @param redis any value that may be given as the database
 * @param follow how the port follows channels. Default: no streams
 */
export function endpointOrPort(
  redis: RedisEndpoint | UpstashClient | RedisPort | undefined,
  follow?: FollowChannel,
): RedisEndpoint | RedisPort {
  return isRedisPort(redis) || isEndpoint(redis) ? redis : portThrough(redis, follow);
}

function isEndpoint(redis: RedisEndpoint | UpstashClient | undefined): redis is RedisEndpoint {
  return "url" in Object(redis);
}

function portThrough(redis: UpstashClient | undefined, follow: FollowChannel | undefined): RedisPort {
  const client = senderOf(redis) ?? refuse(redis);
  const endpoint = endpointOf(client);
  const secrets = endpoint === undefined ? [] : [endpoint.token];
  function send(command: readonly string[], limits: RunLimits): Promise<Answer> {
    const hidden = [...secrets, JSON.stringify(command)];
    return oneRequest(limits, hidden, async (signal) => {
      const once = sendingOnce(client);
      let answer: Answer;
      try {
        answer = answerOf(await once.send({ body: [...command], signal }));
      } catch (error) {
        const text = wordsOf(error);
        if (text === undefined && (once.isCertain() || isLockError(error))) throw error;
        if (text === undefined) {
          throw new OutcomeUnknownError("the client's request failed", { cause: asCause(error, hidden) });
        }
        // Such as "ERR internal", with a 500 or a 400.
        if (!isNotDone(text)) throw unusable(withoutMark(text), secrets);
        answer = { error: text };
      }
      // An earlier copy of the same attempt may have been carried out.
      if ("error" in answer && !once.isCertain() && !TRUE_OF_ALL_COPIES.test(answer.error)) {
        throw unusable(withoutMark(answer.error), secrets);
      }
      return answer;
    });
  }
  return scriptPort({ send, secrets, ...streamsOf(client, endpoint, follow) });
}

function refuse(redis: unknown): never {
  throw wrongRedis(
    redis,
    "{ url, token }, an @upstash/redis client, or a RedisPort, in tests that of leasehound/testing",
  );
}

/** Reads the endpoint of a client's own sender; undefined for a requester, which may have none. */
function endpointOf(client: object): RedisEndpoint | undefined {
  if (!("baseUrl" in client)) return undefined;
  const { authorization }: { authorization?: unknown } = Object(Reflect.get(client, "headers"));
  const token = typeof authorization === "string" ? authorization.replace(/^Bearer /, "") : undefined;
  return checkEndpoint(client.baseUrl, token);
}

interface SendingOnce {
  readonly send: (request: { readonly body: readonly string[]; readonly signal: AbortSignal }) => Promise<unknown>;
  readonly isCertain: () => boolean;
}

/**
 * Returns how to send one request once, and whether the client was seen to read the setting. Only then is it certain
 * that at most one was sent. A function of `use` is bound to the client itself, and so has its retries.
 */
function sendingOnce(client: object): SendingOnce {
  const request: unknown = Reflect.get(client, "request");
  if (typeof request !== "function") throw new TypeError("the client has no request");
  const { attempts }: { attempts?: unknown } = Object("retry" in client ? client.retry : undefined);
  if (Object.hasOwn(client, "request") || typeof attempts !== "number") {
    return { send: async (sent) => Reflect.apply(request, client, [sent]), isCertain: () => attempts === 0 };
  }
  let isRead = false;
  const view = new Proxy(client, {
    get(target, name) {
      if (name !== "retry") return Reflect.get(target, name);
      isRead = true;
      return ONCE;
    },
  });
  return { send: async (sent) => Reflect.apply(request, view, [sent]), isCertain: () => isRead };
}

/** Reads the client's result for an answer with a status of 2xx: an error in it is Redis' own. */
function answerOf(answer: unknown): Answer {
  const { result, error } = Object(answer);
  if (typeof error === "string" && error !== "") return { error };
  if (result !== undefined) return { result };
  throw new OutcomeUnknownError(
    "the REST server gave no usable answer: is redis.url the REST URL, or is the client a mock? leasehound/testing needs none",
  );
}

/**
 * Returns the text of an answer with another status, from the client's error for it; undefined for any other error.
 * Compares names, because there may be several copies of the class.
 */
function wordsOf(error: unknown): string | undefined {
  const { name, message } = Object(error);
  if (typeof message !== "string") return undefined;
  if (name === "UpstashJSONParseError") return "";
  return name === "UpstashError" ? message.replace(COMMAND, "") : undefined;
}

function unusable(text: string, secrets: readonly string[]): OutcomeUnknownError {
  const words = text === "" ? ", and no JSON: is redis.url the REST URL?" : `: ${shown(text, secrets)}`;
  return new OutcomeUnknownError(`the REST server gave no usable answer${words}`);
}

let requesters = 0;
const numbers = new WeakMap<object, number>();

function streamsOf(
  client: object,
  endpoint: RedisEndpoint | undefined,
  follow: FollowChannel | undefined,
): Pick<RedisPort, "database" | "follow"> {
  if (endpoint === undefined) {
    const number = numbers.get(client) ?? ++requesters;
    numbers.set(client, number);
    return { database: `requester ${number}`, follow: async () => "unsupported" };
  }
  return {
    database: databaseOf(endpoint),
    follow: async (...followed) => (follow === undefined ? "unsupported" : follow(endpoint, ...followed)),
  };
}
