// A hold of the lock API, which this process renews at each third of its lease.
import { setTimeout as sleep } from "node:timers/promises";
import { CommandError } from "./exit-code.ts";
import type { RunHold } from "./service.ts";

const LEAST_MARGIN_MS = 50;
const MARGIN = 0.01;

/** The members of a body or an answer. */
export type Fields = Readonly<Record<string, unknown>>;

/** Sends a request about one lock. Throws CommandError with the problem that the API answers with. */
export type Ask = (
  verb: string,
  body: Fields,
  limits?: { timeoutMs?: number; signal?: AbortSignal },
) => Promise<Fields>;

/**
 * Returns the hold of an acquire, which is renewed from now on.
 * @param granted the answer to the acquire
 * @param sentAt when the acquire was sent, on the monotonic clock: the lease cannot have begun earlier
 */
export async function heldSince(ask: Ask, granted: Fields, sentAt: number): Promise<RunHold> {
  const hold = new ApiHold(ask, granted);
  try {
    await hold.begin(sentAt);
    return hold;
  } catch (error) {
    await hold.release().catch(() => {});
    throw error;
  }
}

class ApiHold implements RunHold {
  readonly owner: string;
  readonly fencingToken: string;
  readonly #ask: Ask;
  readonly #hold: string;
  readonly #leaseMs: number;
  readonly #lost = new AbortController();
  readonly #ended = new AbortController();
  /** On the monotonic clock. */
  #validUntil = 0;

  constructor(ask: Ask, { owner, hold, leaseMs, fencingToken }: Fields) {
    if (
      typeof owner !== "string" ||
      typeof hold !== "string" ||
      typeof leaseMs !== "number" ||
      typeof fencingToken !== "string"
    ) {
      throw new CommandError("UNEXPECTED_REPLY", "the lock API answered an acquire without a hold");
    }
    this.owner = owner;
    this.fencingToken = fencingToken;
    this.#ask = ask;
    this.#hold = hold;
    this.#leaseMs = leaseMs;
  }

  /** Begins the renewals. An acquire may have waited: only a renewal tells how long its lease still lasts. */
  async begin(acquireSentAt: number): Promise<void> {
    let sentAt = acquireSentAt;
    if (performance.now() - sentAt > this.#leaseMs / 3) {
      sentAt = performance.now();
      await this.#ask("renew", { hold: this.#hold });
    }
    this.#renewedAt(sentAt);
    void this.#keepAlive();
  }

  get signal(): AbortSignal {
    return this.#lost.signal;
  }

  validMs(): number {
    return this.#validUntil - performance.now();
  }

  async release(): Promise<boolean> {
    this.#ended.abort();
    const { outcome } = await this.#ask("release", { hold: this.#hold });
    return outcome === "released";
  }

  async #keepAlive(): Promise<void> {
    const { signal } = this.#ended;
    const thirdMs = this.#leaseMs / 3;
    let pauseMs = thirdMs;
    while (!signal.aborted && !this.#lost.signal.aborted) {
      await sleep(Math.max(0, Math.min(pauseMs, this.validMs())), undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
      if (this.validMs() <= 0) this.#lost.abort();
      else pauseMs = (await this.#renew()) ? thirdMs : thirdMs / 6;
    }
  }

  /** Returns whether the renewal was answered. */
  async #renew(): Promise<boolean> {
    const sentAt = performance.now();
    try {
      const timeoutMs = Math.max(1, Math.min(this.#leaseMs / 6, this.validMs()));
      await this.#ask("renew", { hold: this.#hold }, { timeoutMs, signal: this.#ended.signal });
      this.#renewedAt(sentAt);
      return true;
    } catch (error) {
      // Any other failure may pass, and the lease bounds the attempts.
      if (
        error instanceof CommandError &&
        (error.code === "LOCK_LOST" || error.code === "LOCK_STOLEN" || error.code === "HTTP_409")
      )
        this.#lost.abort();
      return false;
    }
  }

  #renewedAt(sentAt: number): void {
    this.#validUntil = sentAt + this.#leaseMs - Math.max(LEAST_MARGIN_MS, MARGIN * this.#leaseMs);
  }
}
