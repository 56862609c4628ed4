// Repeating a script until it answers. Safe because every script of ours may run any number of times under its hold id.
import { isLockError } from "../errors.ts";
import type { ScriptCall } from "../lua/call.ts";
import { pause } from "../wait/pause.ts";
import type { RedisPort, RunLimits } from "./port.ts";

const MAX_TRIES = 4;
const FIRST_PAUSE_MS = 50;

export interface Answered<Reply> {
  readonly reply: Reply;
  /** When the try that answered was sent, on the monotonic clock: what it granted is counted from here. */
  readonly sentAt: number;
}

export interface TryLimits extends RunLimits {
  /** No further try begins after this, and none outlives it, in ms from now. The first try always has its full time. */
  readonly budgetMs: number;
}

/**
 * Runs a script until it is answered. Ways out: the reply; an error that another try cannot change (refused, aborted);
 * after the fourth unanswered try, or when the budget is spent, the error of the tries: "unknown" if any of them was,
 * for then it may have been carried out, else that of the last one.
 */
export async function untilAnswered<Reply>(
  redis: RedisPort,
  call: ScriptCall<Reply>,
  limits: TryLimits,
): Promise<Answered<Reply>> {
  const end = performance.now() + limits.budgetMs;
  let unknown: unknown;
  for (let tries = 1; ; tries += 1) {
    const sentAt = performance.now();
    const timeoutMs = tries === 1 ? limits.timeoutMs : Math.min(limits.timeoutMs, end - sentAt);
    try {
      return { reply: await redis.run(call, { timeoutMs, signal: limits.signal }), sentAt };
    } catch (error) {
      if (!isLockError(error)) throw error;
      if (error.code !== "REDIS_UNREACHABLE" && error.code !== "OUTCOME_UNKNOWN" && error.code !== "UNEXPECTED_REPLY") {
        throw error;
      }
      if (error.code !== "REDIS_UNREACHABLE") unknown = error;
      const pauseMs = Math.random() * FIRST_PAUSE_MS * 2 ** (tries - 1);
      if (tries === MAX_TRIES || performance.now() + pauseMs >= end) throw unknown ?? error;
      await pause(pauseMs, limits.signal);
    }
  }
}
