// Acts on all holds of one owner, from any process: for owners that a caller chose, such as the id of a job.
import type { ByOwner, OwnedLock } from "../hold/client-context.ts";
import { chosenOwner } from "../keys.ts";
import { releaseOwnerCall, renewOwnerCall } from "../lua/owner/calls.ts";
import type { ScriptCall } from "../protocol.ts";

/**
 * Lets a client release and renew the holds of an owner by its name: `lock.releaseOwner(owner)` and
 * `lock.renewOwner(owner)`. `createLocks` has it already.
 * @returns the value for `createClient({ owners })`
 * @example
 * const client = createClient({ redis: { url, token }, owners: byOwner() });
 * const wasHeld = await lock(client, "orders:42").releaseOwner("worker-7");
 */
export function byOwner(): ByOwner {
  return { fieldOf, release, renew };
}

function fieldOf({ kind, key }: OwnedLock, given: unknown): string {
  return kind.ownerToField(chosenOwner(given), key);
}

function release({ client, kind, key }: OwnedLock, field: string, requestId: string): ScriptCall<boolean> {
  return releaseOwnerCall({ key, field, requestId }, kind.id, client.options.fairPatienceMs);
}

function renew({ kind, key }: OwnedLock, field: string, requestId: string, leaseMs: number): ScriptCall<boolean> {
  return renewOwnerCall({ key, field, requestId }, kind.id, leaseMs);
}
