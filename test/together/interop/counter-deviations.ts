// The intended differences between our state of semaphores and latches in Redis and Redisson's.
import { type Difference, SLACK_MS } from "./compare.ts";
import { type Deviation, isNone, isSingle, timeOf } from "./deviation.ts";
import type { Snapshot } from "./snapshot.ts";
import type { Counted, Step } from "./steps.ts";

const PERMITS_CHANNEL = "redisson_sc:";
const LATCH_CHANNEL = "redisson_countdownlatch__channel__";
// The default lease of ours.
const DEFAULT_LEASE_MS = 30_000;

function lastCall({ steps }: Difference): Partial<Counted> {
  const last = steps.at(-1);
  return last !== undefined && "call" in last ? last : {};
}

function isPermits({ kind }: Difference): boolean {
  return kind === "permitExpirableSemaphore";
}

/** Returns the remaining TTL that the semaphore was given, ms. */
function ttlLeftMs(steps: readonly Step[]): number | undefined {
  let leftMs: number | undefined;
  for (const step of steps) {
    if ("redis" in step && step.redis[0] === "PEXPIRE") leftMs = Number(step.redis[2]);
    else if (leftMs !== undefined) leftMs -= timeOf(step);
  }
  return leftMs;
}

/** Returns how many permits had expired leases at some time, even if one was renewed before. */
function overs(steps: readonly Step[]): number {
  const leases = steps.flatMap((step, at) => {
    const leaseMs = "call" in step && step.call === "tryAcquire" ? step.leaseMs : undefined;
    const sinceMs = steps.slice(at + 1).reduce((sum, later) => sum + timeOf(later), 0);
    return leaseMs !== undefined && leaseMs < sinceMs ? [leaseMs] : [];
  });
  return leases.length;
}

/** Returns the state as if all expired leases were taken back. */
function swept(keys: Snapshot): string {
  const [available] = Object.values(keys).filter(({ type }) => type === "string");
  const [leases] = Object.entries(keys).filter(([key]) => key.endsWith(":timeout"));
  const members = Object.entries<number>(Object(leases?.[1].value));
  const over = members.filter(([, leftMs]) => leftMs < -1);
  const leased = members.filter(([, leftMs]) => leftMs >= -1).map(([member]) => member);
  return JSON.stringify([Number(available?.value) + over.length, leased.sort()]);
}

function theirsAndOurs(keys: Snapshot): Snapshot {
  return Object.fromEntries(Object.entries(keys).filter(([key]) => !key.startsWith("leasehound")));
}

/** Returns whether it is at most one, for as many permits as had expired. */
function isOfOvers(messages: unknown, steps: readonly Step[]): boolean {
  const payloads = Array.from({ length: overs(steps) }, (_, nth) => String(nth + 1));
  return isNone(messages) || isSingle(messages, PERMITS_CHANNEL, payloads);
}

/** Returns whether the semaphore was deleted during its leases. */
function wasDeleted({ steps }: Difference): boolean {
  return steps.some((step) => "redis" in step && step.redis[0] === "DEL");
}

export const COUNTER_DEVIATIONS: readonly Deviation[] = [
  {
    what: "an acquire from a semaphore that nobody has set says so",
    why: "nobody may ever set it; Redisson waits, for ever when no time is given",
    covers: (found) =>
      found.kind !== "countDownLatch" &&
      found.at === "answer" &&
      lastCall(found).call === "tryAcquire" &&
      (found.redisson === false || found.redisson === null) &&
      found.ours === "unset" &&
      !Object.values(found.recorded.keys).some(({ type }) => type === "string"),
  },
  {
    what: "permits that are added, or drained, leave the TTL of the semaphore",
    why: "it was set for a time; Redisson takes the TTL away, and it stays for ever",
    covers: (found) =>
      found.kind !== "countDownLatch" &&
      found.at === "ttl" &&
      found.redisson === -1 &&
      ["addPermits", "drainPermits"].includes(String(lastCall(found).call)) &&
      Math.abs(found.ours - (ttlLeftMs(found.steps) ?? Number.NaN)) <= SLACK_MS,
  },
  {
    what: "less than no permits are told to nobody",
    why: "nobody gets in by them, and Redisson's own listeners fail on a negative number",
    covers: (found) =>
      found.kind !== "countDownLatch" &&
      found.at === "messages" &&
      isSingle(found.redisson, PERMITS_CHANNEL, ["-1", "-2"]) &&
      isNone(found.ours),
  },
  {
    what: "a latch that is deleted is told to be open",
    why: "it is; Redisson tells only that it was changed, after which its waiters wait on",
    covers: (found) =>
      found.kind === "countDownLatch" &&
      found.at === "messages" &&
      lastCall(found).call === "delete" &&
      isSingle(found.redisson, LATCH_CHANNEL, ["1"]) &&
      Array.isArray(found.ours) &&
      found.ours.length === 2 &&
      isSingle(found.ours.slice(0, 1), LATCH_CHANNEL, ["1"]) &&
      isSingle(found.ours.slice(1), LATCH_CHANNEL, ["0"]),
  },
  {
    what: "a latch is not set to 0",
    why: "nobody would tell those who wait; Redisson stores the 0",
    covers: (found) =>
      found.kind === "countDownLatch" &&
      lastCall(found).call === "trySetCount" &&
      lastCall(found).count === 0 &&
      ((found.at === "answer" && found.redisson === true && found.ours === "invalid") ||
        (found.at === "messages" && isSingle(found.redisson, LATCH_CHANNEL, ["1"]) && isNone(found.ours)) ||
        (found.at === "key" && Object(found.redisson).value === "0" && found.ours === undefined)),
  },
  {
    what: "what is no latch is not deleted as one",
    why: "it may be a lock that somebody holds; Redisson deletes whatever has the name",
    covers: (found) =>
      found.kind === "countDownLatch" &&
      lastCall(found).call === "delete" &&
      ((found.at === "answer" && found.redisson === true && found.ours === "refused") ||
        (found.at === "messages" && isSingle(found.redisson, LATCH_CHANNEL, ["1"]) && isNone(found.ours)) ||
        (found.at === "key" && found.redisson === undefined && Object(found.ours).type === "hash")),
  },
  {
    what: "a permit has always a lease",
    why: "who dies with it would keep it for ever; Redisson's has none unless one is asked for",
    covers: (found) =>
      isPermits(found) &&
      found.at === "score" &&
      found.redisson === -1 &&
      Math.abs(found.ours - DEFAULT_LEASE_MS) <= SLACK_MS &&
      found.steps.some((step) => "call" in step && step.call === "tryAcquire" && step.leaseMs === undefined),
  },
  {
    what: "a permit's lease is only ever made longer",
    why: "somebody was promised the longer one; Redisson's updateLeaseTime shortens it as well",
    covers: (found) =>
      isPermits(found) &&
      found.at === "score" &&
      lastCall(found).call === "updateLeaseTime" &&
      Math.abs(found.redisson - (lastCall(found).leaseMs ?? Number.NaN)) <= SLACK_MS &&
      found.ours > found.redisson,
  },
  {
    what: "leases that are over are all taken back by who acquires or asks, and by no renewal",
    why: "permits that nobody has are to be had by everybody; Redisson's acquire takes back only as many as it wants, its updateLeaseTime all",
    covers: (found) => {
      if (!isPermits(found) || overs(found.steps) === 0) return false;
      if (found.at === "key") return swept(theirsAndOurs(found.recorded.keys)) === swept(theirsAndOurs(found.own.keys));
      return (
        found.at === "messages" &&
        ["tryAcquire", "availablePermits", "updateLeaseTime"].includes(String(lastCall(found).call)) &&
        isOfOvers(found.redisson, found.steps) &&
        isOfOvers(found.ours, found.steps)
      );
    },
  },
  {
    what: "a permit that is released again was released",
    why: "who did not hear the answer asks again; Redisson says that there is no such permit",
    covers: (found) =>
      isPermits(found) &&
      found.at === "answer" &&
      found.redisson === false &&
      found.ours === true &&
      found.steps.filter((step) => "call" in step && sameRelease(step, lastCall(found))).length === 2,
  },
  {
    what: "a list that has a permit twice is released",
    why: "it is, and once; Redisson throws when it has released it",
    covers: (found) =>
      isPermits(found) &&
      found.at === "answer" &&
      lastCall(found).call === "releaseMany" &&
      new Set(lastCall(found).ids).size < (lastCall(found).ids?.length ?? 0) &&
      found.redisson === "not leased" &&
      found.ours === null,
  },
  {
    what: "a semaphore that is gone does not come back by the permits that were leased of it",
    why: "it was deleted, or its time was over; in Redisson each release of one makes a permit more, and leases of it outlive a new one",
    covers: (found) => {
      if (!isPermits(found) || !wasDeleted(found)) return false;
      if (found.at === "messages") return isSingle(found.redisson, PERMITS_CHANNEL, ["1"]) && isNone(found.ours);
      if (found.at !== "key") return false;
      const [theirs, ours] = [Object(found.redisson), Object(found.ours)];
      if (theirs.type === "string") return theirs.value === "1" && found.ours === undefined;
      // The leases of the deleted one.
      const more = Object.keys(Object(theirs.value)).filter((id) => !(id in Object(ours.value)));
      return theirs.type === "zset" && more.join() === "permit 1";
    },
  },
];

function sameRelease(step: Counted, last: Partial<Counted>): boolean {
  return step.call === "tryRelease" && last.call === "tryRelease" && String(step.ids) === String(last.ids);
}
