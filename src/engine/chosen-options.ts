// Options of createLocks that a function of "leasehound/testing" passes on, without those that it chooses itself.
import { InvalidOptionError } from "../base/errors.ts";
import { ownMembers } from "../base/validate.ts";
import { LOCKS_OPTIONS } from "../lock/create-locks.ts";

/**
 * Returns the own members of options. Throws INVALID_OPTION for an unknown option, and for a chosen one.
 * @param what the options, in the message
 * @param by the function that chooses
 */
export function withoutChosen<Given extends object | undefined>(
  what: string,
  given: Given,
  chosen: readonly string[],
  by: string,
): Given {
  for (const option of chosen) {
    if (Object.hasOwn(Object(given), option)) throw new InvalidOptionError(option, `is chosen by ${by}`);
  }
  return ownMembers(
    what,
    given,
    LOCKS_OPTIONS.filter((option) => !chosen.includes(option)),
  );
}
