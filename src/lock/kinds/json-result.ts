// Values that are the same after a round trip through JSON.
import { InvalidOptionError } from "../../base/errors.ts";

/** The type of an argument is intersected with this: the call does not compile if JSON does not keep such a result. */
export type KeptByJson<T> = [T] extends [JsonResult<T>] ? unknown : { readonly "JSON does not keep the result": T };

// Texts, numbers, booleans, null, undefined, and arrays and plain objects of these. A method tells a Date, a Map, a
// Response or another class instance.
type JsonResult<T> = unknown extends T
  ? T
  : T extends string | number | boolean | null | undefined
    ? T
    : T extends bigint | symbol | ((...args: never) => unknown)
      ? never
      : { readonly [K in keyof T]: JsonResult<T[K]> };

/** Returns the value as JSON, and undefined as "". Throws INVALID_OPTION naming `option` for any other value. */
export function jsonOf(option: string, value: unknown): string {
  const other = otherIn(value, "", []);
  if (other === undefined) return JSON.stringify(value) ?? "";
  throw new InvalidOptionError(
    option,
    `gave ${other}, which JSON does not keep; return texts, finite numbers, booleans, null, and arrays and plain objects of these`,
  );
}

/** Returns what JSON would refuse or change, and its place; else undefined. `above`: the objects around the value. */
function otherIn(value: unknown, place: string, above: readonly object[]): string | undefined {
  const at = place === "" ? "" : ` at "${place}"`;
  if (typeof value === "number") return Number.isFinite(value) ? undefined : value + at;
  if (typeof value === "bigint" || typeof value === "symbol" || typeof value === "function") {
    return `a ${typeof value}${at}`;
  }
  if (typeof value !== "object" || value === null) return undefined;
  if (above.includes(value)) return `an object that contains itself${at}`;
  if (!Array.isArray(value) && !isPlain(value)) return `an instance of a class${at}`;
  // Array.from also gives the holes of an array.
  const members = Array.isArray(value) ? Array.from(value, (each, nth) => [nth, each] as const) : Object.entries(value);
  for (const [name, member] of members) {
    if (member === undefined && Array.isArray(value)) return `an array with undefined${at}`;
    const other = otherIn(member, place === "" ? String(name) : `${place}.${name}`, [...above, value]);
    if (other !== undefined) return other;
  }
  return undefined;
}

/** Returns whether no class made this object: its prototype, in any realm, has none itself. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || (typeof prototype === "object" && Object.getPrototypeOf(prototype) === null);
}
