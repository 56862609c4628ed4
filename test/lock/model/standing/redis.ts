// An independent implementation of each script, run one at a time, and of what Redisson and time do to the lock.
import type { WithoutGrant } from "./guards.ts";
import {
  clientOfOwner,
  clientPlan,
  type GrantScenario,
  isOnlyCalled,
  isolateOfOwner,
  isolatePlan,
} from "./scenario.ts";
import { Serving } from "./serve.ts";
import {
  type End,
  type Entry,
  FREE,
  JAVA,
  NEVER,
  type OwnerState,
  type Published,
  type Reply,
  type Request,
  redisNow,
  type World,
} from "./world.ts";

const JAVA_LEASE = 2;

export interface Ran {
  readonly reply: Reply;
  readonly published: readonly Published[];
}

/** Runs the script of a request. */
export function runScript(world: World, request: Request, scenario: GrantScenario, without: WithoutGrant): Ran {
  const run = new Run(world, request, scenario, without);
  return { reply: run.reply(), published: run.serving.published };
}

/** A forced release of the held lock. */
export function forceRelease(world: World, scenario: GrantScenario, without: WithoutGrant): readonly Published[] {
  const serving = new Serving(world, scenario, without);
  serving.free();
  if (without.has("force-serves")) return [{ kind: "freed" }];
  serving.freed(NEVER);
  return serving.published;
}

export function javaLocks(world: World): void {
  world.redis.holder = JAVA;
  world.redis.until = redisNow(world) + JAVA_LEASE;
}

/** Redisson knows nothing of those that stand. */
export function javaUnlocks({ redis }: World): void {
  redis.holder = FREE;
  redis.until = 0;
}

/** Frees the lock if its lease has ended. */
export function expire(world: World): boolean {
  const { redis } = world;
  if (redis.holder === FREE || redisNow(world) < redis.until) return false;
  redis.holder = FREE;
  redis.until = 0;
  return true;
}

class Run {
  readonly serving: Serving;
  readonly #world: World;
  readonly #request: Request;
  readonly #scenario: GrantScenario;
  readonly #without: WithoutGrant;

  constructor(world: World, request: Request, scenario: GrantScenario, without: WithoutGrant) {
    this.#world = world;
    this.#request = request;
    this.#scenario = scenario;
    this.#without = without;
    this.serving = new Serving(world, scenario, without);
  }

  reply(): Reply {
    const { op, last } = this.#request;
    if (op === "renew") return this.#renew();
    if (op !== "acquire") return this.#end();
    const reply = this.#acquire();
    if (reply.kind !== "busy" || last) this.#takeOut("leaves-with-attempt");
    return reply;
  }

  #acquire(): Reply {
    const { redis } = this.#world;
    const { owner, last } = this.#request;
    const { lease, steals } = clientPlan(this.#scenario, clientOfOwner(this.#scenario, owner));
    const state = this.#state();
    if (isEnd(state)) return ended(state);
    const isBlind = state === "" && this.#without.has("sees-own-hold");
    if (redis.holder === owner && !isBlind) {
      if (state === "" && !this.#without.has("writes-found-grant"))
        this.serving.take(owner, Math.max(lease, this.#remaining()));
      return { kind: "held", remaining: this.#remaining() };
    }
    if (state === "+") return this.#remember("lost");
    if (redis.holder !== FREE && steals) {
      if (redis.holder !== JAVA) redis.states[redis.holder] = "stolen";
      this.serving.free();
    }
    if (redis.holder === FREE) {
      this.serving.take(owner, lease);
      return { kind: "held", remaining: lease };
    }
    if (last && !this.#without.has("last-refused")) redis.states[owner] = "refused";
    const stands = last ? undefined : this.#stand();
    return { kind: "busy", remaining: this.#remaining(), at: redisNow(this.#world), stands };
  }

  /** Keeps the place of a request that is in the list. */
  #stand(): Entry {
    const { redis } = this.#world;
    const { owner, listed, seen } = this.#request;
    const ages = this.#scenario.standing !== undefined;
    const counts = listed === undefined && !this.serving.isHeard(owner);
    const onlyCalled = counts || isOnlyCalled(isolatePlan(this.#scenario, isolateOfOwner(this.#scenario, owner)));
    const entry = { owner, seen: ages ? (seen === NEVER ? redisNow(this.#world) : seen) : 0, onlyCalled };
    const place = redis.list.findIndex((each) => isSame(each, listed));
    if (place < 0) redis.list.push(entry);
    else redis.list[place] = entry;
    redis.flag = true;
    return entry;
  }

  #renew(): Reply {
    const { redis } = this.#world;
    const { owner } = this.#request;
    const state = this.#state();
    if (isEnd(state)) return ended(state);
    if (redis.holder !== owner) return this.#remember("lost");
    const { lease } = clientPlan(this.#scenario, clientOfOwner(this.#scenario, owner));
    redis.until = Math.max(redis.until, redisNow(this.#world) + lease);
    redis.states[owner] = "+";
    return { kind: "renewed", remaining: lease };
  }

  #end(): Reply {
    const { redis } = this.#world;
    const { op, owner, since } = this.#request;
    if (op === "cancel") this.#takeOut("leaves-with-cancel");
    const state = this.#state();
    if (isEnd(state)) return ended(state);
    if (redis.holder !== owner) {
      const isRelease = op === "release" && !this.#without.has("leaves-with-loss");
      if (this.#scenario.locksKeys && isRelease) this.serving.leave(owner);
      return this.#remember(redis.holder === FREE ? "free" : "taken");
    }
    this.serving.free();
    const reply = this.#remember("released");
    if (op !== "pass") this.serving.freed(op === "release" ? since : NEVER);
    else if (this.#passes()) return { ...reply, passed: true };
    return reply;
  }

  /** Returns whether the next owner got the freed lock. */
  #passes(): boolean {
    const { redis } = this.#world;
    const { next, since } = this.#request;
    if (this.#scenario.locksKeys) this.serving.leave(next);
    else this.#takeOut();
    if (redis.states[next] === "") {
      this.serving.take(next, clientPlan(this.#scenario, clientOfOwner(this.#scenario, next)).lease);
      return true;
    }
    if (this.#without.has("pass-serves")) this.serving.published.push({ kind: "freed" });
    else this.serving.freed(since);
    return false;
  }

  /** `guard`: by which it takes out all requests of its owner. */
  #takeOut(guard?: "leaves-with-attempt" | "leaves-with-cancel"): void {
    const { redis } = this.#world;
    const { listed, owner } = this.#request;
    if (this.#scenario.locksKeys && guard !== undefined && !this.#without.has(guard)) this.serving.leave(owner);
    if (listed !== undefined) redis.list = redis.list.filter((each) => !isSame(each, listed));
  }

  #state(): OwnerState {
    return this.#world.redis.states[this.#request.owner] ?? "";
  }

  #remaining(): number {
    return this.#world.redis.until - redisNow(this.#world);
  }

  #remember(end: End): Extract<Reply, { kind: "ended" }> {
    this.#world.redis.states[this.#request.owner] = end;
    return ended(end);
  }
}

function isSame(one: Entry, other: Entry | undefined): boolean {
  return one.owner === other?.owner && one.seen === other.seen && one.onlyCalled === other.onlyCalled;
}

function isEnd(state: OwnerState): state is End {
  return state !== "" && state !== "+";
}

function ended(end: End): Extract<Reply, { kind: "ended" }> {
  return { kind: "ended", end, passed: false };
}
