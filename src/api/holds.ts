// Acquires, renews and releases a hold over HTTP. The hold is a signed text there.
import type { Context, Hono } from "hono";
import { InvalidOptionError } from "../errors.ts";
import { inBackground } from "../hold/background.ts";
import type { ClientContext } from "../hold/client-context.ts";
import type { Held } from "../hold/held.ts";
import { serializeHold } from "../hold/serialized.ts";
import { lockName } from "../keys.ts";
import { LockBase } from "../locks/lock-base.ts";
import { contextOf } from "../route/hono-context.ts";
import { holdOfKey, withKey } from "./idempotency.ts";
import { type Api, holdOfLock, lockOfHold, lockOfKindNamed, ownerOf, permittedName } from "./locks.ts";
import { ownerIn } from "./owner.ts";
import { permit, withinLimit } from "./permission.ts";
import { type ApiEnv, callerOf } from "./principals.ts";
import { tellQuota } from "./quota-headers.ts";
import { refused } from "./refusal.ts";
import { NAME, readFields, readQuery } from "./request.ts";
import { MAX_HOLDS, MAX_LEASE_MS } from "./request-bounds.ts";
import { resource } from "./resource.ts";
import { ACQUIRE, OF_HOLD, OF_KIND } from "./schemas.ts";
import { withinWaitLimit } from "./wait-limit.ts";

const RETRY_AFTER_S = 5;

export function holdRoutes(app: Hono<ApiEnv>, api: Api): void {
  resource(app, "POST", `/:${NAME}/acquire`, async (c) => {
    const { id, maxHoldMs } = callerOf(c);
    const name = permittedName(c, "acquire");
    const signed = await api.texts.signer(c, id, maxHoldMs);
    const held = await acquired(api, c, name);
    const { owner, holdCount, leaseMs, validUntil, fencingToken } = held;
    // From now on, the caller renews and releases.
    const hold = await signed(held.serialize({ move: true }));
    return c.json({ name, owner, hold, holdCount, leaseMs, validUntil, fencingToken });
  });

  resource(app, "POST", `/:${NAME}/renew`, async (c) => {
    const name = permittedName(c, "renew");
    const fields = await readFields(c, OF_HOLD);
    const { client, hold } = await holdOfLock(api, c, name, fields.hold);
    const { leaseMs } = hold;
    // The locks may have had a longer lease at the grant.
    if (leaseMs > longestLeaseMs(client)) {
      throw new InvalidOptionError("hold", "has a longer lease than may be renewed here");
    }
    const validUntil = await lockOfHold(client, hold, name).renew(serializeHold(hold));
    return c.json({ name, owner: ownerOf(client, hold), hold: fields.hold, leaseMs, validUntil });
  });

  resource(app, "POST", `/:${NAME}/release`, async (c) => {
    const name = permittedName(c, "release");
    const fields = await readFields(c, OF_HOLD);
    const { client, hold } = await holdOfLock(api, c, name, fields.hold);
    const { outcome, holdCount } = await lockOfHold(client, hold, name).release(serializeHold(hold));
    return c.json({ name, outcome, holdCount });
  });

  resource(app, "POST", `/:${NAME}/force-release`, async (c) => {
    const name = permittedName(c, "force-release");
    if (!api.forceRelease(c)) throw refused(403, "force-release is switched off: release the hold by its text");
    const { kind } = await readFields(c, OF_KIND);
    const lock = lockOfKindNamed(api.locksOf(c), kind, name);
    await api.admit(c);
    return c.json({ name: lock.name, wasLocked: await lock.forceRelease() });
  });

  resource(app, "GET", `/:${NAME}`, async (c) => {
    const name = permittedName(c, "inspect");
    const lock = lockOfKindNamed(api.locksOf(c), readQuery(c, OF_KIND).kind, name);
    await api.admit(c);
    const remainingMs = await lock.remainingMs();
    return c.json({ name: lock.name, locked: remainingMs !== -2, remainingMs });
  });
}

async function acquired(api: Api, c: Context<ApiEnv>, name: string): Promise<Held> {
  const { id, maxLeaseMs, maxWaits } = callerOf(c);
  const fields = await readFields(c, ACQUIRE);
  const { steal = false, leaseMs, waitMs = 0, owner, label, reason } = fields;
  if (steal) permit(c, "steal", name);
  if (steal && !api.forceRelease(c)) throw refused(403, "steal is switched off, as force-release is");
  const context = contextOf(c);
  const client = api.locksOf(c);
  const lock = lockOfKindNamed(client, fields.kind, name);
  withinLimit("leaseMs", leaseMs ?? client.options.leaseMs, maxLeaseMs);
  const options = {
    waitMs,
    leaseMs,
    owner: owner === undefined ? undefined : await ownerIn(id, owner),
    label,
    ...(steal && { steal }),
    ...(reason !== undefined && { reason }),
    signal: c.req.raw.signal,
  };
  const { key: lockKey } = lockName(client.options.prefix, name);
  const chosen = await holdOfKey(c, { audience: api.audience, principal: id, lockKey }, fields);
  await api.admit(c);
  const acquiring = withKey(chosen, () =>
    withinWaitLimit(
      { id, maxWaits },
      waitMs,
      () => LockBase.acquireWithin(lock, context, options, chosen),
      (quota) => tellQuota(c, quota),
    ),
  );
  // If a disconnect ends the invocation, the acquire is still cancelled.
  inBackground(context, acquiring);
  const held = await acquiring;
  if (held.holdCount <= MAX_HOLDS) return held;
  await held[Symbol.asyncDispose]();
  throw refused(429, `this owner has ${MAX_HOLDS} holds of the lock; release one first`, {
    ...{ code: "TOO_MANY_HOLDS", retryAfterS: RETRY_AFTER_S },
  });
}

/** Returns the longest lease that may be renewed: without `leaseMs`, an acquire has the lease of the locks. */
function longestLeaseMs({ options }: ClientContext): number {
  return Math.max(MAX_LEASE_MS, options.leaseMs);
}
