// The renewals of one hold, by its user and by keepAlive.
import { type GrantedHold, withLease } from "../protocol.ts";
import { runNamed, type TryLimits } from "../retry.ts";
import type { ClientContext, Shareable } from "./client-context.ts";
import type { HoldState } from "./hold-state.ts";
import type { HoldKind } from "./kind.ts";

/** The part of its kind that the renewals of a hold need. */
type RenewableKind = Pick<HoldKind<unknown>, "renew" | "renewedWith">;

export class Renewals implements Shareable {
  readonly client: ClientContext;
  readonly kind: RenewableKind;
  readonly hold: GrantedHold;
  readonly life: HoldState;
  inFlight: Promise<void> | undefined;

  constructor(client: ClientContext, kind: RenewableKind, hold: GrantedHold, life: HoldState) {
    this.client = client;
    this.kind = kind;
    this.hold = hold;
    this.life = life;
  }

  /** Renews once. If a renewal is running, waits for that one instead, unless this one has another lease. */
  renew(limits: TryLimits, leaseMs: number = this.hold.leaseMs): Promise<void> {
    if (leaseMs !== this.hold.leaseMs) return this.#send(limits, leaseMs);
    this.inFlight ??= this.#send(limits, leaseMs).finally(() => {
      this.inFlight = undefined;
    });
    return this.inFlight;
  }

  async #send(limits: TryLimits, leaseMs: number): Promise<void> {
    const renewal = this.kind.renew(leaseMs === this.hold.leaseMs ? this.hold : withLease(this.hold, leaseMs));
    const { reply, sentAt } = await runNamed(this.client.driver, renewal, limits, [
      "renew the hold on",
      this.life.facts.lockName,
    ]);
    if (reply.kind === "ended") {
      // If its own release ended it meanwhile, that is no loss.
      this.life.mustBeHeld();
      this.life.lose("gone", reply.end);
      throw this.life.lost(reply.end);
    }
    this.life.renewed(sentAt, leaseMs);
  }
}
