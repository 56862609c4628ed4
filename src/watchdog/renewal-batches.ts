// Many leases in few requests: batches within the limits of one script and one request. One lease never costs the
// others theirs: a failed batch is sent again in parts.
import { isLockError } from "../errors.ts";

// The limits come from the time that one script may block Redis, a millisecond, and from the size of a request.
export const MAX_ENTRIES = 125;
const MAX_CHARACTERS = 400_000;
// A failed batch is sent again in this many parts. An entry of a full batch is alone at its third attempt, and there is
// time for four attempts.
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

/** Returns whether one entry stopped the script, which changed nothing: the batch is sent again in halves, at once. */
export function isOfOneEntry(error: unknown): boolean {
  return isLockError(error) && error.code === "NOT_A_LOCK";
}

/**
 * Returns how many entries the next request with one of these may have. If Redis was not reached, no entry can be the
 * reason. Without an answer, or with a wrong one, one of them may be.
 */
export function mostAfter(error: unknown, batch: readonly { readonly most: number }[]): number {
  const [first] = batch;
  if (first !== undefined && isLockError(error) && error.code === "REDIS_UNREACHABLE") return first.most;
  return Math.ceil(batch.length / PARTS);
}
