// Limits the waits that a browser has open. Over HTTP/1.1, a browser has six connections to a server, for all tabs
// together. If waits used all of them, the holder's renewals would starve. So one wait of a client is open at once, and
// two of all tabs of an origin where the browser has `navigator.locks`. The other waits queue in a line.

// Of the six connections.
const WAITS_OF_ALL_TABS = 2;

/** A place in the line. */
export interface Place {
  /** Resolves when its wait may be open. */
  readonly turn: Promise<void>;
  /** Leaves the line, or ends its turn. */
  leave(): void;
}

/** The acquires of one client that wait. Each has the signal of its call. */
export class WaitLine {
  readonly #origin: string;
  readonly #waits = new WeakSet<AbortSignal>();
  #last: Promise<void> = Promise.resolve();

  /** @param url the address of the API */
  constructor(url: string) {
    this.#origin = new URL(url).origin;
  }

  /** Returns whether it is this call's turn. */
  mayWait(call: AbortSignal | undefined): boolean {
    return call !== undefined && this.#waits.has(call);
  }

  /** Joins the line at its end. */
  join(call: AbortSignal): Place {
    const leaving = new AbortController();
    const turn = this.#last.then(async () => {
      if (!leaving.signal.aborted) await turnOfTabs(this.#origin, leaving.signal);
      if (!leaving.signal.aborted) this.#waits.add(call);
    });
    this.#last = turn.then(() => aborted(leaving.signal));
    const leave = (): void => {
      this.#waits.delete(call);
      leaving.abort();
    };
    return { turn, leave };
  }
}

/** Returns the line of a client in a browser: in a page, or a worker of a page. */
export function waitLineOf(url: string): WaitLine | undefined {
  return "document" in globalThis || "importScripts" in globalThis ? new WaitLine(url) : undefined;
}

/** Resolves when few enough tabs wait. The turn lasts until `left` aborts. */
function turnOfTabs(origin: string, left: AbortSignal): Promise<void> {
  const { locks }: { locks?: TabLocks } = Object(Reflect.get(globalThis, "navigator"));
  if (locks === undefined) return Promise.resolve();
  return new Promise((resolve) => {
    const others = new AbortController();
    const stop = (): void => {
      others.abort();
      resolve();
    };
    left.addEventListener("abort", stop);
    for (let nth = 0; nth < WAITS_OF_ALL_TABS; nth += 1) {
      const turn = async (): Promise<void> => {
        // Both turns may be free.
        if (others.signal.aborted) return;
        stop();
        await aborted(left);
      };
      // A document without an origin has no locks. An abort has resolved the promise before.
      locks.request(`leasehound: wait ${nth} at ${origin}`, { signal: others.signal }, turn).catch(stop);
    }
  });
}

/** The part of the browser's Web Locks that the line needs. */
interface TabLocks {
  request(name: string, options: { signal: AbortSignal }, callback: () => Promise<void>): Promise<unknown>;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve());
  });
}
