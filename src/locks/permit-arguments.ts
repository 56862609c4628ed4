// The arguments of the methods of a plain semaphore.
import { InvalidOptionError } from "../errors.ts";
import type { WaitOptions } from "../options.ts";
import { wholeNumber } from "../validate.ts";
import { MOST_PERMITS } from "./initial-permits.ts";

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
