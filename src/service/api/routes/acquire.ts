// Acquires a lock or a permit for a request, and answers at once or as server-sent events.
import type { Context, Hono } from "hono";
import { nowMs } from "../../../base/clock.ts";
import { PermitsUnsetError, type WaitProgress } from "../../../base/errors.ts";
import { invocationOf } from "../../../edge/route/platform-context.ts";
import { inBackground } from "../../../lock/background.ts";
import type { ChosenHold } from "../../../lock/hold/chosen-hold.ts";
import type { ClientContext } from "../../../lock/hold/client-context.ts";
import type { Held } from "../../../lock/hold/held.ts";
import { lockName } from "../../../lock/keys.ts";
import { acquireWithin, type LockBase } from "../../../lock/kinds/lock-base.ts";
import { newId } from "../../../lock/kinds/permit-kinds.ts";
import type { AcquireOptions, WaitUntil } from "../../../lock/options.ts";
import { type ApiEnv, type Outcome, permit, withinLimit } from "../../access/callers.ts";
import { tellQuota, withinWaitLimit } from "../../access/rates.ts";
import { refused } from "../../access/refusal.ts";
import { withinToken } from "../../access/tokens.ts";
import type { AcquireFields, Granted } from "../contract/contract.ts";
import { MAX_HOLDS } from "../contract/limits.ts";
import { PERMITS } from "../contract/vocabulary.ts";
import { asksForEvents, EVENT_STREAM, Events } from "../event-stream.ts";
import { FENCED, grantedBy } from "../hold-texts.ts";
import { problemFor } from "../responses.ts";
import { holdOfKey, type KeyScope, permitsOfKey, withKey } from "./idempotency.ts";
import { ownerIn } from "./owner.ts";
import { changePermits } from "./permits.ts";
import { type Api, type Asked, serve } from "./serve.ts";

const RETRY_AFTER_S = 5;

/** Acquires the lock, or throws why not. The first attempt starts before it returns. */
type AcquireLock = (how: {
  /** Aborts when the caller has disconnected. */
  readonly left: AbortSignal;
  readonly onWait?: HowToWait["onWait"];
}) => Promise<Granted>;

/** Adds the route of an acquire. All checks that need no wait come before the wait. */
export function acquireRoute(app: Hono<ApiEnv>, api: Api): void {
  serve(app, api, "POST /{name}/acquire", {
    check: howToAcquire,
    async act({ c, caller, name, fields }, { client, acquire }) {
      const { kind, permits } = fields;
      if (kind === FENCED || permits !== undefined) {
        await api.lasting.admit(client, caller.id, lockName(client.options.prefix, name));
      }
      return asksForEvents(c) ? waitEvents(c, name, acquire) : acquire({ left: c.req.raw.signal });
    },
  });
}

/**
 * Checks a request, and returns how to acquire the lock that it asks for.
 * @throws 400 for a malformed key or owner; 403 for what the caller may not do; 503 without a secret
 */
async function howToAcquire(
  asked: Asked<AcquireFields>,
): Promise<{ readonly client: ClientContext; readonly acquire: AcquireLock }> {
  const { c, api, caller, name, fields } = asked;
  const { id, maxHoldMs, maxLeaseMs, maxWaits, grant } = caller;
  const { kind, steal = false, leaseMs, waitMs = 0 } = fields;
  const signed = await api.texts.signer(c, id, maxHoldMs);
  if (steal) permit(c, "steal", name);
  if (steal && !api.forceRelease(c)) throw refused(403, "steal is switched off, as force-release is");
  const context = invocationOf(c);
  const client = api.locksOf(c);
  withinLimit("leaseMs", leaseMs ?? client.options.leaseMs, maxLeaseMs);
  const scope = { audience: api.audience, principal: id, lockKey: lockName(client.options.prefix, name).key };
  const grantor = grantedBy(client, kind, name);
  const askFor = kind === PERMITS ? permitOf : holdOf;
  const ask = await askFor(c, { client, scope, grantor, fields, context });
  async function acquire({ left, onWait }: Parameters<AcquireLock>[0]): Promise<Granted> {
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
  }
  return { client, acquire };
}

/** @throws 429 for more holds of one owner than the API allows */
function withinHolds({ holdCount }: Held): void {
  if (holdCount <= MAX_HOLDS) return;
  throw refused(429, `this owner has ${MAX_HOLDS} holds of the lock; release one first`, {
    ...{ code: "TOO_MANY_HOLDS", retryAfterS: RETRY_AFTER_S },
  });
}

interface ToAcquire {
  readonly client: ClientContext;
  /** The lock or semaphore. */
  readonly grantor: LockBase;
  readonly scope: KeyScope;
  readonly fields: AcquireFields;
  readonly context: WaitUntil | undefined;
}

type HowToWait = Pick<AcquireOptions, "signal" | "onWait">;
/** Acquires what a request asks for, or throws why not. */
type AcquireHeld = (how: HowToWait) => Promise<Held>;

/** Returns how to acquire a hold of a lock. */
async function holdOf(c: Context, { grantor, scope, fields, context }: ToAcquire): Promise<AcquireHeld> {
  const { steal = false, leaseMs, renew, waitMs = 0, owner, label, reason } = fields;
  const options = {
    waitMs,
    leaseMs,
    renew,
    owner: owner === undefined ? undefined : await ownerIn(scope.principal, owner),
    label,
    ...(steal && { steal }),
    ...(reason !== undefined && { reason }),
  };
  const chosen = await holdOfKey(c, scope, fields);
  return (how) => withKey(chosen, () => acquireWithin(grantor, context, { ...options, ...how }, chosen));
}

/** Returns how to acquire a permit. If no number of permits is set, the request sets the one that it states. */
async function permitOf(c: Context, { client, grantor, scope, fields, context }: ToAcquire): Promise<AcquireHeld> {
  const { leaseMs, renew, waitMs = 0, permits } = fields;
  const [first, second] = (await permitsOfKey(c, scope)) ?? [];
  const semaphore = { name: grantor.name, key: scope.lockKey };
  return async (how) => {
    const endAt = nowMs() + waitMs;
    const acquire = (chosen: ChosenHold | undefined, leftMs: number): Promise<Held> => {
      const options = { waitMs: leftMs, leaseMs, renew, owner: chosen?.owner ?? newId(), ...how };
      return withKey(chosen, () => acquireWithin(grantor, context, options, chosen));
    };
    try {
      return await acquire(first, waitMs);
    } catch (error) {
      if (permits === undefined || !(error instanceof PermitsUnsetError)) throw error;
      await changePermits(client, semaphore, "try", permits, { id: crypto.randomUUID(), repeats: false });
      // An acquire takes whole numbers.
      return acquire(second, Math.max(0, Math.floor(endAt - nowMs())));
    }
  };
}

/**
 * Answers with the events of a wait. A refusal before the lock was found busy is no event, but a problem with a status
 * of its own. A caller that leaves ends the wait.
 */
async function waitEvents(c: Context<ApiEnv>, name: string, acquire: AcquireLock): Promise<Response> {
  const events = new Events(c);
  const onWait = ({ position, remainingMs, attempts }: WaitProgress): void => {
    events.show("waiting", { name: name, position, remainingMs, attempts });
  };
  const acquiring = acquire({ left: events.left, onWait });
  // A refusal is thrown here, before the response begins.
  await Promise.race([events.begun, acquiring]);
  const outcome = acquiring.then(
    (granted): Outcome => {
      events.send("granted", granted);
      return { status: 200 };
    },
    async (error: unknown): Promise<Outcome> => {
      const { code, response } = problemFor(error);
      await events.sendProblem(response);
      return { status: response.status, code };
    },
  );
  c.set(
    "leasehoundOutcome",
    outcome.finally(() => events.end()),
  );
  return c.body(events.stream, 200, EVENT_STREAM);
}
