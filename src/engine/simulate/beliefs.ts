// Records which isolate believes that it holds which lock. Its own client's events decide, as for its program.
import type { LockEvent } from "../../lock/events.ts";

/** A hold that an isolate believes it has. */
export interface Belief {
  readonly believer: string;
  readonly lockName: string;
  readonly kind: string;
  /** Whether another isolate has acquired the lock since. */
  isOver: boolean;
}

// The kinds whose hold excludes all others, by their methods.
const EXCLUSIVE: ReadonlySet<string> = new Set([
  ...["lock", "spinLock", "nonReentrantLock", "fencedLock", "fairLock", "nonReentrantFairLock"],
  ...["writeLock", "fairWriteLock"],
]);

export class Beliefs {
  /** By the id of the call that got the hold. */
  readonly #beliefs = new Map<string, Belief>();

  /** Records an event of an isolate's client. Returns the holds of other isolates that end by it. */
  take(believer: string, event: LockEvent): Belief[] {
    const { id, lockName, kind } = event;
    if (event.type === "released" || event.type === "lost" || event.type === "moved" || event.type === "closed") {
      this.#beliefs.delete(id);
      return [];
    }
    const holds = event.type === "acquired" ? event.holds : Number(event.type === "resumed");
    if (holds === 0) return [];
    const over = [...this.#beliefs.values()].filter(
      (other) => other.lockName === lockName && EXCLUSIVE.has(other.kind) && other.believer !== believer,
    );
    for (const other of over) other.isOver = true;
    this.#beliefs.set(id, { believer, lockName, kind, isOver: false });
    return over;
  }

  /** Removes the beliefs of an isolate that has crashed. */
  forget(believer: string): void {
    for (const [id, belief] of this.#beliefs) if (belief.believer === believer) this.#beliefs.delete(id);
  }

  of(believer: string): Belief[] {
    return [...this.#beliefs.values()].filter((belief) => belief.believer === believer);
  }
}
