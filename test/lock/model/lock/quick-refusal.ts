// The refusal of a new owner of which Redis remembers nothing: it reads less than other answers.
import type { Without } from "./guards.ts";
import type { HoldPlan } from "./scenario.ts";

/** What a quick refusal depends on. */
interface Asked {
  readonly plan: HoldPlan;
  readonly last: boolean;
  /** The lock's remaining ticks, as a TTL reply. */
  readonly left: number;
  /** Whether the owner's field is in the lock's hash. */
  readonly hasField: boolean;
  readonly hasPage: boolean;
}

export function isQuicklyRefused({ plan, last, left, hasField, hasPage }: Asked, without: Without): boolean {
  if (!plan.isDefault && !without.has("quick-new-owner")) return false;
  if ((last || plan.looks) && hasField) return false;
  const isEither = hasPage !== (left !== -2);
  if (isEither && without.has("quick-asks-lock")) return true;
  return left >= 0 && (!hasPage || without.has(last ? "quick-last" : "quick-asks-page"));
}
