// The budget of a script. It spends steps on loops, calls, tables and long texts, and ends when none is left: so a script
// keeps its process busy for seconds at most, and takes at most some hundred megabytes.
import type { Position } from "./values.ts";

/** The steps of one script. */
export const MOST_STEPS = 50_000_000;

/** What is charged for something that may stay in memory: a quarter of its bytes. */
export const TABLE_STEPS = 40;
export const ENTRY_STEPS = 16;
/** An attempt to match the rest of a pattern. */
export const MATCH_STEPS = 16;
/** A caught error. */
export const CATCH_STEPS = 1_000;
const BYTES_OF_STEP = 4;
/** Shorter texts cost nothing beside the call or the loop around them. */
const SHORT = 64;

/** Ends a script whose steps are spent. pcall() does not catch it. */
export class ScriptTooLong extends Error {
  constructor() {
    super(`the engine ends a script after ${MOST_STEPS / 1_000_000} million steps`);
    this.name = "ScriptTooLong";
  }
}

export function spend(position: Position, steps: number): void {
  position.steps -= steps;
  if (position.steps < 0) throw new ScriptTooLong();
}

/** Charges for bytes that are read or written. */
export function spendOnBytes(position: Position, bytes: number): void {
  if (bytes > SHORT) spend(position, bytes / BYTES_OF_STEP);
}
