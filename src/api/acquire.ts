// Acquires a lock or a permit for a request. It makes all checks that need no wait before the wait.
import type { Context } from "hono";
import { inBackground } from "../hold/background.ts";
import type { Held } from "../hold/held.ts";
import { lockName } from "../keys.ts";
import { contextOf } from "../route/hono-context.ts";
import { type HowToWait, holdOf, permitOf } from "./asked.ts";
import { FENCED, grantedBy, PERMITS } from "./granted-kinds.ts";
import { type Api, permittedName } from "./locks.ts";
import { permit, withinLimit } from "./permission.ts";
import { type ApiEnv, callerOf } from "./principals.ts";
import { tellQuota } from "./quota-headers.ts";
import { refused } from "./refusal.ts";
import { readFields } from "./request.ts";
import { MAX_HOLDS } from "./request-bounds.ts";
import { ACQUIRE } from "./schemas.ts";
import { withinToken } from "./token-end.ts";
import { withinWaitLimit } from "./wait-limit.ts";

const RETRY_AFTER_S = 5;

/** The facts of a grant: of a lock, or of a permit. */
export interface Granted {
  readonly name: string;
  /** For a permit, its id. */
  readonly owner: string;
  /** The signed text of the hold. */
  readonly hold: string;
  readonly holdCount: number;
  readonly leaseMs: number;
  readonly validUntil: number;
  readonly fencingToken: string | undefined;
}

/** Acquires the lock, or throws why not. The first attempt starts before it returns. */
export type AcquireLock = (how: {
  /** Aborts when the caller has disconnected. */
  readonly left: AbortSignal;
  readonly onWait?: HowToWait["onWait"];
}) => Promise<Granted>;

/**
 * Checks a request, and returns how to acquire the lock that it asks for.
 * @throws 400 for a malformed request; 401 for a revoked token; 403 for what the caller may not do
 */
export async function acquireOf(api: Api, c: Context<ApiEnv>): Promise<AcquireLock> {
  const { id, maxHoldMs, maxLeaseMs, maxWaits, grant } = callerOf(c);
  const name = permittedName(c, "acquire");
  const signed = await api.texts.signer(c, id, maxHoldMs);
  const fields = await readFields(c, ACQUIRE);
  const { kind, steal = false, leaseMs, waitMs = 0 } = fields;
  if (steal) permit(c, "steal", name);
  if (steal && !api.forceRelease(c)) throw refused(403, "steal is switched off, as force-release is");
  const context = contextOf(c);
  const client = api.locksOf(c);
  withinLimit("leaseMs", leaseMs ?? client.options.leaseMs, maxLeaseMs);
  const lock = lockName(client.options.prefix, name);
  const scope = { audience: api.audience, principal: id, lockKey: lock.key };
  const grantor = grantedBy(client, kind, name);
  const askFor = kind === PERMITS ? permitOf : holdOf;
  const ask = await askFor(c, { client, scope, grantor, fields, context });
  await api.admit(c);
  if (kind === FENCED || fields.permits !== undefined) await api.lasting.admit(client, id, lock);
  return async function acquire({ left, onWait }) {
    const acquiring = withinWaitLimit(
      { id, maxWaits },
      waitMs,
      () => withinToken(grant, { left, admit: () => api.admit(c) }, (signal) => ask({ signal, onWait })),
      (quota) => tellQuota(c, quota),
    );
    // If a disconnect ends the invocation, the acquire is still cancelled.
    inBackground(context, acquiring);
    const held = await acquiring;
    try {
      // A token may have been revoked during a wait.
      if (waitMs > 0) await api.admit(c);
      withinHolds(held);
    } catch (error) {
      await held[Symbol.asyncDispose]();
      throw error;
    }
    // From now on, the caller renews and releases.
    const hold = await signed(held.serialize({ move: true }));
    const { validUntil, holdCount, fencingToken } = held;
    return { name, owner: held.owner, hold, holdCount, leaseMs: held.leaseMs, validUntil, fencingToken };
  };
}

/** @throws 429 for more holds of one owner than the API allows */
function withinHolds({ holdCount }: Held): void {
  if (holdCount <= MAX_HOLDS) return;
  throw refused(429, `this owner has ${MAX_HOLDS} holds of the lock; release one first`, {
    ...{ code: "TOO_MANY_HOLDS", retryAfterS: RETRY_AFTER_S },
  });
}
