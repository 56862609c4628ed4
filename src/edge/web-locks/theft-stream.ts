// The messages about thefts of locks that are held here, by other managers or clients. Without them, a holder learns of
// a theft by its next renewal.

import { unrefTimer } from "../../base/timers.ts";
import type { ClientContext } from "../../lock/hold/client-context.ts";
import type { EndsListener } from "../../lock/wait/ends.ts";

// A lock that is held for less than this costs no stream.
const PATIENCE_MS = 1_000;

export class TheftStream {
  readonly #client: ClientContext;
  readonly #listener: EndsListener;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stop: (() => void) | undefined;

  constructor(client: ClientContext, listener: EndsListener) {
    this.#client = client;
    this.#listener = listener;
  }

  /** Listens as long as locks are held, after a while. */
  need(isNeeded: boolean): void {
    if (!isNeeded) {
      clearTimeout(this.#timer);
      this.#stop?.();
      this.#timer = undefined;
      this.#stop = undefined;
    } else this.#timer ??= unrefTimer(() => this.#listen(), PATIENCE_MS);
  }

  #listen(): void {
    const { streams, driver, options } = this.#client;
    this.#stop = streams?.ends(driver, options.prefix, this.#listener);
  }
}
