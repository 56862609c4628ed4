// The port to Redis: run one script once, and follow a channel. Everything about HTTP stays on the other side of this
// line.
import { nowMs } from "../clock.ts";
import type { ScriptCall } from "../lua/call.ts";
import type { ChannelListener, ReleaseChannel, StreamEnd } from "../wait/release-channel.ts";

/**
 * The attempts of one call. A reply may name an earlier one: its grant then counts from the time that one was sent.
 * @example
 * const tries = new Tries();
 * const reply = await port.run(call, { timeoutMs: 1_000, tries });
 */
export class Tries {
  readonly #sentAt = new Map<string, number>();
  /** When the answered attempt was sent, on the local clock, ms. */
  answeredAt = 0;

  /**
   * Records an attempt that is about to be sent.
   * @param nonce the attempt's nonce
   * @example
   * limits.tries?.begin(nonce);
   */
  begin(nonce: string): void {
    this.#sentAt.set(nonce, nowMs());
  }

  /**
   * Returns whether the attempt with this nonce is one of them.
   * @param nonce the nonce that a reply names
   * @returns whether `begin` recorded it
   * @example
   * const isEarlier = limits.tries?.has(nonce) === true;
   */
  has(nonce: string): boolean {
    return this.#sentAt.has(nonce);
  }

  /**
   * Records which of them was answered.
   * @param nonce the nonce of the answered attempt
   * @example
   * limits.tries?.answered(nonce);
   */
  answered(nonce: string): void {
    this.answeredAt = this.#sentAt.get(nonce) ?? 0;
  }
}

/** The limits of one run. */
export interface RunLimits {
  /** One deadline for connecting, headers and body of this one run, ms from now. */
  readonly timeoutMs: number;
  /** Ends the run with ABORTED; the script may still have run. */
  readonly signal?: AbortSignal | undefined;
  /** The earlier attempts of the same call. Default: none. */
  readonly tries?: Tries | undefined;
  /** An earlier attempt got no answer, perhaps because of calls that shared its request. This one shares none. */
  readonly alone?: boolean | undefined;
}

/** Several runs, on one or more databases, with one answer. Like a script, it may be repeated. */
export interface CompositeCall<Reply> {
  readonly runAll: (limits: RunLimits) => Promise<Reply>;
}

export type Call<Reply> = ScriptCall<Reply> | CompositeCall<Reply>;

/** Sends one attempt of a call. Resolves with its reply. */
export function send<Reply>(redis: RedisPort, call: Call<Reply>, limits: RunLimits): Promise<Reply> {
  // Each of several runs is a call of its own.
  return "runAll" in call ? call.runAll({ ...limits, tries: undefined }) : redis.run(call, limits);
}

/**
 * Connects locks to one Redis database. Make one with `throughClient`; otherwise `createLocks` makes its own from url
 * and token. A port of your own may wrap another one. The tests in test/contract/redis-port of the repository say what
 * each port must do.
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
   * OUTCOME_UNKNOWN when the script was sent and there is no usable answer; UNEXPECTED_REPLY when the script cannot
   * give this answer to this attempt; ABORTED when `signal` aborted. No error contains a token or a whole command, in
   * its message, its stack or its cause.
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
   * Follows a channel until `signal` aborts, or the stream ends by itself. Never rejects. A message is a hint to try
   * again: a lost message only costs a waiter time.
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
  if (typeof redis !== "object" || redis === null) return false;
  const [run, follow, database]: unknown[] = ["run", "follow", "database"].map((name) => Reflect.get(redis, name));
  return typeof run === "function" && typeof follow === "function" && typeof database === "string";
}
