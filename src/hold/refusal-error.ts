// Why Redis refuses an acquire for good, as an error.
import {
  AlreadyHeldError,
  type HoldEnd,
  type LockError,
  PermitsUnsetError,
  TooManyHoldsError,
  UpgradeRefusedError,
} from "../errors.ts";

/** Makes the error for such an end; undefined for the end of a hold that was granted. */
export function refusalError(end: HoldEnd, lockName: string): LockError | undefined {
  if (end === "upgrade") return new UpgradeRefusedError(lockName);
  if (end === "reentered") return new AlreadyHeldError(lockName, "owner");
  if (end === "crowded") return new TooManyHoldsError(lockName);
  if (end === "unset") return new PermitsUnsetError(lockName);
  return undefined;
}
