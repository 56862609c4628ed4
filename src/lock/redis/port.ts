// The driver of a Redis database, called a port: it runs one script once, and follows a channel. Everything about HTTP
// stays behind it.
import type { ChannelListener, ReleaseChannel, RunLimits, ScriptCall, StreamEnd } from "../protocol.ts";

/**
 * Connects locks to one Redis database. Make one with `throughClient`; otherwise `createLocks` makes its own from url
 * and token. A port of your own may wrap another one. `portContract` of `leasehound/testing/port` tests what each
 * port must do, and `prove` tries the locks over a port.
 * @example
 * const through = throughClient(redis);
 * async function run<Reply>(call: ScriptCall<Reply>, limits: RunLimits): Promise<Reply> {
 *   console.log(call.script.name);
 *   return through.run(call, limits);
 * }
 * const logged: RedisPort = { ...through, run };
 */
export interface RedisPort {
  /**
   * Runs a script once. It resolves only to the reply: a missing, cut, foreign or late reply rejects. A reply to
   * another attempt also rejects, unless it answers an earlier attempt of the same call just as well. A port repeats
   * nothing by itself, with one exception. If Redis does not know the script, the port sends its whole text at once,
   * within the same deadline.
   * @param call the script, its keys and arguments, and how to decode its reply
   * @param limits `timeoutMs`: the deadline, in ms from now; `signal`: ends the run; `tries`: earlier attempts of the
   * same call. A port that accepts a reply to one of those must record each attempt with `tries.begin` and
   * `tries.answered`
   * @returns the decoded reply
   * @throws REDIS_REFUSED when Redis refused the command and did nothing; NOT_A_LOCK when a key holds something else,
   * and nothing was done; REDIS_UNREACHABLE when Redis was not reached or is not ready, and nothing was done;
   * OUTCOME_UNKNOWN when the script was sent and there is no usable answer, or an error that does not say that nothing
   * was done (docs/platforms/transports.md lists these); UNEXPECTED_REPLY when the script cannot give this answer to this attempt;
   * ABORTED when `signal` aborted. No error contains a token or a whole command, in its message, its stack or its
   * cause.
   * @example
   * const reply = await port.run(call, { timeoutMs: 1_000 });
   */
  run<Reply>(call: ScriptCall<Reply>, limits: RunLimits): Promise<Reply>;
  /**
   * A text that is the same for all ports of one database with one token, and different for others. Waiters share a
   * stream by it, and locks of several databases are acquired in its order. It does not contain the token.
   */
  readonly database: string;
  /**
   * Whether the database is a Redis Cluster, where the keys of a script must share a slot. Then locks of different
   * names share no request, and a call that would need one throws INVALID_OPTION. Default: false.
   */
  readonly isCluster?: boolean | undefined;
  /**
   * Follows a channel until `signal` aborts, or the stream ends by itself. Never rejects. A message is a hint to try
   * again, the result of a single flight, or says that a lock was granted, for a short time: pass each one on as it is,
   * at once. A lost message only costs a waiter time.
   * @param channel the channel's name; `perWaiter`: all channels that begin with this name, one for each waiter
   * @param listener gets the confirmation of the subscription, and then each message
   * @param signal ends the stream
   * @returns "ended": the stream may be opened again; "refused": this channel was refused; "unsupported": the port has
   * no streams, so waiters poll
   * @example
   * const end = await port.follow(channel, listener, AbortSignal.timeout(60_000));
   */
  follow(channel: ReleaseChannel, listener: ChannelListener, signal: AbortSignal): Promise<StreamEnd>;
}

/**
 * Distinguishes a port from an endpoint and from a client, by its members.
 * @param redis the value given as the database
 * @returns whether it is a port
 * @example
 * const port = isRedisPort(redis) ? redis : throughClient(redis);
 */
export function isRedisPort(redis: unknown): redis is RedisPort {
  const { run, follow, database }: Partial<Record<keyof RedisPort, unknown>> = Object(redis);
  return typeof run === "function" && typeof follow === "function" && typeof database === "string";
}
