// Single commands of Redis over its REST API.
import type { RedisEndpoint } from "../../../index.ts";
import { refusal } from "../../../lock/redis/script-port.ts";
import { sendAlone } from "../../../lock/redis/upstash.ts";

const ANSWER_MS = 5_000;

/** Runs one command. Throws REDIS_REFUSED, REDIS_UNREACHABLE or OUTCOME_UNKNOWN. */
export type RunCommand = (...words: readonly string[]) => Promise<unknown>;

/** Returns the function that runs commands in this database. */
export function commandsOf(endpoint: RedisEndpoint): RunCommand {
  const send = sendAlone(endpoint);
  return async function runCommand(...words) {
    const answer = await send(words, { timeoutMs: ANSWER_MS });
    if ("error" in answer) throw refusal(answer, [endpoint.token]);
    return answer.result;
  };
}
