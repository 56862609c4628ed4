// The port to Redis: run one script once, and follow a channel. Everything about HTTP stays on the other side of this
// line.
import type { ScriptCall } from "../lua/call.ts";
import type { ChannelListener, ReleaseChannel, StreamEnd } from "../wait/waiter-group.ts";

/**
 * The tries of one call. Of those, a reply may name an earlier one: what it grants is counted from there.
 * @example
 * const tries = new Tries();
 * const reply = await port.run(call, { timeoutMs: 1_000, tries });
 */
export class Tries {
  readonly #sentAt = new Map<string, number>();
  /** When the try was sent that was answered, on the monotonic clock, ms. */
  answeredAt = 0;

  /**
   * Notes a try that is about to be sent.
   * @example
   * limits.tries?.begin(nonce);
   */
  begin(nonce: string): void {
    this.#sentAt.set(nonce, performance.now());
  }

  /**
   * Returns whether the try with this nonce is one of them.
   * @example
   * const isEarlier = limits.tries?.has(nonce) === true;
   */
  has(nonce: string): boolean {
    return this.#sentAt.has(nonce);
  }

  /**
   * Notes which of them was answered.
   * @example
   * limits.tries?.answered(nonce);
   */
  answered(nonce: string): void {
    this.answeredAt = this.#sentAt.get(nonce) ?? 0;
  }
}

/** The limits of one run. */
export interface RunLimits {
  /** One deadline over connecting, headers and body of this one run, ms from now. */
  readonly timeoutMs: number;
  /** Ends the run with ABORTED; the script may have run all the same. */
  readonly signal?: AbortSignal | undefined;
  /** The earlier tries of the same call. Default: there are none. */
  readonly tries?: Tries | undefined;
}

/** Several runs, of one database or more, that answer as one: it may be repeated as a script may. */
export interface CompositeCall<Reply> {
  readonly runAll: (limits: RunLimits) => Promise<Reply>;
}

export type Call<Reply> = ScriptCall<Reply> | CompositeCall<Reply>;

/** Runs one try of a call. */
export function runOnce<Reply>(redis: RedisPort, call: Call<Reply>, limits: RunLimits): Promise<Reply> {
  // Each of several runs is a call of its own.
  return "runAll" in call ? call.runAll({ ...limits, tries: undefined }) : redis.run(call, limits);
}

/**
 * The way from locks to one Redis database. Make one with `throughClient`; without any, `createLocks` makes its own
 * from url and token. A port of your own may wrap another one; test/contract/redis-port of the repository says in tests
 * what each must hold.
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
   * Runs a script once. It never resolves to anything but the reply: a missing, cut, foreign or late reply rejects. So
   * does a reply to another try, unless it answers an earlier try of the same call just as well. A port repeats nothing
   * by itself, with one exception: it sends a script that Redis does not know whole, at once, within the same deadline.
   * @param call the script, its keys and arguments, and how its reply reads
   * @param limits `timeoutMs`: the deadline, in ms from now; `signal`: ends the run; `tries`: earlier tries of the same
   * call. A port that takes a reply to one of those must note each with `tries.begin` and `tries.answered`
   * @returns the decoded reply
   * @throws REDIS_REFUSED when Redis said no and did nothing; NOT_A_LOCK when a key holds something else, and nothing
   * was done; REDIS_UNREACHABLE when Redis was not reached or is not ready, and nothing was done; OUTCOME_UNKNOWN when
   * the script was sent and there is no usable answer; UNEXPECTED_REPLY when the answer is none that the script gives
   * to this try; ABORTED when `signal` aborted. No error contains a token or a whole command, in its message, its stack
   * or its cause.
   * @example
   * const reply = await port.run(call, { timeoutMs: 1_000 });
   */
  run<Reply>(call: ScriptCall<Reply>, limits: RunLimits): Promise<Reply>;
  /**
   * A text that is the same for all ports of one database with one token, and for these alone. Waiters share a stream,
   * and locks are taken in one order, by it. It does not contain the token.
   */
  readonly database: string;
  /**
   * Follows a channel until `signal` aborts, or the stream ends by itself. Never rejects. A message is a hint to try
   * again: one that is lost costs a waiter time, and nothing else.
   * @param channel the channel's name; `perWaiter`: all channels that begin with this name, one for each waiter
   * @param listener gets the confirmation of the subscription, and then each message
   * @param signal ends it
   * @returns "ended" when it may be tried again; "refused" when this channel was refused; "unsupported" when the port
   * has no streams: then waiters poll
   * @example
   * const end = await port.follow(channel, listener, AbortSignal.timeout(60_000));
   */
  follow(channel: ReleaseChannel, listener: ChannelListener, signal: AbortSignal): Promise<StreamEnd>;
}

/**
 * Tells a port from an endpoint and from a client, by its members.
 * @param redis what was given as the database
 * @returns whether it is a port
 * @example
 * const port = isRedisPort(redis) ? redis : throughClient(redis);
 */
export function isRedisPort(redis: unknown): redis is RedisPort {
  if (typeof redis !== "object" || redis === null) return false;
  const [run, follow, database]: unknown[] = ["run", "follow", "database"].map((name) => Reflect.get(redis, name));
  return typeof run === "function" && typeof follow === "function" && typeof database === "string";
}
