// The valid tokens of a fenced lock at each step of a walk, by the model's lock alone. An acquire of the free lock gets
// a higher token than all before, which stays until the lock is free again.

import { tokenKey } from "../../../src/lock/keys.ts";
import { fencedAcquireCall } from "../../../src/lock/lua/fenced.ts";
import { fencedAcquire } from "../../../src/lock/lua/generated.ts";
import { fencedStealCall } from "../../../src/lock/lua/steal.ts";
import type { AcquireReply, HoldId, LuaScript, ScriptCall } from "../../../src/lock/protocol.ts";
import { type Connection, JAVA_LOCKS, type Taking } from "./real.ts";
import { isLocked } from "./redis.ts";
import type { Random, WalkStep } from "./walk.ts";

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

/** A step, and its observed token. */
interface Followed {
  readonly step: WalkStep;
  readonly told: Told;
  readonly seen: Promise<Seen>;
  /** Read before the next step, because the latest token may have been written or deleted meanwhile. */
  readonly left: Promise<Seen>;
  /** Lines of the story up to this step. */
  readonly lines: number;
}

interface Told {
  /** Undefined: the step returned none. */
  token: string | undefined;
}

interface Seen {
  readonly latest: bigint;
  /** By the Redis clock, after the step, microseconds. */
  readonly time: bigint;
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
  readonly #before: Promise<Seen>;
  readonly #steps: Followed[] = [];
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
  follow(step: WalkStep, lines: number): void {
    const seen = this.#look();
    const left = this.#disturb(step) ? this.#look() : seen;
    this.#steps.push({ step, told: this.#told, seen, left, lines });
    this.#told = { token: undefined };
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

  /** Returns the first step after which a token is invalid. */
  async failure(story: readonly string[]): Promise<string | undefined> {
    let before = await this.#before;
    for (const { step, told, seen, left, lines } of this.#steps) {
      const now = await seen;
      const wrong = judged(step, told, before, now);
      if (wrong !== undefined)
        return [...story.slice(0, lines), `${wrong}: ${before.latest}, then ${now.latest}`].join("\n  ");
      before = await left;
    }
    return undefined;
  }

  async #look(): Promise<Seen> {
    const [latest, time] = Object(await this.#connection.sendCommand(["EVAL", LOOK, "1", this.#key]));
    return { latest: BigInt(latest), time: BigInt(time) };
  }
}

function judged(step: WalkStep, told: Told, before: Seen, now: Seen): string | undefined {
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
