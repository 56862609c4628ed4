// Random walks of callers of one single flight. Requests are lost before or after their run, doubled, or late. Functions
// are slow and fail. Callers give up.
import type { Random } from "../harness/random.ts";
import { type Answer, FlightModel, LATEST } from "./model.ts";
import { apply, type Request, type Step } from "./steps.ts";

const CALLERS = 4;

type Caller =
  | { readonly at: "rest" }
  | {
      readonly at: "asks";
      readonly owner: string;
      readonly waitedFor: string;
      readonly sent?: Request;
      readonly last?: boolean;
    }
  | { readonly at: "runs"; readonly owner: string }
  | { readonly at: "ends"; readonly sent: Request };

const REST: Caller = { at: "rest" };

export class Cast {
  readonly steps: Step[] = [];
  readonly #random: Random;
  readonly #model = new FlightModel();
  readonly #callers: Caller[] = Array.from({ length: CALLERS }, () => REST);
  readonly #sent: Request[] = [];
  #owners = 0;
  #values = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Draws a step; none, if nobody has anything to send. */
  draw(): void {
    const chance = this.#random(20);
    if (chance < 3) {
      this.#take({ kind: "pass", ticks: 1 + this.#random(2) });
      return;
    }
    if (chance < 6 && this.#sent.length > 0) {
      // Most copies are young.
      const age = this.#random(this.#random(2) === 0 ? this.#sent.length : Math.min(5, this.#sent.length));
      const request = this.#sent[this.#sent.length - 1 - age];
      if (request !== undefined) this.#take({ kind: "run", request, isHeard: false });
      return;
    }
    const nth = this.#random(CALLERS);
    this.#callers[nth] = this.#next(this.#callers[nth] ?? REST);
  }

  #next(caller: Caller): Caller {
    switch (caller.at) {
      case "rest":
        this.#owners += 1;
        return { at: "asks", owner: `c:${this.#owners}`, waitedFor: "" };
      case "asks":
        return this.#asks(caller);
      case "runs":
        return this.#runs(caller);
      case "ends": {
        const answer = this.#send(caller.sent);
        return answer === undefined && this.#random(8) > 0 ? caller : REST;
      }
    }
  }

  #asks(caller: Caller & { at: "asks" }): Caller {
    const { owner, waitedFor } = caller;
    if (this.#random(12) === 0) {
      this.#send({ kind: "cancel", owner });
      return REST;
    }
    const last = caller.last ?? this.#random(6) === 0;
    const sent = caller.sent ?? { kind: "acquire", owner, last, waitedFor };
    const answer = this.#send(sent);
    if (answer === undefined) return { ...caller, sent, last };
    if (answer.kind === "held") return { at: "runs", owner };
    return answer.kind === "busy" && !last ? { at: "asks", owner, waitedFor: answer.owner } : REST;
  }

  #runs(caller: Caller & { at: "runs" }): Caller {
    const { owner } = caller;
    if (this.#random(3) === 0) {
      this.#send({ kind: "renew", owner });
      return caller;
    }
    this.#values += 1;
    const text = this.#random(3) === 0 ? `!${owner}|{"nth":${this.#values}}` : `=[${this.#values},0]`;
    const sent: Request = { kind: "finish", owner, text, ttl: 1 + this.#random(LATEST + 2) };
    return this.#next({ at: "ends", sent });
  }

  /** Returns the reply, unless it was lost. */
  #send(request: Request): Answer | undefined {
    this.#sent.push(request);
    const fate = this.#random(8);
    if (fate === 0) {
      this.#take({ kind: "lost", request });
      return undefined;
    }
    const isHeard = fate !== 1;
    const answer = this.#take({ kind: "run", request, isHeard });
    return isHeard ? answer : undefined;
  }

  #take(step: Step): Answer | undefined {
    this.steps.push(step);
    return apply(this.#model, step);
  }
}
