// The intended differences between our state in Redis and Redisson's. A transcript must need each of them, or its test
// fails.
import { type Difference, SLACK_MS } from "./compare.ts";
import { COUNTER_DEVIATIONS } from "./counter-deviations.ts";
import { type Deviation, isNone, isSingle, timeOf } from "./deviation.ts";
import { isFair, isReadWrite } from "./kinds.ts";
import { type Step, WATCHDOG_MS } from "./steps.ts";

// The longest lease of a sequence, and the time that records outlive it.
const LONGEST_RECORD_MS = 2 * (60_000 + 60_000);
// Requests without a lease are remembered for an hour.
const LONGEST_REQUEST_MS = 3_600_000;
// See serve() in lib/waiters.lua.
const LONGEST_CONFIRM_MS = 5_000;
// Redisson's fairLockWaitTimeout, and our fairPatienceMs.
const PATIENCE_MS = 300_000;
// Last attempts are kept for longer than any score: that of the last of three waiters, plus its patience again.
const LONGEST_TRIES_MS = 60_000 + 4 * PATIENCE_MS;

/** Returns the maximal life of a key of ours. */
function longestMs(key: string): number {
  if (key.includes(":request:")) return LONGEST_REQUEST_MS;
  return key.includes(":tries:") ? LONGEST_TRIES_MS : LONGEST_RECORD_MS;
}

/** Returns whether it is longer than Redisson's, and equals a running lease of the sequence. */
function isPromised(found: Difference): boolean {
  if (found.at !== "ttl" || found.redisson <= 0 || found.ours <= found.redisson) return false;
  return isLeftOfLease(found.ours, found.steps);
}

/** Returns whether it is the remaining part of a lease of the sequence. */
function isLeftOfLease(ms: number, steps: readonly Step[]): boolean {
  return steps.some((step, at) => {
    const agoMs = steps.slice(at + 1).reduce((sum, later) => sum + timeOf(later), 0);
    return leaseOf(step).some((leaseMs) => Math.abs(leaseMs - agoMs - ms) <= SLACK_MS);
  });
}

function leaseOf(step: Step): number[] {
  if (!("do" in step) || !["lock", "tryLock", "startWaiting"].includes(step.do)) return [];
  return [("leaseMs" in step ? step.leaseMs : undefined) ?? WATCHDOG_MS];
}

function lastDone({ steps }: Difference): { readonly do?: string; readonly of?: string; readonly leaseMs?: number } {
  const last = steps.at(-1);
  return last !== undefined && "do" in last ? last : {};
}

function isPlainLock(found: Difference): boolean {
  const last = lastDone(found);
  return last.do === "lock" && last.leaseMs === undefined;
}

function isSingleRelease(messages: unknown): boolean {
  return isSingle(messages, "redisson_lock__channel:", ["0"]);
}

function letsIn(step: Step): boolean {
  return "letsIn" in step;
}

/** Returns whether ours holds a fair lock, which was granted in this step if the step is a release. */
function isFairHeld({ kind, own }: Difference): boolean {
  const isFair = kind === "fair" || kind === "nonReentrantFair";
  return isFair && Object.values(own.keys).some(({ type }) => type === "hash");
}

/** "read" or "write"; undefined when the lock is free. */
function modeOf({ recorded }: Difference): unknown {
  return Object(Object.values(recorded.keys).find(({ type }) => type === "hash")?.value).mode;
}

/** Returns the remaining time of the longest lease of all read holds, ms. */
function longestReadMs({ recorded }: Difference): number {
  const reads = Object.entries(recorded.keys).filter(([key]) => key.includes(":rwlock_timeout:"));
  return Math.max(0, ...reads.map(([, { ttlMs }]) => ttlMs));
}

/** Returns the sum of all leases of the writer and of later ones. */
function sumOfLeasesMs({ steps }: Difference): number {
  return steps.flatMap(leaseOf).reduce((sum, leaseMs) => sum + leaseMs, 0);
}

/**
 * Returns by how much the waits of that waiter and of those before it were shorter than ours. They determine the place
 * in Redisson's queue.
 */
function shorterWaitsMs({ recorded, steps }: Difference, waiter: string): number {
  const [queue] = Object.entries(recorded.keys).filter(([key]) => key.startsWith("redisson_lock_queue:"));
  const waiters: string[] = Object(queue?.[1].value);
  return waiters
    .slice(0, waiters.indexOf(waiter) + 1)
    .map((by) => PATIENCE_MS - (steps.flatMap((step) => waitOf(step, by)).at(-1) ?? PATIENCE_MS))
    .reduce((sum, ms) => sum + ms, 0);
}

function waitOf(step: Step, by: string): number[] {
  return "do" in step && step.by === by && step.do === "startWaiting" ? [step.waitMs ?? PATIENCE_MS] : [];
}

function isToken(stored: unknown, digits: RegExp): boolean {
  const { type, value, ttlMs } = Object(stored);
  return type === "string" && digits.test(String(value)) && ttlMs === -1;
}

export const DEVIATIONS: readonly Deviation[] = [
  {
    what: "keys of ours, leasehound*, beside the lock",
    why: "what we remember of a hold, so that a request may be repeated whenever its reply is lost, and of who waits; they end by themselves",
    covers: (found) =>
      found.at === "key" &&
      /^leasehound:/.test(found.key) &&
      found.redisson === undefined &&
      Number(Object(found.ours).ttlMs) > 0 &&
      Number(Object(found.ours).ttlMs) <= longestMs(found.key),
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
  {
    what: "the release of a spin lock is told",
    why: "others may wait for the same lock by message; Redisson's spin lock tells nobody",
    covers: (found) =>
      found.kind === "spin" &&
      found.at === "messages" &&
      ["unlock", "forceUnlock"].includes(String(lastDone(found).do)) &&
      Array.isArray(found.redisson) &&
      found.redisson.length === 0 &&
      isSingleRelease(found.ours),
  },
  {
    what: "a lock that is passed on or granted is not told",
    why: "a waiter gets it in the same request, so nobody else could take it",
    covers: (found) => {
      const last = lastDone(found);
      return (
        ["lock", "nonReentrant", "fair", "nonReentrantFair", "fenced"].includes(found.kind) &&
        found.at === "messages" &&
        ["unlock", "forceUnlock"].includes(String(last.do)) &&
        ("letsIn" in last || isFairHeld(found)) &&
        isSingleRelease(found.redisson) &&
        isNone(found.ours)
      );
    },
  },
  {
    what: "a lock that a release granted has a short lease at first",
    why: "its waiter may have died; a renewal sets the full lease while it holds the lock",
    covers: (found) => {
      const isGranted = ["fenced", "fair", "nonReentrantFair"].includes(found.kind) && found.steps.some(letsIn);
      return isGranted && found.at === "ttl" && found.ours > 0 && found.ours <= LONGEST_CONFIRM_MS;
    },
  },
  {
    what: "tokens are the microseconds of the clock of Redis",
    why: "so that they rise although Redis has lost its data; Redisson counts from 1",
    covers: (found) =>
      found.kind === "fenced" &&
      found.at === "key" &&
      found.key.startsWith("redisson_lock_token:") &&
      isToken(found.redisson, /^[1-9]\d{0,2}$/) &&
      isToken(found.ours, /^\d{16}$/),
  },
  {
    what: "every waiter of ours has the same patience",
    why: "how long it lives is told by its tries; tryLock(waitTime) of Redisson counts its waitTime into the scores",
    covers: (found) =>
      found.at === "score" &&
      found.key.startsWith("redisson_lock_timeout:") &&
      Math.abs(found.redisson + shorterWaitsMs(found, found.member) - found.ours) <= SLACK_MS,
  },
  {
    what: "the leases of a writer do not add up",
    why: "a hold lasts for the lease that was asked for; Redisson adds the lease of each re-entry of the write lock to what is left",
    covers: (found) =>
      isReadWrite(found.kind) &&
      found.at === "ttl" &&
      modeOf(found) === "write" &&
      found.ours < found.redisson &&
      found.redisson <= sumOfLeasesMs(found) &&
      isLeftOfLease(found.ours, found.steps),
  },
  {
    what: "after a downgrade the lock ends with its last reader",
    why: "nobody else has it by then; Redisson leaves the TTL of the write hold that ended",
    covers: (found) =>
      isReadWrite(found.kind) &&
      found.at === "ttl" &&
      modeOf(found) === "read" &&
      found.steps.some((step) => "do" in step && step.do === "unlock" && step.of === "write") &&
      found.ours < found.redisson &&
      Math.abs(longestReadMs(found) - found.ours) <= SLACK_MS,
  },
  {
    what: "a downgrade is told",
    why: "other readers may come in; Redisson's wait until the lease is over that they saw",
    covers: (found) =>
      found.at === "messages" &&
      lastDone(found).do === "unlock" &&
      lastDone(found).of === "write" &&
      modeOf(found) === "read" &&
      isNone(found.redisson) &&
      isSingle(found.ours, "redisson_rwlock:", ["1"]),
  },
  {
    what: "the release of a read/write lock that is free is not told",
    why: "it frees nothing that anybody could wait for; Redisson's unlock tells it each time",
    covers: (found) =>
      isReadWrite(found.kind) &&
      found.at === "messages" &&
      lastDone(found).do === "unlock" &&
      modeOf(found) === undefined &&
      isSingle(found.redisson, "redisson_rwlock:", ["0", "1"]) &&
      isNone(found.ours),
  },
  {
    what: "each read hold that is kept alive is renewed",
    why: "it was promised; Redisson renews none of a reader with two holds in 3.44 to 3.52, and not that of a writer who reads before",
    covers: (found) =>
      isReadWrite(found.kind) &&
      found.at === "ttl" &&
      found.redisson > 0 &&
      found.ours > found.redisson &&
      found.ours - found.redisson <= found.steps.reduce((sum, step) => sum + ("wait" in step ? step.wait : 0), 0),
  },
  {
    what: "the read lock that its writer has too is locked",
    why: "as Redisson tells it since 3.24",
    covers: (found) =>
      isReadWrite(found.kind) &&
      found.at === "answer" &&
      lastDone(found).do === "ask" &&
      lastDone(found).of === "read" &&
      modeOf(found) === "write" &&
      longestReadMs(found) > 0 &&
      Object(found.redisson).locked === false &&
      Object(found.ours).locked === true &&
      Object(found.redisson).holds === Object(found.ours).holds,
  },
  {
    what: "a reader that wants to write is told that it cannot",
    why: "it would wait for itself; Redisson's is refused as if another read",
    covers: (found) =>
      isReadWrite(found.kind) && found.at === "answer" && found.redisson === false && found.ours === "reads",
  },
  {
    what: "who does not hold a free fair or read/write lock is told so",
    why: "our release says what became of the hold; Redisson's unlock of such a lock that nobody holds is a success, of a read/write lock before 3.44",
    covers: (found) =>
      (isFair(found.kind) || isReadWrite(found.kind)) &&
      found.at === "answer" &&
      lastDone(found).do === "unlock" &&
      found.redisson === true &&
      found.ours === false &&
      !Object.values(found.recorded.keys).some(({ type }) => type === "hash"),
  },
  ...COUNTER_DEVIATIONS,
];
