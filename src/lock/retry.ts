// Repeats a call until it is answered. This is safe because every call may be carried out any number of times under its
// hold id.
import { clocksAgreeSince, nowMs } from "../base/clock.ts";
import {
  askedPauseMs,
  isOwn,
  type LockError,
  named,
  OutcomeUnknownError,
  type Subject,
  unknownBeside,
  wasNotDone,
  wasRefused,
  wasSent,
} from "../base/errors.ts";
import { sleep, unrefSleep } from "../base/timers.ts";
import { type Call, type Driver, isOwnCall, type RunLimits, send, Tries } from "./protocol.ts";

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5_000;
// A late cancel is tried for this many times the time of one attempt.
const LATE_TIMEOUTS = 4;
/** Redis remembers a request without a lease for an hour: no attempt may come later. */
export const LONGEST_WITHOUT_LEASE_MS = 3_500_000;

export interface Answered<Reply> {
  readonly reply: Reply;
  /** When the answered attempt was sent, on the local clock: its grant counts from here. */
  readonly sentAt: number;
  /** How many attempts were sent. */
  readonly tries: number;
}

export interface TryLimits extends RunLimits {
  /**
   * No further attempt begins after this time, and none outlives it, in ms from now. The first attempt always has its
   * full time.
   */
  readonly budgetMs: number;
  /** Default 4. */
  readonly maxTries?: number;
  /** How to pause between attempts. Default: so that a process waits for it. */
  readonly pause?: typeof sleep;
}

/**
 * Repeats a call until it is answered, and pauses as long as a server asks. It ends with the reply, an abort, or a
 * refusal. If the clocks disagreed while the reply was in flight, one more attempt finds out how long it lasts. After
 * the last unanswered attempt, or when the budget is spent, it throws the error of the attempts. If any of them may have
 * been carried out, that is OUTCOME_UNKNOWN, even if another one was refused or did not reach Redis. Its cause is then
 * the refusal.
 */
export async function runUntilAnswered<Reply>(
  driver: Driver,
  call: Call<Reply>,
  { timeoutMs, budgetMs, signal, maxTries = 4, pause = sleep, alone = false }: TryLimits,
): Promise<Answered<Reply>> {
  const end = nowMs() + budgetMs;
  let unknown: unknown;
  // An attempt that did nothing, and a copy of which may still arrive.
  let undone: LockError | undefined;
  let limitMs = timeoutMs;
  const asked = new Tries();
  // An answer was in flight while the clocks disagreed.
  let isDoubted = false;
  for (let tries = 1; ; tries += 1) {
    const sentAt = nowMs();
    try {
      const limits = { timeoutMs: limitMs, signal, tries: asked, alone: alone || tries > 1 };
      const reply = await send(driver, call, limits);
      // Without a record of attempts, the current one is answered.
      const answered = { reply, sentAt: asked.answeredAt || sentAt, tries };
      if (!isTimed(reply) || clocksAgreeSince(answered.sentAt)) return answered;
      const doubt = new OutcomeUnknownError(CLOCKS_DISAGREE);
      if (isDoubted) throw doubt;
      isDoubted = true;
      unknown = doubt;
      limitMs = timeoutMs;
    } catch (error) {
      if (!isOwn(error) || error.code === "ABORTED") throw error;
      if (!wasNotDone(error)) unknown = error;
      else if (wasSent(error)) undone = error;
      const failed = unknown && undone ? unknownBeside(unknown, undone) : (unknown ?? undone ?? error);
      if (wasRefused(error)) throw failed;
      const pauseMs = askedPauseMs(error) + pauseBeforeRetryMs(tries);
      if (tries === maxTries || nowMs() + pauseMs >= end) throw failed;
      await pause(pauseMs, signal);
      // A pause in a busy process can be longer than asked for.
      limitMs = Math.min(timeoutMs, end - nowMs());
      if (limitMs <= 0) throw failed;
    }
  }
}

/** What an error says of an answer in whose flight the clocks disagreed: nobody knows how long its hold lasts. */
export const CLOCKS_DISAGREE = "the clocks of this machine disagree about the time of the answer";
const TIMED: readonly unknown[] = ["held", "renewed", "counted", "found"];

/** Returns whether a reply says how long something lasts: its time counts from the request. */
function isTimed(reply: unknown): boolean {
  return Array.isArray(reply) || TIMED.includes(Object(reply).kind);
}

/** Returns a pause after so many attempts without an answer, in ms. It is random, so that clients spread. */
export function pauseBeforeRetryMs(failures: number): number {
  return Math.random() * Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
}

/**
 * Repeats a request in the background until it is answered, also after refusals, in this time. It keeps no process alive
 * between its attempts. `run`: sends the request until it is answered. Resolves with the answer, or with undefined when
 * the time is over, or the key holds something else. Never rejects.
 */
export async function atLast<Result>(
  run: (limits: TryLimits) => Promise<Result>,
  timeoutMs: number,
  budgetMs: number,
): Promise<Result | undefined> {
  const end = nowMs() + budgetMs;
  // Alone: the next call of its caller must not fail with it.
  const patience = { timeoutMs, maxTries: Number.POSITIVE_INFINITY, pause: unrefSleep, alone: true };
  for (let refusals = 1; nowMs() < end; refusals += 1) {
    try {
      return await run({ ...patience, budgetMs: end - nowMs() });
    } catch (error) {
      if (isOwn(error) && error.code === "NOT_A_LOCK") break;
      await unrefSleep(askedPauseMs(error) + pauseBeforeRetryMs(refusals));
    }
  }
  return undefined;
}

/** Repeats a call likewise. */
export function callAtLast<Reply>(
  driver: Driver,
  call: Call<Reply>,
  timeoutMs: number,
  budgetMs: number,
): Promise<Answered<Reply> | undefined> {
  return atLast((limits) => runUntilAnswered(driver, call, limits), timeoutMs, budgetMs);
}

/**
 * Cancels a request that did nothing, because a copy of it may still arrive. It tries for longer than an attempt takes:
 * Redis may be loading its data. It never rejects.
 */
export async function cancelLate(driver: Driver, cancel: Call<unknown>, timeoutMs: number): Promise<void> {
  await callAtLast(driver, cancel, timeoutMs, LATE_TIMEOUTS * timeoutMs);
}

/**
 * Repeats a call until it is answered. The error names the subject of the request. A request that did nothing and that
 * Redis would remember is withdrawn in the background.
 */
export async function runNamed<Reply>(
  driver: Driver,
  call: Call<Reply>,
  limits: TryLimits,
  subject: Subject,
): Promise<Answered<Reply>> {
  try {
    return await runUntilAnswered(driver, call, limits);
  } catch (error) {
    const withdrawal = isOwnCall(call) ? undefined : call.withdrawal;
    if (withdrawal !== undefined && wasNotDone(error) && wasSent(error))
      void cancelLate(driver, withdrawal, limits.timeoutMs);
    throw named(error, subject);
  }
}
