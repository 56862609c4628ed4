// Reads the text of an owner state: "<epoch>|<default hold>", in which the default hold is "+" or "-<how it ended>".
// What it says of the grant follows.
import { type About, aboutOf } from "../lock/about.ts";

/** What Redis remembers of the holder of a field. */
export interface RememberedOwner extends About {
  /** "redisson": a Java service made the hold. */
  readonly origin: "leasehound" | "redisson";
}

// A grant to the default hold, or to another one, whose id is the epoch.
const GRANTED = /^(\|\+|[^|\n])/;
// An owner of Redisson; in a transaction, its id follows. Other owners are those that callers of this package chose.
const OWNER_OF_REDISSON = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}:-?\d+(:[\da-f-]+)?(:write)?$/i;

/** Returns what an owner state says. `field`: the owner in the lock's hash. `text`: "" if there is no owner state. */
export function rememberedOwner(field: string, text: string): RememberedOwner {
  if (!GRANTED.test(text)) {
    // A holder of this package that Redis has forgotten was not renewed for more than a lease.
    return { origin: OWNER_OF_REDISSON.test(field) ? "redisson" : "leasehound", label: "", since: undefined };
  }
  return { origin: "leasehound", ...aboutOf(text) };
}
