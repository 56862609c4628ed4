// Events of holds that this instance of the object has no `Held` for: nobody has asked for them since it started.
import { type LockEvent, type LossReason, tell } from "../events.ts";
import { foundLost, type ReleaseResult } from "../locks/release-result.ts";
import type { StoredHold } from "./hold-rows.ts";

export class Orphans {
  readonly #onEvent: (event: LockEvent) => unknown;

  constructor(onEvent: (event: LockEvent) => unknown) {
    this.#onEvent = onEvent;
  }

  lost({ name, hold }: StoredHold, reason: LossReason): void {
    tell(this.#onEvent, { type: "lost", lockName: name, owner: hold.owner, reason });
  }

  /** Returns whether the release found that it had been lost. */
  released(stored: StoredHold, result: ReleaseResult): boolean {
    const isLost = foundLost(result);
    if (isLost) this.lost(stored, "gone");
    const { name, hold } = stored;
    tell(this.#onEvent, { type: "released", lockName: name, owner: hold.owner, outcome: result.outcome });
    return isLost;
  }
}
