<<<<<<< HEAD
// Many leases in few requests: batches within the limits of one script and one request. One member never costs the
// others their leases: a batch that failed is asked again in parts.
import { nowMs } from "../clock.ts";
=======
// Many leases in few requests: batches within the limits of one script and one request. One lease never costs the
// others theirs: a failed batch is sent again in parts.
>>>>>>> english
import { isLockError } from "../errors.ts";

// The limits come from the time that one script may block Redis, a millisecond, and from the size of a request.
export const MAX_ENTRIES = 125;
const MAX_CHARACTERS = 400_000;
<<<<<<< HEAD
// A failed batch is asked again in so many parts, and a failed part in single requests: there is time for four
// attempts.
=======
// A failed batch is sent again in this many parts. An entry of a full batch is alone at its third attempt, and there is
// time for four attempts.
>>>>>>> english
const PARTS = 12;
// So many failed requests at a time may have such a member. More are a sign of a slow Redis, or of a busy machine.
const FEW_FAILED = 3;
// Then each is asked again in so many parts.
const FEW_PARTS = 3;

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

<<<<<<< HEAD
interface Asked {
  readonly sentAt: number;
  outcome: "in flight" | "answered" | "failed";
}

/** The requests of the last moments: whether one entry of a failed request is the reason, or the whole is slow. */
export class RecentRequests {
  readonly #windowMs: number;
  #asked: Asked[] = [];

  /** `windowMs`: how far before a request others count beside it. */
  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  /** Notes a request that is sent now. */
  sent(): Asked {
    const sentAt = nowMs();
    this.#asked = this.#asked.filter((other) => other.sentAt > sentAt - 2 * this.#windowMs);
    const asked: Asked = { sentAt, outcome: "in flight" };
    this.#asked.push(asked);
    return asked;
  }

  /**
   * Notes a failure. Returns how many entries the next request with one of these may have. Without an answer, or with a
   * wrong one, one of them may be the reason: they are separated. But when no other request has an answer, or Redis was
   * not reached, no entry is the reason, and more requests would make it worse.
   * @param isAgain whether their last request failed, too
   */
  failed(asked: Asked, error: unknown, batch: readonly { readonly most: number }[], isAgain: boolean): number {
    asked.outcome = "failed";
    if (isLockError(error) && error.code === "REDIS_UNREACHABLE") return batch[0]?.most ?? MAX_ENTRIES;
    const recent = this.#asked.filter(({ sentAt }) => sentAt >= asked.sentAt - this.#windowMs);
    const failed = recent.filter(({ outcome }) => outcome === "failed").length;
    const answered = recent.filter(({ outcome }) => outcome === "answered").length;
    if (failed === 1 || (failed <= FEW_FAILED && answered >= failed)) {
      return isAgain ? 1 : Math.ceil(batch.length / PARTS);
    }
    return answered === 0 ? MAX_ENTRIES : Math.ceil(batch.length / FEW_PARTS);
  }
=======
/**
 * Returns how many entries the next request with one of these may have. If Redis was not reached, no entry can be the
 * reason. Without an answer, or with a wrong one, one of them may be.
 */
export function mostAfter(error: unknown, batch: readonly { readonly most: number }[]): number {
  const [first] = batch;
  if (first !== undefined && isLockError(error) && error.code === "REDIS_UNREACHABLE") return first.most;
  return Math.ceil(batch.length / PARTS);
>>>>>>> english
}
