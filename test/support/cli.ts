// The built command, started as a user does.
import { type Ended, type StartedProcess, startNode } from "./child-process.ts";
import type { Endpoint } from "./rest.ts";

/** Starts the command with the locks of a gateway. */
export function startCli({ url, token }: Endpoint, ...words: readonly (string | number)[]): StartedProcess {
  return startCliWith({ UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token }, ...words);
}

/** Starts the command with these variables added to those of the tests. */
export function startCliWith(env: Record<string, string>, ...words: readonly (string | number)[]): StartedProcess {
  return startNode(["dist/cli/main.js", ...words], env);
}

/** Runs the command to its end. */
export async function cli(endpoint: Endpoint, ...words: readonly (string | number)[]): Promise<Ended> {
  await using started = startCli(endpoint, ...words);
  started.endInput();
  return await started.ended;
}
