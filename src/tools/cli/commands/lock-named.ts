// The lock of a name that a user typed, and what else that name may be.
import { isLockError, printable } from "../../../base/errors.ts";
import { shortDuration } from "../duration.ts";
import { CommandError } from "../exit-code.ts";
import type { Output } from "../output.ts";
import type { LockState, PermitState, Service } from "../service.ts";

/** Describes a lock. Throws NOT_A_LOCK saying what else has this name, as far as it can be known. */
export async function lockNamed(service: Service, name: string): Promise<LockState> {
  try {
    return await service.inspect(name);
  } catch (error) {
    const code = isLockError(error) || error instanceof CommandError ? error.code : undefined;
    if (code !== "NOT_A_LOCK") throw error;
    const permits = await service.permits(name).catch(() => undefined);
    throw permits?.isSet === true ? new CommandError("NOT_A_LOCK", sentenceOf(permits)) : error;
  }
}

function sentenceOf({ name, permits, available, leases, leaseCount }: PermitState): string {
  const shown = printable(JSON.stringify(name));
  if (leaseCount === 0) {
    return `${shown} is a semaphore or a latch, not a lock, and cannot be shown or freed here: its number is ${available}, of free permits or of counts left; delete its key only if no program uses it`;
  }
  const firstMs = leases[0]?.remainingMs ?? -1;
  const end = firstMs < 0 ? "" : `, the first in ${shortDuration(firstMs)}`;
  return `${shown} is a semaphore with leases, not a lock, and cannot be shown or freed here: ${leaseCount} of its ${permits} permits are taken; each comes back when its holder releases it, or when its lease ends${end}; leave its key as it is`;
}

/** Returns the name without the prefix, if it begins with it, as copied from Redis. */
export function meantBy({ prefix }: Service, name: string): string | undefined {
  return prefix !== "" && name.startsWith(prefix) ? name.slice(prefix.length) : undefined;
}

/** Returns the name without the prefix, if it begins with it and somebody holds the lock of that name. */
export async function heldInstead(service: Service, name: string): Promise<string | undefined> {
  const meant = meantBy(service, name);
  if (meant === undefined) return undefined;
  const lock = await service.inspect(meant).catch(() => undefined);
  return lock === undefined || lock.kind === "free" ? undefined : meant;
}

/** Remarks that a name which nobody holds begins with the prefix. */
export function remarkPrefix(output: Output, service: Service, name: string): void {
  const meant = meantBy(service, name);
  if (meant === undefined) return;
  output.remark("prefix", { meant }, `you may mean ${JSON.stringify(meant)}: ${withoutPrefix(service)}`);
}

/** Returns how names are given. */
export function withoutPrefix({ prefix }: Service): string {
  return `names are given without the prefix ${JSON.stringify(prefix)}`;
}
