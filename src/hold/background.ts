// Work in the background of an invocation, as far as a lock is concerned.
import type { WaitUntil } from "../options.ts";

/**
 * Gives short work (a release, a cancel) to the context, so that it survives the end of the handler. Its error is for
 * others to handle.
 */
export function inBackground(context: WaitUntil | undefined, work: Promise<unknown>): void {
  try {
    context?.waitUntil(work.then(ignore, ignore));
  } catch {
    // A context that is over takes nothing: then the lease ends what the work would have.
  }
}

/** The user's own work that a hold is kept for: the last to settle is followed by the release. */
export class BackgroundWork {
  readonly #pending = new Set<Promise<void>>();

  get isPending(): boolean {
    return this.#pending.size > 0;
  }

  /** Gives the work to the context, `afterLast` included. Throws what the context throws, and then forgets the work. */
  add(until: PromiseLike<unknown>, context: WaitUntil, afterLast: () => Promise<unknown>): void {
    const follow = async (): Promise<void> => {
      try {
        // Its rejection goes on to the context: it is the user's error, and the platform logs it.
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
