// Calls that may not be repeated: the API does not recognise a copy, and a late one could meet another holder.
import { wasNotDone } from "../errors.ts";
import type { CompositeCall } from "../redis/port.ts";

/** Returns a call that is sent again only if nothing was done. Otherwise, it keeps its error. */
export function sentOnce<Reply>({ runAll }: CompositeCall<Reply>): CompositeCall<Reply> {
  let kept: { readonly error: unknown } | undefined;
  return {
    async runAll(limits) {
      if (kept !== undefined) throw kept.error;
      try {
        return await runAll(limits);
      } catch (error) {
        if (!wasNotDone(error)) kept = { error };
        throw error;
      }
    },
  };
}
