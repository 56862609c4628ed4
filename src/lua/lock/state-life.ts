// How long Redis remembers the owner state of a hold that is renewed. It has the hold's label, which no renewal could
// write again. A passed owner has a record, and each renewal keeps both.
import { type GrantedHold, RECORD_BEYOND_LEASE_MS } from "./calls.ts";

const keptAt = new WeakMap<GrantedHold, number>();

/** Notes that the owner state of this hold was just written, or of each of several. */
export function stateKept(hold: GrantedHold): void {
  for (const each of [hold, ...(hold.members ?? [])]) keptAt.set(each, performance.now());
}

/**
 * Returns whether a renewal now keeps the owner state, which costs a command. Each third of its life is enough: a lost
 * request does no harm then.
 */
export function isStateDue(hold: GrantedHold): boolean {
  const last = keptAt.get(hold);
  const isDue = last === undefined || performance.now() - last >= (hold.leaseMs + RECORD_BEYOND_LEASE_MS) / 3;
  if (isDue) stateKept(hold);
  return isDue;
}
