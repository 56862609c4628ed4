// What the locks need of Redis: run one script once. Everything about HTTP stays on the other side of this line.
import type { ScriptCall } from "../lua/call.ts";
import type { ChannelListener, ReleaseChannel, StreamEnd } from "../wait/waiters.ts";

export interface RunLimits {
  /** One deadline over connecting, headers and body of this one attempt. */
  readonly timeoutMs: number;
  /** Ends the attempt with ABORTED; the script may have run all the same. */
  readonly signal?: AbortSignal | undefined;
}

/** Several runs, of one database or more, that answer as one: it may be repeated as a script may. */
export interface JointCall<Reply> {
  readonly runAll: (limits: RunLimits) => Promise<Reply>;
}

export type Call<Reply> = ScriptCall<Reply> | JointCall<Reply>;

/** One try. */
export function runOnce<Reply>(redis: RedisPort, call: Call<Reply>, limits: RunLimits): Promise<Reply> {
  return "runAll" in call ? call.runAll(limits) : redis.run(call, limits);
}

export interface RedisPort {
  /**
   * Runs a script once and returns its decoded reply. It never resolves to anything else: a missing, cut, foreign or
   * late reply rejects. It repeats nothing by itself, except that a script Redis does not know is sent whole, at once.
   *
   * Rejects with REDIS_REFUSED (Redis said no; it did nothing), REDIS_UNREACHABLE (it was not reached; nothing was
   * done), OUTCOME_UNKNOWN (sent, no usable answer), UNEXPECTED_REPLY (an answer our scripts do not give), ABORTED.
   */
  run<Reply>(call: ScriptCall<Reply>, limits: RunLimits): Promise<Reply>;
  /** The same for all ports of one database with one token: who follows its channels. */
  readonly database: string;
  /** Follows a channel until `signal` aborts, or it ends by itself. Never rejects. */
  follow(channel: ReleaseChannel, listener: ChannelListener, signal: AbortSignal): Promise<StreamEnd>;
}
