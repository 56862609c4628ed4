// The effect of a rule's fault on a request, stage by stage: see exchange.ts.
import type { GivenAnswer, GivenReply } from "./rules.ts";

/** The things that a rule can affect. */
export type Affected = "commands" | "streams" | "connections";

/** Starts timers. */
export interface Timers {
  /** Calls back after this time, never synchronously. Returns the function that cancels it. */
  after(ms: number, work: () => void): () => void;
}

/** A request on its way, as a fault acts on it. */
export interface FaultedRequest {
  /** Ends the connection, and the request if it was not executed yet. */
  drop(end?: "destroy" | "resetAndDestroy"): void;
  /** Ends the connection, and not the request. */
  loseClient(): void;
  /** Never resolves when the timers end before, because the next step must not run any more. */
  pause(ms: number): Promise<void>;
  untilRulesChange(): Promise<void>;
}

/** The end of a reply that stops at this byte although its full length is announced. */
export interface Cut {
  readonly atByte: number;
  /** Whether the connection then closes. */
  readonly closes: boolean;
}

/** Makes the replies of one protocol. */
export interface ReplyMaker<Reply> {
  /** Returns a reply of Redis as this request gets it. */
  replyOf(given: GivenReply): Reply;
  /** Returns an answer of HTTP as this request gets it. Undefined: the protocol has no bytes. */
  answerOf?(given: GivenAnswer): Reply;
  /** Returns the reply with its end. Undefined: the protocol has no bytes. */
  cut?(reply: Reply, cut: Cut): Reply;
}

/** The ways in which a fault replaces the reply to a request. */
export interface FaultedReply<Reply> {
  /** Returns the reply to earlier runs of the same holds. */
  readonly replyBefore: () => Reply | undefined;
  /** Resolves with the reply of another request that the same rule hits, or with `reply`. */
  swap(rule: { readonly delayMs: number }, reply: Reply): Promise<Reply> | Reply;
  cut(reply: Reply, cut: Cut): Reply;
}

/** A reply that replaces the request's own. */
export interface Substitute {
  reply<Reply>(make: ReplyMaker<Reply>): Reply | undefined;
  /** Whether the request is executed nevertheless. */
  readonly executes: boolean;
}

export interface Effect {
  /** It acts between the execution and the client's reply: the witness marks the commands. */
  readonly isMarked?: true;
  readonly substitute?: Substitute;
  /** The delay of a copy after the first execution. */
  readonly copyAfterMs?: number;
  /** The delay of each line of a stream. Infinity: it is never written. */
  readonly lineDelayMs?: number;
  /** The confirmation of a stream is never written. */
  readonly holdsConfirmation?: boolean;
  /** The time from a stream's confirmation to its end. */
  readonly cutAfterMs?: number;
  beforeExecuting?(request: FaultedRequest): Promise<void> | void;
  rewrite?<Reply>(reply: Reply, request: FaultedReply<Reply>): Promise<Reply> | Reply;
  beforeReply?(request: FaultedRequest): Promise<void> | void;
}

/** A rule that fires on a request, and its effect. */
export interface Drawn<Rule> {
  readonly rule: Rule;
  readonly effect: Effect;
}
