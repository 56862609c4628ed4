// Whether callers may take locks away from their holders: the option `forceRelease` of the lock API and of the page.
import type { Context } from "hono";
import { InvalidOptionError } from "../errors.ts";

/**
 * Returns the function that decides at each request. By default nobody may. Only true allows it, and not the promise
 * of a function that is async by mistake.
 * @throws INVALID_OPTION naming "forceRelease"
 */
export function forceReleaseOf(given: boolean | ((c: Context) => boolean) = false): (c: Context) => boolean {
  if (typeof given === "function") return (c) => given(c) === true;
  if (typeof given === "boolean") return () => given;
  throw new InvalidOptionError("forceRelease", "must be true, false, or a function that returns one of them");
}
