// Repeats a script until it answers. This is safe because every script may run any number of times under its hold id.
import { nowMs } from "../clock.ts";
import { askedPauseMs, isLockError, named, OutcomeUnknownError, type Subject } from "../errors.ts";
import { sleep } from "../wait/sleep.ts";
import { type Call, type RedisPort, type RunLimits, runOnce, Tries } from "./port.ts";

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5_000;
const REFUSALS: readonly string[] = ["REDIS_REFUSED", "NOT_A_LOCK", "INVALID_OPTION"];

export interface Answered<Reply> {
  readonly reply: Reply;
  /** When the answered attempt was sent, on the monotonic clock: its grant counts from here. */
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
}

/**
 * Runs a script until it is answered, and pauses as long as a server asks. It ends with the reply, an abort, or a
 * refusal. After the last unanswered attempt, or when the budget is spent, it throws the error of the attempts. If any
 * of them may have been carried out, that is OUTCOME_UNKNOWN, even if a later one was refused or did not reach Redis.
 */
export async function runUntilAnswered<Reply>(
  redis: RedisPort,
  call: Call<Reply>,
  { timeoutMs, budgetMs, signal, maxTries = 4, alone = false }: TryLimits,
): Promise<Answered<Reply>> {
  const end = nowMs() + budgetMs;
  let unknown: unknown;
  let limitMs = timeoutMs;
  const asked = new Tries();
  for (let tries = 1; ; tries += 1) {
    const sentAt = nowMs();
    try {
      const limits = { timeoutMs: limitMs, signal, tries: asked, alone: alone || tries > 1 };
      const reply = await runOnce(redis, call, limits);
      // A composite call, or a port that records no attempts, answers the current attempt.
      const noted = "runAll" in call ? 0 : asked.answeredAt;
      return { reply, sentAt: noted === 0 ? sentAt : noted, tries };
    } catch (error) {
      if (!isLockError(error) || error.code === "ABORTED") throw error;
      if (REFUSALS.includes(error.code)) {
        if (unknown === undefined) throw error;
        throw new OutcomeUnknownError("an earlier attempt got no reply, and a later one was refused", { cause: error });
      }
      if (error.code !== "REDIS_UNREACHABLE") unknown = error;
      const pauseMs = askedPauseMs(error) + pauseBeforeRetryMs(tries);
      if (tries === maxTries || nowMs() + pauseMs >= end) throw unknown ?? error;
      await sleep(pauseMs, signal);
      // A pause in a busy process can be longer than asked for.
      limitMs = Math.min(timeoutMs, end - nowMs());
      if (limitMs <= 0) throw unknown ?? error;
    }
  }
}

/** Returns a pause after so many attempts without an answer, in ms. It is random, so that clients spread. */
export function pauseBeforeRetryMs(failures: number): number {
  return Math.random() * Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
}

/** Runs a script until it is answered. The error names the subject of the request. */
export async function runNamed<Reply>(
  redis: RedisPort,
  call: Call<Reply>,
  limits: TryLimits,
  subject: Subject,
): Promise<Answered<Reply>> {
  try {
    return await runUntilAnswered(redis, call, limits);
  } catch (error) {
    throw named(error, subject);
  }
}
