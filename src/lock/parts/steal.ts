// Steals locks: an acquire that ends the holds of others.
import { type HoldEnd, InvalidOptionError, type LockThief } from "../../base/errors.ts";
import { trueOrFalse } from "../../base/validate.ts";
import type { Robbing, Stealable, Stealing, StolenBy, Theft } from "../hold/client-context.ts";
import { utf8Length } from "../keys.ts";
import { fencedStealCall, stealCall, stealWriteCall } from "../lua/steal.ts";
import { MAX_LABEL_BYTES, type StealOptions, shortText } from "../options.ts";
import type { AcquireReply, HoldId, ScriptCall } from "../protocol.ts";

const CALLS: Record<StolenBy, (hold: HoldId, theft: string) => ScriptCall<AcquireReply>> = {
  exclusive: (hold, theft) => stealCall(hold, theft, false),
  nonReentrant: (hold, theft) => stealCall(hold, theft, true),
  fenced: fencedStealCall,
  write: stealWriteCall,
};

/**
 * Lets locks of a client be stolen: `acquire({ steal: true })`. `createLocks` has it already. Holders learn of a theft
 * without it.
 * @returns the value for `createClient({ steal })`
 * @example
 * const client = createClient({ redis: { url, token }, steal: steal() });
 * await using held = await lock(client, "deploy").acquire({ steal: true, reason: "rollback" });
 */
export function steal(): Stealing {
  return { reasonOf, begin };
}

/** Returns how the holds end that this thief takes away. */
export function endByTheft({ owner, label, reason }: LockThief): HoldEnd {
  return `stolen:${[owner, label, reason].map(encodeURIComponent).join("/")}`;
}

/** Checks the options of a theft. Returns its reason; undefined: the lock is not to be stolen. */
export function reasonOf({ steal, reason }: StealOptions, label: string): string | undefined {
  if (trueOrFalse("steal", steal))
    return shortText("reason", reason ?? "", MAX_LABEL_BYTES - utf8Length(label), " together with the label");
  if (reason === undefined) return undefined;
  throw new InvalidOptionError("reason", "is only for acquire({ steal: true })");
}

function begin(client: Robbing, kind: Stealable, hold: HoldId, thief: LockThief): Theft {
  const end = endByTheft(thief);
  // The options of other kinds have no `steal`.
  const call = CALLS[kind.stolenBy ?? "exclusive"](hold, end);
  return {
    call,
    granted({ robbed }, sentAt) {
      if (robbed !== undefined) client.closeRegistry.tell(hold.key, { fields: robbed, sentAt, end });
      return robbed?.map((field) => kind.fieldToOwner(field));
    },
  };
}
