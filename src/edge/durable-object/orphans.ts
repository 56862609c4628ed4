// Emits events of holds for which this instance has no `Held`: none has been requested since it started.
import { epochNowMs } from "../../base/clock.ts";
import { type HoldEnd, lossOf } from "../../base/errors.ts";
import { type EventFacts, emit, type HoldEndNews, type LockEvent, type LossReason } from "../../lock/events.ts";
import { foundLost, releaseResult } from "../../lock/hold/held.ts";
import { lossNews } from "../../lock/hold/hold-state.ts";
import { reentrantKind } from "../../lock/kinds/reentrant-lock.ts";
import type { StoredHold } from "./hold-table.ts";

export class Orphans {
  readonly #onEvent: (event: LockEvent) => unknown;

  constructor(onEvent: (event: LockEvent) => unknown) {
    this.#onEvent = onEvent;
  }

  lost(stored: StoredHold, reason: LossReason, end: HoldEnd | undefined): void {
    const { lockName, owner } = factsOf(stored);
    this.#emit(stored, lossNews(lossOf({ lockName, owner, end }), reason, end));
  }

  /** Emits the end by a release. Returns whether the release found that the hold had been lost. */
  released(stored: StoredHold, end: HoldEnd): boolean {
    const result = releaseResult(end);
    const isLost = foundLost(result);
    if (isLost) this.lost(stored, "gone", end);
    else this.#emit(stored, { type: "released", outcome: result.outcome });
    return isLost;
  }

  /** Emits that this instance has a `Held` from now on. */
  resumed(stored: StoredHold): void {
    const facts = { ...factsOf(stored), waitedMs: 0 };
    emit(this.#onEvent, { ...facts, type: "resuming", waitMs: 0, leaseMs: stored.hold.leaseMs });
    emit(this.#onEvent, { ...facts, type: "resumed" });
  }

  #emit(stored: StoredHold, news: HoldEndNews): void {
    const heldMs = Math.max(0, epochNowMs() - stored.since);
    emit(this.#onEvent, { ...news, ...factsOf(stored), heldMs });
  }
}

function factsOf({ name, hold }: StoredHold): EventFacts {
  const { holdId, owner, label = "" } = hold;
  return { id: holdId, lockName: name, kind: reentrantKind.method, owner, label };
}
