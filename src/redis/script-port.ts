// A port over anything that sends one command: the part that all ports share.
import { nowMs } from "../clock.ts";
import { answeredTry, argumentsOf, type ScriptCall } from "../lua/call.ts";
import type { RedisEndpoint } from "../options.ts";
import { nonces } from "./nonce.ts";
import { type RedisPort, type RunLimits, Tries } from "./port.ts";
import { notALock, refusal } from "./refusals.ts";

/** Redis' answer to one command: its result, or its error. `httpStatus`: of the HTTP answer; 0: not known. */
export type Answer = { readonly result: unknown } | { readonly error: string; readonly httpStatus: number };

/** Sends the commands of a port. */
export interface CommandTransport extends Pick<RedisPort, "database" | "follow"> {
  /** Texts that no error may show, such as the token. */
  readonly secrets: readonly string[];
  /**
   * Sends one command, once, and returns Redis' answer, with texts as texts and integers as numbers.
   * @param command the command's words, starting with EVALSHA or EVAL
   * @param limits the deadline and the signal of this one command
   * @returns the result, or an error of Redis that says for certain that the command was not carried out
   * @throws REDIS_UNREACHABLE, OUTCOME_UNKNOWN, REDIS_REFUSED, ABORTED, as `RedisPort.run`
   */
  send(command: readonly string[], limits: RunLimits): Promise<Answer>;
}

/** Makes the function that sends the commands of a port to an endpoint. */
export type Sender = (endpoint: RedisEndpoint) => CommandTransport["send"];

/**
 * Makes a port from a transport of commands. It adds a nonce to each attempt, and rejects a reply that answers another
 * attempt. It sends the whole text of a script that Redis has forgotten, and decodes refusals.
 * @param transport sends the commands
 * @returns the port
 */
export function scriptPort({ send, secrets, database, follow }: CommandTransport): RedisPort {
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
    }
    if ("error" in answer) throw notALock(call, answer.error) ?? refusal(answer.error, answer.httpStatus, secrets);
    tries.answered(answeredTry(call, answer.result, nonce, (earlier) => tries.has(earlier)));
    return call.decode(answer.result);
  }
  return { run, database, follow };
}
