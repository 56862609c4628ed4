// The valid tokens of a fenced lock at each step of a walk, by the model's lock alone. An acquire of the free lock gets
// a higher token than all before, which stays until the lock is free again.

import { tokenKey } from "../../../../src/lock/keys.ts";
import { fencedAcquireCall } from "../../../../src/lock/lua/fenced.ts";
import { fencedAcquire } from "../../../../src/lock/lua/generated.ts";
import { fencedStealCall } from "../../../../src/lock/lua/steal.ts";
import type { AcquireReply, HoldId, LuaScript, ScriptCall } from "../../../../src/lock/protocol.ts";
import type { Random } from "../harness/random.ts";
import type { Connection } from "../real.ts";
import { JAVA_LOCKS, type Taking } from "./real.ts";
import { isLocked } from "./redis.ts";
import type { WalkStep } from "./space.ts";

// None, Java's, tokens of the clock's length and shorter, beyond the exact numbers of Lua and JavaScript, and near the
// maximum.
const LATEST = [
  "",
  "41",
  "999999999999999",
  "1000000000000000",
  "9999999999999999",
  "9007199254740993",
  "8999999999999999999",
];

interface Told {
  /** Undefined: the step returned none. */
  token: string | undefined;
}

interface Seen {
  readonly latest: bigint;
  /** By the Redis clock, after the step, microseconds. */
  readonly time: bigint;
}

/** The token of a step, and those in Redis. */
export interface TokenSeen {
  readonly told: Told;
  /** Read right before the step: the latest token may have been written or deleted since the step before. */
  readonly before: Seen;
  readonly now: Seen;
}

const LOOK = `local time = redis.call('TIME')
return { redis.call('GET', KEYS[1]) or '0', time[1] .. string.format('%06d', time[2]) }`;

/** The tokens of one walk of a fenced lock, for which it provides the acquire. */
export class Tokens implements Taking {
  // Like Redisson's fenced lock, which also raises the token at a re-entry.
  readonly javaLocks = `redis.call('INCR', KEYS[2]) ${JAVA_LOCKS}`;
  readonly #connection: Connection;
  readonly #key: string;
  readonly #random: Random;
  readonly #script: LuaScript;
  #before: Promise<Seen>;
  #told: Told = { token: undefined };

  /** `instead` replaces the script, under its own hash. */
  constructor(connection: Connection, key: string, random: Random, instead = fencedAcquire) {
    this.#connection = connection;
    this.#key = tokenKey(key);
    this.#random = random;
    this.#script = instead;
    this.#set(LATEST[random(LATEST.length)] ?? "");
    this.#before = this.#look();
  }

  acquire(hold: HoldId, last: boolean, first: boolean): ScriptCall<AcquireReply> {
    return this.#heard({ ...fencedAcquireCall(hold, last, first), script: this.#script });
  }

  steal(hold: HoldId, theft: string): ScriptCall<AcquireReply> {
    return this.#heard(fencedStealCall(hold, theft));
  }

  /** Notes the token of its reply. */
  #heard(call: ScriptCall<AcquireReply>): ScriptCall<AcquireReply> {
    const told: Told = { token: undefined };
    this.#told = told;
    const decode = (reply: unknown): AcquireReply => {
      const answer = call.decode(reply);
      if (answer.kind === "held") told.token = answer.fencingToken;
      return answer;
    };
    return { ...call, decode };
  }

  /** Called right after the step was sent. */
  async see(step: WalkStep): Promise<TokenSeen> {
    const told = this.#told;
    this.#told = { token: undefined };
    const before = this.#before;
    const now = this.#look();
    this.#before = this.#disturb(step) ? this.#look() : now;
    return { told, before: await before, now: await now };
  }

  /** Sometimes deletes or replaces the latest token before the next acquire. */
  #disturb({ world }: WalkStep): boolean {
    const draw = this.#random(24);
    const token =
      draw < 2 ? "" : draw === 2 && !isLocked(world.redis) ? LATEST[this.#random(LATEST.length)] : undefined;
    if (token === undefined) return false;
    this.#set(token);
    return true;
  }

  #set(latest: string): void {
    const words = latest === "" ? ["DEL", this.#key] : ["SET", this.#key, latest];
    this.#connection.sendCommand(words).catch(() => {}); // the following look reports it
  }

  async #look(): Promise<Seen> {
    const [latest, time] = Object(await this.#connection.sendCommand(["EVAL", LOOK, "1", this.#key]));
    return { latest: BigInt(latest), time: BigInt(time) };
  }
}

/** Returns what is wrong with the token of a step. */
export function judgedToken(step: WalkStep, seen: TokenSeen): string | undefined {
  const wrong = judged(step, seen);
  return wrong && `M4: ${wrong}: ${seen.before.latest}, then ${seen.now.latest}`;
}

function judged(step: WalkStep, { told, before, now }: TokenSeen): string | undefined {
  const { event, ran, before: world } = step;
  if (event.kind === "java-locks")
    return now.latest === before.latest + 1n ? undefined : "Java's token is not one more";
  const isStolen = world.redis.counts.every((count, owner) => count === 0 || step.world.redis.counts[owner] === 0);
  const isHeld = ran?.request.op === "acquire" && ran.reply.kind === "held";
  if (!isHeld) {
    if (told.token !== undefined) return "a token without a hold";
    return now.latest === before.latest ? undefined : "raised by what takes nothing";
  }
  if (told.token !== String(now.latest)) return `the hold has ${told.token}`;
  const isOfClock = now.latest >= before.time && now.latest <= now.time;
  // It was deleted.
  if (before.latest === 0n) return isOfClock ? undefined : "not of the clock";
  if (isLocked(world.redis) && !isStolen) return now.latest === before.latest ? undefined : "raised while it was held";
  if (now.latest <= before.latest) return "not higher than all before";
  if (before.latest < before.time) return isOfClock ? undefined : "not of the clock";
  return now.latest === before.latest + 1n || isOfClock ? undefined : "neither of the clock nor one more";
}
