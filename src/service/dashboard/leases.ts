// The leases of the chosen lock at one instant, which the page's script watches for renewals. Invisible characters in
// texts are escaped here, so that the script can show each text as it is.
import { asEpochMs } from "../../base/clock.ts";
import { printable } from "../../base/errors.ts";
import type { InspectedLock } from "../../lock/hold/lock-inspection.ts";
import type { Known } from "./shared-look.ts";

/** The leases of a lock at one instant. */
export interface SeenLeases {
  /** When Redis was asked, in epoch ms, by the clock of the server. */
  readonly at: number;
  /** When it had answered, by the same clock. The leases are of an instant in between. */
  readonly answeredAt: number;
  readonly holders: readonly LeaseHolder[];
}

export interface LeaseHolder {
  readonly owner: string;
  readonly mode: InspectedLock["mode"];
  readonly label: string;
  /** Epoch ms, by the clock of the holder; undefined when Redis does not know. */
  readonly since: number | undefined;
  readonly remainingMs: number;
}

/** Returns the leases of the chosen lock; undefined when none is chosen, or nothing is known of it. */
export function leasesOf(lock: Known<InspectedLock> | undefined): SeenLeases | undefined {
  if (lock?.value === undefined) return undefined;
  return {
    at: asEpochMs(lock.askedAt),
    answeredAt: asEpochMs(lock.answeredAt),
    holders: lock.value.holders.map(({ owner, mode, label, since, remainingMs }) => {
      return { owner: printable(owner), mode, label: printable(label), since, remainingMs };
    }),
  };
}
