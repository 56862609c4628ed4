// The kinds of locks by their names: for the facade's `resume`, for the lock API, and for texts of holds.
import { InvalidOptionError } from "../errors.ts";
import type { ClientContext } from "../hold/client-context.ts";
import type { LockKind } from "../hold/kind.ts";
import { malformed } from "../hold/serialized.ts";
import type { GrantedHold } from "../lua/lock/calls.ts";
import { reentrantFairKind } from "./fair-lock.ts";
import { fencedKind } from "./fenced-lock.ts";
import { readKind, writeKind } from "./read-write-lock.ts";
import { reentrantKind } from "./reentrant-lock.ts";

type KindOf = (client: ClientContext) => LockKind;

/** By the method that makes such a lock. The first of the kinds with one `id` reads the texts of all of them. */
const KINDS: ReadonlyMap<string, KindOf> = new Map<string, KindOf>([
  ["lock", () => reentrantKind],
  ["fairLock", reentrantFairKind],
  ["fencedLock", () => fencedKind],
  ["readLock", () => readKind],
  ["writeLock", () => writeKind],
]);

/** The names of the kinds, as `kindNamed` takes them. */
export const KIND_NAMES: readonly string[] = [...KINDS.keys()];

/** Finds the kind that is made by this method; undefined: there is none. */
export function kindNamed(client: ClientContext, method: string): LockKind | undefined {
  return KINDS.get(method)?.(client);
}

/**
 * Finds the kind of a hold that was a text.
 * @throws INVALID_OPTION naming "serialized" for a hold of several locks, and of an unknown kind
 */
export function kindOfHold(client: ClientContext, { kindId, members }: GrantedHold): LockKind {
  if (members !== undefined) {
    throw new InvalidOptionError("serialized", `is a hold of several locks: the ${kindId}Lock of them resumes it`);
  }
  for (const kindOf of KINDS.values()) {
    const kind = kindOf(client);
    if (kind.id === kindId) return kind;
  }
  throw malformed();
}
