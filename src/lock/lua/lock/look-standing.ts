// The safety poll of several waiters that stand, as one typed call.
import { UnexpectedReplyError } from "../../../base/errors.ts";
import { ownerStateKey } from "../../keys.ts";
import type { Look, ScriptCall } from "../../protocol.ts";
import { lockLookStanding } from "../generated.ts";
import { standingKeysOf } from "./calls.ts";

/** Returns the remaining lease of each lock, ms; -2: the waiter must attempt. */
export function lookStandingCall(looks: readonly Look[]): ScriptCall<readonly number[]> {
  return {
    script: lockLookStanding,
    keys: looks.flatMap(({ key, owner }) => [key, ownerStateKey(key, owner), ...standingKeysOf(key)]),
    args: looks.flatMap(({ listed, request }) => [listed, request]),
    decode(reply) {
      const [kind, , ...lefts] = Array.isArray(reply) ? reply : [];
      const numbers = lefts.flatMap((left) => (Number.isInteger(left) ? [Number(left)] : []));
      if (kind === "looked" && numbers.length === looks.length) return numbers;
      throw new UnexpectedReplyError(`script ${lockLookStanding.name} returned an unexpected reply`);
    },
  };
}
