// The arguments and options of semaphores, and the number of permits given with a name: set by an acquire that finds
// none set.
import { nowMs } from "../clock.ts";
import { type HoldEnd, InvalidOptionError, PermitsUnsetError } from "../errors.ts";
import type { ResolvedAcquireOptions, WaitOptions } from "../options.ts";
import { ownMembers, wholeNumber } from "../validate.ts";

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

/**
 * Runs an acquire. If no permits are set, sets them and acquires again in the remaining time. Setting them before each
 * acquire would cost another request.
 * @param set sets the permits unless they are set; undefined when the number is unknown here
 */
export async function settingPermits<Got, Options extends { readonly waitMs: number } = ResolvedAcquireOptions>(
  options: Options,
  acquire: (options: Options) => Promise<Got>,
  set: (() => Promise<unknown>) | undefined,
): Promise<Got> {
  const end = nowMs() + options.waitMs;
  try {
    return await acquire(options);
  } catch (error) {
    if (set === undefined || !(error instanceof PermitsUnsetError)) throw error;
    await set();
    // The lock API passes it to an acquire, which accepts whole numbers.
    return acquire({ ...options, waitMs: Math.max(0, Math.floor(end - nowMs())) });
  }
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
