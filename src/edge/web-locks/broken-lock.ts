// How the promise of a request ends whose lock was taken away: as in the specification, with an AbortError.
import { isLockError } from "../../base/errors.ts";

/** Returns the AbortError. `cause`: the LockError, which its constructor has no place for. */
export function brokenLock(cause: unknown): DOMException {
  const message = isLockError(cause) ? cause.message : "the lock was taken away";
  return Object.defineProperty(new DOMException(message, "AbortError"), "cause", {
    value: cause,
    configurable: true,
    writable: true,
  });
}
