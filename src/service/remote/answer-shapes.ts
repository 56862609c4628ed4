// The shapes of answers that reach users unchanged. They are checked because an API of another version may answer
// otherwise. The schemas of the contract would be larger than the whole client.
import type { AnswerOf, OperationKey } from "../api/contract/contract.ts";

type Check = (value: unknown) => boolean;
/** By the members of an object. */
export type Checks = Readonly<Record<string, Check>>;

type Whole<Value> = { readonly [Name in keyof Value]-?: Check };

// Each answer is checked for these, see `isAnswerTo`.
type Named = "name" | "hold" | "nonce";

/** The checks of a whole answer. */
type Shape<Key extends OperationKey> = Whole<Omit<AnswerOf<Key>, Named>>;

/** An element of a list in an answer. */
type Element<Key extends OperationKey, Name extends string> =
  AnswerOf<Key> extends { readonly [Each in Name]: readonly (infer One)[] } ? One : never;

export const text: Check = (value) => typeof value === "string";
export const flag: Check = (value) => typeof value === "boolean";
const whole: Check = (value) => Number.isSafeInteger(value);
const count: Check = (value) => whole(value) && Number(value) >= 0;
const countOrUnknown: Check = (value) => value === "unknown" || count(value);
const maybe =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const among =
  (...words: readonly unknown[]): Check =>
  (value) =>
    words.includes(value);
const having =
  <Value>(checks: Whole<Value>): Check =>
  (value) =>
    hasShape(value, checks);
const listOf =
  <Value>(checks: Whole<Value>): Check =>
  (value) =>
    Array.isArray(value) && value.every(having(checks));

const mode = among("exclusive", "read", "write");
const origin = among("leasehound", "redisson");
const waiting = {
  waiters: countOrUnknown,
  waitersUnknownBecause: maybe(among("refused", "miscounted", "polling")),
};
const about = { owner: text, label: text, since: maybe(whole), origin };

export const LOCK: Shape<"GET /{name}/inspect"> = {
  kind: among("free", "lock", "light", "read-write"),
  mode: maybe(mode),
  remainingMs: whole,
  holders: listOf<Element<"GET /{name}/inspect", "holders">>({
    ...about,
    mode,
    holds: whole,
    remainingMs: whole,
    handedOffUntil: maybe((value) => value === "unknown" || whole(value)),
  }),
  holderCount: whole,
  queue: listOf<Element<"GET /{name}/inspect", "queue">>({
    owner: text,
    position: whole,
    mode,
    label: maybe(text),
    silentMs: maybe(whole),
    origin,
  }),
  queueLength: whole,
  ...waiting,
};

/** The members that the API adds if it was asked for the waiters. */
export const WAITING: Pick<
  Shape<"POST /{name}/check">,
  "waitersListed" | "waitersListening" | "waiterLabel" | "waitingSince"
> = {
  waitersListed: count,
  waitersListening: countOrUnknown,
  waiterLabel: maybe(text),
  waitingSince: maybe(whole),
};

export const PERMITS: Shape<"GET /{name}/permits"> = {
  kind: among("permit-expirable-semaphore"),
  isSet: flag,
  permits: whole,
  available: whole,
  remainingMs: whole,
  leases: listOf<Element<"GET /{name}/permits", "leases">>({ id: text, remainingMs: whole }),
  leaseCount: whole,
  ...waiting,
};

export const PAGE: Shape<"GET /"> = {
  locks: listOf<Element<"GET /", "locks">>({
    name: text,
    kind: among("lock", "light", "read-write"),
    mode,
    remainingMs: whole,
    holderCount: whole,
    holder: having<Element<"GET /", "locks">["holder"]>(about),
    ...waiting,
  }),
  cursor: maybe(text),
};

export const KEPT: Shape<"POST /-/watchdog/kept"> = {
  holds: listOf<Element<"POST /-/watchdog/kept", "holds">>({ owner: text, deadline: whole }),
  isWhole: flag,
};

/** Returns whether the members of an object pass these checks. */
export function hasShape(value: unknown, checks: Checks): boolean {
  const members = Object(value);
  return Object.entries(checks).every(([name, check]) => check(members[name]));
}
