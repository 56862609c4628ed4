// The kinds of holds that the API grants: those of single locks, and the permits of semaphores.
import { InvalidOptionError } from "../../errors.ts";
import type { ClientContext } from "../../hold/client-context.ts";
import type { HoldKind } from "../../hold/kind.ts";
import { lockName } from "../../keys.ts";
import { type Lock, lockOfKind } from "../../locks/lock.ts";
import { LockBase } from "../../locks/lock-base.ts";
import { permitKind } from "../../locks/permit-kinds.ts";
import { kindNamed, kindOfHold } from "../../locks/registry.ts";
import type { GrantedHold } from "../../lua/lock/calls.ts";
import { GRANTED_KINDS, KIND_NAMES, PERMITS } from "../contract/vocabulary.ts";

/** The `kind` of a lock that leaves a key: its latest token. */
export const FENCED = "fencedLock";

/** Returns the lock that a request names by `kind`. */
export function lockOfKindNamed(client: ClientContext, kind: string = "lock", name: string): Lock {
  const found = kindNamed(client, kind);
  if (found === undefined) throw new InvalidOptionError("kind", `must be one of ${KIND_NAMES.join(", ")}`);
  return lockOfKind(client, found, name);
}

/** Returns the lock or semaphore of this name that an acquire is about. */
export function grantedBy(client: ClientContext, kind: string = "lock", name: string): LockBase {
  const found = kind === PERMITS ? permitKind : kindNamed(client, kind);
  if (found === undefined) throw new InvalidOptionError("kind", `must be one of ${GRANTED_KINDS.join(", ")}`);
  return ofKind(client, found, name);
}

/** Returns the lock or semaphore of this name that a hold is of. */
export function grantorOf(client: ClientContext, hold: GrantedHold, name: string): LockBase {
  return ofKind(client, kindOfGranted(client, hold), name);
}

/**
 * Returns the kind of a hold that was granted here.
 * @throws INVALID_OPTION naming "serialized" for a hold of several locks, or of an unknown kind
 */
export function kindOfGranted(client: ClientContext, hold: GrantedHold): HoldKind {
  return isPermit(hold) ? permitKind : kindOfHold(client, hold);
}

/** Returns whether a hold is a permit. The watchdog keeps no permits. */
export function isPermit({ kindId }: GrantedHold): boolean {
  return kindId === permitKind.id;
}

function ofKind(client: ClientContext, kind: HoldKind, name: string): LockBase {
  return new LockBase(client, kind, lockName(client.options.prefix, name));
}
