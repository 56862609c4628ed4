// The same steps on a real Redis. Its clock does not stop: a value of whole ticks in the model may be up to a tick less
// here, and is rounded up.

import {
  lastTriesKey,
  ownerStateKey,
  queueKey,
  queueScoresKey,
  recordKey,
  waiterChannels,
} from "../../../src/lock/keys.ts";
import {
  fairAcquireCall,
  fairCancelCall,
  fairForceReleaseCall,
  fairPassCall,
  fairReleaseCall,
} from "../../../src/lock/lua/fair/calls.ts";
import { stealCall } from "../../../src/lock/lua/lock/steal.ts";
import type { AcquireReply, GrantedHold, LuaScript, ScriptCall } from "../../../src/lock/protocol.ts";
import { runDirectly } from "../../support/run-directly.ts";
import type { Connection } from "../real.ts";
import { type Reply, THEFT } from "./holds.ts";
import { JAVA } from "./java-lua.ts";
import type { Outcome, Step } from "./steps.ts";
import type { Hold } from "./world.ts";

/** No limit of the scripts is a multiple of it, or closer to one than half of it. */
export const TICK_MS = 4_000;
// More than the difference of two clock readings within one script.
const BLUR_MS = 5;
const LONG_AGO_TICKS = -100_000;

// ARGV 1 ms 2 "1": ours kept trying 3 patience, ms. Passes a little more, so that anything ending at an instant has
// ended.
const PASS = `local ms = ARGV[1] + 10
local left = redis.call('PTTL', KEYS[1])
if left >= 0 then redis.call('PEXPIRE', KEYS[1], left - ms) end
local function back(key)
  for _, waiter in ipairs(redis.call('ZRANGE', key, 0, -1)) do redis.call('ZINCRBY', key, -ms, waiter) end
end
back(KEYS[3])
if ARGV[2] == '0' then back(KEYS[4]) end
left = redis.call('PTTL', KEYS[4])
local least = ARGV[2] == '1' and tonumber(ARGV[3]) or 0
if left >= 0 then redis.call('PEXPIRE', KEYS[4], math.max(left - ms, least)) end`;
const SET_BACK = `for _, key in ipairs({ KEYS[1], KEYS[4] }) do
  local left = redis.call('PTTL', key)
  if left >= 0 then redis.call('PEXPIRE', key, left + ARGV[1]) end
end
for _, key in ipairs({ KEYS[3], KEYS[4] }) do
  for _, waiter in ipairs(redis.call('ZRANGE', key, 0, -1)) do redis.call('ZINCRBY', key, ARGV[1], waiter) end
end`;
// Sets scores and last attempts back to whole ticks, all at one instant, so that sums keep their lateness.
const LOOK = `local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for _, key in ipairs({ KEYS[3], KEYS[4] }) do
  local all = redis.call('ZRANGE', key, 0, -1, 'WITHSCORES')
  for at = 1, #all, 2 do
    local ticks = math.ceil((all[at + 1] - now - ARGV[2]) / ARGV[1])
    redis.call('ZADD', key, string.format('%.0f', now + ticks * ARGV[1]), all[at])
  end
end
return { now, redis.call('HGETALL', KEYS[1]), redis.call('PTTL', KEYS[1]),
  redis.call('LRANGE', KEYS[2], 0, -1), redis.call('ZRANGE', KEYS[3], 0, -1, 'WITHSCORES'),
  redis.call('ZRANGE', KEYS[4], 0, -1, 'WITHSCORES'), redis.call('PTTL', KEYS[4]),
  KEYS[5] and redis.call('PTTL', KEYS[5]) or false }`;

/** The compared state of one lock. */
export interface Picture {
  readonly counts: ReadonlyMap<string, number>;
  readonly leaseTicks: number;
  readonly queue: readonly string[];
  /** In ticks from now, like `tries`. */
  readonly scores: ReadonlyMap<string, number>;
  readonly tries: ReadonlyMap<string, number>;
  /** Ms; -2 when there are none. */
  readonly triesTtl: number;
  /** The life of the record of this step's hold, ms. */
  readonly holdTtl: number | undefined;
  /** The Redis clock. */
  readonly at: number;
}

export class RealFairLock {
  readonly #connection: Connection;
  readonly #key: string;
  readonly #patienceMs: number;
  readonly #keys: readonly string[];
  readonly #instead: readonly LuaScript[];
  #attempts = 0;

  /** `instead`: scripts that replace those of the same names. */
  constructor(connection: Connection, key: string, patienceMs: number, instead: readonly LuaScript[] = []) {
    this.#connection = connection;
    this.#key = key;
    this.#patienceMs = patienceMs;
    this.#keys = [key, queueKey(key), queueScoresKey(key), lastTriesKey(key)];
    this.#instead = instead;
  }

  async take(step: Step): Promise<Outcome> {
    switch (step.kind) {
      case "acquire":
        return replied(
          await this.#run(
            fairAcquireCall(this.#of(step.hold), step.last, step.hold.once, this.#patienceMs, this.#isFirst()),
          ),
        );
      case "release": {
        const hold: GrantedHold = { ...this.#of(step.hold), epoch: step.epoch };
        return this.#run(fairReleaseCall(hold, step.first, this.#patienceMs));
      }
      case "hand-over": {
        const hold: GrantedHold = { ...this.#of(step.hold), epoch: step.epoch };
        return this.#run(fairPassCall(hold, step.first, this.#patienceMs, "", this.#of(step.next)));
      }
      case "steal":
        return replied(await this.#run(stealCall(this.#of(step.hold), THEFT, step.hold.once)));
      case "cancel":
        return this.#run(fairCancelCall(this.#of(step.hold), this.#patienceMs));
      case "force":
        return this.#run(fairForceReleaseCall(this.#key, step.request, this.#patienceMs));
      case "java": {
        const { holder, aheadMs, leaseMs, waitMs } = step.waiter;
        const args = [step.op, holder, aheadMs, leaseMs, waitMs, waiterChannels(this.#key)];
        const reply = await this.#eval(JAVA, args.map(String));
        return typeof reply === "number" ? reply : null;
      }
      case "pass":
        await this.#eval(PASS, [step.ms, Number(step.keptTrying), this.#patienceMs].map(String));
        return undefined;
      case "set-back":
        await this.#eval(SET_BACK, [String(step.ms)]);
        return undefined;
      case "expire":
        await this.#connection.sendCommand(["DEL", this.#key]);
        return undefined;
      case "persist":
        await this.#connection.sendCommand(["PERSIST", this.#key]);
        return undefined;
      case "lose-score":
        await this.#connection.sendCommand(["ZREM", queueScoresKey(this.#key), step.waiter]);
        return undefined;
      case "lose-tries":
        await this.#connection.sendCommand(["DEL", lastTriesKey(this.#key)]);
        return undefined;
    }
  }

  /** After this step. */
  async look(step: Step): Promise<Picture> {
    const remembered = "hold" in step ? [this.#remembered(step.hold)] : [];
    const seen = await this.#eval(LOOK, [TICK_MS, BLUR_MS].map(String), remembered);
    if (!Array.isArray(seen)) throw new Error("the script looks in vain");
    const [at, counts, left, queue, scores, tries, triesTtl, holdTtl]: unknown[] = seen;
    const now = Number(at);
    return {
      at: now,
      counts: new Map(pairs(counts)),
      leaseTicks: ticks(Number(left)),
      queue: texts(queue),
      scores: inTicks(scores, now),
      tries: inTicks(tries, now),
      triesTtl: Number(triesTtl),
      holdTtl: typeof holdTtl === "number" ? holdTtl : undefined,
    };
  }

  /** Every other attempt is a later one of its call, which gets the same answers. */
  #isFirst(): boolean {
    this.#attempts += 1;
    return this.#attempts % 2 === 1;
  }

  #of(hold: Hold): Hold & { readonly key: string } {
    return { ...hold, key: this.#key };
  }

  #run<Answer>(call: ScriptCall<Answer>): Promise<Answer> {
    const instead = this.#instead.find(({ name }) => name === call.script.name);
    const how = instead && ["EVAL", instead.source];
    return runDirectly(this.#connection, call, how);
  }

  #remembered({ owner, holdId, ownerIsNew }: Hold): string {
    return ownerIsNew ? ownerStateKey(this.#key, owner) : recordKey(this.#key, owner, holdId);
  }

  #eval(source: string, args: readonly string[], more: readonly string[] = []): Promise<unknown> {
    const keys = [...this.#keys, ...more];
    return this.#connection.sendCommand(["EVAL", source, String(keys.length), ...keys, ...args]);
  }
}

/** Keeps -1 and -2. */
export function ticks(ms: number): number {
  return ms === -1 || ms === -2 ? ms : ticksTo(ms);
}

export function ticksTo(ms: number): number {
  return Math.max(Math.ceil((ms - BLUR_MS) / TICK_MS), LONG_AGO_TICKS);
}

function replied(reply: AcquireReply): Reply {
  if (reply.kind !== "busy") return reply;
  const { position = 0, againMs = -1 } = reply.queued ?? {};
  return { kind: "busy", remainingMs: reply.remainingMs, position, againMs };
}

function inTicks(list: unknown, now: number): Map<string, number> {
  return new Map(pairs(list).map(([waiter, at]) => [waiter, ticksTo(at - now)]));
}

function texts(list: unknown): string[] {
  return Array.isArray(list) ? list.map(String) : [];
}

function pairs(list: unknown): [string, number][] {
  const flat = texts(list);
  return Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i] ?? "", Number(flat[2 * i + 1])]);
}
