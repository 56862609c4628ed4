// Decides which renewals of a hold also extend its owner state. The owner state has the hold's label, which no renewal
// could write again. With a passed owner, every renewal extends it, because the hold has a record.
import { nowMs } from "../../../base/clock.ts";
import type { GrantedHold } from "../../protocol.ts";
import { RECORD_BEYOND_LEASE_MS } from "./calls.ts";

const keptAt = new WeakMap<GrantedHold, number>();

/** Notes that the owner state of this hold was just written, or of each of several. */
export function stateKept(hold: GrantedHold): void {
  for (const each of [hold, ...(hold.members ?? [])]) keptAt.set(each, nowMs());
}

/**
 * Returns whether a renewal must now extend the owner state, which costs a command. Once in each third of its lifetime
 * is enough, so that a lost request does no harm.
 */
export function isStateDue(hold: GrantedHold): boolean {
  const last = keptAt.get(hold);
  const isDue = last === undefined || nowMs() - last >= (hold.leaseMs + RECORD_BEYOND_LEASE_MS) / 3;
  if (isDue) stateKept(hold);
  return isDue;
}
