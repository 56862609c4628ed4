// Reads, writes, locks and unlocks a state.
import type { Context } from "hono";
import { InvalidOptionError } from "../../../base/errors.ts";
import { lockName } from "../../../lock/keys.ts";
import { type ApiEnv, callerOf, mustAllow, permit, withinLimit } from "../../access/callers.ts";
import { refused } from "../../access/refusal.ts";
import { allows } from "../../access/tokens.ts";
import { formOf, valid } from "../contract/requests.ts";
import { readBytes, readObject, readQuery } from "../request.ts";
import type { Api } from "../routes/serve.ts";
import { ID, type LockInfo, labelOf, lockInfoIn, shownInfo, sparseInfo } from "./lock-info.ts";
import { ownerOfId, type StateHolder, type StateLock } from "./state-lock.ts";
import type { StateStore } from "./state-store.ts";

/** One request about a state, of an authenticated caller. */
export interface StateRequest {
  readonly c: Context<ApiEnv>;
  readonly api: Api;
  /** The name of the lock, which capability tokens allow: `tofu/<state>`. */
  readonly name: string;
  readonly lock: StateLock;
  readonly store: StateStore;
}

/** The lease of a state's lock. It is a parameter, so that one path names a state, whatever its lease. */
const LEASE = {
  type: "formed",
  form: /^[1-9]\d{0,4}[smh]$/,
  says: "must be a duration from 1s to 24h, such as 90s, 30m or 2h",
  optional: true,
} as const;

/** The query of every request: one address serves for state, lock and unlock. */
const ADDRESS = formOf<{ lease?: string | undefined }>({ lease: LEASE });
const WRITE = formOf<{ lease?: string | undefined; ID?: string | undefined }>({
  lease: LEASE,
  ID: { ...ID, optional: true },
});

// Two copies of it fit into the memory of a Worker, beside those of other requests.
const MAX_STATE_BYTES = 16_777_216;

/** Answers with the state, 404 if it was never locked or written, or 204 if it was only locked. */
export async function readState({ c, api, name, store }: StateRequest): Promise<Response> {
  // `terraform_remote_state` reads, and needs no right to lock. Not noted for the audit: nothing changes.
  if (!allows(callerOf(c), "acquire", name)) mustAllow(callerOf(c), "inspect", name);
  valid(ADDRESS, readQuery(c));
  await api.admit(c);
  const state = await store.read();
  if (state === undefined) throw refused(404, "there is no such state");
  if (state.byteLength === 0) return c.body(null, 204);
  return c.body(state, 200, { "content-type": "application/json" });
}

/** Writes the state for the holder of its lock, or, without an id, while nobody has locked it. */
export async function writeState({ c, api, name, lock, store }: StateRequest): Promise<Response> {
  permit(c, "acquire", name);
  const { ID: id } = valid(WRITE, readQuery(c));
  const owner = id === undefined ? undefined : await ownerOfId(callerOf(c).id, id);
  const content = await readBytes(c, MAX_STATE_BYTES);
  if (content.length === 0) throw refused(400, "the state is empty");
  await api.admit(c);
  await store.write(content, async (newest) => {
    if (owner === undefined) {
      if (await lock.isFree()) return { owner: "", token: newest.token, info: "" };
      throw refused(409, "the state is locked: a write needs the id of the lock");
    }
    if (newest.owner === owner && (await lock.isHeldBy(owner))) return newest;
    throw refused(409, "the lock with this id has ended, or never was: the state is not written");
  });
  return c.body(null, 200);
}

// A holder that ends between a refusal and the question who it is.
const MAX_TRIES = 3;
// With -lock-timeout, OpenTofu repeats a LOCK only if the holder has an id. UNLOCK refuses this one.
const NO_ID = "(held by another program)";

/** Acquires the lock. A repeated request with the same id is answered as the first one. */
export async function lockState(request: StateRequest): Promise<Response> {
  const { c, api, name, lock, store } = request;
  permit(c, "acquire", name);
  const { id: principal, maxLeaseMs } = callerOf(c);
  const leaseMs = leaseOf(valid(ADDRESS, readQuery(c)).lease, maxLeaseMs);
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
  valid(ADDRESS, readQuery(c));
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

const DEFAULT_LEASE_MS = 3_600_000;
const MAX_LEASE_MS = 86_400_000;
const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

/**
 * Returns the lease in ms. Default: an hour, or less for a caller with a lower limit.
 * @param lease as in the schema
 * @throws INVALID_OPTION naming "lease"; 403 for more than the caller may ask for
 */
function leaseOf(lease: string | undefined, maxLeaseMs: number | undefined): number {
  if (lease === undefined) return Math.min(DEFAULT_LEASE_MS, maxLeaseMs ?? DEFAULT_LEASE_MS);
  const leaseMs = Number(lease.slice(0, -1)) * (UNIT_MS[lease.slice(-1)] ?? 0);
  if (leaseMs > MAX_LEASE_MS) throw new InvalidOptionError("lease", "must be 24h at most");
  withinLimit("lease", leaseMs, maxLeaseMs);
  return leaseMs;
}
