// Single commands of Redis over its REST API.
import { oneRequest } from "../../http/http.ts";
import type { RedisEndpoint } from "../../index.ts";
import { refusal } from "../../redis/script-port.ts";
import { answerIn, classify, parse, post } from "../../redis/upstash.ts";

const ANSWER_MS = 5_000;

/** Runs one command. Throws REDIS_REFUSED, REDIS_UNREACHABLE or OUTCOME_UNKNOWN. */
export type RunCommand = (...words: readonly string[]) => Promise<unknown>;

/** Returns the function that runs commands in this database. */
export function commandsOf(endpoint: RedisEndpoint): RunCommand {
  const secrets = [endpoint.token];
  return async function runCommand(...words) {
    const answer = await oneRequest({ timeoutMs: ANSWER_MS }, secrets, async (signal) => {
      const received = await post(endpoint, "", JSON.stringify(words), signal);
      return classify(received, answerIn(parse(received.text), received.response.status), secrets);
    });
    if ("error" in answer) throw refusal(answer.error, answer.httpStatus ?? 0, secrets);
    return answer.result;
  };
}
