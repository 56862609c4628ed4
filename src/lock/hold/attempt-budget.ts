// How long the requests of one acquire may take.
import { nowMs } from "../../base/clock.ts";
import { tryTimeoutMs } from "../watchdog/renewal-plan.ts";

const LATEST_TRY_BEYOND_LEASE_MS = 30_000;

export class AttemptBudget {
  /** The longest time for one attempt, ms. */
  readonly timeoutMs: number;
  readonly #leaseMs: number;
  readonly #endAt: number;

  /** `endAt`: the end of the wait, on the local clock. */
  constructor(leaseMs: number, endAt: number) {
    this.timeoutMs = tryTimeoutMs(leaseMs);
    this.#leaseMs = leaseMs;
    this.#endAt = endAt;
  }

  /** How long the caller still waits, ms; below 0: its wait has ended so long ago. */
  get remainderMs(): number {
    return this.#endAt - nowMs();
  }

  /** The same; 0: its wait has ended. */
  get leftMs(): number {
    return Math.max(0, this.remainderMs);
  }

  /**
   * For how long another request of this call may begin, ms. One after the end of the wait has half of its time, so that
   * the call exceeds its wait by no more than one attempt and the cancel.
   */
  get beginsForMs(): number {
    return this.remainderMs + this.timeoutMs / 2;
  }

  /** The limits of the next attempt, and of its repetitions. */
  get nextTry(): { readonly timeoutMs: number; readonly budgetMs: number } {
    const leftMs = this.remainderMs;
    const timeoutMs = Math.max(this.timeoutMs / 2, this.timeoutMs + Math.min(0, leftMs));
    // Redis remembers a hold for its lease and a minute: no attempt may come later, however long a server asks to wait.
    const latestMs = this.#leaseMs + LATEST_TRY_BEYOND_LEASE_MS;
    return { timeoutMs, budgetMs: Math.max(timeoutMs, Math.min(leftMs, latestMs)) };
  }
}
