// A directed world as data: a test plays it, and so does the score of the planted bugs.
import assert from "node:assert/strict";
import type { Compiled } from "../bundle.ts";

export interface DirectedPlay {
  readonly title: string;
  /** Plays the world, and returns what is wrong in it. */
  readonly play: (compiled: Compiled) => Promise<readonly string[]>;
}

/** `run`: rejects if a promise does not hold. */
export function directed(title: string, run: (compiled: Compiled) => Promise<void>): DirectedPlay {
  return {
    title,
    async play(compiled) {
      const problems: string[] = [];
      const add = (error: unknown): void => void problems.push(String(error));
      process.on("unhandledRejection", add);
      await run(compiled).catch(add);
      process.off("unhandledRejection", add);
      return problems;
    },
  };
}

/** Throws unless `ms` is at least `least` and less than `below`. */
export function lasts(what: string, ms: number, below: number, least: number = 0): void {
  assert.ok(ms >= least && ms < below, `${what} takes ${ms} ms, not ${least} to ${below}`);
}

/** When a caller took something, and when it began to give it back. */
interface Had {
  readonly tookAt: number;
  readonly gaveAt: number;
}

/** Throws if two had something at the same time. `validMs`: for how long each had it at most. Default: until its end. */
export function takeTurns(callers: readonly Had[], validMs: number = Number.POSITIVE_INFINITY): void {
  const inOrder = callers.filter(({ tookAt }) => !Number.isNaN(tookAt)).sort((one, other) => one.tookAt - other.tookAt);
  for (const [at, { tookAt, gaveAt }] of inOrder.entries()) {
    const next = inOrder[at + 1];
    assert.ok(next === undefined || next.tookAt >= Math.min(gaveAt, tookAt + validMs), "two have it at the same time");
  }
}
