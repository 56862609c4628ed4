// Continues a hold that was serialized.
import { nowMs } from "../clock.ts";
import { ClosedError, lossOf } from "../errors.ts";
import type { GrantedHold } from "../lua/lock/calls.ts";
import { validUntil } from "../watchdog/renewal-plan.ts";
import { runAnswered } from "./ask.ts";
import { CallEvents } from "./call-events.ts";
import type { ClientContext } from "./client-context.ts";
import type { HoldKind } from "./kind.ts";

/** Verifies the hold. Throws LOCK_LOST, CLOSED, and the errors of `runAnswered`. */
export async function resumeHold<Hold>(
  client: ClientContext,
  kind: HoldKind<Hold>,
  name: string,
  hold: GrantedHold,
): Promise<Hold> {
  const { leaseMs, label } = hold;
  const call = new CallEvents(client, { lockName: name, kind: kind.method, label });
  call.report({ type: "resuming", waitMs: 0, leaseMs });
  try {
    const owner = kind.fieldToOwner(hold.owner);
    call.owner = owner;
    if (client.closeRegistry.closed) throw new ClosedError();
    const { reply, sentAt } = await runAnswered(client, kind.check(hold), leaseMs, ["resume the hold on", name]);
    if (reply.kind === "ended") throw lossOf({ lockName: name, owner, end: reply.end });
    const valid = validUntil(sentAt, reply.remainingMs, leaseMs);
    if (valid <= nowMs()) throw lossOf({ lockName: name, owner });
    if (client.closeRegistry.closed) throw new ClosedError();
    const { holdCount } = reply;
    const held = kind.held(client, { id: call.id, name, hold, holdCount, validUntil: valid, resumed: true });
    call.report({ type: "resumed" });
    return held;
  } catch (error) {
    throw call.failed(error);
  }
}
