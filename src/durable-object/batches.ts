// Many leases in few requests: batches within what one script and one request may hold, a few of them at once.

// Lua's unpack, the time one script keeps Redis from others, and the size of a request.
const MAX_ENTRIES = 500;
const MAX_CHARACTERS = 400_000;

/** In the given order. `characters`: what an entry adds to a request, about. */
export function batchesOf<Entry>(entries: readonly Entry[], characters: (entry: Entry) => number): Entry[][] {
  const batches: Entry[][] = [];
  let batch: Entry[] = [];
  let size = 0;
  for (const entry of entries) {
    const more = characters(entry);
    if (batch.length === MAX_ENTRIES || (batch.length > 0 && size + more > MAX_CHARACTERS)) {
      batches.push(batch);
      batch = [];
      size = 0;
    }
    batch.push(entry);
    size += more;
  }
  if (batch.length > 0) batches.push(batch);
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
