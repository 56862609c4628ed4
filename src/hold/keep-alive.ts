// The watchdog of an invocation: renews at lease/3 from here. It hangs loose, and is never given to waitUntil: on
// workerd a loop in waitUntil keeps the invocation alive and hides its end, while a loose one lives exactly as long as
// the handler or the user's own waitUntil work. So the hound dies with its master, as Redisson's watchdog thread does.
import { unrefSleep } from "../wait/sleep.ts";
import { renewalAt, renewalTimeoutMs } from "../watchdog/renewal-plan.ts";

/** Why renewals ended. */
export type KeepAliveEnd = "released" | "lost" | "stopped" | "max-hold" | "handed-off" | "platform-limit";

/** A running keepAlive. */
export interface KeepAlive {
  /** Ends the renewals; the hold stays until its lease runs out or it is released. */
  stop(): void;
  /** Resolves, never rejects, when the renewals have ended: why, and how many succeeded. */
  readonly ended: Promise<{ reason: KeepAliveEnd; renewals: number }>;
}

export interface Renewable {
  readonly leaseMs: number;
  /** Until when the hold is believed, on the monotonic clock. */
  validUntil(): number;
  /** One try. Rejects when it was not answered, or when the hold is over; then `end` has been called. */
  renew(timeoutMs: number): Promise<unknown>;
  /** The lease has ended by the local clock. */
  onLeaseEnd(): void;
  /** One try failed. Returns how long the server asked to be left alone, ms. */
  onFailing(error: unknown): number;
}

export interface KeepAliveLoop extends KeepAlive {
  /** Ends the renewals because the hold ended or changed hands. */
  end(reason: KeepAliveEnd): void;
}

/**
 * Starts renewing. Ways out: `end(reason)` from outside, such as by a renewal that finds the hold gone; `maxHoldMs`
 * after the start; `platformMs` after it, when the platform is about to end the invocation; the local end of the lease,
 * when no renewal succeeded in time. One that fails is tried again until then.
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
          // A server is left alone as it asks, but not so long that there is no time for one more try.
          const patience = Math.min(failedAt + askedMs, failedAt + (valid - failedAt) / 2);
          next = Math.max(renewalAt(valid, hold.leaseMs, failures, failedAt), patience);
        }
      }
    }
  }

  const ended = renewUntilEnd().then(() => ({ reason: reason ?? "stopped", renewals }));
  return { stop: () => end("stopped"), end, ended };
}
