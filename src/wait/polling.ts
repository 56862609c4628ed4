// Waits without messages: an attempt after each pause.
import { pollBackoff } from "./poll-backoff.ts";
import { sleep } from "./sleep.ts";
import type { WakeStrategy, WakeStrategyOptions } from "./wake-strategy.ts";

/** Starts the wait of one call, which no message wakes. */
export function polling({ pollMs, signal }: Pick<WakeStrategyOptions, "pollMs" | "signal">): WakeStrategy {
  const nextPauseMs = pollBackoff(pollMs, Math.random);
  return {
    async next({ remainingMs }, leftMs) {
      await sleep(Math.min(nextPauseMs(remainingMs), leftMs), signal);
      return undefined;
    },
    end() {},
  };
}
