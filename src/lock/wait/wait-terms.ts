// The types of a wait between two attempts: its options, the order of its waiters, and its end.
import type { RefusedAttempt } from "../../base/errors.ts";
import type { BusyReply, Chain, ReleaseChannel, Standing } from "../protocol.ts";
import type { Handed } from "./handed.ts";

/** "subscribe": by messages, if there are streams; "poll": by polling alone; "auto": the cheaper of both. */
export type WaitMode = "auto" | "subscribe" | "poll";

export interface WakeStrategy {
  /**
   * Waits before the first attempt if waiters of this isolate are in line, until it is this caller's turn; or for its
   * lot. Resolves with a grant, if there was one. Returns undefined if it attempts at once.
   * `onJoin`: called if there is a line.
   */
  inLine?(leftMs: number, onJoin: (progress: RefusedAttempt) => void): Promise<Handed | undefined> | undefined;
  /**
   * Waits after a refusal until another attempt may succeed, for at most `leftMs`, or until `signal` aborts. Resolves
   * with what a release of this isolate that named it came to, or a grant by message, if there was one. `sentAt`: when
   * the refused attempt was sent, on the local clock.
   */
  next(refusal: Refusal, leftMs: number, sentAt: number): Promise<Handed | undefined>;
  /** Returns what the next attempt changes in the list of standing requests; undefined: nothing. */
  standing?(isLast: boolean): Standing | undefined;
  /** Waits for the answer to an attempt. It may have another end for its caller: see Handed. */
  during?<Answer>(attempt: Promise<Answer>): Promise<Answer | NonNullable<Handed["answer"]>>;
  /** Returns its standing request, if it has one, or perhaps has one; "": it has none. */
  request?(): string;
  /** Returns the chain of an attempt that is granted: of the grant that it found, or after others; undefined: a new one. */
  chain?(): Chain | undefined;
  /**
   * Ends the wait: no attempt follows. A wake that no attempt answered goes to another waiter. Resolves when the
   * invocation may end; undefined: at once.
   */
  end(lastTry: LastTry): Promise<unknown> | undefined;
}

/** A waiter that may stand in the list of its lock. */
export interface StandingWaiter {
  /** The lease that it asks for. */
  readonly leaseMs: number;
  /** A grant brings a fencing token. */
  readonly needsToken: boolean;
  /**
   * Returns its request. `seenMs`: Redis' time, as far as known. `isOnlyCalled`: nothing is granted to it.
   * `countsOthers`: see Mailbox.
   */
  request(
    mailbox: string,
    seenMs: number | undefined,
    marks: {
      readonly isOnlyCalled: boolean;
      readonly countsOthers: boolean | undefined;
      readonly locksKeys: boolean;
    },
  ): string;
  /** Whether a request of this text is only called. */
  isOnlyCalled(request: string): boolean;
  /** Whether a request of this text says that only others are counted; undefined: it does not say. */
  countsOthers(request: string): boolean | undefined;
  /** Whether this seal of a message comes from a script that read its request. */
  isSealed(text: string, seal: string): boolean;
  /** Ends what a grant gave it. Rejects without an answer. */
  giveBack(): Promise<unknown>;
}

export interface WakeStrategyOptions {
  readonly mode: WaitMode;
  /** The longest pause between two attempts, ms. */
  readonly pollMs: number;
  readonly signal: AbortSignal;
  readonly owner: string;
  readonly label: string;
  /** Others may hold the lock at the same time. */
  readonly shared: boolean;
  /** How many permits it needs at once. */
  readonly permits: number;
  /** Undefined: the waiters are in no line. */
  readonly line: Line | undefined;
  /** The lease that it asks for, if its owner cannot hold anything yet. */
  readonly newLeaseMs: number | undefined;
  /** Absent: it cannot stand. */
  readonly stands?: StandingWaiter | undefined;
  /** The prefix of its client. */
  readonly prefix: string;
}

/** Why an attempt failed, for a waiter. */
export type Refusal = Omit<BusyReply, "kind" | "holder">;

/** The result of a wait: a lock, which may be free by itself when its lease ends; or permits, and how many are left. */
export interface WaitResult {
  readonly leaseMs: number;
  readonly available?: number | undefined;
}

/** How a wait ends: the result of its last attempt, if that was answered. */
export type LastTry =
  | ({ readonly kind: "granted" } & WaitResult)
  /** Several locks: index of the busy one. */
  | { readonly kind: "refused"; readonly member?: number | undefined }
  | { readonly kind: "unanswered" };

/**
 * How waiters of one isolate follow each other. In a line, a caller with a new owner goes behind the others, without a
 * request. "passed": in a line; the scripts of the plain lock grant and release the lock, so that its holder may pass
 * it on to the next waiter. "woken": in a line; the holder may not pass it on. "queued": in the queue in Redis; the
 * holder may pass the lock on to the first waiter.
 */
export type Line = "passed" | "woken" | "queued";

/** Returns whether a holder may pass the lock on. */
export function isPassable(line: Line | undefined): boolean {
  return line === "passed" || line === "queued";
}

/** Returns whether the waiters of this channel are in a queue. No message calls a waiter outside of the queue. */
export function isOfQueue({ perWaiter, callsByNumber }: ReleaseChannel): boolean {
  return perWaiter || callsByNumber === true;
}
