// The fair lock beside n waiters.
import { lastTriesKey, queueKey, queueScoresKey } from "../../../../src/lock/keys.ts";
import {
  fairAcquireCall,
  fairCancelCall,
  fairForceReleaseCall,
  fairReleaseCall,
} from "../../../../src/lock/lua/fair.ts";
import type { Command, Scene } from "./measure.ts";
import { held, hold, KEY, LEASE_MS, listed, numbers, owner } from "./state.ts";

const PATIENCE_MS = 300_000;

/** Waiters 1 to n. Every `java`th is Redisson's; `silent`: this many of ours have died. */
function queued(n: number, now: number, { java = 0, silent = 0 } = {}): Command[] {
  const waiters = numbers(n).map((nth) => nth + 1);
  const scores = waiters.flatMap((nth) => [String(now + LEASE_MS + nth * PATIENCE_MS), owner(nth)]);
  const ours = waiters.filter((nth) => java === 0 || nth % java !== 0);
  const tries = ours.flatMap((nth) => [String(nth <= silent ? now - 20_000 : now), owner(nth)]);
  return [
    ...listed(["RPUSH", queueKey(KEY)], waiters.map(owner), 1),
    ...listed(["ZADD", queueScoresKey(KEY)], scores),
    ...listed(["ZADD", lastTriesKey(KEY)], tries),
    ["PEXPIRE", lastTriesKey(KEY), String((n + 2) * PATIENCE_MS)],
  ];
}

export const fairScenes: readonly Scene[] = [
  {
    name: "fair lock: grant to the first of n waiters",
    scans: true,
    state: (n, now) => queued(n, now),
    call: () => fairAcquireCall(hold(1), false, false, PATIENCE_MS),
  },
  {
    name: "fair lock: grant to the first of n waiters, every 10th is Redisson's",
    grows: "the scores of Redisson's waiters move",
    state: (n, now) => queued(n, now, { java: 10 }),
    call: () => fairAcquireCall(hold(1), false, false, PATIENCE_MS),
  },
  {
    name: "fair lock: the first of n waiters gives up",
    scans: true,
    state: (n, now) => [...held(0), ...queued(n, now)],
    call: () => fairCancelCall(hold(1), PATIENCE_MS),
  },
  {
    name: "fair lock: the last of n waiters gives up",
    scans: true,
    state: (n, now) => [...held(0), ...queued(n, now)],
    call: (n) => fairCancelCall(hold(n), PATIENCE_MS),
  },
  {
    name: "fair lock: the first of n waiters gives up, every 10th is Redisson's",
    grows: "the scores of Redisson's waiters move",
    state: (n, now) => [...held(0), ...queued(n, now, { java: 10 })],
    call: () => fairCancelCall(hold(1), PATIENCE_MS),
  },
  {
    name: "fair lock: the last try of the first of n waiters",
    scans: true,
    state: (n, now) => [...held(0), ...queued(n, now)],
    call: () => fairAcquireCall(hold(1), true, false, PATIENCE_MS),
  },
  {
    name: "fair lock: a waiter joins n",
    scans: true,
    state: (n, now) => [...held(0), ...queued(n, now)],
    call: (n) => fairAcquireCall(hold(n + 1), false, false, PATIENCE_MS),
  },
  {
    name: "fair lock: the last of n waiters asks again",
    scans: true,
    state: (n, now) => [...held(0), ...queued(n, now)],
    call: (n) => fairAcquireCall(hold(n), false, false, PATIENCE_MS),
  },
  {
    name: "fair lock: the first of n waiters gets a new score",
    state: (n, now) => [...held(0), ...queued(n, now), ["ZADD", queueScoresKey(KEY), String(now + 1_000), owner(1)]],
    call: () => fairAcquireCall(hold(1), false, false, PATIENCE_MS),
  },
  {
    name: "fair lock: release with n waiters",
    state: (n, now) => [...held(0), ...queued(n, now)],
    call: () => fairReleaseCall(hold(0), true, PATIENCE_MS),
  },
  {
    name: "fair lock: forced release with n waiters",
    state: (n, now) => [...held(0), ...queued(n, now)],
    call: () => fairForceReleaseCall(KEY, "request", PATIENCE_MS),
  },
  {
    name: "fair lock: release, all but the last of n waiters have died",
    grows: "all dead waiters leave at once",
    state: (n, now) => [...held(0), ...queued(n, now, { silent: n - 1 })],
    call: () => fairReleaseCall(hold(0), true, PATIENCE_MS),
  },
  {
    name: "fair lock: a try of the last of n waiters, the others have died",
    grows: "all dead waiters leave at once",
    state: (n, now) => [...held(0), ...queued(n, now, { silent: n - 1 })],
    call: (n) => fairAcquireCall(hold(n), false, false, PATIENCE_MS),
  },
];
