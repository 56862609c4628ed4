// Emits events of holds for which this instance has no `Held`: none has been requested since it started.
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

  /** Emits the events of a release. Returns whether the release found that the hold had been lost. */
  released(stored: StoredHold, result: ReleaseResult): boolean {
    const isLost = foundLost(result);
    if (isLost) this.lost(stored, "gone");
    const { name, hold } = stored;
    emit(this.#onEvent, { type: "released", lockName: name, owner: hold.owner, outcome: result.outcome });
    return isLost;
  }
}
