// The waiters for one lock in one isolate, as a machine of states. Pure: `step` records what happened, `todo` says what a
// waiter does now. Nothing is sent and nothing waits. All instants are given, on the local clock, ms.
//
// The waiters rely on each other. Those with the same chance share one schedule, and one of them attempts for all. Where
// waiters stand in a list of the lock, only the first that lives, the head, stands there. A grant ends the wait of the
// one that it names, whoever brought it: a release of this isolate, or a message to the mailbox.
import { calledBy } from "./calls.ts";
import {
  type Cause,
  firstsOf,
  type Grant,
  headOf,
  inQueue,
  isAbandoned,
  isFirst,
  isGone,
  isOver,
  type Line,
  LONG_AGO,
  livingOf,
  NEVER,
  type Schedule,
  scheduleOf,
  sleepsUnlisted,
  type Waiting,
} from "./line-state.ts";
import type { LastTry, Refusal, WaitResult } from "./wait-terms.ts";

// While no stream is confirmed, the longest time without an attempt of any waiter.
const DEAF_POLL_MS = 1_000;
// A woken waiter may have been cut: if no attempt is answered within this time, another one attempts.
const WOKEN_TRY_MS = 1_000;
// In a queue: the lock is free for another waiter, which may then hold it for a short lease that we don't know.
const FREE = -2;
const LOOK_AGAIN_MS = 1_000;
// After a grant, the next waiter here stands in the list by itself, unless the release came before.
const STANDS_AFTER_MS = 1_000;

/** The answer to a refused attempt that asked to stand: its request in the list; "": it does not stand. */
export interface Stood {
  readonly request: string;
  /** The holder is ours, and so are all before it in the queue. */
  readonly isOurs: boolean;
}

export type Happened =
  | { readonly is: "joined" | "seen" | "attempts" | "answered" | "took"; readonly who: Waiting }
  /** `stood`: undefined: it did not ask to stand. */
  | { readonly is: "refused"; readonly who: Waiting; readonly refusal: Refusal; readonly stood: Stood | undefined }
  /** It attempts as soon as its rate allows. */
  | { readonly is: "woken"; readonly who: Waiting; readonly by: Cause }
  /** It attempts in `inMs`, unless it hears more before. */
  | { readonly is: "called later"; readonly who: Waiting; readonly inMs: number }
  /** A release of this isolate names it. */
  | { readonly is: "named"; readonly who: Waiting; readonly forMs: number }
  /** Undefined: it was not granted, or an attempt must tell. */
  | { readonly is: "granted"; readonly who: Waiting; readonly grant: Grant | undefined }
  /** A release of this isolate has added its request to the list. */
  | { readonly is: "added"; readonly who: Waiting; readonly request: string }
  /** The stream of its mailbox is confirmed, and messages may have been missed. */
  | { readonly is: "mailbox open"; readonly who: Waiting }
  /** So is the stream of the channel of the lock. */
  | { readonly is: "channel open" }
  /** `owner`: the end of the channel, after its name. */
  | { readonly is: "published"; readonly payload: string; readonly owner: string }
  | { readonly is: "left"; readonly who: Waiting; readonly lastTry: LastTry }
  /** It did not take a grant: it was cut. */
  | { readonly is: "lost"; readonly who: Waiting };

export type Todo =
  | { readonly does: "take"; readonly grant: Grant }
  | { readonly does: "attempt" }
  | { readonly does: "sleep"; readonly until: number };

/** Returns what this waiter does now. */
export function todo(line: Line, who: Waiting, now: number): Todo {
  const { grant, namedUntil } = who;
  if (grant !== undefined) return grant.until > now ? { does: "take", grant } : { does: "attempt" };
  const at = line.hearing.isUnsupported ? now : (namedUntil ?? attemptAt(line, who, now));
  return at <= now ? { does: "attempt" } : { does: "sleep", until: at };
}

function attemptAt(line: Line, who: Waiting, now: number): number {
  const { wake, calledAt, rate, calledRate } = who;
  if (wake?.by === "answer") return now;
  const allowedAt = wake?.by === "news" ? rate.nextAt : calledRate.nextAt;
  return Math.min(Math.max(wake?.at ?? calledAt, allowedAt), scheduledAt(line, who, now));
}

function scheduledAt(line: Line, who: Waiting, now: number): number {
  const { freeAt, tryBy, triedAt, pollShare } = scheduleOf(line, who);
  // Those behind the head need not check whether the lock is free.
  const isAhead = line.hasList ? isFirst(line, who, now) : comesFirst(line, who, now);
  const ownAt = isAhead ? Math.max(freeAt, who.rate.nextAt) : NEVER;
  return Math.min(ownAt, tryBy, triedAt + pollMsOf(line, who, isAhead) * pollShare);
}

/** Returns whether it may be first: where there is no queue, anybody may. */
function comesFirst(line: Line, who: Waiting, now: number): boolean {
  return !inQueue(line) || !line.waiters.includes(who) || firstsOf(line, now).includes(who);
}

function pollMsOf({ hearing, hasList }: Line, { pollMs }: Waiting, isAhead: boolean): number {
  if (!hearing.isLive && isAhead) return Math.min(pollMs, DEAF_POLL_MS);
  // The head attempts for those behind it.
  return hasList && !isAhead ? pollMs + WOKEN_TRY_MS : pollMs;
}

/** Records what happened. Returns those who must ask again what they do. */
export function step(line: Line, what: Happened, now: number): ReadonlySet<Waiting> {
  const at = { line, now, changed: new Set<Waiting>(), schedules: new Set<Schedule>() };
  switch (what.is) {
    case "joined":
      joins(at, what.who);
      break;
    case "seen":
      what.who.seenAt = now;
      break;
    case "attempts":
      attempts(at, what.who);
      break;
    case "answered":
      what.who.isAnswered = true;
      break;
    case "took":
      what.who.isAnswered = true;
      // To confirm a grant may cost requests.
      what.who.calledRate.attempted(now);
      ends(at, what.who);
      break;
    case "refused":
      refused(at, what.who, what.refusal, what.stood);
      break;
    case "woken":
      wakes(at, what.who, what.by);
      isToTrySoon(at, what.who);
      break;
    case "called later":
      calledLater(at, what.who, what.inMs);
      break;
    case "named":
      named(at, what.who, what.forMs);
      break;
    case "granted":
      granted(at, what.who, what.grant);
      break;
    case "added":
      if (what.who.request === "") stands(at, what.who, what.request);
      break;
    case "mailbox open":
      mailboxOpen(at, what.who);
      break;
    case "channel open":
      channelOpen(at);
      break;
    case "published":
      published(at, what.payload, what.owner);
      break;
    case "left":
      left(at, what.who, what.lastTry);
      break;
    case "lost":
      lost(at, what.who);
      break;
  }
  for (const schedule of [line.exclusive, line.shared]) if (at.schedules.has(schedule)) keepsSchedule(at, schedule);
  return at.changed;
}

/** One step. `changed`: the waiters that must ask again what they do; `schedules`: the schedules that changed. */
interface Step {
  readonly line: Line;
  readonly now: number;
  readonly changed: Set<Waiting>;
  readonly schedules: Set<Schedule>;
}

/** Somebody must ask what a changed schedule says: the head, and the first one that no message has woken. */
function keepsSchedule({ line, now, changed }: Step, schedule: Schedule): void {
  const isKeeper = (who: Waiting): boolean =>
    who.phase === "asleep" &&
    who.wake === undefined &&
    who.namedUntil === undefined &&
    scheduleOf(line, who) === schedule;
  const keeper = livingOf(line, now).find(isKeeper);
  const head = headOf(line, now);
  if (keeper !== undefined) changed.add(keeper);
  if (head?.phase === "asleep") changed.add(head);
}

function joins({ line, now }: Step, who: Waiting): void {
  who.phase = "asleep";
  who.seenAt = now;
  if (line.waiters.includes(who)) return;
  line.waiters.splice(0, line.waiters.length, ...line.waiters.filter((each) => !isAbandoned(line, each, now)), who);
}

function named({ line, now, changed, schedules }: Step, who: Waiting, forMs: number): void {
  who.namedUntil = now + forMs;
  changed.add(who);
  schedules.add(scheduleOf(line, who));
}

function attempts(at: Step, who: Waiting): void {
  const { line, now } = at;
  const { wake, calledAt, rate, calledRate } = who;
  const isScheduled = wake === undefined && scheduledAt(line, who, now) <= now;
  const isCalled = wake?.by === "call" || (wake === undefined && calledAt <= now);
  // No other attempt is due until this one is answered, or until a poll has passed.
  if (isScheduled) triesNow(at, scheduleOf(line, who));
  who.seenAt = now;
  who.wasWoken = wake !== undefined;
  who.isAnswered = false;
  (isCalled ? calledRate : rate).attempted(now);
  ends(at, who);
}

/** Ends its sleep. */
function ends({ line, schedules }: Step, who: Waiting): void {
  schedules.add(scheduleOf(line, who));
  // One that was taken for lost learns of that.
  if (!isOver(who)) who.phase = "trying";
  who.wake = undefined;
  who.calledAt = NEVER;
  who.namedUntil = undefined;
  // An attempt finds what became of it.
  who.grant = undefined;
}

function triesNow({ now, schedules }: Step, schedule: Schedule): void {
  schedule.triedAt = now;
  schedule.freeAt = NEVER;
  schedule.tryBy = NEVER;
  schedules.add(schedule);
}

function refused(at: Step, who: Waiting, refusal: Refusal, stood: Stood | undefined): void {
  const { line, now } = at;
  const { remainingMs, queued, available } = refusal;
  // When this attempt began.
  const { seenAt } = who;
  if (who.phase === "new") who.rate.attempted(now);
  // A wake or a grant that came during the attempt stays: its answer may be older.
  joins(at, who);
  const position = queued?.position ?? 0;
  // It lost its place: those behind it may come first now.
  const isBehind = position > who.position;
  who.position = position;
  if (isBehind) for (const each of firstsOf(line, now)) at.changed.add(each);
  who.number = queued?.number || who.number;
  // Otherwise it may have lost its place in a queue, and is not told of those before it.
  who.isBehindOurs = stood?.isOurs === true;
  if (stood !== undefined) {
    if (stood.request === "") who.request = "";
    else stands(at, who, stood.request);
    // A call that came during the attempt may have taken this request out of the list.
    if (who.wake?.by === "call" || who.calledAt !== NEVER) asksNext(who);
    line.turnsOfOthers = stood.isOurs ? 0 : Math.max(line.turnsOfOthers, 1);
  } else if (line.hearing.isLive && isFirst(line, who, now)) standsNext(at);
  const againMs = queued?.againMs ?? remainingMs;
  const freeMs = remainingMs === FREE ? Math.min(againMs, LOOK_AGAIN_MS) : againMs;
  reschedule(at, scheduleOf(line, who), freeMs, seenAt);
  if (inQueue(line)) return;
  if (available === 0) line.lots?.refused(who.wasWoken);
  // A lock that is busy for a reader is busy for all. For a writer it may be busy only because of readers.
  if (who.shared) reschedule(at, line.exclusive, freeMs, seenAt);
  else if (who.wasWoken) wakesOne(at, ({ shared }) => shared);
  // Too few for this waiter, whatever the answer says, but perhaps enough for another.
  if (available !== undefined) areAvailable(at, Math.min(available, who.permits - 1));
}

/** `since`: when the answered attempt began. Another waiter may have been woken after that, and cut. */
function reschedule(at: Step, schedule: Schedule, freeMs: number, since: number): void {
  const { tryBy } = schedule;
  triesNow(at, schedule);
  if (tryBy - WOKEN_TRY_MS > since) schedule.tryBy = tryBy;
  freeIn(at, schedule, freeMs);
}

/** Records that the lock may be free in `ms`; negative: not known. */
function freeIn({ now, schedules }: Step, schedule: Schedule, ms: number): void {
  schedule.freeAt = ms < 0 ? NEVER : now + ms;
  schedules.add(schedule);
}

function stands({ now }: Step, who: Waiting, request: string): void {
  who.request = request;
  who.stoodAt = now;
}

/** Makes the head stand in the list, unless it does. */
function standsNext(at: Step): void {
  const head = at.line.hasList ? headOf(at.line, at.now) : undefined;
  if (head !== undefined && sleepsUnlisted(head)) wakes(at, head, "answer");
}

/** Makes a waiter attempt, after a pause. An earlier wake with a shorter pause counts. */
function wakes({ now, changed }: Step, who: Waiting, by: Cause, afterMs = 0): void {
  const { wake } = who;
  who.wake = { by: wake === undefined ? by : stronger(by, wake.by), at: Math.min(wake?.at ?? NEVER, now + afterMs) };
  asksNext(who);
  changed.add(who);
}

function stronger(one: Cause, other: Cause): Cause {
  if (one === "answer" || other === "answer") return "answer";
  return one === "call" ? one : other;
}

/** The lock is or was free for a moment. A refusal must tell who took it, and its request may be out of the list. */
function asksNext(who: Waiting): void {
  who.stoodAt = LONG_AGO;
}

/** Wakes one of those with the same chance. */
function wakesFor(at: Step, who: Waiting, by: Cause): void {
  wakes(at, who, by, by === "answer" ? 0 : at.line.lots?.drawMs(at.now - who.joinedAt));
  isToTrySoon(at, who);
}

/** If it was cut, or is not answered, another one with the same chance attempts. */
function isToTrySoon({ line, now, schedules }: Step, who: Waiting): void {
  const schedule = scheduleOf(line, who);
  schedule.tryBy = now + WOKEN_TRY_MS;
  schedules.add(schedule);
}

function calledLater({ now, changed }: Step, who: Waiting, inMs: number): void {
  asksNext(who);
  who.calledAt = now + inMs;
  changed.add(who);
}

function granted(at: Step, who: Waiting, grant: Grant | undefined): void {
  if (isOver(who)) return;
  at.changed.add(who);
  // A grant that it has stays: the waiter, or an attempt of it, finds out what became of that.
  who.grant ??= grant;
  if (grant !== undefined) return;
  if (who.namedUntil !== undefined) who.namedUntil = at.now;
  else {
    wakes(at, who, "call");
    isToTrySoon(at, who);
  }
}

function lost(at: Step, who: Waiting): void {
  who.phase = "unanswered";
  // If it was only slow, it learns of that: by an answer that is not the first to its call.
  const reply = { kind: "ended", end: "released" } as const;
  who.grant = { handed: { answer: { reply, sentAt: at.now, tries: 2 } }, until: NEVER };
  leaves(at, who);
  standsNext(at);
}

function mailboxOpen(at: Step, who: Waiting): void {
  const { line, now } = at;
  // One may have missed a message. In a queue, each must leave its request.
  const isToAttempt = inQueue(line) ? who.request === "" || comesFirst(line, who, now) : isFirst(line, who, now);
  if (isToAttempt) wakes(at, who, "news");
  at.changed.add(who);
}

/** One waiter of each kind attempts. In a queue, each that may be first does. */
function channelOpen(at: Step): void {
  const { line, now } = at;
  if (inQueue(line)) {
    for (const who of firstsOf(line, now)) wakes(at, who, "news");
  } else for (const isShared of [false, true]) wakesOne(at, ({ shared }) => shared === isShared);
  for (const who of line.waiters) at.changed.add(who);
}

function published(at: Step, payload: string, owner: string): void {
  const { line, now } = at;
  line.messageAt = now;
  const meant = calledBy(line, payload, owner, now);
  if ("who" in meant) {
    for (const who of meant.who) wakes(at, who, "news");
    return;
  }
  line.turnsOfOthers += 1;
  const { permits } = meant;
  // The message may count fewer than are available, so one waiter attempts in any case.
  if (permits <= 1 || !wakesThatFit(at, permits, "news", (who) => who.wake !== undefined)) wakesOne(at);
}

/**
 * Wakes the waiters that fit into `many` permits, by the answer to an attempt. A waiter with an attempt in flight gets
 * its own answer. But if there is enough for all, that answer may be older, and nothing else will wake it.
 */
function areAvailable(at: Step, many: number): void {
  const forAll = many === NEVER;
  wakesThatFit(at, many, "answer", (who) => who.wake !== undefined || (!forAll && who.phase === "trying"));
}

/** Wakes one of these waiters: of many attempts all but one would be refused. */
function wakesOne(at: Step, isMeant: (who: Waiting) => boolean = () => true): void {
  const asleep = livingOf(at.line, at.now).filter((who) => who.wake === undefined && isMeant(who));
  const one = asleep.find(({ phase }) => phase !== "trying") ?? asleep[0];
  if (one !== undefined) wakesFor(at, one, "news");
}

/**
 * Wakes the waiters that fit, in order of arrival. Waiters that attempt anyway count as fitting. Returns whether any
 * fits.
 */
function wakesThatFit(at: Step, many: number, by: Cause, attemptsAnyway: (who: Waiting) => boolean): boolean {
  let unused = many;
  let some = false;
  for (const who of livingOf(at.line, at.now)) {
    if (who.permits > unused) continue;
    unused -= who.permits;
    some = true;
    if (!attemptsAnyway(who)) wakesFor(at, who, by);
  }
  return some;
}

function left(at: Step, who: Waiting, lastTry: LastTry): void {
  const wasTrying = who.phase === "trying";
  const wasOver = isOver(who);
  who.phase = lastTry.kind;
  if (wasOver) return;
  leaves(at, who, lastTry);
  if (inQueue(at.line)) return;
  // A granted lock answers the wake. Another permit may have been released since its attempt.
  if (lastTry.kind === "granted" && lastTry.available === undefined) return;
  if (who.wake !== undefined || (wasTrying && lastTry.kind === "unanswered")) wakesOne(at);
  else standsNext(at);
}

function leaves(at: Step, who: Waiting, lastTry?: LastTry): void {
  const { line, now, changed, schedules } = at;
  const place = line.waiters.indexOf(who);
  if (place === -1) return;
  line.waiters.splice(place, 1);
  schedules.add(scheduleOf(line, who));
  if (lastTry?.kind === "granted") wasGranted(at, who, lastTry);
  for (const each of inQueue(line) ? firstsOf(line, now) : livingOf(line, now).slice(0, 1)) changed.add(each);
}

function wasGranted(at: Step, who: Waiting, { leaseMs, available }: WaitResult): void {
  const { line, now } = at;
  line.lots?.granted(now - who.joinedAt);
  line.turnsOfOthers = 0;
  if (available === undefined) taken(at, who, leaseMs);
  else {
    // The lease of this permit may be the first to end.
    freeIn(at, line.exclusive, Math.max(0, Math.min(line.exclusive.freeAt - now, leaseMs)));
    areAvailable(at, available);
  }
  // It was the first.
  for (const each of line.waiters) if (each.position > 1) each.position -= 1;
}

/** One of them has the lock, for so long. */
function taken(at: Step, { owner, shared }: Waiting, leaseMs: number): void {
  const { line, now } = at;
  triesNow(at, line.exclusive);
  triesNow(at, line.shared);
  for (const each of line.waiters) {
    // Waiters that may hold it at the same time can acquire now: its owner, and readers. For others the lock may be
    // free by itself when this lease ends.
    const isReader = shared && each.shared && !isBehindWriter(line, each, now);
    if (isReader || each.owner === owner) wakes(at, each, "answer");
    else freeIn(at, scheduleOf(line, each), line.hasList ? Math.min(leaseMs, STANDS_AFTER_MS) : leaseMs);
  }
}

/** Returns whether a writer of this isolate is queued before this reader. */
function isBehindWriter(line: Line, { number }: Waiting, now: number): boolean {
  return line.waiters.some((each) => !each.shared && !isGone(line, each, now) && each.number < number);
}
