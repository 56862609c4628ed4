// The acquire loop: attempt, wait, attempt again. It is independent of Redis and of the kinds of lock.
import { nowMs } from "../clock.ts";
import type { RefusedAttempt } from "../errors.ts";

/**
 * Why an attempt failed. `remainingMs`: ms until the lock is free by itself; -1: not known; -2: it is free for another
 * waiter.
 */
export interface Refusal {
  readonly remainingMs: number;
  /** Several locks: index of the busy one, from 0. */
  readonly member?: number;
  /** Semaphore: available permits, fewer than requested. */
  readonly available?: number;
  readonly queued?: {
    /** 1 is next. */
    readonly position: number;
    /** When another attempt may succeed without a message, in ms from now; negative: not known. */
    readonly againMs: number;
    /** Of a waiter that is called by its number, when it is new in the queue; 0 later. */
    readonly number?: number;
  };
}

export type AttemptResult<Grant> =
  | { readonly kind: "granted"; readonly grant: Grant }
  | { readonly kind: "refused"; readonly refusal: Refusal };

export interface Waiting<Answer, Grant> {
  /** Makes an attempt. `last`: no other attempt will follow. `first`: none came before. */
  ask(last: boolean, first: boolean): Promise<Answer>;
  /** Reads the answer of an attempt. An error that it throws ends the loop. */
  resultOf(answer: Answer): AttemptResult<Grant>;
  readonly waitMs: number;
  readonly signal: AbortSignal | undefined;
  /** Waits for the caller's turn before the first attempt. Resolves with an answer that needs no attempt, if any. */
  waitForTurn(leftMs: number): Promise<Answer | undefined>;
  /** Waits after a refusal until another attempt may succeed, for at most `leftMs`. Resolves likewise. */
  waitForNextAttempt(refusal: Refusal, leftMs: number): Promise<Answer | undefined>;
  onRefused(facts: RefusedAttempt): void;
}

export type Waited<Grant> =
  | { readonly kind: "granted"; readonly grant: Grant; readonly attempts: number }
  | ({ readonly kind: "refused"; readonly waitedMs: number } & RefusedAttempt)
  | { readonly kind: "aborted" };

/**
 * Attempts, waits, and attempts again; a wait may bring the answer of an attempt. Ends with one of these:
 * - an attempt is granted
 * - an attempt is refused that was announced as the last one, after `waitMs`
 * - the signal aborts between two attempts, or before the first; `ask` itself handles an abort during an attempt
 * - `ask` or `resultOf` throws
 */
export async function acquireLoop<Answer, Grant>(waiting: Waiting<Answer, Grant>): Promise<Waited<Grant>> {
  const start = nowMs();
  const end = start + waiting.waitMs;
  let answer = waiting.waitMs > 0 ? await waiting.waitForTurn(waiting.waitMs) : undefined;
  for (let attempts = 1; ; attempts += 1) {
    if (waiting.signal?.aborted) return { kind: "aborted" };
    const last = nowMs() >= end;
    const result = waiting.resultOf(answer ?? (await waiting.ask(last, attempts === 1)));
    const now = nowMs();
    if (result.kind === "granted") return { ...result, attempts };
    const { remainingMs, queued } = result.refusal;
    const facts = { remainingMs, attempts, position: queued?.position };
    if (last) return { kind: "refused", ...facts, waitedMs: Math.round(now - start) };
    waiting.onRefused(facts);
    answer = await waiting.waitForNextAttempt(result.refusal, Math.max(0, end - now));
  }
}
