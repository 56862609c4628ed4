// A port over anything that sends one command: the part that all ports share.
import { nowMs } from "../../base/clock.ts";
import {
  type LockError,
  NotALockError,
  OutcomeUnknownError,
  printable,
  RedisRefusedError,
  RedisUnreachableError,
} from "../../base/errors.ts";
import { withoutSecrets } from "../http/http.ts";
import { answeredTry, argumentsOf } from "../lua/reply.ts";
import { type RunLimits, type ScriptCall, Tries } from "../protocol.ts";
import type { RedisPort } from "./port.ts";
import { isNotDone, passes, withoutMark } from "./script-errors.ts";

/** Redis' answer to one command: its result, or its error. */
export type Answer = { readonly result: unknown } | ErrorAnswer;

/** An error of Redis. `httpStatus`: of the HTTP answer, if it is known. */
export interface ErrorAnswer {
  readonly error: string;
  readonly httpStatus?: number | undefined;
}

/** Sends the commands of a port. */
export interface CommandTransport extends Pick<RedisPort, "database" | "isCluster" | "follow"> {
  /** Texts that no error may show, such as the token. */
  readonly secrets: readonly string[];
  /**
   * Sends one command, once, and returns Redis' answer, with texts as texts and integers as numbers.
   * @param command the command's words, starting with EVALSHA or EVAL
   * @param limits the deadline and the signal of this one command
   * @returns the result, or the error of Redis
   * @throws REDIS_UNREACHABLE, OUTCOME_UNKNOWN, REDIS_REFUSED, ABORTED, as `RedisPort.run`
   * @example
   * const answer = await transport.send(["EVALSHA", sha1, "1", key], { timeoutMs: 1_000 });
   */
  send(command: readonly string[], limits: RunLimits): Promise<Answer>;
}

/**
 * Makes a port from a transport of commands. It adds a nonce to each attempt, and rejects a reply that answers another
 * attempt. It sends the whole text of a script that Redis has forgotten, and decodes refusals.
 * @param transport sends the commands
 * @returns the port
 * @example
 * const port = scriptPort({ send, follow: async () => "unsupported", database: "redis://db-1", secrets: [token] });
 */
export function scriptPort(transport: CommandTransport): RedisPort {
  const { send, secrets, database, isCluster, follow } = transport;
  const nextNonce = nonces();
  async function run<Reply>(call: ScriptCall<Reply>, limits: RunLimits): Promise<Reply> {
    const { script } = call;
    const nonce = nextNonce();
    const rest = argumentsOf(call, nonce);
    const tries = limits.tries ?? new Tries();
    tries.begin(nonce);
    const deadline = nowMs() + limits.timeoutMs;
    let answer = await send(["EVALSHA", script.sha1, ...rest], limits);
    if ("error" in answer && answer.error.includes("NOSCRIPT")) {
      // Redis forgets scripts at a restart. This is the same attempt, with the same ids and its remaining time.
      const left = Math.max(1, deadline - nowMs());
      answer = await send(["EVAL", script.source, ...rest], { ...limits, timeoutMs: left });
      // EVAL brings the script, so this answers another request: it names no attempt.
      if ("error" in answer && answer.error.includes("NOSCRIPT")) answer = { result: undefined };
    }
    if ("error" in answer) throw scriptError(answer, secrets, call);
    tries.answered(answeredTry(call, answer.result, nonce, (earlier) => tries.has(earlier)));
    return call.decode(answer.result);
  }
  return { run, database, isCluster, follow };
}

/**
 * Makes a source of nonces: 32 random bits and a number. The number alone would repeat when an object restarts, or when
 * a hold is resumed elsewhere.
 */
export function nonces(): () => string {
  // Draw it at the first use: the top level of a Worker has no randomness.
  let client: string | undefined;
  let count = 0;
  return () => {
    client ??= Number(crypto.getRandomValues(new Uint32Array(1))[0])
      .toString(16)
      .padStart(8, "0");
    count += 1;
    return client + count.toString(36);
  };
}

// A script names the place of the key. Redis does not name the key of another type: usually it is the first.
const NOT_A_LOCK = /\bNOT_A_LOCK (\d+)|^WRONGTYPE\b/;
const LONGEST = 200;

/**
 * Returns the error for a script that Redis answered with an error: OUTCOME_UNKNOWN if it may have written something,
 * else as `refusal`.
 */
export function scriptError(answer: ErrorAnswer, secrets: readonly string[], call: RefusedCall): LockError {
  const error = withoutMark(answer.error);
  if (isNotDone(answer.error)) return refusal({ ...answer, error }, secrets, call);
  return new OutcomeUnknownError(`Redis refused a part of the script: ${shown(error, secrets)}`);
}

type RefusedCall = Pick<ScriptCall<unknown>, "keys" | "isNoLocks">;

/**
 * Returns the error for a command that Redis did not carry out: NOT_A_LOCK if its text says that a key of the script
 * holds something else; REDIS_UNREACHABLE if Redis may carry it out later; else REDIS_REFUSED.
 * @param answer Redis' error
 * @param secrets texts that no error may show
 * @param call the script, if the command runs one
 */
export function refusal(
  { error: text, httpStatus }: ErrorAnswer,
  secrets: readonly string[],
  call?: RefusedCall,
): LockError {
  const [found, place = "1"] = (call === undefined || call.isNoLocks ? undefined : NOT_A_LOCK.exec(text)) ?? [];
  if (found !== undefined) return new NotALockError(call?.keys[Number(place) - 1] ?? "");
  const redisCode = /^[A-Z]+\b/.exec(text)?.[0] ?? "";
  const cure = CURES[redisCode];
  const words = cure === undefined ? shown(text, secrets) : `${shown(text, secrets)}; ${cure}`;
  if (passes(text)) return new RedisUnreachableError(`Redis is not ready: ${words}`, { redisCode });
  return new RedisRefusedError(`Redis refused: ${words}`, { httpStatus, redisCode });
}

const OTHER_SECRET = "use a token or password of this database that may write, and run scripts";
/** What to do about an error, by its first word. */
export const CURES: Readonly<Record<string, string>> = {
  NOPERM: OTHER_SECRET,
  WRONGPASS: OTHER_SECRET,
  OOM: "free memory, or raise the limit of the database",
};

/** Returns Redis' error text, escaped, without secrets, and without the quoted arguments of an unknown command. */
export function shown(text: string, secrets: readonly string[]): string {
  const words = withoutSecrets(text, secrets).replace(/, with args beginning with:.*/s, "; is redis.url the REST URL?");
  return printable(words.slice(0, LONGEST)).replace(/\.$/, "");
}
