// A few pieces of work at a time.
/** Runs at most `count` pieces of work at a time, in the given order, urgent ones first. */
export class Limiter {
  #free: number;
  readonly #urgent: (() => void)[] = [];
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  async run<Result>(work: () => Promise<Result>, urgent = false): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((begin) => (urgent ? this.#urgent : this.#waiting).push(begin));
    try {
      return await work();
    } finally {
      // The lane passes to the next piece of work, or becomes free.
      const begin = this.#urgent.shift() ?? this.#waiting.shift();
      if (begin === undefined) this.#free += 1;
      else begin();
    }
  }
}
