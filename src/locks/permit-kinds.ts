// The permits of one acquire as what is waited for, renewed and cancelled.

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

export type Ids = PermitIds["ids"];

/** Permits that are waited for, renewed and cancelled together. */
function permitsKind<Got>(ids: Ids, held: (client: ClientContext, grant: HoldInit) => Got): HoldKind<Got> {
  const permits = ({ key, leaseMs }: { key: string; leaseMs: number }) => ({ key, leaseMs, ids });
  return {
    ...ownerAsField,
    id: "permit",
    method: "permitExpirableSemaphore",
    wait: "auto",
    shared: true,
    permits: ids.length,
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

/** One permit, as a hold of its own. */
export function onePermit([id]: Ids): HoldKind<Permit> {
  const kind: HoldKind<Permit> = permitsKind([id], (client, grant) => {
    const hold = { ...grant.hold, owner: id };
    return new HeldPermit(id, new HeldLock(client, kind, { ...grant, hold }));
  });
  return kind;
}

/** Several permits of one acquire, each a hold of its own. */
export function manyPermits(ids: Ids): HoldKind<Permit[]> {
  return permitsKind(ids, (client, grant) => ids.map((id) => onePermit([id]).held(client, grant)));
}

/** A message tells the permits that there are, or how many came back. */
function wakesSoMany(payload: string): number {
  return /^\d+$/.test(payload) ? Number(payload) : Number.POSITIVE_INFINITY;
}
