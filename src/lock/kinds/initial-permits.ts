// The arguments and options of semaphores.
import { type HoldEnd, InvalidOptionError, PermitsUnsetError } from "../../base/errors.ts";
import { ownMembers, wholeNumber } from "../../base/validate.ts";
import type { WaitOptions } from "../options.ts";

/** Options of `semaphore` and `permitExpirableSemaphore`. */
export interface SemaphoreOptions {
  /**
   * The permits to set when an acquire finds none: 1 to 2,147,483,647. A number set earlier stays. Default: none, so
   * that such an acquire throws PERMITS_UNSET.
   */
  permits?: number | undefined;
}

// The largest int of Java.
export const MOST_PERMITS = 2_147_483_647;

/** Returns the refusal of a semaphore without permits. */
export function permitsUnset(end: HoldEnd, name: string): PermitsUnsetError | undefined {
  return end === "unset" ? new PermitsUnsetError(name) : undefined;
}

/** Checks the options of a semaphore. Throws INVALID_OPTION. */
export function resolvePermits(given: SemaphoreOptions | undefined): number | undefined {
  const permits = ownMembers("options", given, ["permits"])?.permits;
  return permits === undefined ? undefined : wholeNumber("permits", permits, { from: 1, to: MOST_PERMITS });
}

/** Resolves both forms of `acquire`. */
export function permitsGiven(
  first: number | WaitOptions | undefined,
  options: WaitOptions | undefined,
): { permits: number | undefined; options: WaitOptions | undefined } {
  if (typeof first !== "object" || first === null) return { permits: first, options };
  if (options === undefined) return { permits: undefined, options: first };
  throw new InvalidOptionError("permits", "must be a whole number; pass options once, after it or alone");
}

/** Checks the number of permits of one call. */
export function somePermits(permits: number | undefined): number {
  return wholeNumber("permits", permits, { from: 0, to: MOST_PERMITS, fallback: 1 });
}
