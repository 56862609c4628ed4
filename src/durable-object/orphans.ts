// Events of holds that this instance of the object has no `Held` for: nobody has asked for them since it started.
import { emit, type LockEvent, type LossReason } from "../events.ts";
import { foundLost, type ReleaseResult } from "../hold/release-result.ts";
import type { StoredHold } from "./hold-table.ts";

export class Orphans {
  readonly #onEvent: (event: LockEvent) => unknown;

  constructor(onEvent: (event: LockEvent) => unknown) {
    this.#onEvent = onEvent;
  }

  lost({ name, hold }: StoredHold, reason: LossReason): void {
    emit(this.#onEvent, { type: "lost", lockName: name, owner: hold.owner, reason });
  }

  /** Returns whether the release found that it had been lost. */
  released(stored: StoredHold, result: ReleaseResult): boolean {
    const isLost = foundLost(result);
    if (isLost) this.lost(stored, "gone");
    const { name, hold } = stored;
    emit(this.#onEvent, { type: "released", lockName: name, owner: hold.owner, outcome: result.outcome });
    return isLost;
  }
}
