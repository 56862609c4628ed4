// Checks of options: where they are given, before anything is sent, and by name.
import { InvalidOptionError } from "./errors.ts";

/** Checks that a value is a function. */
export function callable<F>(option: string, value: F, problem = "must be a function"): F {
  if (typeof value !== "function") throw new InvalidOptionError(option, problem);
  return value;
}

/** Checks the function that a call runs. */
export function callableFn<F>(fn: F): F {
  return callable("fn", fn, "must be a function, before the options");
}

/**
 * Checks that an object has only known members, because a misspelt option would silently become a default. `needed`:
 * the members that cannot be left out. Returns its own members.
 */
export function ownMembers<Given extends object | undefined>(
  what: string,
  value: Given,
  known: readonly string[],
  needed?: string,
): Given {
  if (value === undefined && needed === undefined) return value;
  if (value === undefined) throw new InvalidOptionError(what, `must be an object with ${needed}`);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new InvalidOptionError(what, "must be an object");
  }
  for (const name of Object.keys(value)) {
    if (!known.includes(name)) {
      const place = ["url", "token"].includes(name) && known.includes("redis") ? ", but a member of redis" : "";
      throw new InvalidOptionError(name.slice(0, 80), `is not an option${place}; known are ${known.join(", ")}`);
    }
  }
  return own(value);
}

/** Returns the own members of options. A member of a changed `Object.prototype` is no option. */
export function own<Given extends object | undefined>(options: Given): Given {
  return options === undefined ? options : { __proto__: null, ...options };
}

/** Checks that a value is one of these words. */
export function oneOf<Word extends string>(
  option: string,
  value: unknown,
  words: readonly Word[],
  fallback: Word,
): Word {
  if (value === undefined) return fallback;
  const word = words.find((known) => known === value);
  if (word !== undefined) return word;
  throw new InvalidOptionError(option, `must be ${words.map((known) => `"${known}"`).join(" or ")}`);
}

/** Checks a boolean; undefined counts as false. */
export function trueOrFalse(option: string, value: unknown): boolean {
  if (value !== undefined && typeof value !== "boolean") throw new InvalidOptionError(option, "must be true or false");
  return value === true;
}

/** Checks a whole number of ms within bounds. */
export function milliseconds(option: string, value: unknown, from: number, to: number, fallback: number): number {
  return wholeNumber(option, value, { from, to, fallback, unit: " of milliseconds" });
}

/**
 * Checks a whole number within bounds, required if there is no `fallback`. `unit` follows the words "a whole number".
 */
export function wholeNumber(
  option: string,
  value: unknown,
  { from, to, fallback, unit = "" }: { from: number; to: number; fallback?: number; unit?: string },
): number {
  if (value === undefined && fallback !== undefined) return fallback;
  if (typeof value !== "number" || !Number.isInteger(value) || value < from || value > to) {
    const got = typeof value === "number" ? ` (got: ${value})` : "";
    throw new InvalidOptionError(option, `must be a whole number${unit} from ${from} to ${to}${got}`);
  }
  return value;
}

/**
 * Whether a value has all members of a signal that a call uses. A signal without removeEventListener would keep a lock
 * for its lease.
 */
export function isSignal(signal: unknown): boolean {
  const { aborted, addEventListener, removeEventListener } = Object(signal);
  const methods = [addEventListener, removeEventListener];
  return typeof aborted === "boolean" && methods.every((method) => typeof method === "function");
}
