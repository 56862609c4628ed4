// The grant of a lock to a waiter that did not attempt: the answer to the release that granted it.
import { nowMs } from "../../base/clock.ts";
import type { Chain, HeldReply } from "../protocol.ts";

// Waiters elsewhere learn of a release by its message, which a pass does not send.
const MOST_PASSES = 4;
const LONGEST_PASSING_MS = 1_000;

/** How often a lock was passed on in this isolate since it came here, and since when, on the local clock. */
export interface Passes {
  readonly count: number;
  /** Absent: since now. */
  readonly since?: number;
  /** As the message of the last grant told it, if it was granted since others had it. */
  readonly chain?: Chain | undefined;
  /** A message granted it, for a short lease that no renewal was known to extend. */
  readonly isShort?: boolean;
}

/** The outcome of a release of this isolate that named a waiter, or of a message to it. */
export interface Handed {
  /**
   * The answer that an attempt of the waiter would have got. "ended": the lock was granted, and given back because the
   * waiter did not take it in time. Undefined: it may have been granted, so the waiter must attempt by itself.
   */
  readonly answer?: {
    readonly reply: HeldReply | { readonly kind: "ended"; readonly end: "released" };
    /** When the request was sent, or the message arrived, on the local clock. */
    readonly sentAt: number;
    readonly tries: number;
    /** Granted by a message, for a short lease: the end of its validity, on the local clock. */
    readonly validUntil?: number;
  };
  readonly passes?: Passes | undefined;
}

/** Returns the count after one more pass; undefined: it is time for a release message. */
export function nextPasses(passes: Passes = { count: 0 }): Passes | undefined {
  const { count, since = nowMs() } = passes;
  const isOver = count === MOST_PASSES || nowMs() - since > LONGEST_PASSING_MS;
  return isOver ? undefined : { ...passes, count: count + 1, since, isShort: false };
}
