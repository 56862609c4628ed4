// Steals locks of a lock API.
import type { Stealing } from "../hold/capabilities.ts";
import { reasonOf } from "../hold/steal.ts";
import { acquiring } from "./acquiring.ts";
import type { LockApi } from "./lock-api.ts";

/**
 * Returns what steals the locks of a lock API. The API does not tell whom it robbed: holds of this client learn of the
 * theft at their next renewal, like all others.
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
