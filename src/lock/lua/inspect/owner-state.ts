// Reads the text of an owner state: "<epoch>|<default hold>", in which the default hold is "+" or "-<how it ended>".
// Facts about the grant follow.
import type { About } from "../../protocol.ts";
import { aboutOf } from "../lock/about.ts";

/** The facts that Redis remembers about the holder of a field. */
export interface RememberedOwner extends About {
  /** "redisson": a Java service made the hold. */
  readonly origin: "leasehound" | "redisson";
}

// A grant to the default hold, or to another hold, whose id is the epoch.
const GRANTED = /^(\|\+|[^|\n])/;
// An owner of Redisson; in a transaction, its id follows. Other owners are those that callers of this package chose.
const OWNER_OF_REDISSON = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}:-?\d+(:[\da-f-]+)?(:write)?$/i;

/** Returns what an owner state says. `field`: the owner in the lock's hash. `text`: "" if there is no owner state. */
export function rememberedOwner(field: string, text: string): RememberedOwner {
  if (!GRANTED.test(text)) {
    // Redis forgets a holder of this package only after more than a lease without a renewal.
    return { origin: OWNER_OF_REDISSON.test(field) ? "redisson" : "leasehound", label: "", since: undefined };
  }
  return { origin: "leasehound", ...aboutOf(text) };
}
