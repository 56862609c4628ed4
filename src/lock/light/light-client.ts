// What the light locks of one database share, and how their requests are repeated until they are answered.
import { nowMs } from "../../base/clock.ts";
import {
  AbortedError,
  askedPauseMs,
  isOwn,
  named,
  OutcomeUnknownError,
  type Subject,
  wasNotDone,
  wasRefused,
} from "../../base/errors.ts";
import { sleep } from "../../base/timers.ts";
import type { CommandSender } from "../redis/command-sender.ts";
import { CLOCKS_DISAGREE, pauseBeforeRetryMs } from "../retry.ts";
import { tryTimeoutMs } from "../watchdog/renewal-plan.ts";
import type { Request } from "./light-commands.ts";
import type { ResolvedLightLocks } from "./light-options.ts";

export interface LightClient {
  readonly commands: CommandSender;
  readonly options: ResolvedLightLocks;
  readonly owners: LightOwners;
}

/** Makes new owners, which nobody can guess: `<clientId>:<uuid>`. */
export class LightOwners {
  // Created at the first use: a Worker has no randomness at the top level.
  #clientId: string | undefined;

  next(): string {
    this.#clientId ??= crypto.randomUUID();
    return `${this.#clientId}:${crypto.randomUUID()}`;
  }

  /** Whether this client made the owner. */
  made(owner: string): boolean {
    return owner.split(":")[0] === this.#clientId;
  }
}

/** The kind of a light lock in events. */
export const LIGHT_KIND = "lightLock";

/** An answered request. */
export interface LightAnswer<Reply> {
  readonly reply: Reply;
  /** When the first attempt was sent, on the local clock. */
  readonly startedAt: number;
  /** How many attempts were sent. */
  readonly tries: number;
}

/** The limits of a request. */
export interface AskLimits {
  /** How long one attempt may take, ms. Default: that of the lease. */
  readonly timeoutMs?: number;
  /** No further attempt begins after this time, and none outlives it, ms. Default: `timeoutMs`. */
  readonly budgetMs?: number;
  /** Default 4. */
  readonly maxTries?: number;
  readonly signal?: AbortSignal | undefined;
  readonly alone?: boolean | undefined;
  /** How to pause between attempts. Default: so that a process waits for it. */
  readonly pause?: typeof sleep;
}

/**
 * Repeats a request until it is answered, like `runUntilAnswered`, which costs more time: a light lock is for many
 * short holds. Throws the same errors.
 */
export async function ask<Reply>(
  { commands }: LightClient,
  request: Request<Reply>,
  leaseMs: number,
  limits: AskLimits = {},
): Promise<LightAnswer<Reply>> {
  const { timeoutMs = tryTimeoutMs(leaseMs), budgetMs = timeoutMs, maxTries = 4, signal, alone = false } = limits;
  const { pause = sleep } = limits;
  const startedAt = nowMs();
  let unknown: unknown;
  let limitMs = timeoutMs;
  for (let tries = 1; ; tries += 1) {
    try {
      if (signal?.aborted) throw new AbortedError(signal.reason);
      const reply = request(commands, { timeoutMs: limitMs, alone: alone || tries > 1 });
      return { reply: await (signal === undefined ? reply : unlessAborted(reply, signal)), startedAt, tries };
    } catch (error) {
      if (!isOwn(error) || error.code === "ABORTED") throw error;
      if (wasRefused(error)) {
        if (unknown === undefined) throw error;
        throw new OutcomeUnknownError("an earlier attempt got no reply, and a later one was refused", { cause: error });
      }
      if (!wasNotDone(error)) unknown = error;
      const pauseMs = askedPauseMs(error) + pauseBeforeRetryMs(tries);
      const leftMs = (): number => startedAt + budgetMs - nowMs();
      if (tries === maxTries || leftMs() <= pauseMs) throw unknown ?? error;
      await pause(pauseMs, signal);
      // A pause in a busy process can be longer than asked for.
      limitMs = Math.min(timeoutMs, leftMs());
      if (limitMs <= 0) throw unknown ?? error;
    }
  }
}

/** Returns the error for an answer in whose flight the clocks disagreed: it does not say how long a hold lasts. */
export function clocksDisagree(): OutcomeUnknownError {
  return new OutcomeUnknownError(CLOCKS_DISAGREE);
}

/** Resolves like the request. An error names the subject of the request. */
export async function about<Result>(subject: Subject, asked: Promise<Result>): Promise<Result> {
  try {
    return await asked;
  } catch (error) {
    throw named(error, subject);
  }
}

function unlessAborted<Reply>(work: Promise<Reply>, signal: AbortSignal): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new AbortedError(signal.reason));
    signal.addEventListener("abort", stop);
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
