// The renewals of one hold: when the next one is due, and why they end. RenewalSchedule sends them.
import { isLockError } from "../errors.ts";
import type { GrantedHold } from "../lua/lock/calls.ts";
import type { RenewalReply, RenewMany } from "../lua/lock/renew-many.ts";
import type { RedisPort } from "../redis/port.ts";
import type { Timed } from "../wait/shared-timer.ts";
import { renewalAt } from "../watchdog/renewal-plan.ts";

/** Why the renewals ended. */
export type KeepAliveEnd = "released" | "lost" | "stopped" | "max-hold" | "handed-off" | "platform-limit";

/** The renewals that `keepAlive` started. */
export interface KeepAlive {
  /**
   * Ends the renewals. The hold stays until it is released or its lease ends.
   * @example
   * const { stop } = held.keepAlive(ctx);
   * stop();
   */
  stop(): void;
  /** Resolves when the renewals have ended, with the reason and the number of successful ones. Never rejects. */
  readonly ended: Promise<{ reason: KeepAliveEnd; renewals: number }>;
}

export interface Renewable {
  readonly leaseMs: number;
  /** The end of the hold's validity, on the monotonic clock. */
  validUntil(): number;
  /**
   * Renews once, in a request of its own. Rejects without an answer, or when the hold is over, after a call of `end`.
   */
  renew(timeoutMs: number): Promise<unknown>;
  /** Called when the lease has ended on the local clock. */
  onLeaseEnd(): void;
  /** Called when a renewal failed. Returns how long the server asked to be left alone, in ms. */
  onFailing(error: unknown): number;
  /** How its renewal can be part of a request with others, if it can be at present. */
  readonly together?: Together | undefined;
}

/** A hold whose renewals can share a request. */
export interface Together {
  readonly redis: RedisPort;
  readonly hold: GrantedHold;
  readonly renewMany: RenewMany;
  /** Takes its part of the reply. Returns whether the hold was renewed: if not, it has ended, after a call of `end`. */
  answered(reply: RenewalReply, sentAt: number): boolean;
}

export interface KeepAliveLoop extends KeepAlive {
  readonly maxHoldMs: number;
  /** Why the renewals ended; undefined: they go on. */
  readonly reason: KeepAliveEnd | undefined;
  /** Ends the renewals because the hold ended or changed hands. */
  end(reason: KeepAliveEnd): void;
}

export interface RenewalLimits {
  readonly maxHoldMs: number;
  /** In how many ms the platform is about to end the invocation. */
  readonly platformMs: number;
}

/**
 * The renewals of one hold. They end by `end(reason)`, such as when a renewal finds the hold lost; after `maxHoldMs`;
 * after `platformMs`; or at the local end of the lease, when no renewal succeeded in time. A failed renewal is retried
 * until then.
 */
export class Renewing implements KeepAliveLoop, Timed {
  at: number | undefined;
  readonly hold: Renewable;
  readonly maxHoldMs: number;
  readonly #forget: { delete(entry: Renewing): void };
  readonly #stopAt: number;
  readonly #atStop: KeepAliveEnd;
  #next: number;
  #failures = 0;
  #renewals = 0;
  #isInFlight = false;
  // Whether its own request was refused: it must not fail the requests of others.
  #isRefused = false;
  #reason: KeepAliveEnd | undefined;
  #ended: Promise<{ reason: KeepAliveEnd; renewals: number }> | undefined;
  #resolveEnded: (() => void) | undefined;

  /** `timer`: where it waits. */
  constructor(hold: Renewable, { maxHoldMs, platformMs }: RenewalLimits, timer: { delete(entry: Renewing): void }) {
    const now = performance.now();
    this.hold = hold;
    this.maxHoldMs = maxHoldMs;
    this.#forget = timer;
    this.#stopAt = now + Math.min(maxHoldMs, platformMs);
    this.#atStop = platformMs < maxHoldMs ? "platform-limit" : "max-hold";
    this.#next = renewalAt(hold.validUntil(), hold.leaseMs, 0, now);
  }

  get reason(): KeepAliveEnd | undefined {
    return this.#reason;
  }

  get isOver(): boolean {
    return this.#reason !== undefined;
  }

  get together(): Together | undefined {
    return this.#isRefused ? undefined : this.hold.together;
  }

  get ended(): Promise<{ reason: KeepAliveEnd; renewals: number }> {
    this.#ended ??= new Promise((resolve) => {
      this.#resolveEnded = () => resolve({ reason: this.#reason ?? "stopped", renewals: this.#renewals });
    });
    this.#resolveIfEnded();
    return this.#ended;
  }

  stop(): void {
    this.end("stopped");
  }

  end(reason: KeepAliveEnd): void {
    this.#reason ??= reason;
    this.#forget.delete(this);
    this.#resolveIfEnded();
  }

  dueAt(): number {
    return Math.min(this.#next, this.#stopAt, this.hold.validUntil());
  }

  /**
   * Ends the renewals if their time is over. Returns whether to renew at once; the caller then calls `settled`.
   * `earlyMs`: how much earlier a renewal may come, unless the last one failed.
   */
  begin(now: number, earlyMs: number): boolean {
    if (now >= this.#stopAt) this.end(this.#atStop);
    else if (now >= this.hold.validUntil()) {
      this.hold.onLeaseEnd();
      this.end("lost");
    }
    this.#isInFlight = !this.isOver && now >= this.#next - (this.#failures === 0 ? earlyMs : 0);
    return this.#isInFlight;
  }

  succeeded(): void {
    this.#renewals += 1;
    this.#failures = 0;
    this.#isRefused = false;
    this.#next = renewalAt(this.hold.validUntil(), this.hold.leaseMs, 0, performance.now());
  }

  /** `failedAt`: the same for all that failed together, so that they are retried together. */
  failed(error: unknown, failedAt: number): void {
    this.#failures += 1;
    this.#isRefused = isLockError(error) && error.code === "NOT_A_LOCK";
    const askedMs = this.isOver ? 0 : this.hold.onFailing(error);
    const valid = this.hold.validUntil();
    // Respects the pause that a server asks for, but leaves time for one more attempt.
    const patience = Math.min(failedAt + askedMs, failedAt + (valid - failedAt) / 2);
    this.#next = Math.max(renewalAt(valid, this.hold.leaseMs, this.#failures, failedAt), patience);
  }

  /** Called when the renewal is no longer in flight, after `succeeded` or `failed`. */
  settled(): void {
    this.#isInFlight = false;
    this.#resolveIfEnded();
  }

  #resolveIfEnded(): void {
    if (this.isOver && !this.#isInFlight) this.#resolveEnded?.();
  }
}
