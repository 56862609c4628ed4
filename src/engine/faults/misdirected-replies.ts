// Replies that faults give to another request than their own.
import type { Timers } from "./effect.ts";

const MOST = 2_000;

/**
 * The latest reply to each script run, for requests that get an earlier one, as from a proxy that mistakes two attempts
 * for one request.
 */
export class ReplyMemory<Reply> {
  readonly #latest = new Map<string, Reply>();

  /** Stores the reply to a command. Returns the reply to the previous similar run, if there was one. */
  replace(words: readonly unknown[], reply: Reply): Reply | undefined {
    const like = likeness(words);
    if (like === undefined) return undefined;
    const before = this.#latest.get(like);
    this.#latest.delete(like);
    this.#latest.set(like, reply);
    const [oldest] = this.#latest.keys();
    if (this.#latest.size > MOST && oldest !== undefined) this.#latest.delete(oldest);
    return before;
  }
}

/** The same script and keys, with the same second and third argument: in our scripts the same hold, for any attempt. */
function likeness(words: readonly unknown[]): string | undefined {
  const [command, script, count, ...rest] = words.map(String);
  if (command?.toUpperCase() !== "EVALSHA") return undefined;
  const keys = Number(count);
  return JSON.stringify([script, rest.slice(0, keys), rest.slice(keys + 1, keys + 3)]);
}

interface SwapRule {
  readonly delayMs: number;
}

/** Replies that wait for a swap: at most one per rule, which the next one swaps with. */
export class ReplySwaps<Reply> {
  readonly #timers: Timers;
  /** Passes the waiting request the reply of another, and returns its own. */
  readonly #waiting = new Map<SwapRule, (other: Reply) => Reply>();

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  /** Resolves with the reply of another request, or with its own when none came in time. */
  swap(rule: SwapRule, own: Reply): Promise<Reply> | Reply {
    const exchange = this.#waiting.get(rule);
    return exchange === undefined ? this.#wait(rule, own) : exchange(own);
  }

  #wait(rule: SwapRule, own: Reply): Promise<Reply> {
    return new Promise((resolve) => {
      const end = (reply: Reply) => {
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
