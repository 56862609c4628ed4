// The rules of the fair read/write lock, as lists and sets: the holders, the waiters in their order, and the
// receivers of messages. Independent of the scripts, which must answer the same.
import type { Access } from "../../../../src/lock/lua/read-write.ts";

export const SILENT_MS = 15_000;

/** One call of acquire, with all its attempts. */
export interface Caller {
  readonly access: Access;
  /** The text of the waiter in the queue. */
  readonly waiter: string;
  /** Six digits. */
  readonly isolate: string;
  readonly owner: string;
  /** The caller passed the owner, which may have other holds. */
  readonly isPassed: boolean;
}

export type Answer = "held" | "busy" | string;

interface Queued {
  readonly caller: Caller;
  readonly number: number;
  triedAt: number;
}

/** The state of one lock. Instants are ms of the clock that the walk sets. */
export class Rules {
  now = 0;
  queue: Queued[] = [];
  /** Messages since they were last taken, in order. */
  messages: string[] = [];
  readonly #window: number;
  readonly #ends = new Map<Caller, string>();
  /** Those that hold no more, and have not asked since. */
  readonly #gone = new Set<Caller>();
  /** Fields of robbed owners that have held nothing since. */
  readonly #robbed = new Set<string>();
  #writers: Caller[] = [];
  #readers: Caller[] = [];
  #java: Access | undefined;
  #dropped = false;
  /** The last attempt of the waiter that the caller must wait for. */
  #blocking: number | undefined;
  #newNumber = 0;

  constructor(window: number) {
    this.#window = window;
  }

  get mode(): Access | undefined {
    if (this.#writers.length > 0 || this.#java === "write") return "write";
    return this.#readers.length > 0 || this.#java === "read" ? "read" : undefined;
  }

  get java(): Access | undefined {
    return this.#java;
  }

  holds(caller: Caller): boolean {
    return this.#writers.includes(caller) || this.#readers.includes(caller);
  }

  isOver(caller: Caller): boolean {
    return this.#ends.has(caller) || this.#gone.has(caller);
  }

  isQueued(caller: Caller): boolean {
    return this.#place(caller) >= 0;
  }

  isAlive({ triedAt }: Queued): boolean {
    return triedAt > this.now - SILENT_MS;
  }

  /** Returns the living waiters that came before this caller and exclude it. */
  overtaken(caller: Caller): Caller[] {
    const place = this.#place(caller);
    const before = place < 0 ? this.queue : this.queue.slice(0, place);
    const excludes = (other: Queued) => other.caller.access === "write" || caller.access === "write";
    return before.filter((other) => this.isAlive(other) && excludes(other)).map((other) => other.caller);
  }

  /** Whether this attempt of the caller gets one more hold of its owner, which may overtake. */
  isReEntry({ access, owner, isPassed }: Caller): boolean {
    if (!isPassed) return false;
    const own = access === "write" ? this.#writers : [...this.#readers, ...this.#writers];
    return own.some((other) => other.owner === owner);
  }

  acquire(caller: Caller, last: boolean): Answer {
    this.#dropped = false;
    const end = this.#endOf(caller);
    if (end !== undefined) return this.#quits(caller, end);
    if (this.holds(caller)) return this.#quits(caller, "held");
    if (this.isReEntry(caller)) {
      const reads = caller.access === "read" && this.#writers.some(({ owner }) => owner === caller.owner);
      const isCounted = this.#readers.some(({ owner }) => owner === caller.owner) || caller.access === "write";
      this.#take(caller);
      if (reads && !isCounted) this.#leave(caller);
      else this.#quit(caller);
      return "held";
    }
    return caller.access === "read" ? this.#read(caller, last) : this.#write(caller, last);
  }

  #read(caller: Caller, last: boolean): Answer {
    if (this.mode !== "write") {
      this.#dropDead((other) => other.caller.access === "write");
      const writer = this.queue.find((other) => other.caller.access === "write");
      this.#blocking = writer?.triedAt;
      const place = this.#place(caller);
      if (writer === undefined || (place >= 0 && place < this.queue.indexOf(writer))) {
        this.#take(caller);
        if (this.#leave(caller) && !this.#dropped) this.#tellNext(writer);
        if (this.#dropped) this.#wake("read");
        return "held";
      }
      if (this.#dropped) this.#wake(this.mode ?? "free");
    }
    return this.#wait(caller, last);
  }

  #write(caller: Caller, last: boolean): Answer {
    if (this.mode === undefined) {
      if (this.queue[0]?.caller !== caller) this.#dropDead(() => true);
      const [first] = this.queue;
      this.#blocking = first?.triedAt;
      if (first === undefined || first.caller === caller) {
        this.#take(caller);
        this.#leave(caller);
        return "held";
      }
      if (this.#dropped) this.#wake("free");
    } else if (caller.isPassed && this.#readers.some(({ owner }) => owner === caller.owner)) {
      this.#quit(caller);
      this.#ends.set(caller, "upgrade");
      return "upgrade";
    }
    return this.#wait(caller, last);
  }

  /** Takes the lock from all others, past the queue, which stays. `caller`: a writer that does not wait. */
  steal(caller: Caller): Answer {
    const end = this.#endOf(caller);
    if (end !== undefined) return end;
    if (this.holds(caller)) return "held";
    if (!this.isReEntry(caller)) {
      for (const holder of [...this.#writers, ...this.#readers]) {
        this.#robbed.add(fieldOf(holder));
        // A hold of a passed owner learns it when it asks, unless its owner holds the lock again by then.
        if (holder.isPassed) this.#gone.add(holder);
        else this.#ends.set(holder, "stolen");
      }
      [this.#writers, this.#readers, this.#java] = [[], [], undefined];
    }
    this.#take(caller);
    return "held";
  }

  /** Returns how a hold ended, which from then on does not change. */
  #endOf(caller: Caller): string | undefined {
    if (this.#gone.delete(caller)) this.#ends.set(caller, this.#robbed.has(fieldOf(caller)) ? "stolen" : "lost");
    return this.#ends.get(caller);
  }

  #wait(caller: Caller, last: boolean): Answer {
    if (last) {
      this.#quit(caller);
      this.#ends.set(caller, "refused");
      return "busy";
    }
    const known = this.queue[this.#place(caller)];
    this.#newNumber = known === undefined ? (this.queue.at(-1)?.number ?? 0) + 1 : 0;
    if (known !== undefined) known.triedAt = this.now;
    else this.queue.push({ caller, number: this.#newNumber, triedAt: this.now });
    return "busy";
  }

  /** Returns what a waiter is told that was just refused. `againMs`: undefined: when the lease ends. */
  told(caller: Caller): { readonly position: number; readonly againMs: number | undefined; readonly number: number } {
    const isOpen = this.mode === undefined || (this.mode === "read" && caller.access === "read");
    const againMs = isOpen && this.#blocking !== undefined ? this.#blocking + SILENT_MS + 1 - this.now : undefined;
    return { position: this.#place(caller) + 1, againMs, number: this.#newNumber };
  }

  /** Releases a hold, or gives up waiting. */
  end(caller: Caller, givesUp: boolean): Answer {
    this.#dropped = false;
    const known = this.#ends.get(caller);
    if (known !== undefined) return known;
    this.#gone.delete(caller);
    const end = this.holds(caller) ? this.#release(caller) : this.#giveUp(caller, givesUp);
    this.#ends.set(caller, end);
    return end;
  }

  #release(caller: Caller): Answer {
    const isWriter = this.#writers.includes(caller);
    const others = (isWriter ? this.#writers : this.#readers).filter((other) => other !== caller);
    if (isWriter) this.#writers = others;
    else this.#readers = others;
    const rest = others.filter(({ owner }) => owner === caller.owner).length;
    if (rest > 0) return `still:${rest}`;
    if (isWriter || this.mode === undefined) {
      this.#wake(this.mode === undefined ? "free" : "read");
      this.messages.push(isWriter ? "1" : "0");
    }
    return "released";
  }

  #giveUp(caller: Caller, givesUp: boolean): Answer {
    if (givesUp) this.#quit(caller);
    if (this.#robbed.has(fieldOf(caller))) return "stolen";
    return this.mode === undefined ? "free" : "taken";
  }

  /** The leases of all holders end. */
  expire(): void {
    for (const holder of [...this.#writers, ...this.#readers]) this.#gone.add(holder);
    this.#writers = [];
    this.#readers = [];
    this.#java = undefined;
  }

  /** A Java service acquires the lock if it may, which ignores the queue. */
  javaTakes(access: Access): boolean {
    if (this.#java !== undefined || this.mode === "write" || (access === "write" && this.mode !== undefined))
      return false;
    this.#java = access;
    return true;
  }

  javaReleases(): void {
    this.#java = undefined;
  }

  #take(caller: Caller): void {
    this.#robbed.delete(fieldOf(caller));
    (caller.access === "write" ? this.#writers : this.#readers).push(caller);
  }

  #place(caller: Caller): number {
    return this.queue.findIndex((other) => other.caller === caller);
  }

  #leave(caller: Caller): boolean {
    const place = this.#place(caller);
    if (place >= 0) this.queue.splice(place, 1);
    return place >= 0;
  }

  #quit(caller: Caller): void {
    if (this.#leave(caller) && this.mode !== "write") this.#wake(this.mode ?? "free");
  }

  #quits(caller: Caller, answer: Answer): Answer {
    if (caller.isPassed) this.#quit(caller);
    return answer;
  }

  /** Drops the dead ones before the first that lives, of those that count. */
  #dropDead(counts: (waiter: Queued) => boolean): void {
    const line = this.queue.filter(counts);
    const alive = line.findIndex((waiter) => {
      // The clock of Redis may have been set back.
      waiter.triedAt = Math.min(waiter.triedAt, this.now);
      return this.isAlive(waiter);
    });
    const dead = alive < 0 ? line : line.slice(0, alive);
    if (dead.length > 0) this.#dropped = true;
    this.queue = this.queue.filter((waiter) => !dead.includes(waiter));
  }

  #wake(open: "free" | Access): void {
    this.#dropDead(() => true);
    const [first] = this.queue;
    if (first === undefined) return;
    if (first.caller.access === "write") {
      if (open === "free") this.messages.push(`2${first.caller.isolate}${first.number}`);
      return;
    }
    const writer = this.queue.find(({ caller }) => caller.access === "write");
    const group = this.queue.slice(0, writer === undefined ? undefined : this.queue.indexOf(writer));
    const isolates = new Set(group.slice(0, this.#window).map(({ caller }) => caller.isolate));
    for (const isolate of isolates) this.messages.push(`3${isolate}${writer?.number ?? ""}`);
  }

  #tellNext(writer: Queued | undefined): void {
    const next = this.queue[this.#window - 1];
    if (next === undefined || (writer !== undefined && next.number >= writer.number)) return;
    this.messages.push(`3${next.caller.isolate}${writer?.number ?? ""}`);
  }
}

/** Returns what stands for this owner in the hash, apart from its form. */
function fieldOf({ owner, access }: Caller): string {
  return `${owner} ${access}`;
}
