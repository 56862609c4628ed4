// The same steps on a real Redis, by the project's own calls. A tick passes by subtracting its length from the TTL of
// the lock. A lease has six ticks, and the confirmation lease one: so the scripts choose it.
import { forcedReleaseKey, ownerStateKey, standingKey } from "../../../src/lock/keys.ts";
import { cancelCall, forceReleaseCall, releaseCall, renewCall } from "../../../src/lock/lua/lock/calls.ts";
import type { GrantedHold, ScriptCall } from "../../../src/lock/protocol.ts";
import { ownerNamed } from "../../support/owners.ts";
import { runDirectly } from "../../support/run-directly.ts";
import { channelOf, requestOf, stand } from "../../support/standing.ts";
import { type Connection, JAVA_LOCKS } from "../real.ts";
import { knowsItsRequest } from "./redis.ts";
import type { Scenario } from "./scenario.ts";
import type { Ran } from "./successors.ts";
import { type Answer, JAVA, NOBODY, type Request, type World } from "./world.ts";

const TICK_MS = 5_000;
const JAVA_OWNER = ownerNamed("java:1");
const FORCE_ID = "force";
const TICK = `local left = redis.call('PTTL', KEYS[1])
if left >= 0 then redis.call('PEXPIRE', KEYS[1], left - tonumber(ARGV[1])) end`;

/** One lock on Redis, and the mailboxes of its waiters. */
export class RealLock {
  readonly #redis: Connection;
  readonly #ears: Connection;
  readonly #key: string;
  readonly #holds: readonly GrantedHold[];
  readonly #seenMs: number;

  private constructor(redis: Connection, ears: Connection, key: string, holds: readonly GrantedHold[], seenMs: number) {
    this.#redis = redis;
    this.#ears = ears;
    this.#key = key;
    this.#holds = holds;
    this.#seenMs = seenMs;
  }

  static async start(redis: Connection, ears: Connection, key: string, { leases }: Scenario): Promise<RealLock> {
    const holds = leases.map((ticks, nth) => {
      const owner = ownerNamed(`${key}:${nth}`);
      return { key, owner, holdId: owner, ownerIsNew: true, leaseMs: ticks * TICK_MS, epoch: "" };
    });
    const [seconds] = (await redis.sendCommand(["TIME"])) as string[];
    for (const hold of holds) await ears.subscribe(channelOf(hold), ignore);
    return new RealLock(redis, ears, key, holds, Number(seconds) * 1_000);
  }

  async end(): Promise<void> {
    for (const hold of this.#holds) await this.#ears.unsubscribe(channelOf(hold));
  }

  /** Runs a step. `before`: the world before it. Returns the answer of a request. */
  async run(ran: Ran, before: World): Promise<Pick<Answer, "kind" | "end"> | undefined> {
    const key = this.#key;
    if (ran.kind === "request") return this.#request(ran.request, before, ran.leavesFree);
    if (ran.kind === "tick") await this.#redis.sendCommand(["EVAL", TICK, "1", key, String(TICK_MS)]);
    if (ran.kind === "java locks") {
      await this.#redis.sendCommand(["EVAL", JAVA_LOCKS, "1", key, JAVA_OWNER, String(2 * TICK_MS)]);
    }
    if (ran.kind === "java unlocks") await this.#redis.sendCommand(["DEL", key]);
    if (ran.kind === "force") {
      await runDirectly(this.#redis, forceReleaseCall(key, FORCE_ID));
      await this.#redis.sendCommand(["DEL", forcedReleaseKey(key, FORCE_ID)]);
    }
    return undefined;
  }

  /** Returns what the model has, too: holder, remaining ticks, marks, and who stands. */
  async look(): Promise<string> {
    const states = this.#holds.map(({ owner }) => ownerStateKey(this.#key, owner));
    const [holders, ttl, marks, listed] = await Promise.all([
      this.#redis.sendCommand(["HKEYS", this.#key]),
      this.#redis.sendCommand(["PTTL", this.#key]),
      this.#redis.sendCommand(["MGET", ...states]),
      this.#redis.sendCommand(["LRANGE", standingKey(this.#key), "0", "-1"]),
    ]);
    const nth = (owner: unknown): number => this.#holds.findIndex((hold) => hold.owner === owner);
    const [holder] = texts(holders);
    return shown({
      holder: holder === undefined ? NOBODY : holder === JAVA_OWNER ? JAVA : nth(holder),
      left: Math.max(0, Math.ceil(Number(ttl) / TICK_MS)),
      marks: texts(marks).map((text) => text.replace("|+", "granted").replace(/^\|-/, "")),
      standing: texts(listed).map((text) => nth(text.split(" ")[1])),
    });
  }

  async #request({ what, client, isLast }: Request, before: World, leavesFree: boolean) {
    const hold = this.#holds[client];
    if (hold === undefined) throw new RangeError(`no client ${client}`);
    const isListed = isLast || knowsItsRequest(before, client);
    const listed = isListed ? requestOf(hold, { seenMs: this.#seenMs }) : "";
    const since = leavesFree ? "1" : "";
    const calls: Record<Request["what"], () => ScriptCall<{ kind: string; end?: string }>> = {
      acquire: () => stand(hold, { seenMs: this.#seenMs, listed, last: isLast }),
      renew: () => renewCall(hold, true),
      release: () => releaseCall(hold, false, "", { since }),
      cancel: () => cancelled(cancelCall(hold), since),
    };
    const { kind, end = "" } = await runDirectly(this.#redis, calls[what]());
    return { kind, end: isLast && kind === "busy" ? "refused" : end } as Pick<Answer, "kind" | "end">;
  }
}

/** Returns what `look` returns, from the model. */
export function expected({ holder, leaseEnds, now, ahead, marks, standing }: World): string {
  const left = holder === NOBODY ? 0 : leaseEnds - now - ahead;
  return shown({ holder, left, marks, standing });
}

function shown(facts: { holder: number; left: number; marks: readonly string[]; standing: readonly number[] }): string {
  return JSON.stringify(facts);
}

/** A cancel that leaves the lock free for a moment. */
function cancelled<Reply>(call: ScriptCall<Reply>, since: string): ScriptCall<Reply> {
  return since === "" ? call : { ...call, args: [...call.args, since] };
}

function texts(reply: unknown): string[] {
  return Array.isArray(reply) ? reply.map((each) => String(each ?? "")) : [];
}

function ignore(): void {}
