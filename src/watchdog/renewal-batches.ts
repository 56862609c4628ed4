// Many leases in few requests: batches within the limits of one script and one request. One member never costs the
// others their leases: a batch that failed is asked again in parts.
import { isLockError } from "../errors.ts";

// The limits come from the time that one script may block Redis, a millisecond, and from the size of a request.
export const MAX_ENTRIES = 125;
const MAX_CHARACTERS = 400_000;
// A failed batch is asked again in so many parts. A member of a full batch is alone at its third attempt; there is time
// for four.
const PARTS = 12;

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

/** Returns whether one entry stopped the script, which changed nothing: the batch is asked again in halves, at once. */
export function isOfOneEntry(error: unknown): boolean {
  return isLockError(error) && error.code === "NOT_A_LOCK";
}

/**
 * Returns how many entries the next request with one of these may have. A Redis that was not reached says nothing about
 * them. Without an answer, or with a wrong one, one of them may be the reason.
 */
export function mostAfter(error: unknown, batch: readonly { readonly most: number }[]): number {
  const [first] = batch;
  if (first !== undefined && isLockError(error) && error.code === "REDIS_UNREACHABLE") return first.most;
  return Math.ceil(batch.length / PARTS);
}
