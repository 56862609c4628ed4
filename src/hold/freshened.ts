// Renews a grant whose reply was slow.
import { nowMs } from "../clock.ts";
import { HoldEndedError, isLockError, lossOf } from "../errors.ts";
import { runOnce } from "../redis/port.ts";
import { renewalDue, renewalTimeoutMs, validUntil } from "../watchdog/renewal-plan.ts";
import type { ClientContext } from "./client-context.ts";
import type { HoldInit } from "./hold-init.ts";
import type { Acquirable } from "./kind.ts";

interface Granted extends Pick<HoldInit, "hold" | "validUntil"> {
  readonly lockName: string;
  readonly owner: string;
}

/**
 * Renews once if a slow reply left less than two thirds of the lease. Returns the end of validity, on the local
 * clock.
 */
export async function freshened(
  client: ClientContext,
  kind: Acquirable<unknown>,
  { hold, validUntil: valid, lockName, owner }: Granted,
): Promise<number> {
  const sentAt = nowMs();
  if (kind.renew === undefined || !renewalDue(valid, hold.leaseMs, sentAt)) return valid;
  try {
    const timeoutMs = renewalTimeoutMs(hold.leaseMs);
    const reply = await runOnce(client.redis, kind.renew(hold), { timeoutMs });
    if (reply.kind === "renewed") return validUntil(sentAt, hold.leaseMs, hold.leaseMs);
    throw lossOf({ lockName, owner, end: reply.end });
  } catch (error) {
    // Without a reply, the rest of the granted lease is still valid.
    if (isLockError(error) && !(error instanceof HoldEndedError) && nowMs() < valid) return valid;
    throw error;
  }
}
