// The same steps on a real Redis. Its clock does not stop: a value of whole ticks in the model may be up to a tick less
// here, and is rounded up.

import {
  channelAt,
  lastTriesKey,
  mailboxAddress,
  ownerStateKey,
  queueKey,
  queueScoresKey,
  recordKey,
  waiterChannels,
  waiterKey,
} from "../../../../src/lock/keys.ts";
import {
  fairAcquireCall,
  fairCancelCall,
  fairForceReleaseCall,
  fairReleaseCall,
  fairStandingCall,
} from "../../../../src/lock/lua/fair.ts";
import { RECORD_BEYOND_LEASE_MS } from "../../../../src/lock/lua/lock.ts";
import { standingRequest } from "../../../../src/lock/lua/standing.ts";
import { stealCall } from "../../../../src/lock/lua/steal.ts";
import type {
  AcquireReply,
  Ended,
  GrantedHold,
  LuaScript,
  ScriptCall,
  Standing,
} from "../../../../src/lock/protocol.ts";
import { fairPassCall } from "../../../support/pass-calls.ts";
import { runDirectly } from "../../../support/run-directly.ts";
import { secretOf } from "../../../support/standing.ts";
import type { Connection } from "../real.ts";
import { type Reply, THEFT } from "./holds.ts";
import { JAVA } from "./java-lua.ts";
import { type Granted, KEPT_MS } from "./requests.ts";
import type { Outcome, Step } from "./steps.ts";
import { type Hold, type Request, TICK_MS } from "./world.ts";

// More than the difference of two clock readings within one script.
const BLUR_MS = 5;
const LONG_AGO_TICKS = -100_000;
const RUN_DIGITS = 24;
const REQUEST = /^(~?)lock:mailbox:([\da-f]{32}) (\S+) [\da-f]{32} (\d+) (\d+) (\d+) --$/;

// The time in a request.
const SEEN = `local function with_seen(text, change)
  return (string.gsub(text, '^(%S+ %S+ %S+ %d+ %d+ )(%d+)', function(before, seen)
    return before .. string.format('%.0f', change(tonumber(seen)))
  end))
end
`;
// KEYS from 5 on: requests. ARGV 1 ms 2 "1": ours kept trying 3 patience, ms. Passes a little more, so that anything
// ending at an instant has ended.
const PASS = `${SEEN}local ms = ARGV[1] + 10
local left = redis.call('PTTL', KEYS[1])
if left >= 0 then redis.call('PEXPIRE', KEYS[1], left - ms) end
local function back(key)
  for _, waiter in ipairs(redis.call('ZRANGE', key, 0, -1)) do redis.call('ZINCRBY', key, -ms, waiter) end
end
back(KEYS[3])
if ARGV[2] == '0' then back(KEYS[4]) end
left = redis.call('PTTL', KEYS[4])
local least = ARGV[2] == '1' and tonumber(ARGV[3]) or 0
if left >= 0 then redis.call('PEXPIRE', KEYS[4], math.max(left - ms, least)) end
for place = 5, #KEYS do
  local text = redis.call('GET', KEYS[place])
  if text then
    redis.call('SET', KEYS[place], with_seen(text, function(seen) return seen - ms end), 'KEEPTTL')
    redis.call('PEXPIRE', KEYS[place], redis.call('PTTL', KEYS[place]) - ms)
  end
end`;
const SET_BACK = `${SEEN}for _, key in ipairs({ KEYS[1], KEYS[4] }) do
  local left = redis.call('PTTL', key)
  if left >= 0 then redis.call('PEXPIRE', key, left + ARGV[1]) end
end
for _, key in ipairs({ KEYS[3], KEYS[4] }) do
  for _, waiter in ipairs(redis.call('ZRANGE', key, 0, -1)) do redis.call('ZINCRBY', key, ARGV[1], waiter) end
end
for place = 5, #KEYS do
  local text = redis.call('GET', KEYS[place])
  if text then
    redis.call('SET', KEYS[place], with_seen(text, function(seen) return seen + ARGV[1] end), 'KEEPTTL')
    redis.call('PEXPIRE', KEYS[place], redis.call('PTTL', KEYS[place]) + ARGV[1])
  end
end`;
// Sets all times to whole ticks, at one instant, so that sums keep their lateness. KEYS from 5 on: requests, and last
// the record of the hold, if ARGV 3 is "1".
const LOOK = `${SEEN}local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function whole(ms) return math.ceil((ms - ARGV[2]) / ARGV[1]) * ARGV[1] end
local left = redis.call('PTTL', KEYS[1])
if left > 0 then redis.call('PEXPIRE', KEYS[1], math.max(whole(left), ARGV[1])) end
local requests, last = {}, #KEYS - ARGV[3]
for place = 5, last do
  local text = redis.call('GET', KEYS[place])
  if text then
    text = with_seen(text, function(seen) return now + whole(seen - now) end)
    redis.call('SET', KEYS[place], text, 'KEEPTTL')
    requests[place - 4] = { text, redis.call('PTTL', KEYS[place]) }
  else
    requests[place - 4] = {}
  end
end
for _, key in ipairs({ KEYS[3], KEYS[4] }) do
  local all = redis.call('ZRANGE', key, 0, -1, 'WITHSCORES')
  for at = 1, #all, 2 do
    redis.call('ZADD', key, string.format('%.0f', now + whole(all[at + 1] - now)), all[at])
  end
end
return { now, redis.call('HGETALL', KEYS[1]), redis.call('PTTL', KEYS[1]),
  redis.call('LRANGE', KEYS[2], 0, -1), redis.call('ZRANGE', KEYS[3], 0, -1, 'WITHSCORES'),
  redis.call('ZRANGE', KEYS[4], 0, -1, 'WITHSCORES'), redis.call('PTTL', KEYS[4]),
  ARGV[3] == '1' and redis.call('PTTL', KEYS[#KEYS]) or false, requests }`;

// The request as it is kept: no client knows it while the walk moves its time.
const KEPT = "ARGV[11] = redis.call('GET', KEYS[6]) or ''\n";
const OLDER = "older";

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
  /** By owner. */
  readonly requests: ReadonlyMap<string, Request>;
  /** The life of the record of this step's hold, ms. */
  readonly holdTtl: number | undefined;
  /** The Redis clock. */
  readonly at: number;
}

/** `instead`: scripts that replace those of the same names. */
export interface RealPlace {
  readonly connection: Connection;
  readonly mailboxes: Mailboxes;
  readonly instead?: readonly LuaScript[] | undefined;
}

/** The mailboxes of one walk, which a subscriber hears or not. Redis does not count who listens by a pattern. */
export class Mailboxes {
  readonly #subscriber: Connection;
  readonly #run: number;
  readonly #open = new Set<string>();

  constructor(subscriber: Connection, run: number) {
    this.#subscriber = subscriber;
    this.#run = run;
  }

  addressOf(mailbox: number): string {
    return mailboxAddress("lock:", hex(this.#run, RUN_DIGITS) + hex(mailbox, 32 - RUN_DIGITS));
  }

  /** Resolves when Redis has confirmed it. */
  async opens(mailbox: number, opens: boolean): Promise<void> {
    const channel = channelAt(this.addressOf(mailbox));
    if (opens === this.#open.has(channel)) return;
    if (opens) this.#open.add(channel);
    else this.#open.delete(channel);
    await (opens ? this.#subscriber.subscribe(channel, () => {}) : this.#subscriber.unsubscribe(channel));
  }

  async close(): Promise<void> {
    if (this.#open.size > 0) await this.#subscriber.unsubscribe([...this.#open]);
    this.#open.clear();
  }
}

/** Returns the walk and the mailbox of an id. */
export function mailboxOf(id: string): readonly [run: number, mailbox: number] {
  return [Number.parseInt(id.slice(0, RUN_DIGITS), 16), Number.parseInt(id.slice(RUN_DIGITS), 16)];
}

function hex(number: number, digits: number): string {
  return number.toString(16).padStart(digits, "0");
}

/** `beganAt`: the time on the Redis clock before the first step. */
export class RealFairLock {
  readonly #connection: Connection;
  readonly #key: string;
  readonly #patienceMs: number;
  readonly #keys: readonly string[];
  readonly #instead: readonly LuaScript[];
  readonly #mailboxes: Mailboxes;
  readonly #beganAt: number;
  /** Owners that may have requests. */
  readonly #stood = new Set<string>();
  #attempts = 0;

  constructor({ connection, mailboxes, instead = [] }: RealPlace, key: string, patienceMs: number, beganAt: number) {
    this.#connection = connection;
    this.#mailboxes = mailboxes;
    this.#key = key;
    this.#patienceMs = patienceMs;
    this.#beganAt = beganAt;
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
      case "stand": {
        const { hold, last } = step;
        const call = fairAcquireCall(this.#of(hold), last, hold.once, this.#patienceMs, this.#isFirst());
        const standing = fairStandingCall(call, this.#standing(step), this.#of(hold));
        return this.#stands(hold, await this.#run(standing, step.listed === "kept" ? KEPT : ""));
      }
      case "mailbox":
        await this.#mailboxes.opens(step.mailbox, step.opens);
        return undefined;
      case "release": {
        const hold: GrantedHold = { ...this.#of(step.hold), epoch: step.epoch };
        return this.#ends(fairReleaseCall(hold, step.first, this.#patienceMs));
      }
      case "hand-over": {
        const hold: GrantedHold = { ...this.#of(step.hold), epoch: step.epoch };
        return this.#ends(fairPassCall(hold, step.first, this.#patienceMs, "", this.#of(step.next)));
      }
      case "steal":
        return replied(await this.#run(stealCall(this.#of(step.hold), THEFT, step.hold.once)));
      case "cancel":
        return this.#ends(fairCancelCall(this.#of(step.hold), this.#patienceMs));
      case "force": {
        const [freed, granted] = await this.#serves(fairForceReleaseCall(this.#key, step.request, this.#patienceMs));
        return { kind: "forced", freed, granted };
      }
      case "java": {
        const { holder, aheadMs, leaseMs, waitMs } = step.waiter;
        const args = [step.op, holder, aheadMs, leaseMs, waitMs, waiterChannels(this.#key)];
        const reply = await this.#eval(JAVA, args.map(String));
        return typeof reply === "number" ? reply : null;
      }
      case "pass":
        await this.#eval(PASS, [step.ms, Number(step.keptTrying), this.#patienceMs].map(String), this.#requestKeys());
        return undefined;
      case "set-back":
        await this.#eval(SET_BACK, [String(step.ms)], this.#requestKeys());
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
    const stood = [...this.#stood];
    const keys = [...this.#requestKeys(), ...remembered];
    const seen = await this.#eval(LOOK, [TICK_MS, BLUR_MS, remembered.length].map(String), keys);
    if (!Array.isArray(seen)) throw new Error("the script looks in vain");
    const [at, counts, left, queue, scores, tries, triesTtl, holdTtl, requests]: unknown[] = seen;
    const now = Number(at);
    return {
      at: now,
      counts: new Map(pairs(counts)),
      leaseTicks: ticks(Number(left)),
      queue: texts(queue),
      scores: inTicks(scores, now),
      tries: inTicks(tries, now),
      triesTtl: Number(triesTtl),
      requests: requestsOf(stood, requests, now),
      holdTtl: typeof holdTtl === "number" ? holdTtl : undefined,
    };
  }

  /** Every other attempt is a later one of its call, which gets the same answers. */
  #isFirst(): boolean {
    this.#attempts += 1;
    return this.#attempts % 2 === 1;
  }

  #standing({ hold, listed, asked }: Extract<Step, { kind: "stand" }>): Standing {
    const { mailbox, isMarked, agoMs, counts } = asked;
    this.#stood.add(hold.owner);
    const seenMs = agoMs === undefined ? undefined : this.#beganAt - agoMs;
    const address = this.#mailboxes.addressOf(mailbox);
    const request = standingRequest(this.#of(hold), address, secretOf(hold.owner), seenMs, { isOnlyCalled: isMarked });
    return { listed: listed === "" ? "" : OLDER, request, counts };
  }

  #stands({ owner }: Hold, reply: AcquireReply): Reply {
    const answer = replied(reply);
    if (answer.kind !== "busy" || reply.kind !== "busy" || reply.stands === undefined) return answer;
    const { request, redisMs, isOurs } = reply.stands;
    const stands = { now: redisMs, request: requestIn(owner, request, redisMs + KEPT_MS), isOurs };
    return { ...answer, stands };
  }

  async #ends(call: ScriptCall<Ended>): Promise<Reply> {
    const [{ granted: owner, ...ended }, granted] = await this.#serves(call);
    return { ...ended, granted: granted && { ...granted, owner: String(owner) } };
  }

  /** Returns the reply, and the grant in it. */
  #serves<Answer>(call: ScriptCall<Answer>): Promise<readonly [Answer, Granted | undefined]> {
    return this.#run({ ...call, decode: (reply) => [call.decode(reply), grantIn(reply)] as const });
  }

  #requestKeys(): string[] {
    return [...this.#stood].map((owner) => waiterKey(this.#key, owner));
  }

  #of(hold: Hold): Hold & { readonly key: string } {
    return { ...hold, key: this.#key };
  }

  /** `before`: lines before those of the script. */
  #run<Answer>(call: ScriptCall<Answer>, before = ""): Promise<Answer> {
    const instead = this.#instead.find(({ name }) => name === call.script.name);
    const { source } = instead ?? call.script;
    const how = instead !== undefined || before !== "" ? ["EVAL", before + source] : undefined;
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
  if (reply.kind === "held") return reply;
  if (reply.kind === "ended") return { kind: "ended", end: reply.end };
  const { position = 0, againMs = -1 } = reply.queued ?? {};
  return { kind: "busy", remainingMs: reply.remainingMs, position, againMs };
}

function grantIn(reply: unknown): Granted | undefined {
  const words = texts(reply);
  const at = words.indexOf("granted");
  return at < 0 ? undefined : { owner: words[at + 1] ?? "", ms: Number(words[at + 2]) };
}

function requestsOf(owners: readonly string[], list: unknown, now: number): Map<string, Request> {
  const found = Array.isArray(list) ? list.map(texts) : [];
  return new Map(
    owners.flatMap((owner, nth): [string, Request][] => {
      const [text, ttl] = found[nth] ?? [];
      return text === undefined ? [] : [[owner, requestIn(owner, text, now + Number(ttl))]];
    }),
  );
}

/** `until`: the end of its key. */
function requestIn(waiter: string, text: string, until: number): Request {
  const [, mark, id = "", owner, leaseMs, lifeMs, seen] = REQUEST.exec(text) ?? [];
  if (owner !== waiter || Number(lifeMs) !== Number(leaseMs) + RECORD_BEYOND_LEASE_MS) {
    throw new Error(`a strange request of ${waiter}: ${text}`);
  }
  const [, mailbox] = mailboxOf(id);
  return { mailbox, isMarked: mark === "~", leaseMs: Number(leaseMs), seen: Number(seen), until };
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
