// The renewals of one hold, by its user and by its schedule.
import type { GrantedHold } from "../lua/lock/calls.ts";
import type { RenewalReply } from "../lua/lock/renew-many.ts";
import { runNamed, type TryLimits } from "../redis/retry.ts";
import type { ClientContext } from "./client-context.ts";
import type { HoldState } from "./hold-state.ts";
import type { Renewable, Together } from "./keep-alive.ts";
import type { HoldKind } from "./kind.ts";

export class Renewals implements Renewable {
  readonly #client: ClientContext;
  readonly #kind: HoldKind<unknown>;
  readonly #hold: GrantedHold;
  readonly #life: HoldState;
  #inFlight: Promise<void> | undefined;

  constructor(client: ClientContext, kind: HoldKind<unknown>, hold: GrantedHold, life: HoldState) {
    this.#client = client;
    this.#kind = kind;
    this.#hold = hold;
    this.#life = life;
  }

  get leaseMs(): number {
    return this.#hold.leaseMs;
  }

  get together(): Together | undefined {
    const { renewMany } = this.#kind;
    // If its user is renewing it, the schedule waits for that renewal.
    if (renewMany === undefined || this.#inFlight !== undefined) return undefined;
    const { redis } = this.#client;
    return { redis, hold: this.#hold, renewMany, answered: (reply, sentAt) => this.#answered(reply, sentAt) };
  }

  validUntil(): number {
    return this.#life.validity.until;
  }

  onLeaseEnd(): void {
    this.#life.validity.refresh();
  }

  onFailing(error: unknown): number {
    return this.#life.renewalFailed(error);
  }

  renew(timeoutMs: number): Promise<void> {
    return this.run({ timeoutMs, budgetMs: timeoutMs, maxTries: 1 });
  }

  /** Renews once. If a renewal is running, waits for that one instead. */
  run(limits: TryLimits): Promise<void> {
    this.#inFlight ??= this.#send(limits).finally(() => {
      this.#inFlight = undefined;
    });
    return this.#inFlight;
  }

  #answered(reply: RenewalReply, sentAt: number): boolean {
    if (typeof reply === "number") {
      this.#life.renewed(sentAt, this.leaseMs);
      return true;
    }
    this.#life.validity.refresh();
    this.#life.lose("gone", reply);
    return false;
  }

  async #send(limits: TryLimits): Promise<void> {
    const { reply, sentAt } = await runNamed(this.#client.redis, this.#kind.renew(this.#hold), limits, [
      "renew the hold on",
      this.#life.lockName,
    ]);
    if (reply.kind === "ended") {
      // If its own release ended it meanwhile, that is no loss.
      this.#life.mustBeHeld();
      this.#life.lose("gone", reply.end);
      throw this.#life.lost(reply.end);
    }
    this.#life.renewed(sentAt, this.leaseMs);
  }
}
