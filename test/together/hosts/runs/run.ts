// The parts that the runs of all hosts share: a gateway that loses a tenth of its replies, and programs in front of it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Gateway, startGateway } from "../../../../src/tools/gateway/gateway.ts";
import { type StartedProcess, startNode } from "../../../support/child-process.ts";

const HERE = import.meta.dirname;

/** One host's proof. Returns the figures, as lines to print. Throws if one is wrong. */
export type Run = (place: Place) => Promise<string>;

export interface Place {
  readonly gateway: Gateway;
  /** An empty folder. */
  readonly folder: string;
  /** A file that does not exist. */
  readonly file: string;
  readonly seed: number;
  /** Its processes, which end with it. */
  readonly started: StartedProcess[];
}

/** Runs with a Redis of its own. */
export async function inPlace(seed: number, run: Run): Promise<string> {
  await using gateway = await startGateway();
  let lost = 0;
  gateway.onWitness(({ faulted }) => {
    if (faulted !== undefined) lost += 1;
  });
  const folder = mkdtempSync(join(tmpdir(), "leasehound-hosts-"));
  const started: StartedProcess[] = [];
  try {
    const figures = await run({ gateway, folder, file: join(folder, "inside"), seed, started });
    return lost === 0 ? figures : `${figures}; ${lost} replies lost`;
  } finally {
    await Promise.all(started.map((process) => process[Symbol.asyncDispose]()));
    rmSync(folder, { recursive: true, force: true });
  }
}

/** From now on, a tenth of the replies is lost. */
export function loseReplies({ gateway, seed }: Place): void {
  gateway.faults.set({ seed, rules: [{ fault: "drop-reply", probability: 0.1 }] });
}

/** Starts a program of the test, or one of a page by its path. */
export function start(
  { gateway, started }: Place,
  program: string,
  args: readonly (string | number)[] = [],
  env: Record<string, string> = {},
): StartedProcess {
  const redis = { UPSTASH_REDIS_REST_URL: gateway.url, UPSTASH_REDIS_REST_TOKEN: gateway.token };
  const path = program.includes("/") ? program : join(HERE, "../programs", `${program}.ts`);
  const process = startNode([path, ...args], { REDIS_URL: gateway.redisUrl, ...redis, ...env });
  started.push(process);
  return process;
}

/** Waits until the processes have ended. Returns their lines. Throws if one has failed. */
export async function linesOf(processes: readonly StartedProcess[]): Promise<string[]> {
  const ended = await Promise.all(processes.map(({ ended }) => ended));
  for (const { code, stdout, stderr } of ended) {
    if (code !== 0) throw new Error(`a process ended with ${code}:\n${stdout}${stderr}`);
  }
  return ended.flatMap(({ stdout }) => stdout.split("\n").filter(Boolean));
}

/** Starts so many processes of a program, and returns their lines. */
export async function linesOfMany(
  place: Place,
  count: number,
  program: string,
  args: readonly (string | number)[] = [],
  env: Record<string, string> = {},
): Promise<string[]> {
  return linesOf(Array.from({ length: count }, () => start(place, program, args, env)));
}

export function countOf(lines: readonly string[], line: string): number {
  return lines.filter((one) => one === line).length;
}

/** Throws unless a figure is as it must be. */
export function must(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(what);
}
