// Continues a hold that was serialized.
import { ClosedError, LockLostError } from "../errors.ts";
import type { GrantedHold } from "../lua/lock/calls.ts";
import { validUntil } from "../watchdog/renewal-plan.ts";
import { runAnswered } from "./ask.ts";
import type { ClientContext } from "./client-context.ts";
import type { HoldKind } from "./kind.ts";

/** Verifies the hold. Throws LOCK_LOST, CLOSED, and the errors of `runAnswered`. */
export async function resumeHold<Hold>(
  client: ClientContext,
  kind: HoldKind<Hold>,
  name: string,
  hold: GrantedHold,
): Promise<Hold> {
  if (client.closeRegistry.closed) throw new ClosedError();
  const { reply, sentAt } = await runAnswered(client, kind.check(hold), hold.leaseMs, ["resume the hold on", name]);
  const owner = kind.fieldToOwner(hold.owner);
  if (reply.kind === "ended") throw new LockLostError({ lockName: name, owner, end: reply.end });
  const valid = validUntil(sentAt, reply.remainingMs, hold.leaseMs);
  if (valid <= performance.now()) throw new LockLostError({ lockName: name, owner });
  if (client.closeRegistry.closed) throw new ClosedError();
  const { holdCount } = reply;
  return kind.held(client, { name, hold, holdCount, validUntil: valid, resumed: true });
}
