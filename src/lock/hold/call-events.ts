// The events of one call that acquires or resumes: its start, and exactly one end.
import { nowMs } from "../../base/clock.ts";
import { AbortedError, LockBusyError } from "../../base/errors.ts";
import { type CallNews, type EventFacts, emit, type LockEvent } from "../events.ts";

/** The facts in all events of a call. `kind`: the method that makes such a lock. */
interface CallFacts {
  readonly lockName: string;
  readonly kind: string;
  readonly label?: string | undefined;
  /** Identifies the call and its hold. Default: a new id. */
  readonly id?: string | undefined;
}

/** The part of its client that the events of a call need. */
interface Listening {
  readonly options: { readonly onEvent: ((event: LockEvent) => void) | undefined };
}

export class CallEvents {
  readonly id: string;
  /** The owner of its last attempt; empty before the first. */
  owner = "";
  /** Whether it was refused, or waited in a queue. */
  hasWaited = false;
  readonly #onEvent: ((event: LockEvent) => void) | undefined;
  readonly #facts: Pick<EventFacts, "lockName" | "kind" | "label">;
  readonly #startedAt = nowMs();

  constructor({ options }: Listening, { lockName, kind, label = "", id = crypto.randomUUID() }: CallFacts) {
    this.id = id;
    this.#onEvent = options.onEvent;
    this.#facts = { lockName, kind, label };
  }

  /** How long the call has taken, ms. */
  get waitedMs(): number {
    return Math.round(nowMs() - this.#startedAt);
  }

  report(news: CallNews): void {
    // Each attempt pays for it.
    if (this.#onEvent === undefined) return;
    const { id, owner, waitedMs } = this;
    emit(this.#onEvent, { ...news, ...this.#facts, id, owner, waitedMs });
  }

  /** Emits the end of a call that throws this error. Returns the error. */
  failed(error: unknown): unknown {
    if (error instanceof LockBusyError) {
      const { remainingMs, attempts, position, heldByThisClient, holder } = error;
      this.report({ type: "busy", remainingMs, attempts, position, heldByThisClient, holder });
    } else this.report(error instanceof AbortedError ? { type: "aborted" } : { type: "failed", error });
    return error;
  }
}
