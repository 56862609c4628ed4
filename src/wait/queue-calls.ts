// The messages of a queue on the channel of releases. A release calls waiters by their numbers. Then it announces
// itself to all others on the channel: waiters of Redisson, and of locks without this queue. A release of theirs calls
// no waiter, so the first waiter of each isolate attempts.
import { nowMs } from "../clock.ts";
import type { GroupMember } from "./group-member.ts";
import { isolateName } from "./named-turns.ts";

const CALL = /^([23])(\d{6})(\d*)$/;
// The message for all others follows the calls at once.
const ANNOUNCED_MS = 1_000;

/** The calls on one channel. */
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
