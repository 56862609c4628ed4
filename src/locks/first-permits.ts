// How many permits a semaphore has, said where it is made: set when the first acquire finds that nobody has set any.
import { PermitsUnsetError } from "../errors.ts";
import { knownMembers, wholeNumber } from "../option-checks.ts";
import type { ResolvedAcquireOptions } from "../options.ts";

export interface SemaphoreOptions {
  /** How many permits there are, unless that was said before: 1 to 2,147,483,647. Default: not said, an acquire throws PERMITS_UNSET. */
  permits?: number | undefined;
}

// Java's int.
export const MOST_PERMITS = 2_147_483_647;

/** Checks the options of a semaphore. Throws INVALID_OPTION. */
export function resolvePermits(given: SemaphoreOptions | undefined): number | undefined {
  knownMembers("options", given, ["permits"]);
  const permits = given?.permits;
  return permits === undefined ? undefined : wholeNumber("permits", permits, { from: 1, to: MOST_PERMITS });
}

/**
 * Acquires; of a semaphore that nobody has set sets it, once, and acquires in the time that is left. That costs nothing where it is set.
 * @param set sets the permits, if nobody has; undefined: how many is not known here
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
