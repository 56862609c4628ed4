// The acquire loop: attempt, wait, attempt again. It knows neither Redis nor lock kinds.
import type { WaitProgress } from "../errors.ts";

/**
 * Why a try failed: ms until the lock is free by itself, -1 when that is not known, -2 when it is free for another; and
 * of a waiter in a queue more.
 */
export interface Refusal {
  readonly remainingMs: number;
  /** Of several locks: which was busy, from 0 on. */
  readonly member?: number;
  /** Of a semaphore: permits that there are, fewer than were asked for. */
  readonly available?: number;
  readonly queued?: {
    /** 1 is next. */
    readonly position: number;
    /** When another try may succeed though nobody was told, in ms from now; negative: not before. */
    readonly againMs: number;
  };
}

export type AttemptResult<Grant> =
  | { readonly kind: "granted"; readonly grant: Grant }
  | { readonly kind: "refused"; readonly refusal: Refusal };

export interface Waiting<Answer, Grant> {
  /** Asks once more. `last`: no other attempt will follow. */
  ask(last: boolean): Promise<Answer>;
  /** Reads the answer of an attempt. What it throws ends the loop. */
  resultOf(answer: Answer): AttemptResult<Grant>;
  readonly waitMs: number;
  readonly signal: AbortSignal | undefined;
  /** After a refusal: until another try may succeed, `leftMs` at the longest. */
  waitForNextAttempt(refusal: Refusal, leftMs: number): Promise<void>;
  onRefused(facts: WaitProgress): void;
}

export type Waited<Grant> =
  | { readonly kind: "granted"; readonly grant: Grant; readonly waitedMs: number; readonly attempts: number }
  | ({ readonly kind: "refused"; readonly waitedMs: number } & WaitProgress)
  | { readonly kind: "aborted" };

/**
 * Tries, pauses, tries again. Ways out: granted; refused by a try that was announced as the last one, made when
 * `waitMs` has passed; aborted between two tries; and whatever `ask` and `resultOf` throw. A try in flight when the
 * signal aborts is the attempt's own business.
 */
export async function acquireLoop<Answer, Grant>(waiting: Waiting<Answer, Grant>): Promise<Waited<Grant>> {
  const start = performance.now();
  const end = start + waiting.waitMs;
  for (let attempts = 1; ; attempts += 1) {
    const last = performance.now() >= end;
    const result = waiting.resultOf(await waiting.ask(last));
    const now = performance.now();
    const waitedMs = Math.round(now - start);
    if (result.kind === "granted") return { ...result, waitedMs, attempts };
    const { remainingMs, queued } = result.refusal;
    const facts = { remainingMs, attempts, position: queued?.position };
    if (last) return { kind: "refused", ...facts, waitedMs };
    waiting.onRefused(facts);
    await waiting.waitForNextAttempt(result.refusal, Math.max(0, end - now));
    if (waiting.signal?.aborted) return { kind: "aborted" };
  }
}
