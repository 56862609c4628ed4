// Where we leave another state in Redis than Redisson, on purpose. Each is needed by a transcript, or its test fails.
import { type Difference, SLACK_MS } from "./compare.ts";
import { isFair } from "./kinds.ts";
import { type Step, WATCHDOG_MS } from "./steps.ts";

export interface Deviation {
  readonly what: string;
  readonly why: string;
  covers(difference: Difference): boolean;
}

// The longest lease of a sequence, and the time that records outlive it.
const LONGEST_RECORD_MS = 2 * (60_000 + 60_000);
// Redisson's fairLockWaitTimeout, and our fairPatienceMs.
const PATIENCE_MS = 300_000;
// Last tries are kept for longer than any score: that of the last of three who wait, and its patience once more.
const LONGEST_TRIES_MS = 60_000 + 4 * PATIENCE_MS;

/** Longer than Redisson's, and as long as a lease that was promised in the sequence and is not over. */
function isPromised(found: Difference): boolean {
  if (found.at !== "ttl" || found.redisson <= 0 || found.ours <= found.redisson) return false;
  return found.steps.flatMap(leaseOf).some((leaseMs) => Math.abs(leaseMs - found.ours) <= SLACK_MS);
}

function leaseOf(step: Step): number[] {
  if (!("do" in step) || !["lock", "tryLock", "startWaiting"].includes(step.do)) return [];
  return [("leaseMs" in step ? step.leaseMs : undefined) ?? WATCHDOG_MS];
}

function lastDone({ steps }: Difference): { readonly do?: string; readonly leaseMs?: number } {
  const last = steps.at(-1);
  return last !== undefined && "do" in last ? last : {};
}

function isPlainLock(found: Difference): boolean {
  const last = lastDone(found);
  return last.do === "lock" && last.leaseMs === undefined;
}

function isSingleRelease(messages: unknown): boolean {
  if (!Array.isArray(messages) || messages.length !== 1) return false;
  const [channel, payload] = messages[0];
  return String(channel).startsWith("redisson_lock__channel:") && payload === "0";
}

/** How much less than ours the waits were, of that waiter and of those before it, with which they stand in Redisson's queue. */
function shorterWaitsMs({ recorded, steps }: Difference, waiter: string): number {
  const [queue] = Object.entries(recorded.keys).filter(([key]) => key.startsWith("redisson_lock_queue:"));
  const waiters: string[] = Object(queue?.[1].value);
  return waiters
    .slice(0, waiters.indexOf(waiter) + 1)
    .map((by) => PATIENCE_MS - (steps.flatMap((step) => waitOf(step, by)).at(-1) ?? PATIENCE_MS))
    .reduce((sum, ms) => sum + ms, 0);
}

function waitOf(step: Step, by: string): number[] {
  return "by" in step && step.by === by && step.do === "startWaiting" ? [step.waitMs ?? PATIENCE_MS] : [];
}

export const DEVIATIONS: readonly Deviation[] = [
  {
    what: "keys of ours, leasehound*, beside the lock",
    why: "what we remember of a hold, so that a request may be repeated whenever its reply is lost, and of who waits; they end by themselves",
    covers: (found) =>
      found.at === "key" &&
      /^leasehound(-tagged)?:/.test(found.key) &&
      found.redisson === undefined &&
      Number(Object(found.ours).ttlMs) > 0 &&
      Number(Object(found.ours).ttlMs) <= (found.key.includes(":tries:") ? LONGEST_TRIES_MS : LONGEST_RECORD_MS),
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
    what: "every waiter of ours has the same patience",
    why: "how long it lives is told by its tries; tryLock(waitTime) of Redisson counts its waitTime into the scores",
    covers: (found) =>
      found.at === "score" &&
      found.key.startsWith("redisson_lock_timeout:") &&
      Math.abs(found.redisson + shorterWaitsMs(found, found.member) - found.ours) <= SLACK_MS,
  },
  {
    what: "who does not hold a free fair lock is told so",
    why: "our release says what became of the hold; Redisson's unlock of a fair lock that nobody holds is a success",
    covers: (found) =>
      isFair(found.kind) &&
      found.at === "answer" &&
      lastDone(found).do === "unlock" &&
      found.redisson === true &&
      found.ours === false &&
      !Object.values(found.recorded.keys).some(({ type }) => type === "hash"),
  },
];
