// What the locks need of Redis: run one script once. Everything about HTTP stays on the other side of this line.
import type { ScriptCall } from "../lua/call.ts";
import type { ChannelListener, ReleaseChannel, StreamEnd } from "../wait/waiter-group.ts";

/** The tries of one call. Of those, a reply may name an earlier one: what it grants is counted from there. */
export class Tries {
  readonly #sentAt = new Map<string, number>();
  /** When the try was sent that was answered, on the monotonic clock. */
  answeredAt = 0;

  /** Notes a try that is about to be sent. */
  begin(nonce: string): void {
    this.#sentAt.set(nonce, performance.now());
  }

  has(nonce: string): boolean {
    return this.#sentAt.has(nonce);
  }

  /** Notes which of them was answered. */
  answered(nonce: string): void {
    this.answeredAt = this.#sentAt.get(nonce) ?? 0;
  }
}

export interface RunLimits {
  /** One deadline over connecting, headers and body of this one attempt. */
  readonly timeoutMs: number;
  /** Ends the attempt with ABORTED; the script may have run all the same. */
  readonly signal?: AbortSignal | undefined;
  /** The earlier tries of the same call. Default: there are none. */
  readonly tries?: Tries | undefined;
}

/** Several runs, of one database or more, that answer as one: it may be repeated as a script may. */
export interface CompositeCall<Reply> {
  readonly runAll: (limits: RunLimits) => Promise<Reply>;
}

export type Call<Reply> = ScriptCall<Reply> | CompositeCall<Reply>;

/** One try. */
export function runOnce<Reply>(redis: RedisPort, call: Call<Reply>, limits: RunLimits): Promise<Reply> {
  // Each of several runs is a call of its own.
  return "runAll" in call ? call.runAll({ ...limits, tries: undefined }) : redis.run(call, limits);
}

export interface RedisPort {
  /**
   * Runs a script once and returns its decoded reply. It never resolves to anything else: a missing, cut, foreign or
   * late reply rejects, and so does one that answers another try, unless it is as good for this one. It repeats nothing by itself, except that a script Redis does not know is sent whole, at once.
   *
   * Rejects with REDIS_REFUSED (Redis said no; it did nothing), NOT_A_LOCK (a key holds something else; nothing was done), REDIS_UNREACHABLE (it was not reached; nothing was
   * done), OUTCOME_UNKNOWN (sent, no usable answer), UNEXPECTED_REPLY (an answer our scripts do not give), ABORTED.
   */
  run<Reply>(call: ScriptCall<Reply>, limits: RunLimits): Promise<Reply>;
  /** The same for all ports of one database with one token: who follows its channels. It does not contain the token. */
  readonly database: string;
  /** Follows a channel until `signal` aborts, or it ends by itself. Never rejects. */
  follow(channel: ReleaseChannel, listener: ChannelListener, signal: AbortSignal): Promise<StreamEnd>;
}
