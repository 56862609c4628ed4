// The planned events of a simulated world, in the order of their times: a binary heap.

export interface PlannedEvent {
  /** When it happens, ms of the world. */
  readonly at: number;
  /** Events of one time happen in the order in which they were planned. */
  readonly number: number;
  /** Undefined: it was cancelled. */
  run: (() => void) | undefined;
}

export class EventQueue {
  readonly #heap: PlannedEvent[] = [];
  #planned = 0;

  /** When the next event happens; Infinity: there is none. */
  get nextAt(): number {
    return this.#heap[0]?.at ?? Number.POSITIVE_INFINITY;
  }

  add(at: number, run: () => void): PlannedEvent {
    this.#planned += 1;
    const event: PlannedEvent = { at, number: this.#planned, run };
    this.#raise(event, this.#heap.length);
    return event;
  }

  /** Removes the next event, and returns it. */
  take(): PlannedEvent | undefined {
    const first = this.#heap[0];
    const last = this.#heap.pop();
    if (last !== undefined && last !== first) this.#sink(last);
    return first;
  }

  /** Puts an event into an empty place at the end, and moves it up to where it belongs. */
  #raise(event: PlannedEvent, from: number): void {
    let at = from;
    while (at > 0) {
      const parentAt = (at - 1) >> 1;
      const parent = this.#heap[parentAt];
      if (parent === undefined || isBefore(parent, event)) break;
      this.#heap[at] = parent;
      at = parentAt;
    }
    this.#heap[at] = event;
  }

  /** Puts an event into the empty first place, and moves it down to where it belongs. */
  #sink(event: PlannedEvent): void {
    let at = 0;
    for (;;) {
      const left = this.#heap[2 * at + 1];
      const right = this.#heap[2 * at + 2];
      const isRight = left !== undefined && right !== undefined && isBefore(right, left);
      const child = isRight ? right : left;
      if (child === undefined || isBefore(event, child)) break;
      this.#heap[at] = child;
      at = 2 * at + (isRight ? 2 : 1);
    }
    this.#heap[at] = event;
  }
}

function isBefore(one: PlannedEvent, other: PlannedEvent): boolean {
  return one.at < other.at || (one.at === other.at && one.number < other.number);
}
