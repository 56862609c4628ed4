// Checks of a hold because of messages, which anybody who may publish can write at any rate.
import { nowMs } from "../../base/clock.ts";
import { unrefSleep } from "../../base/timers.ts";

// A storm of messages costs one check in this time, and an unanswered check is repeated after it.
const PAUSE_MS = 1_000;

export class HintedChecks {
  readonly #check: () => Promise<unknown>;
  readonly #isHeld: () => boolean;
  #isHinted = false;
  #isAsking = false;

  /** `check`: asks Redis whether the hold counts, and ends it here if not. `isHeld`: whether it counts, as far as known. */
  constructor(check: () => Promise<unknown>, isHeld: () => boolean) {
    this.#check = check;
    this.#isHeld = isHeld;
  }

  /** Asks at once, or a second after the last check began. */
  hint(): void {
    this.#isHinted = true;
    if (!this.#isAsking) void this.#ask();
  }

  async #ask(): Promise<void> {
    this.#isAsking = true;
    while (this.#isHinted && this.#isHeld()) {
      const askedAt = nowMs();
      // A later message may be about an end after the answer.
      this.#isHinted = false;
      await this.#check().catch(() => {
        this.#isHinted = true;
      });
      if (this.#isHeld()) await unrefSleep(Math.max(0, askedAt + PAUSE_MS - nowMs()));
    }
    this.#isAsking = false;
  }
}
