// Which part of this package avoids what broke an invariant: by what was seen before.

/** A write, and what its isolate could know when it called. */
interface SeenWrite {
  /** The kind of a lock that somebody else had got since; undefined: none. */
  readonly lateKind: string | undefined;
  /** A key that the isolate had read, and that somebody else has written since. */
  readonly staleKey: string | undefined;
  /** It believed in a hold. */
  readonly isHeld: boolean;
  /** It had learned that it lost a hold. */
  readonly hasLost: boolean;
  /** It overwrote a write that it had not read. */
  readonly isLost: boolean;
}

const FENCE =
  "give `held.fencingToken` to `store.get` and `store.set`: in your program, use `locks.fence`, `fencedRows` or `fencedStorage`";
const SIGNAL = "look at `held.signal` before each write, or give it to what writes: it had aborted";
const RELEASE = "release each hold in the end, also after an error: use `withLock`, or `await using`";
const DONE =
  "an isolate may come after another one has ended, or again after a crash: write down what is done, together with its effect, and look at that first";

export class Advice {
  /** A program has ended with a hold. */
  hasKept = false;
  /** The code of an error with which a program has ended. */
  endedWith: string | undefined;
  #lateKind: string | undefined;
  #staleKey: string | undefined;
  #wroteAfterLoss = false;
  #wroteUnlocked = false;

  wrote({ lateKind, staleKey, isHeld, hasLost, isLost }: SeenWrite): void {
    this.#lateKind ??= lateKind;
    this.#staleKey ??= staleKey;
    this.#wroteAfterLoss ||= !isHeld && hasLost;
    this.#wroteUnlocked ||= !isHeld && isLost;
  }

  /** Returns the rest of a sentence. `isOver`: all programs have ended. */
  cure(isOver: boolean): string {
    const kind = this.#lateKind;
    if (kind !== undefined) return kind === "fencedLock" ? FENCE : `use a fencedLock, and ${FENCE}`;
    if (this.#wroteAfterLoss) return SIGNAL;
    if (this.#wroteUnlocked) return "read and write inside the lock";
    if (this.hasKept) return RELEASE;
    const key = this.#staleKey;
    if (key !== undefined) return `read ${key} again inside the lock: another isolate has written it since`;
    const code = this.endedWith;
    return isOver && code !== undefined
      ? `begin again after an error of a lock: a program has ended with ${code}`
      : DONE;
  }
}
