// The renewals of one hold: when the next one is due, and why they end. A lone hold has a timer and requests of its
// own. This work is not given to waitUntil: on workerd that would keep the invocation alive and hide its end. It lives
// exactly as long as the handler, or the work that the user gave to waitUntil. So the renewals die with the invocation,
// as Redisson's watchdog dies with its process.
import { nowMs } from "../../base/clock.ts";
import { type Sleeper, unrefSleep, unwatchResume, watchResume } from "../../base/timers.ts";
import type { TryLimits } from "../retry.ts";
import { renewalAt, renewalTimeoutMs } from "../watchdog/renewal-plan.ts";
import type { KeepAliveEnd, KeepAliveLoop, KeepAliveResult, RenewalLimits } from "./held.ts";
import type { HoldState } from "./hold-state.ts";

export interface Renewable {
  readonly life: HoldState;
  readonly hold: { readonly leaseMs: number };
  /**
   * Renews once, in a request of its own. Rejects without an answer, or when the hold is over, after a call of `end`.
   */
  renew(limits: TryLimits): Promise<void>;
}

/**
 * The renewals of one hold. They end by `end(reason)`, such as when a renewal finds the hold lost; after `maxHoldMs`;
 * after `platformMs`; or at the local end of the lease, when no renewal succeeded in time. A failed renewal is retried
 * until then.
 */
export abstract class Renewing<Of extends Renewable> implements KeepAliveLoop {
  readonly renewable: Of;
  readonly limits: RenewalLimits;
  reason: KeepAliveEnd | undefined;
  readonly #holdUntil: number;
  readonly #stopAt: number;
  #next: number;
  #failures = 0;
  #sentAt = 0;
  #askedAt = 0;
  #renewals = 0;

  constructor(renewable: Of, limits: RenewalLimits) {
    const now = nowMs();
    this.renewable = renewable;
    this.limits = limits;
    const { maxHoldMs, chosenAt = now, platformMs } = limits;
    this.#holdUntil = chosenAt + maxHoldMs;
    this.#stopAt = Math.min(this.#holdUntil, now + platformMs);
    const { confirmAt, isRenewed } = renewable.life;
    // The first renewal confirms a grant by message, so it must not be later. A third of the lease can be too late.
    this.#next = Number.isFinite(confirmAt) && !isRenewed ? confirmAt : this.#nextAfter(now);
  }

  abstract readonly ended: Promise<KeepAliveResult>;

  /** Whether the last renewal got no usable answer. */
  get isFailing(): boolean {
    return this.#failures > 0;
  }

  get result(): KeepAliveResult {
    return { reason: this.reason ?? "stopped", renewals: this.#renewals };
  }

  end(reason: KeepAliveEnd): void {
    this.reason ??= reason;
  }

  soon(): void {
    this.#askedAt = nowMs();
    this.#next = this.#askedAt;
  }

  dueAt(): number {
    return Math.min(this.#next, this.#stopAt, this.#until);
  }

  /**
   * Ends the renewals if their time is over. Returns whether to renew at once.
   * @param earlyMs how much earlier a renewal may come, unless the last one failed
   */
  begin(now: number, earlyMs: number): boolean {
    if (now >= this.#stopAt) this.end(this.#stopAt < this.#holdUntil ? "platform-limit" : "max-hold");
    else if (now >= this.#until) {
      this.renewable.life.validity.refresh();
      this.end("lost");
    }
    const isDue = this.reason === undefined && now >= this.#next - (this.#failures === 0 ? earlyMs : 0);
    if (isDue) this.#sentAt = now;
    return isDue;
  }

  /** Renews in a request of its own. Never rejects. */
  async renewAlone(): Promise<void> {
    try {
      const timeoutMs = renewalTimeoutMs(this.renewable.hold.leaseMs);
      await this.renewable.renew({ timeoutMs, budgetMs: timeoutMs, maxTries: 1, alone: this.isFailing });
      this.succeeded();
    } catch (error) {
      this.failed(error, nowMs());
    }
  }

  succeeded(): void {
    this.#renewals += 1;
    this.#failures = 0;
    const now = nowMs();
    this.#next = this.#askedAt > this.#sentAt ? now : this.#nextAfter(now);
  }

  /** `failedAt`: the same for all that failed together, so that they are retried together. */
  failed(error: unknown, failedAt: number): void {
    this.#failures += 1;
    const askedMs = this.reason === undefined ? this.renewable.life.renewalFailed(error) : 0;
    // Respects the pause that a server asks for, but leaves time for one more attempt.
    const patienceMs = Math.min(askedMs, (this.#until - failedAt) / 2);
    this.#next = Math.max(this.#nextAfter(failedAt), failedAt + patienceMs);
  }

  get #until(): number {
    return this.renewable.life.validity.until;
  }

  #nextAfter(now: number): number {
    return renewalAt(this.#until, this.renewable.hold.leaseMs, this.#failures, now);
  }
}

// A hold that a message granted is confirmed after this time, unless its lease is too short: most are released before.
const CONFIRM_AFTER_MS = 100;
const CONFIRM_AGAIN_MS = 50;

/**
 * Renews a hold once that a message granted for a short lease, unless it is released before, or renewed by other means.
 * Repeats this until it is answered, or the validity ends. Never rejects. `atOnce`: others are about to have the hold.
 */
export async function confirm(renewable: Renewable, atOnce: boolean): Promise<void> {
  const { life, hold } = renewable;
  let pauseMs = atOnce ? 0 : Math.min(CONFIRM_AFTER_MS, life.validity.leftMs() / 4);
  life.confirmAt = nowMs() + pauseMs;
  // Ends when the hold is over, or confirmed, or renewed by keepAlive.
  for (;;) {
    if (pauseMs > 0) await unrefSleep(pauseMs);
    const leftMs = life.validity.leftMs();
    const isKept = life.keepAlive !== undefined && life.keepAlive.reason === undefined;
    const isOurs = life.isHeld || life.isMoved;
    if (!isOurs || isKept || life.isRenewed || leftMs === 0) return;
    const timeoutMs = Math.min(renewalTimeoutMs(hold.leaseMs), leftMs);
    try {
      return await renewable.renew({ timeoutMs, budgetMs: timeoutMs, maxTries: 1 });
    } catch (error) {
      if (!life.isHeld) return;
      life.renewalFailed(error);
    }
    pauseMs = CONFIRM_AGAIN_MS;
  }
}

/** Renews this hold from now on. */
export function keepAlone(renewable: Renewable, limits: RenewalLimits): KeepAliveLoop {
  return new LoneRenewing(renewable, limits);
}

class LoneRenewing extends Renewing<Renewable> implements Sleeper {
  #sleep = new AbortController();
  readonly ended = this.#renewUntilEnd();

  async #renewUntilEnd(): Promise<KeepAliveResult> {
    watchResume(this);
    while (this.reason === undefined) {
      const now = nowMs();
      if (this.begin(now, 0)) await this.renewAlone();
      else {
        this.#sleep = new AbortController();
        await unrefSleep(this.dueAt() - now, this.#sleep.signal);
      }
    }
    unwatchResume(this);
    return this.result;
  }

  onResume(): void {
    this.#sleep.abort();
  }

  override soon(): void {
    super.soon();
    this.#sleep.abort();
  }

  override end(reason: KeepAliveEnd): void {
    super.end(reason);
    this.#sleep.abort();
  }
}
