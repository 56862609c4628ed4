// The same steps on a real Redis. Its clock does not stop: a value of whole ticks in the model may be up to a tick less
// here, and is rounded up.

import {
  forcedReleaseKey,
  ownerStateKey,
  readTimeouts,
  readWriteChannel,
  recordKey,
} from "../../../../src/lock/keys.ts";
import { renewCall } from "../../../../src/lock/lua/lock.ts";
import { renewManyCall } from "../../../../src/lock/lua/lock-many.ts";
import {
  acquireReadCall,
  acquireWriteCall,
  cancelSharedCall,
  checkReadCall,
  checkWriteCall,
  forceReleaseSharedCall,
  releaseSharedCall,
  renewReadCall,
  statusSharedCall,
} from "../../../../src/lock/lua/read-write.ts";
import { stealWriteCall } from "../../../../src/lock/lua/steal.ts";
import type { AcquireReply, CountedReply, GrantedHold, LuaScript, ScriptCall } from "../../../../src/lock/protocol.ts";
import { runDirectly } from "../../../support/run-directly.ts";
import { keysOf } from "../harness/keys-of.ts";
import { passTtls } from "../harness/pass-ttls.ts";
import type { Connection } from "../real.ts";
import { JAVA } from "./java.ts";
import { type Reply, THEFT } from "./memory.ts";
import type { Outcome, Request, Step } from "./steps.ts";
import { type Hold, ownerToField, writerField } from "./world.ts";

/** RECORD_BEYOND_LEASE_MS is BEYOND of them. */
export const TICK_MS = 20_000;
/** More than any reader has at once. */
export const PLACES = 24;

// Sets leases back to whole ticks, all by one clock reading: within a script of Redis 7.0 the clock advances.
const LOOK = `local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for place, key in ipairs(KEYS) do
  local left = redis.call('PTTL', key)
  if left >= 0 then
    local late = place > tonumber(ARGV[2]) and place % 3 * tonumber(ARGV[3]) or 0
    redis.call('PEXPIREAT', key, string.format('%.0f', now + math.ceil(left / ARGV[1]) * ARGV[1] - late))
  end
end
local kept = {}
for place = 2, #KEYS do
  table.insert(kept, { redis.call('GET', KEYS[place]) or '', redis.call('PTTL', KEYS[place]) })
end
return { time[1], redis.call('HGETALL', KEYS[1]), redis.call('PTTL', KEYS[1]), kept }`;

export interface Kept {
  readonly text: string;
  /** Ticks; -2: there is none. */
  readonly left: number;
}

/** The compared state of one lock. */
export interface Picture {
  readonly fields: ReadonlyMap<string, string>;
  readonly left: number;
  /** Remaining ticks of each timeout key, by reader. */
  readonly slots: ReadonlyMap<string, readonly number[]>;
  readonly pages: ReadonlyMap<string, Kept>;
  readonly records: ReadonlyMap<string, Kept>;
  /** The Redis clock, seconds. */
  readonly at: number;
}

export class RealReadWriteLock {
  readonly #connection: Connection;
  readonly #key: string;
  readonly #owners: readonly string[];
  readonly #holds: readonly Hold[];
  readonly #keys: readonly string[];
  readonly #instead: ReadonlyMap<string, LuaScript>;
  readonly #driftMs: number;
  #attempts = 0;

  /**
   * `instead`: scripts that replace those of the same name. `driftMs`: records end so much earlier, or twice as much.
   */
  constructor(
    connection: Connection,
    key: string,
    steps: readonly Step[],
    instead: ReadonlyMap<string, LuaScript> = new Map(),
    driftMs = 0,
  ) {
    this.#driftMs = driftMs;
    this.#connection = connection;
    this.#key = key;
    this.#instead = instead;
    const holds = steps.flatMap(holdsOf);
    const javas = steps.flatMap((step) => (step.kind === "java" ? [step.holder] : []));
    this.#owners = [...new Set([...holds.map(({ owner }) => owner), ...javas])];
    this.#holds = [...new Map(holds.map((hold) => [hold.holdId, hold])).values()].filter(({ isDefault }) => !isDefault);
    const places = Array.from({ length: PLACES }, (_, n) => n + 1);
    this.#keys = [
      key,
      ...this.#owners.flatMap((owner) => places.map((n) => `${readTimeouts(key)}${owner}:rwlock_timeout:${n}`)),
      ...this.#owners.flatMap((owner) => [ownerStateKey(key, owner), ownerStateKey(key, writerField(owner))]),
      ...this.#holds.map((hold) => recordKey(key, ownerToField(hold), hold.holdId)),
    ];
  }

  async take(step: Step): Promise<Outcome> {
    switch (step.kind) {
      case "run":
        return this.#ask(step.request);
      case "sent":
        return undefined;
      case "java": {
        const { op, holder, lease } = step;
        const args = [op, holder, String(lease * TICK_MS), readWriteChannel(this.#key), readTimeouts(this.#key)];
        const reply = await this.#eval(JAVA, [this.#key], args);
        if (typeof reply !== "number") return null;
        return op === "read" || op === "write" ? ticks(reply) : reply;
      }
      case "pass": {
        const latches = Array.from({ length: 9 }, (_, n) => forcedReleaseKey(this.#key, `r${n}`));
        await passTtls(this.#connection, [...this.#keys, ...latches], step.ticks * TICK_MS);
        return undefined;
      }
      case "status": {
        const { access, owner } = step;
        const field = access === "write" ? writerField(owner) : owner;
        const status = await this.#run(statusSharedCall(this.#key, owner === "" ? undefined : field, access));
        return `${status.holdCount}, ${ticks(status.remainingMs)}`;
      }
    }
  }

  /** Returns the keys of this lock that remain after so much time. */
  async keysAfter(ticksPassed: number): Promise<readonly string[]> {
    await this.take({ kind: "pass", ticks: ticksPassed });
    return keysOf(this.#connection, this.#key);
  }

  async look(): Promise<Picture> {
    const seen = await this.#eval(
      LOOK,
      this.#keys,
      [TICK_MS, this.#keys.length - this.#holds.length, this.#driftMs].map(String),
    );
    if (!Array.isArray(seen)) throw new Error("the script looks in vain");
    const [at, fields, left, pairs]: unknown[] = seen;
    const flat = Array.isArray(fields) ? fields.map(String) : [];
    const kept = Array.isArray(pairs)
      ? pairs.map((pair): Kept => ({ text: String(pair[0]), left: ticks(Number(pair[1])) }))
      : [];
    const places = this.#owners.map((owner) => [owner, kept.splice(0, PLACES).map(slotLeft)] as const);
    const pages = this.#owners
      .flatMap((owner) => [owner, writerField(owner)])
      .map((field) => [field, next(kept)] as const);
    return {
      at: Number(at),
      fields: new Map(flat.flatMap((field, n) => (n % 2 === 0 ? [[field, flat[n + 1] ?? ""] as const] : []))),
      left: ticks(Number(left)),
      slots: new Map(places),
      pages: new Map(pages),
      records: new Map(this.#holds.map(({ holdId }) => [holdId, next(kept)])),
    };
  }

  async #ask(request: Request): Promise<Outcome> {
    switch (request.kind) {
      case "acquire": {
        const call = request.hold.access === "read" ? acquireReadCall : acquireWriteCall;
        return replied(await this.#run(call(this.#of(request.hold), request.last, this.#isFirst())));
      }
      case "steal":
        return replied(await this.#run(stealWriteCall(this.#of(request.hold), THEFT)));
      case "release": {
        const { hold, epoch, first } = request;
        return this.#run(releaseSharedCall(this.#of(hold, epoch), first, hold.access));
      }
      case "cancel":
        return this.#run(cancelSharedCall(this.#of(request.hold), request.hold.access));
      case "renew": {
        const call = request.hold.access === "read" ? renewReadCall : renewCall;
        return this.#run(call(this.#of(request.hold, request.epoch), true));
      }
      case "check": {
        const call = request.hold.access === "read" ? checkReadCall : checkWriteCall;
        return replied(await this.#run(call(this.#of(request.hold, request.epoch))));
      }
      case "batch": {
        const renewals = request.renewals.map(({ hold, epoch, lease }) => ({
          hold: this.#of(hold, epoch),
          leaseMs: lease * TICK_MS,
          keepsState: true,
        }));
        // More than a tick less than so many.
        const enough = request.enough === undefined ? undefined : request.enough * TICK_MS;
        const told = await this.#run(renewManyCall(renewals, enough));
        return told.map((answer) => (typeof answer === "number" ? ticks(answer) : answer));
      }
      case "force":
        return this.#run(forceReleaseSharedCall(this.#key, request.request, request.access));
    }
  }

  /** Every other attempt is a later one of its call, which gets the same answers. */
  #isFirst(): boolean {
    this.#attempts += 1;
    return this.#attempts % 2 === 1;
  }

  #of(hold: Hold, epoch = ""): GrantedHold {
    const { access, holdId, isDefault, lease } = hold;
    const shared = access === "read" ? { shared: true as const } : {};
    const named = { key: this.#key, owner: ownerToField(hold), holdId, ownerIsNew: isDefault };
    return { ...named, leaseMs: lease * TICK_MS, epoch, ...shared };
  }

  #run<Answer>(call: ScriptCall<Answer>): Promise<Answer> {
    const { sha1 } = this.#instead.get(call.script.name) ?? call.script;
    return runDirectly(this.#connection, call, ["EVALSHA", sha1]);
  }

  #eval(source: string, keys: readonly string[], args: readonly string[]): Promise<unknown> {
    return this.#connection.sendCommand(["EVAL", source, String(keys.length), ...keys, ...args]);
  }
}

function holdsOf(step: Step): Hold[] {
  if (step.kind !== "run" && step.kind !== "sent") return [];
  if (step.request.kind === "batch") return step.request.renewals.map(({ hold }) => hold);
  return "hold" in step.request ? [step.request.hold] : [];
}

/** Keeps -1 and -2. */
function ticks(ms: number): number {
  return Math.ceil(ms / (ms < 0 ? 1 : TICK_MS));
}

function replied(reply: AcquireReply | CountedReply | Extract<Reply, { kind: "ended" }>): Reply {
  switch (reply.kind) {
    case "held":
      return { kind: "held", holdCount: reply.holdCount, remaining: ticks(reply.remainingMs), epoch: reply.epoch };
    case "busy":
      return { kind: "busy", remaining: ticks(reply.remainingMs) };
    case "counted":
      return { kind: "counted", holdCount: reply.holdCount, remaining: ticks(reply.remainingMs) };
    default:
      return reply;
  }
}

/** A timeout key has the value "1", like Redisson's. */
function slotLeft({ text, left }: Kept): number {
  return left === -2 || text === "1" ? left : Number.NaN;
}

function next(kept: Kept[]): Kept {
  return kept.shift() ?? { text: "", left: -2 };
}
