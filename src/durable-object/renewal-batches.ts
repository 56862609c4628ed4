// Many leases in few requests: batches within what one script and one request may hold, a few of them at once.

// Lua's unpack, the time one script keeps Redis from others, and the size of a request.
const MAX_ENTRIES = 500;
const MAX_CHARACTERS = 400_000;

/**
 * In the given order, and apart by group.
 * @param groupOf entries of different groups are in no batch together
 * @param characters what an entry adds to a request, about
 */
export function batchesOf<Entry>(
  entries: readonly Entry[],
  groupOf: (entry: Entry) => unknown,
  characters: (entry: Entry) => number,
): Entry[][] {
  const batches: Entry[][] = [];
  const filling = new Map<unknown, { batch: Entry[]; size: number }>();
  for (const entry of entries) {
    const group = groupOf(entry);
    const more = characters(entry);
    const last = filling.get(group);
    if (last === undefined || last.batch.length === MAX_ENTRIES || last.size + more > MAX_CHARACTERS) {
      const batch = [entry];
      batches.push(batch);
      filling.set(group, { batch, size: more });
    } else {
      last.batch.push(entry);
      last.size += more;
    }
  }
  return batches;
}

/** At most so many pieces of work at a time, begun in the order in which they were given, what is urgent first. */
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
      // The lane goes to the next, or is free.
      const begin = this.#urgent.shift() ?? this.#waiting.shift();
      if (begin === undefined) this.#free += 1;
      else begin();
    }
  }
}
