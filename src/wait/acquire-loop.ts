// Waiting for a turn. The only loop that does; it knows neither Redis nor lock kinds.

export type Turn<Grant> =
  | { readonly kind: "granted"; readonly grant: Grant }
  | { readonly kind: "refused"; readonly remainingMs: number };

export interface Waiting<Grant> {
  /** One try. `last`: no other will follow. */
  attempt(last: boolean): Promise<Turn<Grant>>;
  readonly waitMs: number;
  readonly signal: AbortSignal | undefined;
  /** After a refusal: until another try may succeed, `leftMs` at the longest. */
  nextTurn(refusal: { remainingMs: number; leftMs: number }): Promise<void>;
  onRefused(facts: { remainingMs: number; attempts: number }): void;
}

export type Waited<Grant> =
  | { readonly kind: "granted"; readonly grant: Grant; readonly waitedMs: number; readonly attempts: number }
  | { readonly kind: "refused"; readonly remainingMs: number; readonly waitedMs: number; readonly attempts: number }
  | { readonly kind: "aborted" };

/**
 * Tries, pauses, tries again. Ways out: granted; refused by a try that was announced as the last one, made when `waitMs`
 * has passed; aborted between two tries; and whatever `attempt` throws. A try in flight when the signal aborts is the
 * attempt's own business.
 */
export async function acquireLoop<Grant>(waiting: Waiting<Grant>): Promise<Waited<Grant>> {
  const start = performance.now();
  const end = start + waiting.waitMs;
  for (let attempts = 1; ; attempts += 1) {
    const last = performance.now() >= end;
    const turn = await waiting.attempt(last);
    const now = performance.now();
    if (turn.kind === "granted") return { ...turn, waitedMs: now - start, attempts };
    if (last) return { kind: "refused", remainingMs: turn.remainingMs, waitedMs: now - start, attempts };
    waiting.onRefused({ remainingMs: turn.remainingMs, attempts });
    await waiting.nextTurn({ remainingMs: turn.remainingMs, leftMs: Math.max(0, end - now) });
    if (waiting.signal?.aborted) return { kind: "aborted" };
  }
}
