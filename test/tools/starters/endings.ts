// Starts `leasehound run` and `leasehound dev` by a starter, ends the starter alone, and checks that nothing is left.
import { createLocks } from "../../../src/index.ts";
import { redisServerHere } from "../../../src/tools/gateway/find-redis-server.ts";
import { type StartedProcess, startProgram } from "../../support/child-process.ts";
import { eventually } from "../../support/eventually.ts";
import { processTree, running, runningWith } from "../../support/process-tree.ts";
import type { Endpoint } from "../../support/rest.ts";
import { uniqueName } from "../../support/unique-name.ts";

export const SIGNALS = ["SIGTERM", "SIGINT", "SIGKILL"] as const;
export type EndingSignal = (typeof SIGNALS)[number];

/** Less than the lease, so that a free lock was released. */
const ENDED_WITHIN_MS = 15_000;
const STARTER_ENDS_WITHIN_MS = 3_000;

/** Starts the command with these words in a folder where the package is installed. */
export type Start = (words: readonly string[]) => readonly [program: string, ...args: string[]];

export interface Place {
  readonly folder: string;
  readonly redis: Endpoint;
}

/**
 * Ends `run`. Returns whether the signal ended the starter.
 * @throws when a process, or the lock, is left
 */
export async function endRun(start: Start, signal: EndingSignal, { folder, redis }: Place): Promise<boolean> {
  const name = uniqueName();
  const command = ["sh", "-c", "echo started; sleep 1000 & wait", name];
  await using starter = startIn(folder, start(["run", name, "--kill-after", "200ms", "--", ...command]), redis);
  await starter.line(/^started$/);
  const hasEnded = await endStarter(starter, signal);
  await eventually(() => runningWith(name).length === 0, ENDED_WITHIN_MS);
  const lock = createLocks({ redis }).lock(name);
  await eventually(async () => !(await lock.isLocked()), ENDED_WITHIN_MS);
  return hasEnded;
}

/**
 * Ends `dev`. Returns whether the signal ended the starter.
 * @throws when a process is left
 */
export async function endDev(start: Start, signal: EndingSignal, { folder, redis }: Place): Promise<boolean> {
  await using starter = startIn(folder, start(["dev", "--json"]), redis);
  await starter.line(/^{"url"/);
  const tree = processTree(starter.pid);
  const hasServer = tree.some(({ command }) => /(redis|valkey)-server/.test(command));
  if (hasServer !== (redisServerHere() !== undefined)) throw new Error("dev has no server, or not the engine");
  const hasEnded = await endStarter(starter, signal);
  await eventually(() => running(tree.map(({ pid }) => pid)).length === 0, ENDED_WITHIN_MS);
  return hasEnded;
}

/**
 * Ends a starter by the signal, or else by SIGKILL. npm passes SIGINT to its shell alone, and a shell that waits for a
 * command waits on: nothing has ended then.
 */
async function endStarter(starter: StartedProcess, signal: EndingSignal): Promise<boolean> {
  starter.signal(signal);
  const pids = [starter.pid];
  const hasEnded = await eventually(() => running(pids).length === 0, STARTER_ENDS_WITHIN_MS).catch(() => false);
  if (!hasEnded) starter.signal("SIGKILL");
  return hasEnded;
}

function startIn(folder: string, [program, ...args]: ReturnType<Start>, redis: Endpoint): StartedProcess {
  const env = { UPSTASH_REDIS_REST_URL: redis.url, UPSTASH_REDIS_REST_TOKEN: redis.token };
  return startProgram(program, args, env, folder);
}
