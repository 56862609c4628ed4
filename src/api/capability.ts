// What a principal may do: verbs on names, within limits. A narrower one never allows what the wider one refuses.
import { type GenericSchema, type OptionalSchema, object, optional } from "valibot";
import { type Fields, someOf, textsOf, valid, whole } from "./valid.ts";

/** The rights that a capability may contain. docs/lock-api.md says which requests need which. */
export type Verb =
  | "acquire"
  | "renew"
  | "release"
  | "hand-off"
  | "inspect"
  | "list"
  | "steal"
  | "force-release"
  | "set-permits"
  | "mint";

export const VERBS: readonly Verb[] = [
  ...(["acquire", "renew", "release", "hand-off", "inspect", "list"] as const),
  ...(["steal", "force-release", "set-permits", "mint"] as const),
];

/** The limits of a capability, each a number from 1 up. Undefined: only those of the API. */
export interface CapabilityLimits {
  /** The longest lease of an acquire, ms. */
  readonly maxLeaseMs?: number | undefined;
  /** The longest time for which a hold is renewed or handed off, ms. */
  readonly maxHoldMs?: number | undefined;
  /** The most requests that wait for a lock at once, in one isolate. */
  readonly maxWaits?: number | undefined;
  /** The most holds that the watchdog keeps. */
  readonly maxKeptHolds?: number | undefined;
}

/** What a caller may do. */
export interface Capability extends CapabilityLimits {
  /** The names of its locks: exact names, and prefixes that end with `*`, such as `ci/*`. At most 20. */
  readonly names: readonly string[];
  readonly verbs: readonly Verb[];
}

export const LIMITS = ["maxLeaseMs", "maxHoldMs", "maxWaits", "maxKeptHolds"] as const;
/** The id of a principal that is not root. */
export const PRINCIPAL_ID: RegExp = /^(?!root(?:\/|$))[A-Za-z0-9._~:/@-]{1,200}$/;
const MOST_PATTERNS = 20;
const LIMIT = whole(1, Number.MAX_SAFE_INTEGER);

type Entry<Value> = OptionalSchema<GenericSchema<Value>, undefined>;

/** The members of a capability, of which each may be missing. */
export interface CapabilityFields {
  names?: string[] | undefined;
  verbs?: Verb[] | undefined;
  maxLeaseMs?: number | undefined;
  maxHoldMs?: number | undefined;
  maxWaits?: number | undefined;
  maxKeptHolds?: number | undefined;
}
/** Schemas of these members. */
export const CAPABILITY: { readonly [Name in keyof CapabilityFields]-?: Entry<NonNullable<CapabilityFields[Name]>> } = {
  names: optional(
    textsOf(
      /^(?=.)[A-Za-z0-9._~:/@-]{0,200}\*?$/,
      MOST_PATTERNS,
      "must be a lock name, or its beginning followed by *",
      `must be a list of 1 to ${MOST_PATTERNS} lock names, or beginnings of names followed by *`,
    ),
  ),
  verbs: optional(someOf(VERBS)),
  maxLeaseMs: optional(LIMIT),
  maxHoldMs: optional(LIMIT),
  maxWaits: optional(LIMIT),
  maxKeptHolds: optional(LIMIT),
};
const MEMBERS: Fields<CapabilityFields> = object(CAPABILITY);

/** Returns whether a capability contains this verb, and this name if there is one. */
export function allows({ names, verbs }: Capability, verb: Verb, name?: string): boolean {
  return verbs.includes(verb) && (name === undefined || coveredBy(names, name));
}

/** Returns whether one of the patterns covers a name. */
export function coveredBy(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) => covers(pattern, name));
}

/** Returns one pattern that covers all names of these patterns, and others with the same beginning. */
export function commonPattern(patterns: readonly string[]): string {
  const [first = "", ...others] = patterns.map((pattern) => pattern.replace(/\*$/, ""));
  let length = first.length;
  while (!others.every((other) => other.startsWith(first.slice(0, length)))) length -= 1;
  return `${first.slice(0, length)}*`;
}

/**
 * Returns the members of a capability that an object has. Other members are left out.
 * @throws INVALID_OPTION naming the member
 */
export function capabilityMembers(given: object): CapabilityFields {
  return valid(MEMBERS, given);
}

/** Returns the first member by which `asked` allows more than `held`, or undefined. */
export function widerIn(held: Capability, asked: Capability): keyof Capability | undefined {
  if (!asked.names.every((name) => coveredBy(held.names, name))) return "names";
  if (!asked.verbs.every((verb) => held.verbs.includes(verb))) return "verbs";
  return LIMITS.find((limit) => (asked[limit] ?? Number.POSITIVE_INFINITY) > (held[limit] ?? Number.POSITIVE_INFINITY));
}

/** Returns whether a pattern covers a name, or all names of another pattern. */
function covers(pattern: string, other: string): boolean {
  if (!pattern.endsWith("*")) return pattern === other;
  return other.startsWith(pattern.slice(0, -1));
}
