// The permits of one acquire, as a kind: how they are acquired, renewed and cancelled.
import { asHex } from "../../base/bytes.ts";
import { InvalidOptionError } from "../../base/errors.ts";
import type { ClientContext, HoldInit } from "../hold/client-context.ts";
import type { Held } from "../hold/held.ts";
import { HeldLock } from "../hold/held-lock.ts";
import type { HoldKind } from "../hold/kind.ts";
import { semaphoreChannel } from "../keys.ts";
import { REPEATABLE } from "../lua/lock.ts";
import {
  acquirePermitsCall,
  checkPermitsCall,
  type PermitIds,
  releasePermitsCall,
  renewPermitsCall,
} from "../lua/permit-expirable.ts";
import type { HoldId } from "../protocol.ts";
import { OF_PERMITS } from "./leased-permits.ts";
import { HeldPermit, type Permit } from "./permit.ts";

const PERMIT_ID = /^[0-9a-f]{32}$/;

type Ids = PermitIds["ids"];

/** The permits of one acquire: those of its owner's id, or several. */
type IdsOf = (hold: HoldId) => Ids;

/** Returns the kind of permits that are acquired, renewed and cancelled together. */
function permitsKind<Got>(many: number, idsOf: IdsOf, held: HoldKind<Got>["held"]): HoldKind<Got> {
  const permits = (hold: HoldId) => {
    const { key, leaseMs, holdId } = hold;
    return { key, leaseMs, ids: idsOf(hold), repeats: holdId.startsWith(REPEATABLE) };
  };
  return {
    ...OF_PERMITS,
    id: "permit",
    permits: many,
    holds: many,
    channel: (key) => ({ name: semaphoreChannel(key), perWaiter: false, drawsLots: true, wakes: wakesSoMany }),
    acquire: (hold, last) => acquirePermitsCall(permits(hold), last),
    release: (hold) => releasePermitsCall(permits(hold)),
    cancel: (hold) => releasePermitsCall(permits(hold)),
    renew: (hold) => renewPermitsCall(permits(hold), hold.leaseMs),
    check: (hold) => checkPermitsCall(permits(hold)),
    held,
  };
}

/** The kind of one permit, whose id is the owner of its hold. */
export const permitKind: HoldKind = kindOfOne(heldOfPermit);

/** Returns the kind of one new permit. */
export function onePermit(): HoldKind<Permit> {
  return { ...kindOfOne(permitOf), owner: newId() };
}

/** Returns the kind of several new permits, each a hold of its own. */
export function manyPermits(many: number): HoldKind<Permit[]> {
  const ids = newIds(many);
  const kind = permitsKind(
    many,
    () => ids,
    (client, grant) => ids.map((owner) => permitOf(client, { ...grant, hold: { ...grant.hold, owner } })),
  );
  return { ...kind, owner: ids[0] };
}

function kindOfOne<Got>(held: HoldKind<Got>["held"]): HoldKind<Got> {
  return { ...permitsKind(1, ({ owner }) => [owner], held), ownerToField: checkedId };
}

function heldOfPermit(client: ClientContext, grant: HoldInit): Held {
  return new HeldLock(client, permitKind, grant);
}

function permitOf(client: ClientContext, grant: HoldInit): Permit {
  return new HeldPermit(grant.hold.owner, heldOfPermit(client, grant));
}

/** Returns how many waiters a message wakes: its payload is a number of permits. */
function wakesSoMany(payload: string): number {
  return /^\d+$/.test(payload) ? Number(payload) : Number.POSITIVE_INFINITY;
}

/** Returns the ids of this many new permits. */
function newIds(many: number): Ids {
  const more = Array.from({ length: many - 1 }, newId);
  return [newId(), ...more];
}

/** Returns the id of a new permit. */
export function newId(): string {
  return asHex(crypto.getRandomValues(new Uint8Array(16)));
}

/** Checks the id of a permit that the caller gave. Throws INVALID_OPTION naming "ids". */
export function checkedId(id: unknown): string {
  if (typeof id !== "string" || !PERMIT_ID.test(id)) {
    throw new InvalidOptionError("ids", "must be ids of permits: 32 lower-case hex digits each");
  }
  return id;
}
