// Single commands of a database.
import { refusal } from "../../../lock/redis/script-port.ts";
import type { Way } from "../way.ts";

const ANSWER_MS = 5_000;

/** Runs one command. Throws REDIS_REFUSED, REDIS_UNREACHABLE or OUTCOME_UNKNOWN. */
export type RunCommand = (...words: readonly string[]) => Promise<unknown>;

/** Returns the function that runs commands in this database. */
export function commandsOf(way: Way): RunCommand {
  return async function runCommand(...words) {
    const answer = await way.send(words, { timeoutMs: ANSWER_MS });
    if ("error" in answer) throw refusal(answer, way.secrets);
    return answer.result;
  };
}
