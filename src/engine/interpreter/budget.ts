// The budget of a script. Loops, calls, tables and long texts cost steps, and the script ends when no step is left. So
// a script keeps its process busy for a few seconds and takes some hundred megabytes, at most.
import { toNumber } from "./numbers.ts";
import type { Position, Value } from "./values.ts";

/** The steps of one script. */
export const MOST_STEPS = 50_000_000;

/** The price of something that may stay in memory: a step for four bytes. */
export const TABLE_STEPS = 40;
export const ENTRY_STEPS = 16;
/** A text that a library function reads. */
export const TEXT_STEPS = 4;
/** An item of string.format(), or a replaced reference in string.gsub(). */
export const FORMAT_STEPS = 40;
/** A number that is not an integer, and may have hundreds of digits. */
export const FLOAT_STEPS = 400;
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

/** As toNumber(). Charges for the bytes of a text. */
export function numberOf(value: Value, position: Position): number | undefined {
  if (typeof value === "string") spendOnBytes(position, value.length);
  return toNumber(value);
}
