// The renewals of one hold of a light lock, by a timer of its own. This work is not given to waitUntil: it lives as
// long as the handler, or the work that the user gave to waitUntil.
import { nowMs } from "../../base/clock.ts";
import { unrefSleep } from "../../base/timers.ts";
import type { KeepAliveEnd, KeepAliveResult, RenewalLimits } from "../hold/held.ts";
import type { Validity } from "../hold/hold-state.ts";
import { renewalAt, renewalTimeoutMs } from "../watchdog/renewal-plan.ts";
import type { AskLimits } from "./light-client.ts";

export interface LightRenewals {
  readonly ended: Promise<KeepAliveResult>;
  /** The limit that ended them, if it did. */
  readonly maxHoldMs: number | undefined;
  end(reason: KeepAliveEnd): void;
}

interface Renewed {
  /** Renews once. Rejects without an answer, or when the hold is over, after a call of `end`. */
  renew(limits: AskLimits): Promise<void>;
  /** Learns of a renewal that failed. Returns how long the server asked to be left alone, in ms. */
  failed(error: unknown): number;
}

/** Renews at each third of the lease, until `end`, the end of the limits, or of the lease. */
export function startRenewals(
  validity: Validity,
  leaseMs: number,
  { maxHoldMs, platformMs }: RenewalLimits,
  renewed: Renewed,
): LightRenewals {
  const stopAt = nowMs() + Math.min(maxHoldMs, platformMs);
  const pause = new AbortController();
  let reason: KeepAliveEnd | undefined;
  let renewals = 0;
  function end(why: KeepAliveEnd): void {
    reason ??= why;
    pause.abort();
  }
  async function run(): Promise<KeepAliveResult> {
    let failures = 0;
    let nextAt = renewalAt(validity.until, leaseMs, 0, nowMs());
    while (reason === undefined) {
      const now = nowMs();
      if (now >= stopAt) end(platformMs < maxHoldMs ? "platform-limit" : "max-hold");
      else if (now >= validity.until) {
        validity.refresh();
        end("lost");
      } else if (now < nextAt) await unrefSleep(Math.min(nextAt, stopAt, validity.until) - now, pause.signal);
      else {
        let askedMs = 0;
        try {
          const timeoutMs = renewalTimeoutMs(leaseMs);
          await renewed.renew({ timeoutMs, budgetMs: timeoutMs, maxTries: 1, alone: failures > 0 });
          renewals += 1;
          failures = 0;
        } catch (error) {
          failures += 1;
          // Respects the pause that a server asks for, but leaves time for one more attempt.
          if (reason === undefined) askedMs = Math.min(renewed.failed(error), (validity.until - nowMs()) / 2);
        }
        nextAt = Math.max(renewalAt(validity.until, leaseMs, failures, nowMs()), nowMs() + askedMs);
      }
    }
    return { reason, renewals };
  }
  return {
    ended: run(),
    get maxHoldMs() {
      return reason === "max-hold" ? maxHoldMs : undefined;
    },
    end,
  };
}
