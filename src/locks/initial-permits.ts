// The number of permits that is given with a semaphore's name: set when an acquire finds that nobody has set any.
import { type HoldEnd, PermitsUnsetError } from "../errors.ts";
import type { ResolvedAcquireOptions } from "../options.ts";
import { knownMembers, wholeNumber } from "../validate.ts";

export interface SemaphoreOptions {
  /**
   * How many permits to set when an acquire finds none set: 1 to 2,147,483,647. A number that was set before stays.
   * Default: none; such an acquire throws PERMITS_UNSET.
   */
  permits?: number | undefined;
}

// Java's int.
export const MOST_PERMITS = 2_147_483_647;

/** The refusal of a semaphore whose permits nobody has set. */
export function permitsUnset(end: HoldEnd, name: string): PermitsUnsetError | undefined {
  return end === "unset" ? new PermitsUnsetError(name) : undefined;
}

/** Checks the options of a semaphore. Throws INVALID_OPTION. */
export function resolvePermits(given: SemaphoreOptions | undefined): number | undefined {
  knownMembers("options", given, ["permits"]);
  const permits = given?.permits;
  return permits === undefined ? undefined : wholeNumber("permits", permits, { from: 1, to: MOST_PERMITS });
}

/**
 * Runs an acquire. If it finds no permits set, sets them, and acquires once more in the time that is left. Costs
 * nothing where they are set: trying to set them before each acquire would be a request.
 * @param set sets the permits unless they are set; undefined when the number is not known here
 */
export async function settingPermits<Got>(
  options: ResolvedAcquireOptions,
  acquire: (options: ResolvedAcquireOptions) => Promise<Got>,
  set: (() => Promise<unknown>) | undefined,
): Promise<Got> {
  const end = performance.now() + options.waitMs;
  try {
    return await acquire(options);
  } catch (error) {
    if (set === undefined || !(error instanceof PermitsUnsetError)) throw error;
    await set();
    return acquire({ ...options, waitMs: Math.max(0, end - performance.now()) });
  }
}
