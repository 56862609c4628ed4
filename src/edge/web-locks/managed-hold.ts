// The hold of a granted request: it is renewed until its callback has settled.
import type { InContext } from "../../base/call-context.ts";
import { asEpochMs } from "../../base/clock.ts";
import { shownAs } from "../../base/printing.ts";
import type { ClientContext } from "../../lock/hold/client-context.ts";
import { HoldState } from "../../lock/hold/hold-state.ts";
import { keepAlone } from "../../lock/hold/keep-alive.ts";
import type { HoldKind } from "../../lock/hold/kind.ts";
import { Renewals } from "../../lock/hold/renewals.ts";
import { ownerOfField } from "../../lock/keys.ts";
import { isStateDue, renewCall, stateKept } from "../../lock/lua/lock.ts";
import { renewReadCall } from "../../lock/lua/read-write.ts";
import type { WaitUntil } from "../../lock/options.ts";
import type { GrantedHold, HeldReply, HoldId } from "../../lock/protocol.ts";
import { HintedChecks } from "../../lock/wait/hinted-checks.ts";
import { tryTimeoutMs, validUntil } from "../../lock/watchdog/renewal-plan.ts";
import type { LockHold } from "./lock-types.ts";

/** `kind` in events. */
export const KIND = "webLock";

const READ: Pick<HoldKind<unknown>, "renew" | "renewedWith"> = {
  renew: (hold) => renewReadCall(hold, isStateDue(hold)),
  renewedWith: "read",
};
const WRITE: Pick<HoldKind<unknown>, "renew" | "renewedWith"> = {
  renew: (hold) => renewCall(hold, isStateDue(hold)),
  renewedWith: "exclusive",
};

/** A grant, and how it is kept. */
export interface Grant {
  /** Identifies it in events. */
  readonly id: string;
  readonly name: string;
  readonly hold: HoldId;
  readonly reply: HeldReply;
  /** When the answered attempt was sent, on the local clock. */
  readonly sentAt: number;
  readonly backing: WaitUntil;
  /** In how many ms the platform ends the invocation. */
  readonly platformMs: number;
  /** Of the request. */
  readonly inContext: InContext;
}

/** A hold of a lock manager. */
export interface ManagedHold {
  readonly hold: GrantedHold;
  readonly state: HoldState;
  /** What the callback gets. */
  readonly shown: LockHold;
  /** Asks Redis because of a message, by a renewal, whether it still counts. */
  readonly checks: HintedChecks;
}

/** Starts to renew a hold that was just granted. */
export function startHold(client: ClientContext, grant: Grant): ManagedHold {
  const { id, name, reply, sentAt, backing, platformMs, inContext } = grant;
  const hold = { ...grant.hold, epoch: reply.epoch };
  const { key, leaseMs, label = "" } = hold;
  const owner = ownerOfField(hold.owner);
  const until = validUntil(sentAt, reply.remainingMs, leaseMs);
  const facts = { id, lockName: name, kind: KIND, owner, label };
  const start = { ...hold, keys: [key], validUntil: until, watched: true };
  const state = new HoldState(client, facts, start, inContext);
  stateKept(hold);
  const renewals = new Renewals(client, hold.shared ? READ : WRITE, hold, state);
  const keep = client.renewals?.keep ?? keepAlone;
  // As long as the callback runs, however long that is: so does the specification.
  state.keepAlive = keep(renewals, { maxHoldMs: Number.POSITIVE_INFINITY, platformMs }, client, backing);
  const { fencingToken } = reply;
  const shown: LockHold = {
    owner,
    fencingToken,
    get validUntil() {
      return asEpochMs(state.validity.until);
    },
    get signal() {
      return state.validity.signal;
    },
  };
  return {
    hold,
    state,
    shown: shownAs(shown, "LockHold", () => ({ name, owner, fencingToken })),
    checks: new HintedChecks(
      () => renewals.renew({ timeoutMs: tryTimeoutMs(leaseMs), budgetMs: state.validity.leftMs() }),
      () => state.isHeld,
    ),
  };
}
