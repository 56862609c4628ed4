// The same flight on a real Redis, by the project's own calls.
import { ownerStateKey, resultKey } from "../../../../src/lock/keys.ts";
import { finishCall, flightAcquireCall } from "../../../../src/lock/lua/flight.ts";
import { cancelCall, renewCall } from "../../../../src/lock/lua/lock.ts";
import type { GrantedHold, ScriptCall } from "../../../../src/lock/protocol.ts";
import { runDirectly } from "../../../support/run-directly.ts";
import { passTtls } from "../harness/pass-ttls.ts";
import type { Connection } from "../real.ts";
import type { Picture } from "./judge.ts";
import { type Answer, FLIGHT_LEASE } from "./model.ts";
import type { Request, Step } from "./steps.ts";

const TICK_MS = 10_000;

const LOOK = `return { redis.call('HKEYS', KEYS[1]), redis.call('GET', KEYS[2]) or '', redis.call('PTTL', KEYS[2]) }`;

/** A script that replaces the one of this name. */
export interface Instead {
  readonly name: string;
  readonly sha1: string;
}

export class RealFlight {
  readonly #connection: Connection;
  readonly #key: string;
  readonly #owners: readonly string[];
  readonly #instead: Instead | undefined;

  constructor(connection: Connection, key: string, steps: readonly Step[], instead: Instead | undefined) {
    this.#connection = connection;
    this.#key = key;
    this.#instead = instead;
    this.#owners = [...new Set(steps.flatMap((step) => (step.kind === "pass" ? [] : [step.request.owner])))];
  }

  /** Returns the reply, if a script runs. */
  async take(step: Step): Promise<Answer | undefined> {
    if (step.kind === "run") return this.#run(this.#callOf(step.request));
    if (step.kind === "pass") await this.#pass(step.ticks);
    return undefined;
  }

  async look(): Promise<Picture> {
    const looked = await this.#connection.sendCommand(["EVAL", LOOK, "2", this.#key, resultKey(this.#key)]);
    const [owners, result, left]: [string[], string, number] = Object(looked);
    return { owners, result, left: result === "" ? 0 : ticks(left) };
  }

  async #pass(count: number): Promise<void> {
    const pages = this.#owners.map((owner) => ownerStateKey(this.#key, owner));
    await passTtls(this.#connection, [this.#key, resultKey(this.#key), ...pages], count * TICK_MS);
  }

  #run(call: ScriptCall<Answer>): Promise<Answer> {
    const instead = this.#instead;
    const sha1 = instead?.name === call.script.name ? instead.sha1 : call.script.sha1;
    return runDirectly(this.#connection, call, ["EVALSHA", sha1]);
  }

  #callOf(request: Request): ScriptCall<Answer> {
    const hold = this.#hold(request.owner);
    switch (request.kind) {
      case "acquire":
        return this.#acquire(hold, request.last, request.waitedFor);
      case "finish":
        return finishCall(hold, true, request.text, request.ttl * TICK_MS);
      case "cancel":
        return cancelCall(hold);
      case "renew": {
        const call = renewCall(hold, true);
        const decode = (reply: unknown): Answer => {
          const answer = call.decode(reply);
          return answer.kind === "renewed" ? { kind: "renewed" } : answer;
        };
        return { ...call, decode };
      }
    }
  }

  #acquire(hold: GrantedHold, last: boolean, waitedFor: string): ScriptCall<Answer> {
    let ranBy = "";
    const call = flightAcquireCall<Extract<Answer, { kind: "found" }>>(hold, last, waitedFor, {
      busy: (other) => {
        ranBy = other;
      },
      found: ({ text, remainingMs }) => ({ kind: "found", text, left: ticks(remainingMs) }),
    });
    const decode = (reply: unknown): Answer => {
      const answer = call.decode(reply);
      if (answer.kind === "held") return { kind: "held", left: ticks(answer.remainingMs) };
      return answer.kind === "busy" ? { kind: "busy", owner: ranBy, left: ticks(answer.remainingMs) } : answer;
    };
    return { ...call, decode };
  }

  #hold(owner: string): GrantedHold {
    const leaseMs = FLIGHT_LEASE * TICK_MS;
    return { key: this.#key, owner, holdId: owner, leaseMs, ownerIsNew: true, epoch: "" };
  }
}

/** The Redis clock advances a little meanwhile. */
function ticks(ms: number): number {
  return Math.ceil(ms / TICK_MS);
}
