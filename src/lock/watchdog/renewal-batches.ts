// Many leases in few requests: batches within the limits of one script and one request. One lease never costs the
// others theirs: a failed batch is sent again in parts.
import { nowMs } from "../../base/clock.ts";
import { isLockError } from "../../base/errors.ts";

// The limits come from the time that one script may block Redis, a millisecond, and from the size of a request.
export const MAX_ENTRIES = 125;
const MAX_CHARACTERS = 400_000;
// A failed batch is sent again in this many parts, and a failed part in single requests. There is time for four
// attempts.
const PARTS = 12;
// One entry may be the reason for this many failures at a time. More are a sign of a slow Redis, or of a busy machine:
// then a batch is sent again in fewer parts.
const FEW_FAILED = 3;
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

/** Returns the halves of a batch, to be sent at once, if one entry stopped the script, which changed nothing. */
export function halvesAfter<Entry>(error: unknown, batch: readonly Entry[]): Entry[][] | undefined {
  if (batch.length === 1 || !isLockError(error) || error.code !== "NOT_A_LOCK") return undefined;
  const half = Math.ceil(batch.length / 2);
  return [batch.slice(0, half), batch.slice(half)];
}

/** A request for one batch or one lease. */
interface Sent {
  readonly at: number;
  outcome: "in flight" | "answered" | "failed";
}

/** The requests of the last moments. They tell whether one entry is the reason for a failure, or all is slow. */
export class RecentRequests {
  readonly #windowMs: number;
  readonly #requests: Sent[] = [];

  /** `windowMs`: a failure is compared with the requests that were sent up to this long before. */
  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  /** Adds a request that is sent now. Its sender sets the outcome. */
  add(): Sent {
    const sent: Sent = { at: nowMs(), outcome: "in flight" };
    const recent = this.#requests.findIndex(({ at }) => at > sent.at - 2 * this.#windowMs);
    if (recent !== 0) this.#requests.splice(0, recent < 0 ? this.#requests.length : recent);
    this.#requests.push(sent);
    return sent;
  }

  /**
   * Records the failure of a request, and returns how many entries the next request with one of the same entries may
   * have. Without an answer, or with a wrong one, one of them may be the reason: they are separated. If no other
   * request was answered either, or Redis was not reached, no entry is the reason, and more requests would do harm.
   * @param isAgain whether the last request with these entries failed, too
   */
  failed(request: Sent, error: unknown, batch: readonly { readonly most: number }[], isAgain: boolean): number {
    request.outcome = "failed";
    if (isLockError(error) && error.code === "REDIS_UNREACHABLE") return batch[0]?.most ?? MAX_ENTRIES;
    let [failures, answers] = [0, 0];
    for (const { at, outcome } of this.#requests) {
      if (at < request.at - this.#windowMs) continue;
      if (outcome === "failed") failures += 1;
      if (outcome === "answered") answers += 1;
    }
    if (failures === 1 || (failures <= FEW_FAILED && answers >= failures)) {
      return isAgain ? 1 : Math.ceil(batch.length / PARTS);
    }
    return answers === 0 ? MAX_ENTRIES : Math.ceil(batch.length / FEW_PARTS);
  }
}
