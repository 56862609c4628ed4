// The requests of one lock manager for one lock, in the order of the calls.
import { nowMs } from "../../base/clock.ts";
import { AttemptRate } from "../../lock/wait/attempt-rate.ts";
import type { LockMode } from "./lock-types.ts";

/** A request, as the queue sees it. */
export interface QueueMember {
  readonly mode: LockMode;
  /** It was sent, and waits for the lock. */
  readonly isWaiting: boolean;
  /** By the last answer, it is in the queue of Redis. */
  readonly isQueued: boolean;
  /** It holds the lock, and its release was not sent. */
  readonly holds: boolean;
  /** Its number in the queue of Redis; 0: not known. */
  readonly number: number;
  /** How many requests of other managers were before it at its last answer. Some may have left since. */
  readonly othersAhead: number;
}

export class LockQueue<Member extends QueueMember> {
  readonly key: string;
  #dueAt = Number.POSITIVE_INFINITY;
  readonly #rate = new AttemptRate();
  readonly #members = new Set<Member>();

  constructor(key: string) {
    this.key = key;
  }

  /** When to check their states, on the local clock. */
  get dueAt(): number {
    return Math.max(this.#dueAt, this.#rate.nextAt);
  }

  /** Looks at this time, or earlier. */
  lookAt(at: number): void {
    this.#dueAt = Math.min(this.#dueAt, at);
  }

  /** They are looked at now. */
  looked(): void {
    this.#dueAt = Number.POSITIVE_INFINITY;
    this.#rate.attempted(nowMs());
  }

  get isEmpty(): boolean {
    return this.#members.size === 0;
  }

  add(member: Member): void {
    this.#members.add(member);
  }

  delete(member: Member): void {
    this.#members.delete(member);
  }

  get all(): Member[] {
    return [...this.#members];
  }

  get holders(): Member[] {
    return this.all.filter(({ holds }) => holds);
  }

  get waiting(): Member[] {
    return this.all.filter(({ isWaiting }) => isWaiting);
  }

  /** Returns how many members were asked before this one, and are in the queue of Redis. */
  aheadOf(member: Member): number {
    let ahead = 0;
    for (const other of this.#members) {
      if (other === member) break;
      if (other.isQueued) ahead += 1;
    }
    return ahead;
  }

  /** Returns those that may acquire now, unless other managers hold the lock. */
  next(): Member[] {
    const holders = this.holders;
    const isWritten = holders.some(({ mode }) => mode === "exclusive");
    const next: Member[] = [];
    // Ends with the first that cannot acquire together with those before it.
    for (const member of this.#members) {
      if (!member.isWaiting) continue;
      const isExclusive = member.mode === "exclusive";
      const isFree = isExclusive ? holders.length + next.length === 0 : !isWritten;
      if (!isFree || member.othersAhead > 0) break;
      next.push(member);
      if (isExclusive) break;
    }
    return next;
  }

  /** Returns whether only a message, or another look, can tell when the first of them may acquire. */
  needsMessages(): boolean {
    const [first] = this.waiting;
    return first !== undefined && (first.othersAhead > 0 || this.holders.length === 0);
  }

  /**
   * Returns those that a message calls. `what`: "2" the writer with this number, "3" the readers with a smaller one;
   * undefined: all readers. A member without a number may be meant.
   */
  called(what: string, number: number | undefined): Member[] {
    return this.waiting.filter((member) => {
      const isCalled =
        member.number === 0 ||
        number === undefined ||
        (what === "2" ? member.number === number : member.number < number);
      return isCalled && (what === "2") === (member.mode === "exclusive");
    });
  }
}
