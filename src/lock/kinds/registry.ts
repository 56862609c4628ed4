// Kinds by name: for `resume` of `createLocks`, for the lock API, and for texts of holds.

import { InvalidOptionError } from "../../base/errors.ts";
import { type ClientContext, textOf } from "../hold/client-context.ts";
import type { Held } from "../hold/held.ts";
import type { LockKind } from "../hold/kind.ts";
import { lockName } from "../keys.ts";
import { holdOfKind, malformed, parseHold } from "../parts/hold-text.ts";
import type { GrantedHold } from "../protocol.ts";
import { reentrantFairKind } from "./fair-lock.ts";
import { fairReadKind, fairWriteKind } from "./fair-read-write-lock.ts";
import { fencedKind } from "./fenced-lock.ts";
import { readKind, writeKind } from "./read-write-lock.ts";
import { reentrantKind } from "./reentrant-lock.ts";

type KindOf = (client: ClientContext) => LockKind;

/**
 * Kinds by the method that makes their locks. The first kind with an `id` reads the texts of all kinds with that `id`.
 */
const KINDS: ReadonlyMap<string, KindOf> = new Map<string, KindOf>([
  ["lock", () => reentrantKind],
  ["fairLock", reentrantFairKind],
  ["fencedLock", () => fencedKind],
  ["readLock", () => readKind],
  ["writeLock", () => writeKind],
  ["fairReadLock", () => fairReadKind],
  ["fairWriteLock", () => fairWriteKind],
]);

/** Returns the kind whose locks this method makes, or undefined. */
export function kindNamed(client: ClientContext, method: string): LockKind | undefined {
  return KINDS.get(method)?.(client);
}

/**
 * Returns the kind of a hold that was a text.
 * @throws INVALID_OPTION naming "serialized" for a hold of several locks, or of an unknown kind
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

/** Continues the hold with this text, for `resume` of `createLocks`. */
export async function resumeAnyHold(client: ClientContext, serialized: string): Promise<Held> {
  const parsed = parseHold(serialized);
  const kind = kindOfHold(client, parsed);
  const hold = holdOfKind(kind, parsed);
  const { prefix } = client.options;
  if (!hold.key.startsWith(prefix)) {
    throw new InvalidOptionError("serialized", "is a hold of locks with another prefix");
  }
  const { name } = lockName(prefix, hold.key.slice(prefix.length));
  return textOf(client).resume({ client, kind, name }, hold);
}
