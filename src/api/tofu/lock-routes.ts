// LOCK and UNLOCK of a state.
import { lockName } from "../../keys.ts";
import { allows } from "../capability.ts";
import { permit } from "../permission.ts";
import { callerOf } from "../principals.ts";
import { refused } from "../refusal.ts";
import { readObject, readQuery } from "../request.ts";
import { leaseOf } from "./lease.ts";
import { type LockInfo, labelOf, lockInfoIn, shownInfo, sparseInfo } from "./lock-info.ts";
import { ADDRESS } from "./schemas.ts";
import { ownerOfId, type StateHolder } from "./state-lock.ts";
import type { StateRequest } from "./state-request.ts";

// A holder that ends between a refusal and the question who it is.
const MAX_TRIES = 3;
// With -lock-timeout, OpenTofu repeats a LOCK only if the holder has an id. UNLOCK refuses this one.
const NO_ID = "(held by another program)";

/** Acquires the lock. A repeated request with the same id is answered as the first one. */
export async function lockState(request: StateRequest): Promise<Response> {
  const { c, api, name, lock, store } = request;
  permit(c, "acquire", name);
  const { id: principal, maxLeaseMs } = callerOf(c);
  const leaseMs = leaseOf(readQuery(c, ADDRESS).lease, maxLeaseMs);
  const info = lockInfoIn((await readObject(c)) ?? {});
  const owner = await ownerOfId(principal, info.ID);
  await api.admit(c);
  const client = api.locksOf(c);
  await api.lasting.admit(client, principal, lockName(client.options.prefix, name));
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const reply = await lock.acquire(owner, leaseMs, labelOf(info));
    if (reply.kind === "ended") throw over();
    if (reply.kind === "held") {
      const { fencingToken: token = "0" } = reply;
      if (!(await store.admit({ owner, token, info: JSON.stringify(info) }))) {
        // The lease ended during this request, and another client has the lock, or Redis has lost its newest tokens.
        await lock.release(owner);
        throw over();
      }
      return c.body(null, 200);
    }
    const holder = await lock.holder();
    if (holder !== undefined) return c.json(await infoOf(request, holder), 423);
  }
  throw refused(503, "the lock changes hands all the time");
}

/**
 * Releases the lock with the id in the info. With `force-release`, it also releases the lock of another caller. A
 * request without a body is a `force-unlock` of Terraform, which sends no id.
 */
export async function unlockState(request: StateRequest): Promise<Response> {
  const { c, api, name, lock } = request;
  const caller = callerOf(c);
  const mayRelease = allows(caller, "release", name);
  permit(c, mayRelease ? "release" : "force-release", name);
  readQuery(c, ADDRESS);
  const body = await readObject(c);
  if (body === undefined) return forceUnlock(request);
  const { ID: id } = lockInfoIn(body);
  const owner = await ownerOfId(caller.id, id);
  await api.admit(c);
  if (mayRelease && (await lock.release(owner))) return c.body(null, 200);
  const holder = await lock.holder();
  if (holder === undefined) throw refused(409, "the lock has ended, or never had this id; the state is not locked");
  if (holder.id !== id || holder.owner === owner) return c.json(await infoOf(request, holder), 409);
  mayForce(request);
  return freed(request, holder);
}

/** Releases the lock, whatever its id is. A lock of another program stays: it has no id. */
async function forceUnlock(request: StateRequest): Promise<Response> {
  const { c, api, lock } = request;
  mayForce(request);
  await api.admit(c);
  const holder = await lock.holder();
  if (holder === undefined) throw refused(409, "the state is not locked");
  if (holder.id === undefined) return c.json(await infoOf(request, holder), 409);
  return freed(request, holder);
}

/** @throws 403 unless the caller may release the locks of others */
function mayForce({ c, api, name }: StateRequest): void {
  permit(c, "force-release", name);
  if (!api.forceRelease(c))
    throw refused(403, "force-release is switched off: the caller that has the lock unlocks it");
}

async function freed({ c, lock }: StateRequest, { owner }: StateHolder): Promise<Response> {
  if (await lock.release(owner)) return c.body(null, 200);
  throw refused(409, "the lock has ended");
}

/** Returns the lock info of the holder, with the end of the lock. */
async function infoOf({ name, store }: StateRequest, holder: StateHolder): Promise<LockInfo> {
  const { id, label, since, remainingMs } = holder;
  const stored = await store.infoOf(holder.owner);
  return shownInfo(stored ?? sparseInfo(id ?? NO_ID, name, label, since), remainingMs);
}

function over(): Error {
  return refused(410, "the lock with this id has ended; lock again with another id");
}
