// Steals locks of a lock API.
import type { Stealing } from "../hold/client-context.ts";
import { reasonOf } from "../hold/steal.ts";
import { acquiring } from "./acquiring.ts";
import type { LockApi } from "./lock-api.ts";

/**
 * Returns what steals the locks of a lock API. The API does not name the victim. A victim of this client learns of the
 * theft at its next renewal, like any other.
 */
export function remoteStealing(api: LockApi): Stealing {
  return {
    reasonOf,
    begin: (_, { method }, hold, { reason }) => ({
      call: acquiring(api, method, hold, { leftMs: 0, reason }),
      granted: () => undefined,
    }),
  };
}
