// The safety poll of several waiters that stand, as one typed call.
import { UnexpectedReplyError } from "../../../base/errors.ts";
import { ownerStateKey } from "../../keys.ts";
import type { Look, Looked, ScriptCall } from "../../protocol.ts";
import { lockLookStanding } from "../generated.ts";
import { standingKeysOf } from "./calls.ts";

/** Looks at the lock of each waiter. */
export function lookStandingCall(looks: readonly Look[]): ScriptCall<Looked> {
  return {
    script: lockLookStanding,
    keys: looks.flatMap(({ key, owner }) => [key, ownerStateKey(key, owner), ...standingKeysOf(key)]),
    args: looks.flatMap(({ listed, request }) => [listed, request]),
    decode(reply) {
      const [kind, , ...slots] = Array.isArray(reply) ? reply : [];
      const [redisMs, ...lefts] = slots.flatMap((slot) => (Number.isInteger(slot) ? [Number(slot)] : []));
      if (kind === "looked" && redisMs !== undefined && lefts.length === looks.length) return { redisMs, lefts };
      throw new UnexpectedReplyError(`script ${lockLookStanding.name} returned an unexpected reply`);
    },
  };
}
