// Random walks of callers of one single flight on a real Redis, each step compared with a model. The model is written
// from the documented behaviour, not from the Lua. Requests are lost before or after their run, doubled, or late.
// Functions are slow and fail. Callers give up.

import { ownerStateKey, resultKey } from "../../../src/lock/keys.ts";
import { finishCall, flightAcquireCall } from "../../../src/lock/lua/flight.ts";
import { cancelCall, renewCall } from "../../../src/lock/lua/lock.ts";
import type { GrantedHold, ScriptCall } from "../../../src/lock/protocol.ts";
import { runDirectly } from "../../support/run-directly.ts";
import { type Answer, FLIGHT_LEASE, FlightModel, LATEST } from "./flight-model.ts";
import type { Model, TakeWalk } from "./harness.ts";
import type { Connection } from "./real.ts";
import { randomFrom } from "./walk.ts";

const TICK_MS = 10_000;
const CALLERS = 4;
const STEPS_OF_A_WALK = 60;

const PASS = `for _, key in ipairs(KEYS) do
  local left = redis.call('PTTL', key)
  if left >= 0 then redis.call('PEXPIRE', key, left - tonumber(ARGV[1])) end
end`;
const LOOK = `return { redis.call('HKEYS', KEYS[1]), redis.call('GET', KEYS[2]) or '', redis.call('PTTL', KEYS[2]) }`;

/** One request, which may be sent any number of times. */
interface Request {
  readonly says: string;
  readonly call: ScriptCall<Answer>;
  inModel(model: FlightModel): Answer;
}

type Caller =
  | { readonly at: "rest" }
  | {
      readonly at: "asks";
      readonly owner: string;
      readonly waitedFor: string;
      readonly sent?: Request;
      readonly last?: boolean;
    }
  | { readonly at: "runs"; readonly owner: string; readonly believesUntil: number }
  | { readonly at: "ends"; readonly owner: string; readonly sent: Request };

/** A script that replaces the one of this name. */
export interface Instead {
  readonly name: string;
  readonly sha1: string;
}

const REST: Caller = { at: "rest" };

class Walk {
  readonly answers = new Set<string>();
  compared = 0;
  readonly #connection: Connection;
  readonly #key: string;
  readonly #random: (below: number) => number;
  readonly #model = new FlightModel();
  readonly #callers: Caller[] = Array.from({ length: CALLERS }, () => REST);
  readonly #sent: Request[] = [];
  readonly #story: string[] = [];
  readonly #pages: string[] = [];
  readonly #instead: Instead | undefined;
  #values = 0;

  constructor(connection: Connection, seed: number, instead: Instead | undefined) {
    this.#connection = connection;
    this.#instead = instead;
    this.#key = `flight:${seed}`;
    this.#random = randomFrom(seed);
  }

  /** Returns the failure, and the steps that led to it. */
  async failure(): Promise<string | undefined> {
    try {
      for (let step = 0; step < STEPS_OF_A_WALK; step += 1) await this.#step();
      return undefined;
    } catch (error) {
      return `${this.#key}\n${this.#story.join("\n")}\n${error}`;
    }
  }

  async #step(): Promise<void> {
    const chance = this.#random(20);
    if (chance < 3) return this.#pass(1 + this.#random(2));
    if (chance < 6 && this.#sent.length > 0) {
      // Most copies are young.
      const age = this.#random(this.#random(2) === 0 ? this.#sent.length : Math.min(5, this.#sent.length));
      const late = this.#sent[this.#sent.length - 1 - age];
      if (late !== undefined) await this.#run(late, "late");
      return;
    }
    const nth = this.#random(CALLERS);
    this.#callers[nth] = await this.#next(this.#callers[nth] ?? REST);
    const now = this.#model.now;
    const believers = this.#callers.filter((caller) => caller.at === "runs" && caller.believesUntil > now);
    if (believers.length > 1) throw new Error("two believe that they run it");
  }

  async #next(caller: Caller): Promise<Caller> {
    switch (caller.at) {
      case "rest": {
        const owner = `c:${this.#pages.length + 1}`;
        this.#pages.push(ownerStateKey(this.#key, owner));
        return { at: "asks", owner, waitedFor: "" };
      }
      case "asks":
        return this.#asks(caller);
      case "runs":
        return this.#runs(caller);
      case "ends": {
        const answer = await this.#send(caller.sent);
        return answer === undefined && this.#random(8) > 0 ? caller : REST;
      }
    }
  }

  async #asks(caller: Caller & { at: "asks" }): Promise<Caller> {
    const { owner, waitedFor } = caller;
    if (this.#random(12) === 0) {
      await this.#send(this.#cancel(owner));
      return REST;
    }
    const last = caller.last ?? this.#random(6) === 0;
    const sent = caller.sent ?? this.#acquire(owner, last, waitedFor);
    const answer = await this.#send(sent);
    if (answer === undefined) return { ...caller, sent, last };
    if (answer.kind === "held") return { at: "runs", owner, believesUntil: this.#model.now + answer.left };
    if (answer.kind === "busy") return last ? REST : { at: "asks", owner, waitedFor: answer.owner };
    if (answer.kind === "found" && answer.left > 0) this.#served(answer.text, waitedFor);
    return REST;
  }

  async #runs(caller: Caller & { at: "runs" }): Promise<Caller> {
    const { owner } = caller;
    if (this.#random(3) === 0) {
      const now = this.#model.now;
      const answer = await this.#send(this.#renew(owner));
      if (answer?.kind === "renewed") return { ...caller, believesUntil: now + FLIGHT_LEASE };
      if (answer !== undefined) return { ...caller, believesUntil: now };
      return caller;
    }
    this.#values += 1;
    const text = this.#random(3) === 0 ? `!${owner}|{"nth":${this.#values}}` : `=[${this.#values},0]`;
    return this.#next({ at: "ends", owner, sent: this.#finish(owner, text, 1 + this.#random(LATEST + 2)) });
  }

  /** Returns the reply, unless it was lost. */
  async #send(request: Request): Promise<Answer | undefined> {
    this.#sent.push(request);
    const fate = this.#random(8);
    if (fate === 0) {
      this.#story.push(`${request.says}: never arrives, or late`);
      return undefined;
    }
    const answer = await this.#run(request, fate === 1 ? "unanswered" : "");
    return fate === 1 ? undefined : answer;
  }

  async #run(request: Request, how: string): Promise<Answer> {
    const { script, args } = request.call;
    const before = await this.#look();
    const instead = this.#instead;
    const sha1 = instead?.name === script.name ? instead.sha1 : script.sha1;
    const answer = await runDirectly(this.#connection, request.call, ["EVALSHA", sha1]);
    const expected = request.inModel(this.#model);
    const after = await this.#look();
    const story = `${request.says} ${how}: ${JSON.stringify(answer)}`;
    this.#story.push(story);
    this.answers.add(`${script.name}: ${answer.kind}${answer.kind === "ended" ? ` ${answer.end}` : ""}`);
    this.compared += 1;
    if (JSON.stringify(answer) !== JSON.stringify(expected)) throw new Error(`expected ${JSON.stringify(expected)}`);
    if (JSON.stringify(after) !== JSON.stringify(this.#model.seen())) {
      throw new Error(`is ${JSON.stringify(after)}, expected ${JSON.stringify(this.#model.seen())}`);
    }
    if (after.result !== before.result && after.result !== "" && before.owners[0] !== args[0]) {
      throw new Error("a result was stored by one who did not have the lock");
    }
    return answer;
  }

  async #look(): Promise<ReturnType<FlightModel["seen"]>> {
    const looked = await this.#connection.sendCommand(["EVAL", LOOK, "2", this.#key, resultKey(this.#key)]);
    const [owners, result, left]: [string[], string, number] = Object(looked);
    return { owners, result, left: result === "" ? 0 : ticks(left) };
  }

  async #pass(count: number): Promise<void> {
    const keys = [this.#key, resultKey(this.#key), ...this.#pages];
    await this.#connection.sendCommand(["EVAL", PASS, String(keys.length), ...keys, String(count * TICK_MS)]);
    this.#model.now += count;
    this.#story.push(`${count} ticks pass`);
  }

  #served(text: string, waitedFor: string): void {
    const stored = this.#model.stored.get(text);
    if (stored === undefined) throw new Error(`nobody stored ${text}`);
    if (this.#model.now >= stored.until) throw new Error(`${text} was served for too long`);
    if (text.startsWith("!") && stored.by !== waitedFor) throw new Error("an error of a run that was not waited for");
  }

  #hold(owner: string): GrantedHold {
    const leaseMs = FLIGHT_LEASE * TICK_MS;
    return { key: this.#key, owner, holdId: owner, leaseMs, ownerIsNew: true, epoch: "" };
  }

  #acquire(owner: string, last: boolean, waitedFor: string): Request {
    let ranBy = "";
    const call = flightAcquireCall<Extract<Answer, { kind: "found" }>>(this.#hold(owner), last, waitedFor, {
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
    const says = `${owner} asks${last ? " for the last time" : ""}, having waited for ${waitedFor || "nobody"}`;
    return { says, call: { ...call, decode }, inModel: (model) => model.acquire(owner, last, waitedFor) };
  }

  #finish(owner: string, text: string, ttl: number): Request {
    const call = finishCall(this.#hold(owner), true, text, ttl * TICK_MS);
    return { says: `${owner} ends with ${text}`, call, inModel: (model) => model.end(owner, { text, ttl }) };
  }

  #cancel(owner: string): Request {
    return { says: `${owner} cancels`, call: cancelCall(this.#hold(owner)), inModel: (model) => model.end(owner) };
  }

  #renew(owner: string): Request {
    const call = renewCall(this.#hold(owner), true);
    const decode = (reply: unknown): Answer => {
      const answer = call.decode(reply);
      return answer.kind === "renewed" ? { kind: "renewed" } : answer;
    };
    return { says: `${owner} renews`, call: { ...call, decode }, inModel: (model) => model.renew(owner) };
  }
}

/** The Redis clock advances a little meanwhile. */
function ticks(ms: number): number {
  return Math.ceil(ms / TICK_MS);
}

export const singleFlight: Model = {
  name: "single flight",
  metrics: [],
  together: 20,
  async on(redis) {
    return flightWalks(await redis.connect());
  },
};

/** Walks on a Redis that has the scripts. */
export function flightWalks(connection: Connection, instead?: Instead): TakeWalk {
  return async (seed) => {
    const walk = new Walk(connection, seed, instead);
    const failure = await walk.failure();
    return { steps: walk.compared, answers: walk.answers, failure };
  };
}
