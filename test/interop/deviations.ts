// Where we leave another state in Redis than Redisson, on purpose. Each is needed by a transcript, or its test fails.
import { type Difference, TTL_SLACK_MS } from "./compare.ts";

export interface Deviation {
  readonly what: string;
  readonly why: string;
  covers(difference: Difference): boolean;
}

// The longest lease of a sequence, and the time that records outlive it.
const LONGEST_RECORD_MS = 2 * (60_000 + 60_000);

/** Longer than Redisson's, and as long as a lease that was promised in the sequence and is not over. */
function isPromised(found: Difference): boolean {
  if (found.at !== "ttl" || found.redisson <= 0 || found.ours <= found.redisson) return false;
  return found.promised.some((leaseMs) => Math.abs(leaseMs - found.ours) <= TTL_SLACK_MS);
}

function isPlainLock({ step }: Difference): boolean {
  return "do" in step && step.do === "lock" && step.leaseMs === undefined;
}

export const DEVIATIONS: readonly Deviation[] = [
  {
    what: "keys of ours, leasehound*, beside the lock",
    why: "what we remember of a hold, so that a request may be repeated whenever its reply is lost; they end by themselves",
    covers: (found) =>
      found.at === "key" &&
      /^leasehound(-tagged)?:/.test(found.key) &&
      found.redisson === undefined &&
      Number(Object(found.ours).ttlMs) > 0 &&
      Number(Object(found.ours).ttlMs) <= LONGEST_RECORD_MS,
  },
  {
    what: "no redisson_unlock_latch:*",
    why: "our records do its work; versions 3.52 to 4.2 leave theirs for 16 to 20 s, because they delete another key",
    covers: (found) => found.at === "key" && found.key.startsWith("redisson_unlock_latch:") && found.ours === undefined,
  },
  {
    what: "the lease of a held lock is never shortened",
    why: "another hold of the owner was promised the longer one; Redisson sets the lease that was used last",
    covers: (found) => isPromised(found) && !isPlainLock(found),
  },
  {
    what: "an acquire without a lease takes the default one",
    why: "a lock object of Redisson remembers the last lease it was given, and lock() uses it again",
    covers: (found) => isPromised(found) && isPlainLock(found),
  },
];
