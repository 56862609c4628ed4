// Going on with a hold that travelled as text.
import { ClosedError, LockLostError } from "../errors.ts";
import { validUntil } from "../watchdog/plan.ts";
import { ask } from "./ask.ts";
import type { Client, HoldKind } from "./kind.ts";
import type { SerializedHold } from "./serialized.ts";

/** Verifies the hold. Throws LOCK_LOST, CLOSED, and what `ask` does. */
export async function resumed<Hold>(
  client: Client,
  kind: HoldKind<Hold>,
  name: string,
  { hold, leaseFixed }: SerializedHold,
): Promise<Hold> {
  if (client.openWork.closed) throw new ClosedError();
  const { reply, sentAt } = await ask(client, kind.check(hold), hold.leaseMs);
  const owner = kind.ownerOf(hold.owner);
  if (reply.kind === "ended") throw new LockLostError({ lockName: name, owner, end: reply.end });
  const valid = validUntil(sentAt, reply.remainingMs, hold.leaseMs);
  if (valid <= performance.now()) throw new LockLostError({ lockName: name, owner });
  if (client.openWork.closed) throw new ClosedError();
  const { holdCount } = reply;
  return kind.held(client, { name, hold, leaseFixed, holdCount, validUntil: valid, resumed: true });
}
