// What the light locks of one database share, and how their requests are repeated until they are answered.
import { nowMs } from "../../base/clock.ts";
import { AbortedError, named, OutcomeUnknownError, type Subject } from "../../base/errors.ts";
import type { RunLimits } from "../protocol.ts";
import type { CommandSender } from "../redis/command-sender.ts";
import { CLOCKS_DISAGREE, runUntilAnswered, type TryLimits } from "../retry.ts";
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

/** The limits of a request; the time of an attempt is that of the lease by default. */
export type AskLimits = Partial<TryLimits>;

/**
 * Repeats a request until it is answered: see runUntilAnswered. The answer does not say which attempt it answers: what it
 * grants counts from the first one.
 */
export async function ask<Reply>(
  { commands }: LightClient,
  request: Request<Reply>,
  leaseMs: number,
  limits: AskLimits = {},
): Promise<LightAnswer<Reply>> {
  const { timeoutMs = tryTimeoutMs(leaseMs), budgetMs = timeoutMs } = limits;
  const startedAt = nowMs();
  async function send({ signal, ...attempt }: RunLimits): Promise<Reply> {
    if (signal?.aborted) throw new AbortedError(signal.reason);
    const reply = request(commands, attempt);
    // The request goes on: its cancel must not overtake it.
    return signal === undefined ? reply : unlessAborted(reply, signal);
  }
  const { reply, tries } = await runUntilAnswered(commands, { send }, { ...limits, timeoutMs, budgetMs });
  return { reply, startedAt, tries };
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
