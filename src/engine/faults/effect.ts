// The effect of a rule's fault on a request, stage by stage: see exchange.ts.
import type { GivenReply } from "./rules.ts";

/** The things that a rule can affect. */
export type Affected = "commands" | "streams" | "connections";

/** Starts timers. */
export interface Timers {
  /** Calls back after this time, never synchronously. Returns the function that cancels it. */
  after(ms: number, work: () => void): () => void;
}

/** A request, as a fault acts on it. */
export interface FaultedRequest<Reply> {
  /** Returns the reply to earlier runs of the same holds. */
  readonly replyBefore: () => Reply | undefined;
  /** Ends the connection, and the request if it was not executed yet. */
  drop(end?: "destroy" | "resetAndDestroy"): void;
  /** Ends the connection, and not the request. */
  loseClient(): void;
  /** Never resolves when the timers end before, because the next step must not run any more. */
  pause(ms: number): Promise<void>;
  untilRulesChange(): Promise<void>;
  /** Returns a reply of Redis as this request gets it. */
  replyOf(given: GivenReply): Reply;
  /** Returns an answer in the protocol of this request. */
  translated(answer: Reply): Reply;
  /** Resolves with the reply of another request that the same rule hits, or with `reply`. */
  swap(rule: { readonly delayMs: number }, reply: Reply): Promise<Reply> | Reply;
}

/** A reply that replaces the request's own. */
export interface Substitute<Reply> {
  readonly reply: (request: FaultedRequest<Reply>) => Reply;
  /** Whether the request is executed nevertheless. */
  readonly executes: boolean;
}

export interface Effect<Reply> {
  /** It acts between the execution and the client's reply: the witness marks the commands. */
  readonly isMarked?: true;
  readonly substitute?: Substitute<Reply>;
  /** The delay of a copy after the first execution. */
  readonly copyAfterMs?: number;
  /** The delay of each line of a stream. Infinity: it is never written. */
  readonly lineDelayMs?: number;
  /** The confirmation of a stream is never written. */
  readonly holdsConfirmation?: boolean;
  /** The time from a stream's confirmation to its end. */
  readonly cutAfterMs?: number;
  beforeExecuting?(request: FaultedRequest<Reply>): Promise<void> | void;
  rewrite?(reply: Reply, request: FaultedRequest<Reply>): Promise<Reply> | Reply;
  beforeReply?(request: FaultedRequest<Reply>): Promise<void> | void;
}

/** A rule that fires on a request, and its effect. */
export interface Drawn<Rule, Reply> {
  readonly rule: Rule;
  readonly effect: Effect<Reply>;
}
