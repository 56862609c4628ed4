// The renewals of one hold, whoever asks for them: its user, or the loop that keeps it alive.
import type { GrantedHold } from "../lua/lock/calls.ts";
import { runUntilAnswered, type TryLimits } from "../redis/retry.ts";
import type { ClientContext } from "./client-context.ts";
import type { HoldState } from "./hold-state.ts";
import type { HoldKind } from "./kind.ts";

export class Renewals {
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

  /** One is in flight at a time: a second caller waits for the first one's answer. */
  run(limits: TryLimits): Promise<void> {
    this.#inFlight ??= this.#send(limits).finally(() => {
      this.#inFlight = undefined;
    });
    return this.#inFlight;
  }

  async #send(limits: TryLimits): Promise<void> {
    const { reply, sentAt } = await runUntilAnswered(this.#client.redis, this.#kind.renew(this.#hold), limits);
    if (reply.kind === "ended") {
      // By its own release, meanwhile: that is no loss.
      this.#life.mustBeHeld();
      this.#life.lose("gone", reply.end);
      throw this.#life.lost(reply.end);
    }
    this.#life.renewed(sentAt, this.#hold.leaseMs);
  }
}
