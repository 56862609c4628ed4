// The options of the benches, and what their processes share.
import { resolve } from "node:path";

/** Wrong use of the command line: exit code 2. */
export class UsageError extends Error {}

export interface Options {
  /** The names of `--only`. Default: all. */
  readonly only: readonly string[] | undefined;
  readonly seed: number;
  /** Measures little, to see whether the bench works. */
  readonly isQuick: boolean;
  /** Writes the results, and the pages that are made of them. */
  readonly isWritten: boolean;
}

/** Returns those that `--only` names, in their own order. */
export function chosen<Id extends string>(all: readonly Id[], { only }: Options): Id[] {
  const unknown = only?.find((name) => !all.some((id) => id === name));
  if (unknown !== undefined) throw new UsageError(`--only: there is no ${unknown}, but ${all.join(", ")}`);
  return all.filter((id) => only === undefined || only.includes(id));
}

/** Prints progress, with the seconds since the start. It is no part of the result. */
export function say(line: string): void {
  console.error(`${`${Math.round(performance.now() / 1_000)}`.padStart(4)} s  ${line}`);
}

export const today = (): string => new Date().toISOString().slice(0, 10);

/** Of the processes of benches. They start in half the time, and there are hundreds. */
export const ENV = { ...process.env, NODE_COMPILE_CACHE: resolve("node_modules/.cache/bench/compiled") };
