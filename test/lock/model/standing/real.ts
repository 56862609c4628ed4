// The same lock on a real Redis, by the project's own calls. The scripts read the walk's own clock, and messages are
// recorded, so that all times and texts are exact. The walk decides which mailboxes are heard.
import {
  channelAt,
  endsChannel,
  forcedReleaseKey,
  mailboxAddress,
  ownerStateKey,
  releaseChannel,
  standingFlagKey,
  standingKey,
} from "../../../../src/lock/keys.ts";
import { acquireCall, cancelCall, forceReleaseCall, releaseCall, renewCall } from "../../../../src/lock/lua/lock.ts";
import { standingCall, standingRequest } from "../../../../src/lock/lua/standing.ts";
import { stealCall } from "../../../../src/lock/lua/steal.ts";
import type { GrantedHold, ScriptCall } from "../../../../src/lock/protocol.ts";
import { longSource } from "../../../support/edited-script.ts";
import { LINE_OF_LOCKED_KEYS, withMoreKeys } from "../../../support/flagged-scripts.ts";
import { ownerNamed } from "../../../support/owners.ts";
import { passCall } from "../../../support/pass-calls.ts";
import { runDirectly } from "../../../support/run-directly.ts";
import { secretOf, unsealed } from "../../../support/standing.ts";
import type { Connection } from "../real.ts";
import type { Event } from "./events.ts";
import {
  clientOfOwner,
  clientPlan,
  type GrantScenario,
  isOnlyCalled,
  isolateOfOwner,
  isolatePlan,
} from "./scenario.ts";
import { type Entry, JAVA, NEVER, RESERVED, type Request } from "./world.ts";

// The scripts leave a lock free for a moment after two ticks.
const TICK_MS = 500;
const BEGIN_MS = 1_700_000_000_000;
const JAVA_OWNER = ownerNamed("java");
const JAVA_MS = 2 * TICK_MS;
const RELEASE_ID = "release";
const THEFT = "stolen:t//";
const SCRIPTS = [...["lock/acquire-standing", "lock/steal", "lock/renew", "lock/release", "lock/force-release"]];

const LOCKED = ", locked";

const CLOCKED = `local real, clock = redis, 'clock:' .. KEYS[1]
local function left()
  if real.call('EXISTS', KEYS[1]) == 0 then return -2 end
  local time = real.call('HMGET', clock, 's', 'us', 'till')
  return time[3] and time[3] - time[1] * 1000 - time[2] / 1000 or -1
end
local function expire(ms, how)
  local before = left()
  if before == -2 or (how == 'GT' and (before == -1 or ms * 1 <= before)) or (how == 'NX' and before ~= -1) then return 0 end
  local time = real.call('HMGET', clock, 's', 'us')
  real.call('HSET', clock, 'till', string.format('%.0f', time[1] * 1000 + time[2] / 1000 + ms))
  return 1
end
local function ticking(run)
  return function(name, key, ...)
    local more = { ... }
    if name == 'TIME' then return real.call('HMGET', clock, 's', 'us') end
    if name == 'PUBSUB' then return { more[1], tonumber(real.call('HGET', clock, more[1]) or 0), more[2], 0 } end
    if name == 'PUBLISH' then
      real.call('RPUSH', 'told:' .. KEYS[1], key .. ' ' .. more[1])
      return 0
    end
    if key ~= KEYS[1] then return run(name, key, ...) end
    if name == 'PTTL' then return left() end
    if name == 'PEXPIRE' then return expire(more[1], more[2]) end
    if name == 'DEL' then real.call('HDEL', clock, 'till') end
    return run(name, key, ...)
  end
end
local redis = setmetatable({ call = ticking(real.call), pcall = ticking(real.pcall) }, { __index = real })
`;
const PASS = `redis.call('HSET', KEYS[2], 's', ARGV[1], 'us', ARGV[2])
local till = redis.call('HGET', KEYS[2], 'till')
if till and till * 1 <= ARGV[1] * 1000 + ARGV[2] / 1000 then
  redis.call('DEL', KEYS[1])
  redis.call('HDEL', KEYS[2], 'till')
end`;
const JAVA_LOCKS = `redis.call('HINCRBY', KEYS[1], ARGV[1], 1)
redis.call('HSET', KEYS[2], 'till', ARGV[2])`;
const JAVA_UNLOCKS = `redis.call('DEL', KEYS[1])
redis.call('HDEL', KEYS[2], 'till')`;
const LOOK = `local told = redis.call('LRANGE', KEYS[5], 0, -1)
redis.call('DEL', KEYS[5])
local states = {}
for at = 6, #KEYS do table.insert(states, redis.call('GET', KEYS[at]) or '') end
return {
  redis.call('HGETALL', KEYS[1]), redis.call('HGET', KEYS[2], 'till') or '', redis.call('LRANGE', KEYS[3], 0, -1),
  redis.call('EXISTS', KEYS[4]), told, states,
}`;

/** Hashes of the scripts with the walk's clock, by name. */
export type Hashes = ReadonlyMap<string, string>;

/**
 * Loads the scripts with the walk's clock. They skip requests of `standing` ticks, and at most `mostTried` at once.
 * Their longest confirmation lease is of `confirm` ticks.
 */
export async function loadClocked(
  connection: Connection,
  { standing, mostTried, confirm }: { readonly standing: number; readonly mostTried: number; readonly confirm: number },
): Promise<Hashes> {
  const loaded = new Map<string, string>();
  for (const name of SCRIPTS) {
    const source = longSource(name)
      .replace("STANDING_MS = 150000", `STANDING_MS = ${standing * TICK_MS}`)
      .replace("MOST_TRIED = 50", `MOST_TRIED = ${mostTried}`)
      .replace("LONGEST_CONFIRM_MS = 5000", `LONGEST_CONFIRM_MS = ${confirm * TICK_MS}`)
      .replace("RESERVED_MS = 50", `RESERVED_MS = ${RESERVED * TICK_MS}`);
    for (const [lines, mark] of [
      ["", ""],
      [LINE_OF_LOCKED_KEYS, LOCKED],
    ]) {
      const sha1 = await connection.sendCommand(["SCRIPT", "LOAD", CLOCKED + lines + source]);
      loaded.set(name + mark, String(sha1));
    }
  }
  return loaded;
}

/** The visible state after a step, and what was published. */
export interface Seen {
  readonly held: string;
  readonly until: string;
  readonly list: readonly string[];
  readonly flag: number;
  readonly told: readonly string[];
  readonly states: readonly string[];
}

/** One lock of a walk. Commands are sent at once, in the order of the calls. */
export class RealStanding {
  readonly #connection: Connection;
  readonly #scenario: GrantScenario;
  readonly #key: string;
  readonly #hashes: Hashes;
  #forces = 0;

  constructor(connection: Connection, scenario: GrantScenario, key: string, hashes: Hashes) {
    this.#connection = connection;
    this.#scenario = scenario;
    this.#key = key;
    this.#hashes = hashes;
  }

  async begin(): Promise<void> {
    const { isolates } = this.#scenario;
    await Promise.all([this.sets(0), ...isolates.map(({ isCounted }, isolate) => this.#hears(isolate, isCounted))]);
  }

  /** Sets the clock. */
  async sets(now: number): Promise<void> {
    const ms = msAt(now);
    await this.#eval(PASS, [String(Math.floor(ms / 1_000)), String((ms % 1_000) * 1_000)]);
  }

  /** Returns the reply of a script, as text; undefined when the event does not concern Redis. `now`: after it. */
  async take(event: Event, request: Request | undefined, now: number): Promise<string | undefined> {
    switch (event.kind) {
      case "run":
        return request === undefined ? undefined : JSON.stringify(await this.#run(this.callOf(request)));
      case "tick":
        await this.sets(now);
        return undefined;
      case "die":
        await this.#hears(event.isolate, false);
        return undefined;
      case "java-locks":
        await this.#eval(JAVA_LOCKS, [JAVA_OWNER, String(msAt(now) + JAVA_MS)]);
        return undefined;
      case "java-unlocks":
        await this.#eval(JAVA_UNLOCKS, []);
        return undefined;
      case "force":
        this.#forces += 1;
        return JSON.stringify(await this.#run(forceReleaseCall(this.#key, `force${this.#forces}`)));
      default:
        return undefined;
    }
  }

  async look(owners: number): Promise<Seen> {
    const states = Array.from({ length: owners }, (_, owner) => ownerStateKey(this.#key, ownerId(owner)));
    const keys = [this.#key, `clock:${this.#key}`, standingKey(this.#key), standingFlagKey(this.#key)];
    const seen = await this.#connection.sendCommand([
      ...["EVAL", LOOK, String(keys.length + 1 + owners), ...keys, `told:${this.#key}`, ...states],
    ]);
    const [held, until, list, flag, told, kept]: unknown[] = Object(seen);
    return {
      ...{ held: texts(held).join(" "), until: String(until), list: texts(list), flag: Number(flag) },
      // Not those that tell holders of their ends.
      told: texts(told)
        .filter((line) => !line.startsWith(endsChannel(this.#key)))
        .map((line) => line.replace(/(?<= ).*/s, unsealed)),
      states: texts(kept).map((text) => text.replace(` ${RELEASE_ID}`, "")),
    };
  }

  async end(owners: number): Promise<void> {
    const states = Array.from({ length: owners }, (_, owner) => ownerStateKey(this.#key, ownerId(owner)));
    const forces = Array.from({ length: this.#forces }, (_, nth) => forcedReleaseKey(this.#key, `force${nth + 1}`));
    const keys = [this.#key, `clock:${this.#key}`, standingKey(this.#key), standingFlagKey(this.#key), ...states];
    await this.#connection.sendCommand(["DEL", ...keys, `told:${this.#key}`, ...forces]);
  }

  /** Returns the text of a request in the list. */
  textOf({ owner, seen, onlyCalled }: Entry): string {
    return this.#requestText(owner, msAt(seen), onlyCalled);
  }

  callOf(request: Request): ScriptCall<unknown> {
    const { op, owner, last, listed, since, next, seen } = request;
    const hold = this.#holdOf(owner);
    const known = listed === undefined ? undefined : this.textOf(listed);
    const chain = since === NEVER ? undefined : { since: String(msAt(since)), turns: 0, owed: 0 };
    switch (op) {
      case "acquire": {
        if (clientPlan(this.#scenario, clientOfOwner(this.#scenario, owner)).steals)
          return stealCall(hold, THEFT, false);
        const onlyCalled = isOnlyCalled(isolatePlan(this.#scenario, isolateOfOwner(this.#scenario, owner)));
        const text = last ? "" : this.#requestText(owner, seen === NEVER ? undefined : msAt(seen), onlyCalled);
        const standing = { listed: known ?? "", request: text, counts: known === undefined };
        return standingCall(acquireCall(hold, last, false, known === undefined), standing);
      }
      case "renew":
        return renewCall(hold, true);
      case "release":
        return releaseCall(hold, true, RELEASE_ID, { chain });
      case "cancel":
        return cancelCall(hold, known);
      case "pass":
        return passCall(hold, true, RELEASE_ID, this.#holdOf(next), { takesOut: known, chain });
    }
  }

  #requestText(owner: number, seenMs: number | undefined, onlyCalled: boolean): string {
    const isolate = isolateOfOwner(this.#scenario, owner);
    const hold = this.#holdOf(owner);
    const { locksKeys } = this.#scenario;
    const marks = { isOnlyCalled: onlyCalled, locksKeys };
    return standingRequest(hold, addressOf(isolate), secretOf(hold.owner), seenMs, marks);
  }

  #holdOf(owner: number): GrantedHold {
    const id = ownerId(owner);
    const { lease } = clientPlan(this.#scenario, clientOfOwner(this.#scenario, owner));
    return { key: this.#key, owner: id, holdId: id, ownerIsNew: true, leaseMs: lease * TICK_MS, epoch: "" };
  }

  #run(call: ScriptCall<unknown>): Promise<unknown> {
    const locksKeys = this.#scenario.locksKeys && call.script.hasOtherKeys !== true;
    const sha1 = this.#hashes.get(call.script.name + (locksKeys ? LOCKED : ""));
    if (sha1 === undefined) throw new Error(`${call.script.name} is not loaded`);
    return runDirectly(this.#connection, locksKeys ? withMoreKeys(call) : call, ["EVALSHA", sha1]);
  }

  async #hears(isolate: number, isHeard: boolean): Promise<void> {
    const channel = channelAt(addressOf(isolate));
    await this.#connection.sendCommand(["HSET", `clock:${this.#key}`, channel, isHeard ? "1" : "0"]);
  }

  async #eval(source: string, args: readonly string[]): Promise<void> {
    await this.#connection.sendCommand(["EVAL", source, "2", this.#key, `clock:${this.#key}`, ...args]);
  }
}

export function msAt(tick: number): number {
  return BEGIN_MS + tick * TICK_MS;
}

export function msOf(ticks: number): number {
  return ticks * TICK_MS;
}

export function ownerId(owner: number): string {
  return owner === JAVA ? JAVA_OWNER : ownerNamed(`o${owner}`);
}

function addressOf(isolate: number): string {
  return mailboxAddress("lock:", String(isolate + 1).padStart(32, "0"));
}

/** Returns the channels of a lock and of a mailbox. */
export function channelsOf(key: string, isolate: number): { readonly lock: string; readonly mailbox: string } {
  return { lock: releaseChannel(key), mailbox: channelAt(addressOf(isolate)) };
}

/** Returns the text of an owner state, without the id of a release. */
export function stateText(state: string): string {
  if (state === "") return "";
  if (state === "+") return "|+";
  if (state === "stolen") return `!${THEFT}|-${THEFT}`;
  return `|-${state}`;
}

function texts(reply: unknown): string[] {
  return Array.isArray(reply) ? reply.map(String) : [];
}
