// The object of an acquire: a hold of a lock, or a permit of a semaphore.
import type { Context } from "hono";
import type { ClientContext } from "../hold/client-context.ts";
import type { Held } from "../hold/held.ts";
import { settingPermits } from "../locks/initial-permits.ts";
import { LockBase } from "../locks/lock-base.ts";
import { newId } from "../locks/permit-kinds.ts";
import type { AcquireOptions, WaitUntil } from "../options.ts";
import { holdOfKey, type KeyScope, permitsOfKey, withKey } from "./idempotency.ts";
import { ownerIn } from "./owner.ts";
import { changePermits } from "./permits.ts";
import type { AcquireFields } from "./schemas.ts";

export interface Asked {
  readonly client: ClientContext;
  /** The lock or semaphore. */
  readonly grantor: LockBase;
  readonly scope: KeyScope;
  readonly fields: AcquireFields;
  readonly context: WaitUntil | undefined;
}

export type HowToWait = Pick<AcquireOptions, "signal" | "onWait">;
/** Acquires what a request asks for, or throws why not. */
export type AcquireHeld = (how: HowToWait) => Promise<Held>;

/** Returns how to acquire a hold of a lock. */
export async function holdOf(c: Context, { grantor, scope, fields, context }: Asked): Promise<AcquireHeld> {
  const { steal = false, leaseMs, waitMs = 0, owner, label, reason } = fields;
  const options = {
    waitMs,
    leaseMs,
    owner: owner === undefined ? undefined : await ownerIn(scope.principal, owner),
    label,
    ...(steal && { steal }),
    ...(reason !== undefined && { reason }),
  };
  const chosen = await holdOfKey(c, scope, fields);
  return (how) => withKey(chosen, () => LockBase.acquireWithin(grantor, context, { ...options, ...how }, chosen));
}

/** Returns how to acquire a permit. If no number of permits is set, the request sets the one that it states. */
export async function permitOf(c: Context, { client, grantor, scope, fields, context }: Asked): Promise<AcquireHeld> {
  const { leaseMs, waitMs = 0, permits } = fields;
  const [first, second] = (await permitsOfKey(c, scope)) ?? [];
  const semaphore = { name: grantor.name, key: scope.lockKey };
  const set = (number: number) => () => changePermits(client, semaphore, "try", number, crypto.randomUUID());
  return (how) => {
    let chosen = first;
    const acquire = (within: { readonly waitMs: number }): Promise<Held> => {
      const of = chosen;
      chosen = second;
      const options = { ...within, leaseMs, owner: of?.owner ?? newId(), ...how };
      return withKey(of, () => LockBase.acquireWithin(grantor, context, options, of));
    };
    return settingPermits({ waitMs }, acquire, permits === undefined ? undefined : set(permits));
  };
}
