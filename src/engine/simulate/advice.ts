// Chooses the advice for a broken invariant, from what was seen before it broke.

/** A write, and the facts that its isolate could know at the call. */
interface SeenWrite {
  /** The kind of a lock that its isolate believed it held, but another one had acquired. Undefined: none. */
  readonly lateKind: string | undefined;
  /** A key that the isolate had read, and that somebody else has written since. */
  readonly staleKey: string | undefined;
  /** Its isolate believed that it held a lock. */
  readonly isHeld: boolean;
  /** Its isolate had learned that it lost a hold. */
  readonly hasLost: boolean;
  /** The store had refused a write of its isolate, which went on. */
  readonly wasRefused: boolean;
  /** Its isolate believed that it held a permit. */
  readonly isPermit: boolean;
  /** It overwrote a write that it had not read. */
  readonly isLost: boolean;
}

const FENCE =
  "pass `held.fencingToken` to `store.get` and `store.set`. In your program, use `locks.fence`, `fencedRows` or `fencedStorage`";
const SIGNAL = "check `held.signal` before each write, or pass it to the function that writes: it had aborted";
const REFUSED = "check the result of `store.set`: after false, another isolate has the lock, so end the work";
const PERMITS =
  "a permit has no fencing token, so an isolate that pauses may use it beside another one: let the service bound its calls, or simulate with `faults: { pause: false }`";
const RELEASE = "release each hold, also after an error: use `withLock`, or `await using`";
const DONE =
  "write down what is done, together with its effect, and check that first: an isolate may start after another one has ended, or again after a crash. Or the invariant asks for too much";

export class Advice {
  /** A program has ended with a hold. */
  hasKept = false;
  /** The code of an error with which a program has ended. */
  endedWith: string | undefined;
  #lateKind: string | undefined;
  #staleKey: string | undefined;
  #wroteAfterLoss = false;
  #wroteUnlocked = false;
  #wasRefused = false;
  #hasPermits = false;

  wrote({ lateKind, staleKey, isHeld, hasLost, isLost, wasRefused, isPermit }: SeenWrite): void {
    this.#wasRefused ||= wasRefused;
    this.#hasPermits ||= isPermit;
    this.#lateKind ??= lateKind;
    this.#staleKey ??= staleKey;
    this.#wroteAfterLoss ||= !isHeld && hasLost;
    this.#wroteUnlocked ||= !isHeld && isLost;
  }

  /** Returns the advice, without a full stop. `isOver`: all programs have ended. */
  cure(isOver: boolean): string {
    if (this.#wasRefused) return REFUSED;
    const kind = this.#lateKind;
    if (kind !== undefined) return kind === "fencedLock" ? FENCE : `use a fencedLock, and ${FENCE}`;
    if (this.#wroteAfterLoss) return SIGNAL;
    if (this.#wroteUnlocked) return "read and write inside the lock";
    if (this.hasKept) return RELEASE;
    if (this.#hasPermits) return PERMITS;
    const key = this.#staleKey;
    if (key !== undefined) return `read ${key} again inside the lock: another isolate has written it since`;
    const code = this.endedWith;
    return isOver && code !== undefined ? `retry after an error of a lock: a program ended with ${code}` : DONE;
  }
}
