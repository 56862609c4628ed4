// A waiter, as its group and the holders of its isolate see it. And how a group finds out which waiters a message of a
// queue calls, and whether any waiter lives.
import { nowMs } from "../../base/clock.ts";
import { settledWithin } from "../../base/timers.ts";
import { isolateName } from "./isolate-name.ts";
import type { Offer } from "./offer.ts";

const CALL = /^([23])(\d{6})(\d*)$/;
// The message for all others follows the calls at once.
const ANNOUNCED_MS = 1_000;
// How many waiters are asked: the others may have been cut, too.
const MOST_ASKED = 3;
// A waiter that lives answers within one turn.
const ANSWER_MS = 5;

/** One waiter, as its group sees it. */
export interface GroupMember {
  readonly owner: string;
  /** Others may hold the lock at the same time. */
  readonly shared: boolean;
  /** How many permits it needs at once. */
  readonly permits: number;
  /** Its place in a queue, by the last answer of Redis and by grants here: it may be nearer. 0: not known. */
  readonly position: number;
  /** Its number in a queue whose messages call it by number; 0: it has none. */
  readonly number: number;
  /** Woken since its last attempt began. */
  readonly isAwake: boolean;
  /** Its attempt has not been answered. */
  readonly isTrying: boolean;
  /** For how long it has waited here. */
  readonly waitedMs: number;
  /** For how long it had waited when it was woken last. */
  readonly wokenAfterMs: number;
  /** It has been silent for too long: its invocation was probably cut. */
  readonly isPresumedDead: boolean;
  /** In a Worker, it gave no sign of life for a while, although it makes no attempt. */
  readonly isSilent: boolean;
  /** It has certainly no attempt and no stream any more. */
  readonly isAbandoned: boolean;
  /** It reads the stream of its channel, which must move when it leaves: another waiter attempts first. */
  readonly isYielding: boolean;
  /** It stands in the list of its lock, as far as known. */
  readonly stands: boolean;
  /** Offers it the lock, unless it attempts anyway, or cannot take it by a pass. */
  offer(): Offer | undefined;
  /** Records that a waiter before it has left the queue. */
  movesUp(): void;
  /** Makes it check its group again. */
  notify(): void;
  /**
   * Makes it attempt, after a pause. `isCertain`: because Redis answered another waiter here, not because of a message.
   */
  wake(isCertain?: boolean, afterMs?: number): void;
  /** Records that the lock may be free by itself in `ms`. */
  freeIn(ms: number): void;
  /** Returns a request for a holder here, who adds it to the list when it releases. Undefined: it cannot stand. */
  standBy(): StandBy | undefined;
}

/** The request of a waiter that a holder of its isolate adds to the list. */
export interface StandBy {
  readonly request: string;
  /** Records that Redis has freed the lock, and so added it. */
  readonly added: () => void;
}

/**
 * The messages of a queue on the channel of releases. A release calls waiters by their numbers. Then it announces
 * itself to all others on the channel: waiters of Redisson, and of locks without this queue. A release of theirs calls
 * no waiter, so the first waiter of each isolate attempts.
 */
export class QueueCalls {
  // On the local clock.
  #calledAt = Number.NEGATIVE_INFINITY;

  /** Returns which of these waiters, in order of arrival, may acquire after a message. */
  called<Member extends GroupMember>(payload: string, waiters: readonly Member[]): Member[] {
    const [isCall, what, isolate, digits = ""] = CALL.exec(payload) ?? [];
    const now = nowMs();
    if (isCall === undefined) {
      const isAnnounced = now - this.#calledAt < ANNOUNCED_MS;
      this.#calledAt = Number.NEGATIVE_INFINITY;
      return isAnnounced ? [] : waiters.slice(0, 1).filter(({ shared, position }) => shared || position <= 1);
    }
    this.#calledAt = now;
    if (isolate !== isolateName()) return [];
    if (what === "2") return waiters.filter(({ number }) => number === Number(digits));
    const before = digits === "" ? Number.POSITIVE_INFINITY : Number(digits);
    return waiters.filter(({ shared, number }) => shared && number < before);
  }
}

/** Returns whether a writer of this isolate is queued before this reader. */
export function isBehindWriter({ number }: GroupMember, waiters: readonly GroupMember[]): boolean {
  return waiters.some((other) => !other.shared && !other.isPresumedDead && other.number < number);
}

/** Finds out whether any waiter lives. In a Worker, an invocation that was cut leaves its waiter behind. */
export class SignsOfLife {
  #onSign: (() => void)[] = [];

  /** Notifies the first of these waiters, and resolves with whether any of them gives a sign of life. */
  async of(waiters: readonly { notify(): void }[]): Promise<boolean> {
    if (waiters.length === 0) return false;
    let isSeen = false;
    const seen = new Promise<void>((resolve) => {
      this.#onSign.push(() => {
        isSeen = true;
        resolve();
      });
    });
    for (const waiter of waiters.slice(0, MOST_ASKED)) waiter.notify();
    await settledWithin(seen, ANSWER_MS);
    return isSeen;
  }

  /** Records that a waiter lives. */
  seen(): void {
    for (const onSign of this.#onSign.splice(0)) onSign();
  }
}
