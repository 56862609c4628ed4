// The permits of one acquire, as a kind: how they are acquired, renewed and cancelled.

import { InvalidOptionError } from "../errors.ts";
import type { ClientContext } from "../hold/client-context.ts";
import { HeldLock } from "../hold/held-lock.ts";
import type { HoldInit } from "../hold/hold-init.ts";
import type { HoldKind } from "../hold/kind.ts";
import { semaphoreChannel } from "../keys.ts";
import {
  acquirePermitsCall,
  checkPermitsCall,
  type PermitIds,
  releasePermitsCall,
  renewPermitsCall,
} from "../lua/permit-expirable/calls.ts";
import { permitsUnset } from "./initial-permits.ts";
import { ownerAsField } from "./owner-field.ts";
import { HeldPermit, type Permit } from "./permit.ts";

const PERMIT_ID = /^[0-9a-f]{32}$/;

/** The method that makes the semaphore. */
export const METHOD = "permitExpirableSemaphore";

export type Ids = PermitIds["ids"];

/** Returns the kind of permits that are acquired, renewed and cancelled together. */
function permitsKind<Got>(ids: Ids, held: (client: ClientContext, grant: HoldInit) => Got): HoldKind<Got> {
  const permits = ({ key, leaseMs }: { key: string; leaseMs: number }) => ({ key, leaseMs, ids });
  return {
    ...ownerAsField,
    id: "permit",
    method: METHOD,
    wait: "auto",
    shared: true,
    permits: ids.length,
    holds: ids.length,
    act: "acquire from semaphore",
    busy: ["semaphore", "has too few permits"],
    refusal: permitsUnset,
    channel: (key) => ({ name: semaphoreChannel(key), perWaiter: false, wakes: wakesSoMany }),
    acquire: (hold, last) => acquirePermitsCall(permits(hold), last),
    release: (hold) => releasePermitsCall(permits(hold)),
    cancel: (hold) => releasePermitsCall(permits(hold)),
    renew: (hold) => renewPermitsCall(permits(hold), hold.leaseMs),
    check: (hold) => checkPermitsCall(permits(hold)),
    held,
  };
}

/** Returns the kind of one permit, which is a hold of its own. */
export function onePermit([id]: Ids): HoldKind<Permit> {
  const kind: HoldKind<Permit> = permitsKind([id], (client, grant) => {
    const hold = { ...grant.hold, owner: id };
    return new HeldPermit(id, new HeldLock(client, kind, { ...grant, hold }));
  });
  return kind;
}

/** Returns the kind of several permits of one acquire, each a hold of its own. */
export function manyPermits(ids: Ids): HoldKind<Permit[]> {
  return permitsKind(ids, (client, grant) => ids.map((id) => onePermit([id]).held(client, grant)));
}

/** Returns how many waiters a message wakes: its payload is a number of permits. */
function wakesSoMany(payload: string): number {
  return /^\d+$/.test(payload) ? Number(payload) : Number.POSITIVE_INFINITY;
}

/** Returns the ids of this many new permits. */
export function newIds(many: number): Ids {
  const more = Array.from({ length: many - 1 }, newId);
  return [newId(), ...more];
}

function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Checks the id of a permit that the caller gave. Throws INVALID_OPTION naming "ids". */
export function checkedId(id: unknown): string {
  if (typeof id !== "string" || !PERMIT_ID.test(id)) {
    throw new InvalidOptionError("ids", "must be ids of permits: 32 lower-case hex digits each");
  }
  return id;
}
