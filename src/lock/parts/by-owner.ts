// Acts on all holds of one owner, from any process: for owners that a caller chose, such as the id of a job.
import { nowMs } from "../../base/clock.ts";
import { type ByOwner, type OwnedLock, runAnswered } from "../hold/client-context.ts";
import { chosenOwner } from "../keys.ts";
import { type OwnerOnLock, releaseOwnerCall, renewOwnerCall } from "../lua/owner.ts";
import { leaseOfRenewal, type RenewOptions } from "../options.ts";

/**
 * Lets a client release and renew the holds of an owner by its name: `lock.releaseOwner(owner)` and
 * `lock.renewOwner(owner)`. `createLocks` has it already.
 * @returns the value for `createClient({ owners })`
 * @example
 * const client = createClient({ redis: { url, token }, owners: byOwner() });
 * const wasHeld = await lock(client, "orders:42").releaseOwner("worker-7");
 */
export function byOwner(): ByOwner {
  return { release, renew };
}

async function release(lock: OwnedLock, owner: string): Promise<boolean> {
  const { client, kind, name, key } = lock;
  const of = ownerOn(lock, owner);
  const { fairPatienceMs, leaseMs } = client.options;
  const sentAt = nowMs();
  const call = releaseOwnerCall(of, kind.id, fairPatienceMs);
  const { reply: wasHeld } = await runAnswered(client, call, leaseMs, ["release lock", name]);
  if (wasHeld) client.closeRegistry.tell(key, { fields: [of.field], sentAt, end: "released-elsewhere" });
  return wasHeld;
}

async function renew(lock: OwnedLock, owner: string, options: RenewOptions | undefined): Promise<boolean> {
  const { client, kind, name, key } = lock;
  const of = ownerOn(lock, owner);
  const leaseMs = leaseOfRenewal(options, client.options.leaseMs);
  const sentAt = nowMs();
  const call = renewOwnerCall(of, kind.id, leaseMs);
  const { reply } = await runAnswered(client, call, client.options.leaseMs, ["renew lock", name]);
  // Objects of former holds of the owner were not renewed.
  const { isHeld, epoch } = reply;
  if (epoch !== undefined) client.closeRegistry.renewed(key, { owner: of.field, epoch, sentAt, leaseMs });
  return isHeld;
}

function ownerOn({ kind, key }: OwnedLock, owner: string): OwnerOnLock {
  return { key, field: kind.ownerToField(chosenOwner(owner), key), requestId: crypto.randomUUID() };
}
