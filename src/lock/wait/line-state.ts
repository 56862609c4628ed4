// The waiters for one lock in one isolate, as records, and what they say: who lives, who is first, who is idle. `step` of
// line.ts alone changes them. All instants are on the local clock, ms.
import type { ReleaseChannel } from "../protocol.ts";
import { AttemptRate } from "./attempt-rate.ts";
import type { Handed } from "./handed.ts";
import type { Lots } from "./lots.ts";
import { isOfQueue, type LastTry } from "./wait-terms.ts";

// In a Worker, a waiter without a sign of life for this long was probably cut.
export const SILENT_MS = 2_500;
// Its stream may still be open for this long, on an overloaded machine.
export const ABANDONED_MS = 60_000;
// A queued waiter keeps its place by attempts, and loses it after 15 s without one.
const QUEUED_POLL_MS = 5_000;
// A standing request is renewed after this time. The scripts skip one that is 150 s old.
const RENEW_REQUEST_MS = 60_000;
export const NEVER: number = Number.POSITIVE_INFINITY;
export const LONG_AGO: number = Number.NEGATIVE_INFINITY;

/** A grant. `until`: it is believed until then; afterwards an attempt must tell. */
export interface Grant {
  readonly handed: Handed;
  readonly until: number;
}

/**
 * Why a waiter attempts. "answer": Redis answered another waiter here; "call": a message to its mailbox; "news": a message
 * on the channel of the lock, which anybody may send at any rate.
 */
export type Cause = "answer" | "call" | "news";

/** The facts of a waiter that do not change. */
export interface Wanting {
  readonly owner: string;
  readonly label: string;
  /** Others may hold the lock at the same time. */
  readonly shared: boolean;
  /** How many permits it needs at once. */
  readonly permits: number;
  /** The lease that it asks for; undefined: no holder may pass the lock on to it. */
  readonly passableLeaseMs?: number | undefined;
  /** The longest time without an attempt. */
  readonly pollMs: number;
  /** Its number in a queue whose messages call it by number, as far as known; 0: it has none. */
  readonly number: number;
}

/** One waiter. `step` alone changes it. */
export interface Waiting extends Omit<Wanting, "number"> {
  readonly joinedAt: number;
  /**
   * "new": it has not joined the line; its first attempt may be under way. "trying": another one is. Then how its wait
   * ended.
   */
  phase: "new" | "asleep" | "trying" | LastTry["kind"];
  /** Its last sign of life: an invocation that was cut gives none. */
  seenAt: number;
  /** Why it attempts, and when, since its last attempt began, which may have missed what was published during it. */
  wake: { readonly by: Cause; readonly at: number } | undefined;
  /** It had a wake when this attempt began. */
  wasWoken: boolean;
  /** Its last attempt was answered, or it has taken a grant. */
  isAnswered: boolean;
  /** When it attempts after a grant to another waiter, unless it hears more before. */
  calledAt: number;
  /** A release of this isolate names it: it waits for the reply until then. */
  namedUntil: number | undefined;
  grant: Grant | undefined;
  /** Limit its attempts because of calls, and all others: others may be busy on the channel of the lock. */
  readonly calledRate: AttemptRate;
  readonly rate: AttemptRate;
  /** Its standing request as it is in the list, as far as known; "": it has none. */
  request: string;
  stoodAt: number;
  /** By the last refusal, the holder is ours, and so are all before it in the queue. */
  isBehindOurs: boolean;
  /** Its place in a queue, by the last answer and by grants here: it may be nearer. 0: not known. */
  position: number;
  /** As in Wanting. Redis tells it once. */
  number: number;
  /** Its own, in a queue. */
  readonly schedule: Schedule;
}

/** When one of those with the same chance attempts, although no message has woken it. */
export interface Schedule {
  triedAt: number;
  /** When the lock may be free without a message, by the last answer. */
  freeAt: number;
  /** The latest instant of the next attempt, because a waiter was woken. */
  tryBy: number;
  /** Waiters that started at once drift apart. A wider range would cost more attempts. */
  readonly pollShare: number;
}

/** How the waiters of a line hear of releases. */
export interface Hearing {
  /** A stream is confirmed: messages arrive. */
  readonly isLive: boolean;
  /** There are no streams. */
  readonly isUnsupported: boolean;
}

export interface Line {
  /** The channel of the lock, and what a message there says. */
  readonly channel: ReleaseChannel;
  /** Their head stands in a list of the lock. */
  readonly hasList: boolean;
  /** An invocation may be cut without a trace, and its waiter with it. */
  readonly mayBeCut: boolean;
  readonly hearing: Hearing;
  /** In order of arrival. */
  readonly waiters: Waiting[];
  /**
   * An answer holds for all waiters with the same chance: a lock held by readers is busy for a writer, but not for a
   * reader. Not used in a queue.
   */
  readonly exclusive: Schedule;
  readonly shared: Schedule;
  /** Those that its waiters draw, if they do. */
  readonly lots: Lots | undefined;
  messageAt: number;
  /** A message said that those who stand, or are queued, were called. The message for all others follows at once. */
  announcedAt: number;
  /** How many holds others than those who stand have had since one of these had the lock, as far as known. */
  turnsOfOthers: number;
}

/** Returns a line without waiters. */
export function newLine(line: Pick<Line, "channel" | "hasList" | "mayBeCut" | "hearing" | "lots">): Line {
  return {
    ...line,
    waiters: [],
    exclusive: newSchedule(),
    shared: newSchedule(),
    messageAt: LONG_AGO,
    announcedAt: LONG_AGO,
    turnsOfOthers: 0,
  };
}

/** Returns a waiter that has not joined its line. */
export function newWaiting(line: Line, wanting: Wanting, now: number): Waiting {
  return {
    ...wanting,
    pollMs: inQueue(line) ? Math.min(wanting.pollMs, QUEUED_POLL_MS) : wanting.pollMs,
    joinedAt: now,
    phase: "new",
    seenAt: now,
    wake: undefined,
    wasWoken: false,
    isAnswered: false,
    calledAt: NEVER,
    namedUntil: undefined,
    grant: undefined,
    calledRate: new AttemptRate(),
    rate: new AttemptRate(),
    request: "",
    stoodAt: LONG_AGO,
    isBehindOurs: false,
    position: 0,
    schedule: newSchedule(),
  };
}

function newSchedule(): Schedule {
  return { triedAt: LONG_AGO, freeAt: NEVER, tryBy: NEVER, pollShare: 0.97 + 0.03 * Math.random() };
}

/** Returns whether its waiters are in a queue, where each is woken on its own channel, or called by its number. */
export function inQueue({ channel }: Line): boolean {
  return isOfQueue(channel);
}

/** Returns whether it was probably cut. */
export function isGone({ mayBeCut }: Line, { seenAt }: Waiting, now: number): boolean {
  return mayBeCut && now - seenAt > SILENT_MS;
}

/** Returns whether it has certainly no attempt and no stream any more. */
export function isAbandoned({ mayBeCut }: Line, { seenAt }: Waiting, now: number): boolean {
  return mayBeCut && now - seenAt > ABANDONED_MS;
}

/** Returns whether its wait has ended. */
export function isOver({ phase }: Waiting): boolean {
  return phase === "granted" || phase === "refused" || phase === "unanswered";
}

/** Returns those that live, in order of arrival. */
export function livingOf(line: Line, now: number): Waiting[] {
  return line.waiters.filter((who) => !isGone(line, who, now));
}

/** Returns those that live, do not attempt, and have no reason to. */
export function idleOf(line: Line, now: number): Waiting[] {
  return livingOf(line, now).filter((who) => who.phase === "asleep" && who.wake === undefined && !isServed(who));
}

function isServed({ namedUntil, grant }: Waiting): boolean {
  return namedUntil !== undefined || grant !== undefined;
}

/**
 * Returns those that live and may be first: in a queue, those that no waiter here is known to be before. A later waiter's
 * place may look better, because others have left since, but it is still behind.
 */
export function firstsOf(line: Line, now: number): Waiting[] {
  const living = livingOf(line, now);
  if (!inQueue(line)) return living;
  let best = NEVER;
  return living.filter(({ position }) => {
    if (position > best) return false;
    best = position;
    return true;
  });
}

/** Returns the first that lives: it stands for the others. */
export function headOf(line: Line, now: number): Waiting | undefined {
  // In a queue, too: nobody is before the first that came.
  return line.waiters.find((who) => !isGone(line, who, now));
}

/** Returns whether it is the head, or would be if it joined. */
export function isFirst(line: Line, who: Waiting, now: number): boolean {
  const head = headOf(line, now);
  return head === undefined || head === who;
}

/** Returns whether an attempt that it begins now asks to stand in the list. */
export function isToStand(line: Line, who: Waiting, now: number): boolean {
  const isDue = who.request === "" || now - who.stoodAt > RENEW_REQUEST_MS;
  return isDue && isFirst(line, who, now);
}

/** Returns those to which a release of this isolate may grant the lock; in a queue the one that is probably first. */
export function passableOf(line: Line, now: number): Waiting[] {
  const mayBeNext = ({ position }: Waiting): boolean => !inQueue(line) || position === 1;
  return idleOf(line, now).filter((who) => who.passableLeaseMs !== undefined && mayBeNext(who));
}

/** Returns those of whom a release of this isolate shall add the first that lives to the list: none, if the head stands. */
export function toBeAdded(line: Line, now: number): Waiting[] {
  if (!line.hasList || headOf(line, now)?.request !== "") return [];
  return livingOf(line, now).filter(sleepsUnlisted);
}

/** Returns whether it sleeps, and does not stand in the list. */
export function sleepsUnlisted({ phase, request }: Waiting): boolean {
  return phase === "asleep" && request === "";
}

/**
 * Returns whether a grant must be given back: nobody took it, and no attempt of its waiter finds it, or has found it.
 * After an answered attempt it is the waiter's own, or Redis had refused it before.
 */
export function isToBeGivenBack(line: Line, who: Waiting, given: Grant, now: number): boolean {
  const { phase, grant, isAnswered } = who;
  if (phase === "new" || phase === "trying") return !isAnswered && isGone(line, who, now);
  return phase === "unanswered" || (phase === "asleep" && grant === given);
}

/** Returns the schedule that it shares with those that have the same chance. */
export function scheduleOf(line: Line, who: Waiting): Schedule {
  if (inQueue(line)) return who.schedule;
  return who.shared ? line.shared : line.exclusive;
}
