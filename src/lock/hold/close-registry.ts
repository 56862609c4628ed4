// Open work: what `close()` must end, and the keys of the locks that are held. Work of a cut invocation never reports
// its end, which is common on Workers. So each new entry checks two old ones, and the list stays as long as the work
// that is really open.
import { nowMs } from "../../base/clock.ts";
import { AbortedError, ClosedError, type HoldEnd } from "../../base/errors.ts";

export interface OpenWork {
  /** Ends the work. */
  close(): void;
  /** When the work ends by itself at the latest, on the local clock. */
  overAt(): number;
  /** The keys of a hold's locks. */
  readonly keys?: readonly string[];
  /** For a hold: called when a request of this client ended holds of one of its locks. */
  onEnded?(ended: HoldsEnded): void;
  /** For a hold: called when a request of this client renewed holds of one of its locks. */
  onRenewed?(renewed: HoldsRenewed): void;
}

/** The holds that a request of this client renewed, but their objects did not send: one, or all of one epoch. */
export type HoldsRenewed = ({ readonly holdId: string } | { readonly epoch: string }) & {
  /** As in the hash of the lock. */
  readonly owner: string;
  /** When the request was sent, on the local clock. */
  readonly sentAt: number;
  readonly leaseMs: number;
};

/** The holds that a request of this client ended, by a theft or by force. */
export interface HoldsEnded {
  /** The owners whose holds ended, as in the hash of the lock; undefined: all. */
  readonly fields?: readonly string[];
  /** The methods that make such locks, where a field does not tell readers from writers; undefined: all. */
  readonly kinds?: readonly string[];
  /** When the request was sent, on the local clock: it ended no hold that was granted later. */
  readonly sentAt: number;
  /** How they ended. */
  readonly end: HoldEnd;
}

/** A call that ends with its caller's signal and with `close()`. */
export interface OpenCall {
  /** Aborts then, with the error. The older edge runtime lacks AbortSignal.any. */
  readonly signal: AbortSignal;
  /** To be called at its end. */
  forget(): void;
}

/** Opens a call. `overAt`: when it ends by itself at the latest, on the local clock. */
export function openCall(registry: CloseRegistry, asked: AbortSignal | undefined, overAt: number): OpenCall {
  const ending = new AbortController();
  const abort = (): void => ending.abort(new AbortedError(asked?.reason));
  const open = { close: () => ending.abort(new ClosedError()), overAt: () => overAt };
  registry.add(open);
  asked?.addEventListener("abort", abort);
  if (asked?.aborted) abort();
  return {
    signal: ending.signal,
    forget() {
      asked?.removeEventListener("abort", abort);
      registry.forget(open);
    },
  };
}

export class CloseRegistry {
  readonly #entries = new Set<OpenWork>();
  /** The entries of holds, by key: nearly always one. */
  readonly #holding = new Map<string, OpenWork | Set<OpenWork>>();
  #closed = false;

  get closed(): boolean {
    return this.#closed;
  }

  /** Registers open work. Do not call it after `close()`. */
  add(entry: OpenWork): void {
    this.#sweepTwo();
    this.#entries.add(entry);
    for (const key of entry.keys ?? []) {
      const holding = this.#holding.get(key);
      if (holding instanceof Set) holding.add(entry);
      else this.#holding.set(key, holding === undefined ? entry : new Set([holding, entry]));
    }
  }

  /** Removes work, which may have been removed before. */
  forget(entry: OpenWork): void {
    this.#entries.delete(entry);
    for (const key of entry.keys ?? []) {
      const holding = this.#holding.get(key);
      if (holding instanceof Set) holding.delete(entry);
      if (holding === entry || (holding instanceof Set && holding.size === 0)) this.#holding.delete(key);
    }
  }

  /** Whether this client has an open hold of the lock with this key, whose lease has not ended here. */
  holds(key: string): boolean {
    const now = nowMs();
    return this.#holdsOf(key).some((entry) => entry.overAt() > now);
  }

  /** Tells the holds of the lock with this key that some of them have ended. */
  tell(key: string, ended: HoldsEnded): void {
    this.#each(key, (entry) => entry.onEnded?.(ended));
  }

  /** Tells the holds of the lock with this key that some of them were renewed. */
  renewed(key: string, renewed: HoldsRenewed): void {
    this.#each(key, (entry) => entry.onRenewed?.(renewed));
  }

  #each(key: string, told: (entry: OpenWork) => void): void {
    for (const entry of this.#holdsOf(key)) {
      try {
        told(entry);
      } catch {
        // A listener of another invocation must not end this one.
      }
    }
  }

  #holdsOf(key: string): OpenWork[] {
    const holding = this.#holding.get(key);
    return holding instanceof Set ? [...holding] : holding === undefined ? [] : [holding];
  }

  close(): void {
    this.#closed = true;
    for (const entry of this.#entries) entry.close();
    this.#entries.clear();
    this.#holding.clear();
  }

  /** Checks the two oldest entries: removes them, or moves them to the back if they are still open. */
  #sweepTwo(): void {
    const now = nowMs();
    let looks = 0;
    for (const entry of this.#entries) {
      if (looks === 2) return;
      looks += 1;
      if (entry.overAt() <= now) this.forget(entry);
      else {
        this.#entries.delete(entry);
        this.#entries.add(entry);
      }
    }
  }
}
