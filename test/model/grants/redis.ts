// The scripts of the plain lock with standing requests, as docs/audit/replay-safety.md and the contracts of the scripts
// describe them. The judge learns from each effect.
import type { Judge } from "./judge.ts";
import type { Scenario } from "./scenario.ts";
import { type Answer, type End, JAVA, type Mark, NOBODY, type Request, redisNow, type World } from "./world.ts";

/** Protections that a search may leave out: each must be needed. */
export type Guard =
  | "a grant looks at the owner state"
  | "a grant writes the owner state"
  | "the last refusal is remembered"
  | "no grant is taken back"
  | "a freed lock is published if nobody gets it"
  | "validity counts from Redis' clock"
  | "the anchor counts from when its request was sent"
  | "validity counts from the arrival at most"
  | "who leaves cancels"
  | "only grants of those known to have left are given back";

export class ModelRedis {
  readonly #scenario: Scenario;
  readonly #judge: Judge;
  readonly #without: Guard | undefined;
  /** The last run published a release. */
  hasPublished = false;

  constructor(scenario: Scenario, judge: Judge, without: Guard | undefined) {
    this.#scenario = scenario;
    this.#judge = judge;
    this.#without = without;
  }

  /** `leavesFree`: a release leaves the lock free for a moment, for those who do not stand. */
  run(world: World, request: Request, leavesFree: boolean): Answer {
    this.hasPublished = false;
    const before = world.holder;
    const answer = this.#answer(world, request, leavesFree);
    if (before !== NOBODY && world.holder === NOBODY && !this.hasPublished) this.#judge.found("untold");
    return answer;
  }

  /** Frees the lock regardless of its owner. */
  force(world: World): void {
    this.hasPublished = false;
    if (world.holder !== JAVA) world.robbed[world.holder] = true;
    this.#free(world);
    this.#serve(world, false);
    if (world.holder === NOBODY && !this.hasPublished) this.#judge.found("untold");
  }

  #answer(world: World, { what, client, isLast }: Request, leavesFree: boolean): Answer {
    const mark = world.marks[client] ?? "";
    if (what === "acquire") {
      const isListed = isLast || knowsItsRequest(world, client);
      const attempt = this.#acquire(world, client, isLast, mark);
      if (isListed && (isLast || attempt.kind !== "busy")) {
        world.standing.splice(0, Number.POSITIVE_INFINITY, ...world.standing.filter((each) => each !== client));
      }
      return attempt;
    }
    if (isEnd(mark)) return this.#ended(world, client, mark);
    if (what === "renew") return this.#renew(world, client);
    if (world.holder === client) {
      this.#judge.counts(world, client, "foreign");
      this.#free(world);
      const ended = this.#ended(world, client, "released");
      this.#serve(world, leavesFree);
      return ended;
    }
    return this.#ended(world, client, world.holder === NOBODY ? "free" : "taken");
  }

  #acquire(world: World, client: number, isLast: boolean, mark: Mark): Answer {
    const redis = redisNow(world);
    if (isEnd(mark)) return this.#ended(world, client, mark);
    if (mark === "granted" && world.holder !== client) return this.#ended(world, client, "lost");
    if (mark === "granted") this.#judge.counts(world, client, "false-held");
    const held = { kind: "held", end: "", redis } as const;
    if (world.holder === client) return { ...held, left: world.leaseEnds - redis };
    const lease = this.#scenario.leases[client] ?? 0;
    const steals = this.#scenario.thief === client;
    if (world.holder === NOBODY || steals) {
      if (world.holder !== NOBODY && world.holder !== JAVA) {
        world.marks[world.holder] = "stolen";
        world.robbed[world.holder] = true;
      }
      this.#free(world);
      this.#take(world, client, lease);
      return { ...held, left: lease };
    }
    if (isLast) {
      if (this.#without !== "the last refusal is remembered") world.marks[client] = "refused";
      this.#judge.ended(world, client, "refused");
      return { kind: "busy", left: 0, end: "refused", redis };
    }
    if (!knowsItsRequest(world, client)) world.standing.push(client);
    return { kind: "busy", left: world.leaseEnds - redis, end: "", redis };
  }

  #renew(world: World, client: number): Answer {
    const redis = redisNow(world);
    if (world.holder !== client) return this.#ended(world, client, "lost");
    this.#judge.counts(world, client, "false-renewed");
    const lease = this.#scenario.leases[client] ?? 0;
    world.leaseEnds = Math.max(world.leaseEnds, redis + lease);
    return { kind: "renewed", left: lease, end: "", redis };
  }

  #ended(world: World, client: number, end: End): Answer {
    if (end === "lost" && world.live === client) this.#judge.found("false-lost");
    world.marks[client] = end;
    this.#judge.ended(world, client, end);
    return { kind: "ended", left: 0, end, redis: redisNow(world) };
  }

  #free(world: World): void {
    world.holder = NOBODY;
    world.leaseEnds = 0;
    world.live = NOBODY;
  }

  #take(world: World, client: number, ticks: number): void {
    this.#judge.granted(world, client);
    world.holder = client;
    world.leaseEnds = redisNow(world) + ticks;
    world.live = client;
    world.granted[client] = true;
    world.marks[client] = this.#without === "a grant writes the owner state" ? "" : "granted";
  }

  #publish(): void {
    if (this.#without !== "a freed lock is published if nobody gets it") this.hasPublished = true;
  }

  /** Grants the freed lock to the first that stands, or publishes the release. */
  #serve(world: World, leavesFree: boolean): void {
    if (leavesFree && world.standing.length > 0) {
      this.#publish();
      return;
    }
    for (let next = world.standing.shift(); next !== undefined; next = world.standing.shift()) {
      if (world.deaf[next]) continue;
      const isNew = world.marks[next] === "";
      if (!isNew && this.#without !== "a grant looks at the owner state") continue;
      const { confirm } = this.#scenario;
      this.#take(world, next, confirm);
      world.messages.push({ client: next, grantedAt: redisNow(world), confirm });
      if (this.#without !== "no grant is taken back" || world.left.undone === 0) return;
      // By the number of receivers that PUBLISH tells.
      world.left.undone -= 1;
      this.#free(world);
      world.marks[next] = "";
      world.granted[next] = false;
    }
    this.#publish();
  }
}

/** A copy of a first attempt may add its request twice. Later attempts know it, and keep its place. */
export function knowsItsRequest({ standing }: World, client: number): boolean {
  return standing.filter((each) => each === client).length === 2;
}

function isEnd(mark: Mark): mark is End {
  return mark !== "" && mark !== "granted";
}
