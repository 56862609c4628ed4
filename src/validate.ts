// How options are checked: where they are given, before anything is sent, and by name.
import { InvalidOptionError } from "./errors.ts";

/** A function given by the caller. */
export function callable<F>(option: string, value: F, problem = "must be a function"): F {
  if (typeof value !== "function") throw new InvalidOptionError(option, problem);
  return value;
}

/**
 * An object with known members only: a misspelt option would otherwise be a silent default. `needed`: what it must
 * have, where it cannot be left out.
 */
export function knownMembers(what: string, value: object | undefined, known: readonly string[], needed?: string): void {
  if (value === undefined && needed === undefined) return;
  if (value === undefined) throw new InvalidOptionError(what, `must be an object with ${needed}`);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new InvalidOptionError(what, "must be an object");
  }
  for (const name of Object.keys(value)) {
    if (!known.includes(name)) {
      throw new InvalidOptionError(name.slice(0, 80), `is not an option; known are ${known.join(", ")}`);
    }
  }
}

/** A whole number of ms within bounds. */
export function milliseconds(option: string, value: unknown, from: number, to: number, fallback: number): number {
  return wholeNumber(option, value, { from, to, fallback, unit: " of milliseconds" });
}

/**
 * A whole number within bounds, which must be given if there is no `fallback`; `unit` follows the words "a whole
 * number".
 */
export function wholeNumber(
  option: string,
  value: unknown,
  { from, to, fallback, unit = "" }: { from: number; to: number; fallback?: number; unit?: string },
): number {
  if (value === undefined && fallback !== undefined) return fallback;
  if (typeof value !== "number" || !Number.isInteger(value) || value < from || value > to) {
    throw new InvalidOptionError(option, `must be a whole number${unit} from ${from} to ${to}`);
  }
  return value;
}

/** By all that a call uses of it: a signal that could not be left again would keep a lock for its lease. */
export function isSignal(signal: unknown): boolean {
  return (
    typeof signal === "object" &&
    signal !== null &&
    "aborted" in signal &&
    typeof signal.aborted === "boolean" &&
    ["addEventListener", "removeEventListener"].every((name) => typeof Reflect.get(signal, name) === "function")
  );
}
