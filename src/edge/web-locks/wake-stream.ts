// The messages that tell the requests of one lock manager that they may acquire: one stream for all of them.

import { sleep } from "../../base/timers.ts";
import { channelAt } from "../../lock/keys.ts";
import type { Driver } from "../../lock/protocol.ts";

// A stream that ended is opened again after this.
const PAUSE_MS = 1_000;
// A stream that nobody needs stays open for this long: under contention, it is soon needed again.
const LINGER_MS = 1_000;
const MESSAGE = /^([23])(\d*) (.*)$/s;

/** Gets what the stream tells. */
export interface WakeListener {
  /** From now on no message is missed: what was published before may have been. */
  onSubscribed(): void;
  /** A message about the lock with this key: see `LockQueue.called`. */
  onCall(key: string, what: string, number: number | undefined): void;
}

export class WakeStream {
  readonly #driver: Driver;
  readonly #name: string;
  readonly #listener: WakeListener;
  #ending: AbortController | undefined;
  #isNeeded = false;
  #isSubscribed = false;
  /** The database has no streams, or refused this one. */
  #isRefused: boolean;

  /** `address`: see `wakeAddress`. `hasStreams`: false if the client polls. */
  constructor(driver: Driver, address: string, hasStreams: boolean, listener: WakeListener) {
    this.#driver = driver;
    this.#name = channelAt(address);
    this.#isRefused = !hasStreams;
    this.#listener = listener;
  }

  /** Whether messages arrive. */
  get isOpen(): boolean {
    return this.#isSubscribed;
  }

  /** Opens the stream, or closes it after a while. */
  need(isNeeded: boolean): void {
    if (isNeeded === this.#isNeeded) return;
    this.#isNeeded = isNeeded;
    if (isNeeded) void this.#open();
    else void this.#closeSoon(this.#ending);
  }

  close(): void {
    this.#isNeeded = false;
    this.#ending?.abort();
  }

  async #closeSoon(ending: AbortController | undefined): Promise<void> {
    await sleep(LINGER_MS, ending?.signal);
    if (!this.#isNeeded && ending === this.#ending) ending?.abort();
  }

  /** Follows the channel until it is needed no more. Never rejects. */
  async #open(): Promise<void> {
    if (this.#isRefused || this.#ending?.signal.aborted === false) return;
    const ending = new AbortController();
    this.#ending = ending;
    const channel = { name: this.#name, perWaiter: false, wakes: () => 0 };
    while (!ending.signal.aborted) {
      const end = await this.#driver.follow?.(channel, this.#channelListener(), ending.signal).catch(() => "ended");
      // Another one may have been opened meanwhile.
      if (this.#ending !== ending) return;
      this.#isSubscribed = false;
      this.#isRefused = end !== "ended";
      if (this.#isRefused) ending.abort();
      else await sleep(PAUSE_MS, ending.signal);
    }
  }

  #channelListener(): { onSubscribed(): void; onMessage(payload: string): void } {
    return {
      onSubscribed: () => {
        this.#isSubscribed = true;
        this.#listener.onSubscribed();
      },
      onMessage: (payload) => {
        const [, what, digits, key] = MESSAGE.exec(payload) ?? [];
        if (what === undefined || key === undefined) return;
        this.#listener.onCall(key, what, digits ? Number(digits) : undefined);
      },
    };
  }
}
