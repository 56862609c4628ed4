// What a principal may do: verbs on names, within limits. A narrower one never allows what the wider one refuses.
import { InvalidOptionError } from "../errors.ts";
import { wholeNumber } from "../validate.ts";

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
  | "mint";

export const VERBS: readonly Verb[] = [
  ...(["acquire", "renew", "release", "hand-off", "inspect", "list"] as const),
  ...(["steal", "force-release", "mint"] as const),
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
const MOST_PATTERNS = 20;
const PATTERN = /^[A-Za-z0-9._~:/@-]{0,200}\*?$/;

/** Returns whether a capability contains this verb, and this name if there is one. */
export function allows({ names, verbs }: Capability, verb: Verb, name?: string): boolean {
  return verbs.includes(verb) && (name === undefined || names.some((pattern) => covers(pattern, name)));
}

/**
 * Checks the members of a capability, of which each may be missing.
 * @throws INVALID_OPTION naming the member
 */
export function capabilityMembers(given: Readonly<Record<string, unknown>>): Partial<Capability> {
  const limits = LIMITS.flatMap((limit) => (given[limit] === undefined ? [] : [[limit, limitOf(limit, given[limit])]]));
  return {
    ...(given["names"] !== undefined && { names: patternsIn(given["names"]) }),
    ...(given["verbs"] !== undefined && { verbs: verbsIn(given["verbs"]) }),
    ...Object.fromEntries(limits),
  };
}

/** Returns the first member by which `asked` allows more than `held`, or undefined. */
export function widerIn(held: Capability, asked: Capability): keyof Capability | undefined {
  if (!asked.names.every((name) => held.names.some((pattern) => covers(pattern, name)))) return "names";
  if (!asked.verbs.every((verb) => held.verbs.includes(verb))) return "verbs";
  return LIMITS.find((limit) => (asked[limit] ?? Number.POSITIVE_INFINITY) > (held[limit] ?? Number.POSITIVE_INFINITY));
}

/** Returns whether a pattern covers a name, or all names of another pattern. */
function covers(pattern: string, other: string): boolean {
  if (!pattern.endsWith("*")) return pattern === other;
  return other.startsWith(pattern.slice(0, -1));
}

function patternsIn(names: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(names) ? names : [];
  const patterns = list.filter((one) => typeof one === "string").filter((one) => one !== "" && PATTERN.test(one));
  if (patterns.length === list.length && list.length >= 1 && list.length <= MOST_PATTERNS) return patterns;
  throw new InvalidOptionError(
    "names",
    `must be a list of 1 to ${MOST_PATTERNS} lock names, or beginnings of names followed by *`,
  );
}

function verbsIn(verbs: unknown): readonly Verb[] {
  const list: readonly unknown[] = Array.isArray(verbs) ? verbs : [];
  const known = VERBS.filter((verb) => list.includes(verb));
  if (known.length === list.length && list.length >= 1) return known;
  throw new InvalidOptionError("verbs", `must be a list of ${VERBS.join(", ")}, each at most once`);
}

function limitOf(limit: keyof CapabilityLimits, value: unknown): number {
  return wholeNumber(limit, value, { from: 1, to: Number.MAX_SAFE_INTEGER });
}
