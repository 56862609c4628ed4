// The refusal of locks that are not reentrant.
import { AlreadyHeldError, type HoldEnd } from "../errors.ts";

/** Returns the error for "reentered": the owner holds the lock already. */
export function alreadyHeld(end: HoldEnd, lockName: string): AlreadyHeldError | undefined {
  return end === "reentered" ? new AlreadyHeldError(lockName, "owner") : undefined;
}
