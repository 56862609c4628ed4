// Single commands of a database.
import type { RunCommand } from "../../../engine/prove/eviction.ts";
import { refusal } from "../../../lock/redis/script-port.ts";
import type { Way } from "../way.ts";

const ANSWER_MS = 5_000;

/** Returns the function that runs commands in this database. */
export function commandsOf(way: Way): RunCommand {
  return async function runCommand(...words) {
    const answer = await way.send(words, { timeoutMs: ANSWER_MS });
    if ("error" in answer) throw refusal(answer, way.secrets);
    return answer.result;
  };
}
