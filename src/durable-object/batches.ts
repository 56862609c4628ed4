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

/** Runs `work` for each item, at most `limit` at a time, in order of their places. `work` must not reject. */
export async function inParallel<Item>(
  limit: number,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const worker = async (): Promise<void> => {
    // All workers draw from the one iterator.
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
}
