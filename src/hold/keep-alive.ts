// Renewals that live as long as the invocation. This loop is not given to waitUntil: on workerd that would keep the
// invocation alive and hide its end. A loose loop lives exactly as long as the handler, or the work that the user gave
// to waitUntil. So the renewals die with the invocation, as Redisson's watchdog dies with its process.
import { unrefSleep } from "../wait/sleep.ts";
import { renewalAt, renewalTimeoutMs } from "../watchdog/renewal-plan.ts";

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
  /** Renews once. Rejects without an answer, or when the hold is over, after a call of `end`. */
  renew(timeoutMs: number): Promise<unknown>;
  /** Called when the lease has ended on the local clock. */
  onLeaseEnd(): void;
  /** Called when a renewal failed. Returns how long the server asked to be left alone, in ms. */
  onFailing(error: unknown): number;
}

export interface KeepAliveLoop extends KeepAlive {
  /** Ends the renewals because the hold ended or changed hands. */
  end(reason: KeepAliveEnd): void;
}

/**
 * Starts the renewals. They end by `end(reason)`, such as when a renewal finds the hold lost; after `maxHoldMs`; after
 * `platformMs`, when the platform is about to end the invocation; or at the local end of the lease, when no renewal
 * succeeded in time. A failed renewal is retried until then.
 */
export function keepRenewing(
  hold: Renewable,
  maxHoldMs: number,
  platformMs: number = Number.POSITIVE_INFINITY,
): KeepAliveLoop {
  const ending = new AbortController();
  const stopAt = performance.now() + Math.min(maxHoldMs, platformMs);
  let reason: KeepAliveEnd | undefined;
  let renewals = 0;

  function end(why: KeepAliveEnd): void {
    reason ??= why;
    ending.abort();
  }

  async function renewUntilEnd(): Promise<void> {
    let failures = 0;
    let next = renewalAt(hold.validUntil(), hold.leaseMs, failures, performance.now());
    while (reason === undefined) {
      const now = performance.now();
      const valid = hold.validUntil();
      if (now >= stopAt) end(platformMs < maxHoldMs ? "platform-limit" : "max-hold");
      else if (now >= valid) {
        hold.onLeaseEnd();
        end("lost");
      } else if (now < next) await unrefSleep(Math.min(next, stopAt, valid) - now, ending.signal);
      else {
        try {
          await hold.renew(renewalTimeoutMs(hold.leaseMs));
          renewals += 1;
          failures = 0;
          next = renewalAt(hold.validUntil(), hold.leaseMs, failures, performance.now());
        } catch (error) {
          failures += 1;
          const failedAt = performance.now();
          const askedMs = reason === undefined ? hold.onFailing(error) : 0;
          // Respects the pause that a server asks for, but leaves time for one more attempt.
          const patience = Math.min(failedAt + askedMs, failedAt + (valid - failedAt) / 2);
          next = Math.max(renewalAt(valid, hold.leaseMs, failures, failedAt), patience);
        }
      }
    }
  }

  const ended = renewUntilEnd().then(() => ({ reason: reason ?? "stopped", renewals }));
  return { stop: () => end("stopped"), end, ended };
}
