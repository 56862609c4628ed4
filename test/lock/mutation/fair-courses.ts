// Every call of the fair lock beside queues whose limits end now, a millisecond ago and a millisecond later. The walks
// of its model have long ticks only.
import { lastTriesKey, ownerStateKey, queueKey, queueScoresKey, waiterKey } from "../../../src/lock/keys.ts";
import {
  fairAcquireCall,
  fairCancelCall,
  fairForceReleaseCall,
  fairReleaseCall,
  fairStandingCall,
} from "../../../src/lock/lua/fair.ts";
import type { ScriptCall } from "../../../src/lock/protocol.ts";
import { ownerNamed } from "../../support/owners.ts";
import { fairPassCall } from "../../support/pass-calls.ts";
import { type Command, Courses, informs, lives, NOW, type State } from "./courses.ts";
import { DEAD_MAILBOX, request, standingStates, UNKNOWN_MAILBOX } from "./standing-courses.ts";

const KEY = "course";
const PATIENCE_MS = 300_000;
// As in lib/queue.lua and fair.lua.
const SILENT_MS = 15_000;
const LEAST_AHEAD_MS = 30_000;
const [MOST_MOVED, MOST_SINGLE] = [100, 10] as const;

/** Times from now, ms; undefined: it has none. */
interface Waiter {
  readonly owner: string;
  readonly score: number | undefined;
  /** Of our waiters only. */
  readonly tried: number | undefined;
}

const HOLDER = ownerNamed("holder");
const OURS: Waiter = { owner: ownerNamed("me"), score: PATIENCE_MS, tried: -5_000 };
const BEFORE: Waiter = { owner: ownerNamed("before"), score: PATIENCE_MS, tried: -5_000 };
const BEHIND: Waiter = { owner: ownerNamed("behind"), score: 3 * PATIENCE_MS, tried: -5_000 };
const DEAD: Waiter = { ...BEFORE, tried: -SILENT_MS };
const JAVA: Waiter = { ...BEHIND, tried: undefined };
const HOLD = { key: KEY, owner: OURS.owner, holdId: OURS.owner, ownerIsNew: true, leaseMs: 20_000, epoch: "" };

const HELD: State = [["HSET", KEY, HOLDER, "1"], lives(KEY, 100_000)];
const HOLDERS = { ...HOLD, owner: HOLDER, holdId: HOLDER };
// Its record would live for 0 ms, which Redis refuses.
const REFUSED = { ...HOLD, leaseMs: -60_000 };
const KEPT = request({ owner: OURS.owner });
const RENEWED = request({ owner: OURS.owner, ageMs: 1_000 });
const CALLS: readonly ScriptCall<unknown>[] = [
  fairAcquireCall(HOLD, false, false, PATIENCE_MS),
  fairAcquireCall(HOLD, true, false, PATIENCE_MS),
  fairAcquireCall(HOLD, false, false, PATIENCE_MS, false),
  fairCancelCall(HOLD, PATIENCE_MS),
  fairReleaseCall(HOLDERS, true, PATIENCE_MS),
  fairPassCall(HOLDERS, true, PATIENCE_MS, "", HOLD),
  fairPassCall(HOLDERS, true, PATIENCE_MS, "", REFUSED),
  fairPassCall(HOLDERS, false, PATIENCE_MS, "", HOLD),
  fairForceReleaseCall(KEY, "r1", PATIENCE_MS),
  ...["", KEPT, RENEWED].map((listed) => standingCallOf(false, listed, KEPT)),
  standingCallOf(false, KEPT, RENEWED),
  standingCallOf(false, "", request({ owner: OURS.owner, mailbox: DEAD_MAILBOX })),
  standingCallOf(false, "", request({ owner: OURS.owner, mailbox: DEAD_MAILBOX }), false),
  standingCallOf(false, "", request({ owner: OURS.owner, mailbox: UNKNOWN_MAILBOX, ageMs: NOW })),
  standingCallOf(false, "", request({ owner: OURS.owner, mark: "~" })),
  standingCallOf(true, "", KEPT),
];

function standingCallOf(last: boolean, listed: string, text: string, counts = true): ScriptCall<unknown> {
  return fairStandingCall(fairAcquireCall(HOLD, last, false, PATIENCE_MS), { listed, request: text, counts }, HOLD);
}

export const fairCourses = (): Courses => new Courses([...states()], CALLS);

function* states(): Generator<State> {
  // A lease in the last part of its last millisecond.
  yield [["HSET", KEY, HOLDER, "1"], lives(KEY, 0)];
  for (const list of standingStates(KEY)) yield [...HELD, ...list];
  for (const info of ["cluster_enabled:1", "refused"]) yield [...HELD, informs(info)];
  yield* withRequests();
  for (const waiters of queues()) for (const lock of [[], HELD]) yield [...lock, ...queued(waiters, 400_000)];
  for (const waiters of longQueues()) {
    for (const lock of [[], HELD]) {
      yield [...lock, ...queued(waiters, 400_000)];
      yield [...lock, ...queued(waiters, 400_000), ["SET", waiterKey(KEY, OURS.owner), KEPT]];
      // One that was granted the lock has not left the last attempts.
      const granted = ["ZADD", lastTriesKey(KEY), String(NOW - SILENT_MS), ownerNamed("granted")];
      yield [...lock, ...queued(waiters, 400_000), granted];
    }
  }
  // The last attempts live for exactly their minimum, a millisecond less, and a millisecond more.
  for (const off of [-1, 0, 1]) {
    yield [...HELD, ...queued([{ ...OURS, score: undefined }], 2 * PATIENCE_MS + SILENT_MS + off)];
  }
}

/** The first waiter of a held or a free lock has a request, and sometimes so has the next one. */
function* withRequests(): Generator<State> {
  const first = queued([OURS, BEHIND], 400_000);
  const next: Command = ["SET", waiterKey(KEY, BEHIND.owner), request({ owner: BEHIND.owner, mark: "~" })];
  const texts = [
    ...[KEPT, RENEWED, request({ owner: BEHIND.owner }), "", "a text"],
    ...[149_999, 150_000, -1_000].map((ageMs) => request({ owner: OURS.owner, ageMs })),
    ...[1, 6_006, 29_999, 30_000, 36_000].map((leaseMs) => request({ owner: OURS.owner, leaseMs })),
    ...["~", "x"].map((mark) => request({ owner: OURS.owner, mark })),
    ...[DEAD_MAILBOX, UNKNOWN_MAILBOX].map((mailbox) => request({ owner: OURS.owner, mailbox })),
    // Redis refuses it.
    request({ owner: OURS.owner, lifeMs: "999999999999999" }),
  ];
  for (const text of texts) {
    const kept: Command = ["SET", waiterKey(KEY, OURS.owner), text];
    for (const lock of [[], HELD]) yield [...lock, ...first, kept, next];
    yield [...HELD, ...queued([JAVA, OURS], 400_000), kept];
    yield [...HELD, ...queued([{ ...OURS, tried: undefined }], 400_000), kept];
  }
  const kept: Command = ["SET", waiterKey(KEY, OURS.owner), KEPT];
  for (const state of ["|+", "|-lost", "!stolen:t//|-stolen:t//"]) {
    yield [...HELD, ...first, kept, ["SET", ownerStateKey(KEY, OURS.owner), state]];
    yield [...HELD, ...first, kept, ["SET", ownerStateKey(KEY, HOLDER), state]];
    for (const before of [BEFORE, JAVA]) {
      yield [...HELD, ...queued([before, OURS], 400_000), kept, ["SET", ownerStateKey(KEY, HOLDER), state]];
    }
  }
  yield [...HELD, ...first, ["LPUSH", waiterKey(KEY, OURS.owner), "a list"], next];
  // The grant fails after the lock was taken.
  const [place, , tried = []] = queued([OURS], 400_000);
  if (place !== undefined) yield [...HELD, place, tried, ["SET", queueScoresKey(KEY), "a text"], kept];
  const named = { ...OURS, owner: "an:owner:of:owner:1" };
  const asked: Command = ["SET", waiterKey(KEY, named.owner), request({ owner: named.owner })];
  yield [...HELD, ...queued([named], 400_000), asked];
  yield [...queued([DEAD, named, OURS], 400_000), asked];
  for (const count of [99, 100]) {
    yield [...HELD, ...queued([...many(count, -5_000), OURS], 400_000), ["SET", ownerStateKey(KEY, HOLDER), "|+"]];
  }
}

/** Waiters behind the first one, each with its patience. */
function many(count: number, tried: number | undefined): Waiter[] {
  return Array.from({ length: count }, (_, nth) => ({
    owner: ownerNamed(`w${nth}`),
    score: (nth + 2) * PATIENCE_MS,
    tried,
  }));
}

/** About as many waiters as are moved by one script, and more. */
function* longQueues(): Generator<readonly Waiter[]> {
  for (const count of [-2, -1, 0, 1].map((off) => MOST_MOVED + off)) {
    yield [OURS, ...many(count, -5_000)];
    yield [DEAD, ...many(count, -5_000)];
    // Redisson's right behind ours, whose score ends soon.
    yield [{ ...OURS, score: 1_000 }, ...many(count, undefined), { ...BEHIND, score: 200 * PATIENCE_MS }];
  }
  const others = many(120, -5_000);
  const last = (score: number, waiter = OURS): Waiter => ({ ...waiter, score: score * PATIENCE_MS });
  // The last score is that of one behind 121 others: exact, or too high, and of somebody else.
  yield [BEFORE, ...others, last(122)];
  yield [BEFORE, ...others, last(122, JAVA)];
  yield [OURS, ...others, last(122, JAVA)];
  yield [OURS, JAVA, ...others, last(200, BEHIND)];
  yield [BEFORE, OURS, ...others, last(200, BEHIND)];
  yield [BEFORE, ...others.slice(0, 60), OURS, JAVA, ...others.slice(60)];
  yield [BEFORE, OURS, ...others, OURS];
  yield [DEAD, ...others, DEAD];
  // Its score is not among the lowest.
  yield [last(500), ...others];
  // One that leaves, and has another score than those behind it expect.
  yield [DEAD, ...others, { ...last(123, BEHIND), tried: -SILENT_MS - 1 }];
  yield [DEAD, ...others, { ...last(124, BEHIND), tried: -SILENT_MS - 1 }];
  for (const dead of [-1, 0, 1].map((off) => MOST_SINGLE + off)) {
    yield [...many(dead, -SILENT_MS), ...others.slice(20), OURS];
  }
}

function* queues(): Generator<readonly Waiter[]> {
  yield [];
  yield [OURS, OURS];
  yield [BEFORE, OURS, BEFORE];
  yield [DEAD, { ...DEAD, owner: ownerNamed("dead") }, OURS];
  // More than one command accepts.
  yield [DEAD, ...many(1_100, undefined)];
  for (const score of [undefined, -1, 0, 1, PATIENCE_MS]) {
    for (const tried of [undefined, -SILENT_MS - 1, -SILENT_MS, 1 - SILENT_MS, -1, 0, 1]) {
      const first = { ...BEFORE, score, tried };
      yield* [[first], [first, OURS], [first, BEHIND], [first, OURS, BEHIND], [OURS, first]];
    }
  }
  for (const tried of [undefined, -SILENT_MS, -5_000]) {
    for (const score of [undefined, -1, 0, 1, ...[-1, 0, 1].map((off) => LEAST_AHEAD_MS + off), PATIENCE_MS]) {
      for (const behind of [[], [BEHIND], [JAVA], [JAVA, BEHIND]]) yield [{ ...OURS, score, tried }, ...behind];
    }
    for (const off of [-1, 0, 1]) {
      const ours = { ...OURS, score: PATIENCE_MS + LEAST_AHEAD_MS + off, tried };
      yield* [
        [BEFORE, ours, BEHIND],
        [BEFORE, ours, JAVA],
      ];
    }
  }
}

function queued(waiters: readonly Waiter[], triesLifeMs: number): State {
  const times = (key: string, of: (waiter: Waiter) => number | undefined): Command[] => {
    const known = waiters.flatMap((waiter) => {
      const time = of(waiter);
      return time === undefined ? [] : [String(NOW + time), waiter.owner];
    });
    return known.length === 0 ? [] : [["ZADD", key, ...known]];
  };
  const owners = waiters.map(({ owner }) => owner);
  return [
    ...(owners.length === 0 ? [] : [["RPUSH", queueKey(KEY), ...owners]]),
    ...times(queueScoresKey(KEY), ({ score }) => score),
    ...times(lastTriesKey(KEY), ({ tried }) => tried),
    lives(lastTriesKey(KEY), triesLifeMs),
  ];
}
