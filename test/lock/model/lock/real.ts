// The same lock on a real Redis, by the project's own calls. The Redis clock does not stop, so a tick is long, and
// every TTL is read in whole ticks. A tick passes by subtracting its length from every TTL.

import type { HoldEnd } from "../../../../src/base/errors.ts";
import {
  forcedReleaseKey,
  ownerStateKey,
  recordKey,
  releaseChannel,
  requestKey,
  tokenKey,
} from "../../../../src/lock/keys.ts";
import {
  acquireCall,
  cancelCall,
  checkCall,
  forceReleaseCall,
  releaseCall,
  renewCall,
  statusCall,
} from "../../../../src/lock/lua/lock.ts";
import { type Renewal, renewManyCall } from "../../../../src/lock/lua/lock-many.ts";
import { releaseOwnerCall, renewOwnerCall } from "../../../../src/lock/lua/owner.ts";
import { stealCall } from "../../../../src/lock/lua/steal.ts";
import type { AcquireReply, GrantedHold, HoldId, ScriptCall } from "../../../../src/lock/protocol.ts";
import { ownerNamed } from "../../../support/owners.ts";
import { passCall } from "../../../support/pass-calls.ts";
import { runDirectly } from "../../../support/run-directly.ts";
import { passTtls } from "../harness/pass-ttls.ts";
import type { Connection } from "../real.ts";
import { type End, EPOCHS, type Epoch, endIn, STOLEN } from "./ends.ts";
import type { Page, Reply, ScriptRun } from "./redis.ts";
import type { Scenario } from "./scenario.ts";
import { OWNERS_LEASE } from "./step.ts";
import { planOf } from "./world.ts";

// The time for which a record outlives its lease, in calls.ts; `beyond` ticks in the model.
const BEYOND_MS = 60_000;
const OWNERS = [0, 1, 2];
const FORCE_ID = "force";

/** The ways to send renewals: one script each, or in a run of renew-many, alone or beside a hold of another lock. */
export const RENEWALS = ["one", "many", "many, another first", "many, another last"] as const;
export type Renewals = (typeof RENEWALS)[number];

const LOOK = `local kept = {}
for place = 2, #KEYS do
  table.insert(kept, { redis.call('GET', KEYS[place]) or '', redis.call('PTTL', KEYS[place]) })
end
return { redis.call('HGETALL', KEYS[1]), redis.call('PTTL', KEYS[1]), kept }`;
// The effect of Redisson's lock and unlock on the hash and the channel.
export const JAVA_LOCKS = "redis.call('HINCRBY', KEYS[1], ARGV[1], 1) redis.call('PEXPIRE', KEYS[1], ARGV[2])";
const JAVA_UNLOCKS = `if redis.call('HINCRBY', KEYS[1], ARGV[1], -1) > 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
else
  redis.call('DEL', KEYS[1])
  redis.call('PUBLISH', ARGV[3], '0')
end`;

/** The acquire of a kind of lock. Everything else is the same for these kinds. */
export interface Taking {
  acquire(hold: HoldId, last: boolean, first: boolean): ScriptCall<AcquireReply>;
  /** `theft`: how the holds of others end. */
  steal(hold: HoldId, theft: string): ScriptCall<AcquireReply>;
  /** Redisson's acquire. KEYS: lock, latest token; ARGV: owner, lease. */
  readonly javaLocks: string;
}

const PLAIN: Taking = {
  acquire: (hold, last, first) => acquireCall(hold, last, false, first),
  steal: (hold, theft) => stealCall(hold, theft, false),
  javaLocks: JAVA_LOCKS,
};

/** One lock of a scenario. Commands are sent at once, in the order of the calls. */
export class RealLock {
  readonly #connection: Connection;
  readonly #scenario: Scenario;
  readonly #key: string;
  readonly #tickMs: number;
  readonly #renewals: Renewals;
  readonly #taking: Taking;
  /** Pages, records and latch, in the order of `look`. */
  readonly #kept: readonly string[];

  constructor(connection: Connection, scenario: Scenario, key: string, renewals: Renewals, taking = PLAIN) {
    this.#connection = connection;
    this.#scenario = scenario;
    this.#key = key;
    this.#renewals = renewals;
    this.#taking = taking;
    this.#tickMs = BEYOND_MS / scenario.beyond;
    this.#kept = [
      ...OWNERS.map((owner) => ownerStateKey(key, ownerId(owner))),
      ...scenario.holds.map(({ owner }, hold) => recordKey(key, ownerId(owner), holdId(hold))),
      scenario.byOwner === undefined ? forcedReleaseKey(key, FORCE_ID) : requestKey(key, FORCE_ID),
    ];
  }

  async run(run: ScriptRun): Promise<Reply> {
    const hold = this.#holdOf(run);
    switch (run.op) {
      case "acquire": {
        const { looks, steals } = planOf(this.#scenario, run.hold);
        const call = steals ? this.#taking.steal(hold, theftBy(run.hold)) : this.#taking.acquire(hold, run.last, looks);
        const reply = await this.#send(call).catch(noLock);
        if (reply.kind === "no-lock") return reply;
        if (reply.kind === "ended") return { kind: "ended", end: modelled(reply.end) };
        if (reply.kind === "busy") return { kind: "busy", remaining: this.#ticks(reply.remainingMs) };
        const { holdCount, remainingMs, epoch } = reply;
        return { kind: "held", holdCount, remaining: this.#ticks(remainingMs), epoch: epochOf(epoch) };
      }
      case "renew": {
        if (this.#renewals !== "one") return this.#renewMany(hold);
        const reply = await this.#send(renewCall(hold, true));
        return reply.kind === "ended" ? { kind: "ended", end: modelled(reply.end) } : reply;
      }
      case "check": {
        const reply = await this.#send(checkCall(hold));
        if (reply.kind === "ended") return { kind: "ended", end: modelled(reply.end) };
        return { kind: "counted", holdCount: reply.holdCount, remaining: this.#ticks(reply.remainingMs) };
      }
      case "pass": {
        const next = this.#holdOf({ ...run, hold: run.next ?? run.hold });
        const { end, isPassed = false } = await this.#send(passCall(hold, !run.again, "", next));
        return { kind: "ended", end: modelled(end), passed: isPassed };
      }
      default: {
        const { end } = await this.#send(run.op === "release" ? releaseCall(hold, !run.again) : cancelCall(hold));
        return { kind: "ended", end: modelled(end) };
      }
    }
  }

  async force(): Promise<0 | 1> {
    const of = { key: this.#key, field: ownerId(0), requestId: FORCE_ID };
    const { byOwner } = this.#scenario;
    if (byOwner === "renew") {
      const { isHeld } = await this.#send(renewOwnerCall(of, "lock", OWNERS_LEASE * this.#tickMs));
      return isHeld ? 1 : 0;
    }
    const call = byOwner === "release" ? releaseOwnerCall(of, "lock", 0) : forceReleaseCall(this.#key, FORCE_ID);
    return (await this.#send(call)) ? 1 : 0;
  }

  async pass(ticks: number): Promise<void> {
    await passTtls(this.#connection, [this.#key, ...this.#kept], ticks * this.#tickMs);
  }

  async javaLocks(): Promise<void> {
    await this.#eval(this.#taking.javaLocks, [this.#key, tokenKey(this.#key)], this.#javaArguments());
  }

  async javaUnlocks(): Promise<void> {
    await this.#eval(JAVA_UNLOCKS, [this.#key], [...this.#javaArguments(), releaseChannel(this.#key)]);
  }

  async persist(): Promise<void> {
    await this.#connection.sendCommand(["PERSIST", this.#key]);
  }

  async forget(): Promise<void> {
    const latch = this.#kept.length - 1;
    await this.#connection.sendCommand(["DEL", ...this.#kept.slice(0, latch)]);
  }

  /** Reads the whole state, in the model's format of `pictured`. */
  async look(): Promise<string> {
    const seen = await this.#eval(LOOK, [this.#key, ...this.#kept], []);
    if (!Array.isArray(seen)) throw new Error("the script looks in vain");
    const [fields, ttl, kept]: unknown[] = seen;
    const texts = Array.isArray(kept)
      ? kept.map((pair) => keptText(String(pair[0]), this.#ticks(Number(pair[1]))))
      : [];
    const counts = Array.isArray(fields) ? fields.join(" ") : "";
    return [`${counts}, ${this.#ticks(Number(ttl))}`, ...texts].join("; ");
  }

  /** Returns the reply of lock/status for this owner. */
  async status(owner: number): Promise<string> {
    const told = await this.#send(statusCall(this.#key, ownerId(owner))).catch(noLock);
    if ("kind" in told) return told.kind;
    const { holdCount, remainingMs } = told;
    return `${holdCount}, ${this.#ticks(remainingMs)}`;
  }

  /** Returns a renewal's own reply: here the lease that was set, and the count of the hash then. */
  async #renewMany(hold: GrantedHold): Promise<Reply> {
    // With a passed owner, so that its record is among those of the others; never acquired, so that it is lost.
    const other = { ...hold, key: `${this.#key}:other`, holdId: "other", ownerIsNew: false };
    const place = this.#renewals === "many, another first" ? 1 : 0;
    const holds = this.#renewals === "many" ? [hold] : [other, other].with(place, hold);
    const renewals = holds.map((each): Renewal => ({ hold: each, leaseMs: each.leaseMs, keepsState: true }));
    const [replies, holdCount] = await Promise.all([
      this.#send(renewManyCall(renewals)),
      this.#connection.sendCommand(["HGET", this.#key, hold.owner]).then(Number),
    ]);
    const mine = replies[place];
    const others = replies.toSpliced(place, 1);
    const asExpected = typeof mine === "number" ? mine === hold.leaseMs : mine !== undefined;
    if (!asExpected || others.some((reply) => reply !== "lost")) throw new Error(`renew-many answers ${replies}`);
    return typeof mine === "string" ? { kind: "ended", end: modelled(mine) } : { kind: "renewed", holdCount };
  }

  #holdOf({ hold, epoch }: ScriptRun): GrantedHold {
    const { owner, isDefault, lease } = planOf(this.#scenario, hold);
    const id = isDefault ? ownerId(owner) : holdId(hold);
    const leaseMs = lease * this.#tickMs;
    return { key: this.#key, owner: ownerId(owner), holdId: id, ownerIsNew: isDefault, leaseMs, epoch };
  }

  #javaArguments(): string[] {
    const { owner, lease } = this.#scenario.java ?? { owner: 0, lease: 0 };
    return [ownerId(owner), String(lease * this.#tickMs)];
  }

  /** Keeps -1 and -2. */
  #ticks(ms: number): number {
    return Math.ceil(ms / (ms < 0 ? 1 : this.#tickMs));
  }

  #send<Answer>(call: ScriptCall<Answer>): Promise<Answer> {
    return runDirectly(this.#connection, call);
  }

  #eval(source: string, keys: readonly string[], args: readonly string[]): Promise<unknown> {
    return this.#connection.sendCommand(["EVAL", source, String(keys.length), ...keys, ...args]);
  }
}

/** Returns the reply for a missing lock. */
function noLock(error: unknown): { readonly kind: "no-lock" } {
  if (error instanceof Error && error.message.includes("NOT_A_LOCK")) return { kind: "no-lock" };
  throw error;
}

export function ownerId(owner: number): string {
  return ownerNamed(`o${owner}`);
}

export function keptText(text: string, ticks: number): string {
  return `${text} ${ticks}`;
}

export function pageText(epoch: Epoch, end: Page["end"]): string {
  const thieves = endIn(epoch);
  const life = thieves === undefined ? epoch : `!${endText(thieves)}`;
  return `${life}|${end === "" || end === "+" ? end : `-${endText(end)}`}`;
}

export function endText(end: End): string {
  const thief = STOLEN.indexOf(end);
  return thief < 0 ? end : theftBy(thief);
}

/** The scripts only copy it. */
function theftBy(hold: number): string {
  return `stolen:t${hold}//`;
}

/** The model contains the reentrant lock only. */
function modelled(end: HoldEnd): End {
  if (end === "reentered" || end === "crowded" || end === "upgrade" || end === "unset")
    throw new Error(`a reentrant lock answered ${end}`);
  if (!isTheft(end)) return end;
  const stolen = STOLEN.find((_, hold) => theftBy(hold) === end);
  if (stolen === undefined) throw new Error(`stolen by nobody: ${end}`);
  return stolen;
}

function isTheft(end: HoldEnd): end is `stolen:${string}` {
  return end.startsWith("stolen:");
}

function holdId(hold: number): string {
  return `h${hold}`;
}

function epochOf(text: string): Epoch {
  const epoch = EPOCHS.find((known) => known === text);
  if (epoch === undefined) throw new Error(`unknown epoch ${text}`);
  return epoch;
}
