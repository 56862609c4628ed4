// Withdraws a request that Redis remembers, as a typed call.
import type { ScriptCall } from "../../protocol.ts";
import { requestWithdraw } from "../generated.ts";
import { ReplyReader } from "../reply.ts";

/**
 * Lets a request do nothing if it has not run yet: a copy of it may arrive after its caller learned that nothing was
 * done. `record`: the key under which Redis remembers the request.
 */
export function withdrawCall(record: string, recordMs: number): ScriptCall<boolean> {
  return {
    script: requestWithdraw,
    keys: [record],
    args: [String(recordMs)],
    decode(reply) {
      const read = new ReplyReader(requestWithdraw, reply);
      if (read.kind !== "done") throw read.unexpected("is of another kind");
      return read.integer(2) === 1;
    },
  };
}
