// Replies that wait for a swap: at most one per rule, which the next one swaps with.

import type { FaultRuleOf } from "./fault-rules.ts";
import type { HttpAnswer } from "./http-answer.ts";
import type { Timers } from "./timers.ts";

type SwapRule = FaultRuleOf<"swap-replies">;

export class ReplySwaps {
  readonly #timers: Timers;
  /** Passes the waiting request the reply of another, and returns its own. */
  readonly #waiting = new Map<SwapRule, (other: HttpAnswer) => HttpAnswer>();

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  /** Resolves with the reply of another request, or with its own when none came in time. */
  swap(rule: SwapRule, own: HttpAnswer): Promise<HttpAnswer> | HttpAnswer {
    const exchange = this.#waiting.get(rule);
    return exchange === undefined ? this.#wait(rule, own) : exchange(own);
  }

  #wait(rule: SwapRule, own: HttpAnswer): Promise<HttpAnswer> {
    return new Promise((resolve) => {
      const end = (reply: HttpAnswer) => {
        callOff();
        this.#waiting.delete(rule);
        resolve(reply);
        return own;
      };
      const callOff = this.#timers.after(rule.delayMs, () => end(own));
      this.#waiting.set(rule, end);
    });
  }
}
