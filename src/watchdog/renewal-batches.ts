// Many leases in few requests: batches within the limits of one script and one request.

// The limits come from the time that one script may block Redis, a millisecond, and from the size of a request.
export const MAX_ENTRIES = 125;
const MAX_CHARACTERS = 400_000;

/**
 * Splits entries into batches, in the given order and separated by group.
 * @param groupOf returns the group of an entry; a batch has entries of one group
 * @param characters returns about how many characters an entry adds to a request
 * @param most returns the most entries of a batch with this one: the same for all of a group
 */
export function batchesOf<Entry>(
  entries: readonly Entry[],
  groupOf: (entry: Entry) => unknown,
  characters: (entry: Entry) => number,
  most: (entry: Entry) => number = () => MAX_ENTRIES,
): Entry[][] {
  const batches: Entry[][] = [];
  const filling = new Map<unknown, { batch: Entry[]; size: number }>();
  for (const entry of entries) {
    const group = groupOf(entry);
    const more = characters(entry);
    const last = filling.get(group);
    if (last === undefined || last.batch.length >= most(entry) || last.size + more > MAX_CHARACTERS) {
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
