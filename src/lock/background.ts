// Work in the background of an invocation.
import { settledWithin } from "../base/timers.ts";
import type { WaitUntil } from "./options.ts";

// An invocation is kept for work that is repeated for so many times the time of one attempt.
const KEPT_TIMEOUTS = 4;

/**
 * Gives short work (a release, a cancel) to the context, so that it survives the end of the handler. The caller handles
 * its error.
 */
export function inBackground(context: WaitUntil | undefined, work: Promise<unknown>): void {
  try {
    context?.waitUntil(work.then(ignore, ignore));
  } catch {
    // A context that has ended takes no work. The lease then ends what the work would have ended.
  }
}

/** Gives work that is repeated to the context likewise, but for no longer than a few attempts take. */
export function repeatedInBackground(context: WaitUntil | undefined, work: Promise<unknown>, timeoutMs: number): void {
  inBackground(context, settledWithin(work, KEPT_TIMEOUTS * timeoutMs));
}

/** The user's work that a hold is kept for. The hold is released when the last of it settles. */
export class BackgroundWork {
  readonly #pending = new Set<Promise<void>>();

  get isPending(): boolean {
    return this.#pending.size > 0;
  }

  /** Gives the work, and `afterLast`, to the context. If the context throws, throws that, and forgets the work. */
  add(until: PromiseLike<unknown>, context: WaitUntil, afterLast: () => Promise<unknown>): void {
    const follow = async (): Promise<void> => {
      try {
        // A rejection goes on to the context: it is the user's error, and the platform logs it.
        await until;
      } finally {
        if (this.#pending.delete(work) && this.#pending.size === 0) await afterLast();
      }
    };
    const work = follow();
    try {
      context.waitUntil(work);
    } catch (error) {
      work.catch(() => {});
      throw error;
    }
    this.#pending.add(work);
  }
}

function ignore(): void {}
