// The promises that hold in every simulated world, checked while it runs and at its end.

import type { Database } from "../../../src/engine/simulation/database.ts";
import type { DeviationName } from "../../../src/engine/simulation/deviation.ts";
import type { Invocation } from "../../../src/engine/simulation/isolate.ts";
import type { Network } from "../../../src/engine/simulation/network.ts";
import type { WaitMode } from "../../../src/lock/wait/wait-terms.ts";
import { keysWithoutTtl } from "../../support/keys-without-ttl.ts";
import type { Actor } from "./actor.ts";
import { isClean, type Profile, type ProgramName } from "./profile.ts";

export const PERMITS = 3;

// A waiter learns by a poll at the latest, or when the short lease of a grant that nobody heard has ended.
const FREE_MS = 7_000;
// In a queue, one after the other may be dead.
const FREE_IN_QUEUE_MS = 22_000;
const FREE_WITHOUT_FAULTS_MS = 2_000;
// Several locks are attempted one after the other, and all given back if one is busy.
const SEVERAL_WITHOUT_FAULTS_MS = 4_500;
/** For so long after a theft, a jump of Redis' clock or a loss of data, two may believe in one lock. */
export const DISTURBED_MS = 10_000;
// A waiter that lost its stream polls within this time.
const AFTER_HARD_FAULT_MS = 6_000;
// A fault may have its effect so much later.
export const CALM_MS = 8_000;
// A validity ends earlier than its lease by its share of it, and by this.
const EARLY_MS = 150;
const MONITOR_EVERY_MS = 100;
// A waiter opens its stream, attempts again, and the holder asks: each takes some round trips.
const ASKED_ROUND_TRIPS = 8;
// The streams of those who wait in no list are not counted at first.
const LEFT_STREAM_MS = 5_000;
// With less left, a waiter may poll.
const BY_MESSAGE_MS = 1_000;
/** The programs whose waiters are seen by the holders. */
const SEEN: ReadonlySet<ProgramName> = new Set([
  "lock",
  "fencedLock",
  "fairLock",
  "nonReentrantLock",
  "nonReentrantFairLock",
  "readWriteLock",
  "fairReadWriteLock",
  "permitExpirableSemaphore",
]);
/** Databases on which no release sends a message. */
const MUTE: ReadonlySet<DeviationName> = new Set([
  "PUBLISH refused",
  "PUBLISH refused after a write",
  "PUBLISH ends the script",
]);
const KEPT = keysWithoutTtl();

/** Those whose waiters stand in a list. */
const IN_LIST: ReadonlySet<ProgramName> = new Set(["lock", "fencedLock", "nonReentrantLock"]);

/** A lock with a name, and what is known of it. */
export class Resource {
  readonly program: ProgramName;
  readonly name: string;
  readonly beliefs = new Set<Belief>();
  readonly waits = new Set<Wait>();
  /** The holders that want to know whether somebody waits, and have not learnt that yet. */
  readonly looks = new Set<Look>();
  /** When a wait last ended without a grant. */
  leftAt = Number.NEGATIVE_INFINITY;
  /** The results of a flight, by their ids. */
  readonly runs = new Map<number, Run>();
  /** How many permits faults may have cost: of callers that were cut, killed, or not answered. */
  permitsAtRisk = 0;
  /** Until then, two may believe in it. */
  disturbedUntil = Number.NEGATIVE_INFINITY;
  /** The last time at which a hold was left to its lease; infinite: nothing ends it. */
  forgottenAt = Number.NEGATIVE_INFINITY;
  highestToken = 0n;
  /** Redis has lost its data: a permit without a lease, which it gave before, comes back to those that were set anew. */
  hasLostData = false;
  /** Since when it is free although somebody waits. */
  freeSince: number | undefined;
  /** Since when nobody who lives believes in it although somebody waits. */
  unusedSince: number | undefined;
  longestFreeMs = 0;
  isReported = false;

  constructor(program: ProgramName, name: string) {
    this.program = program;
    this.name = name;
  }

  get key(): string {
    return `lock:${this.name}`;
  }

  get isQueue(): boolean {
    return /fair/i.test(this.program);
  }

  /** A hold is left to its lease at this time. */
  leftToLease(now: number): void {
    this.forgottenAt = Math.max(this.forgottenAt, now);
  }

  /** A wait has ended. */
  waited(wait: Wait, now: number, isGranted: boolean): void {
    this.waits.delete(wait);
    for (const look of this.looks) look.waitedAt = now;
    if (!isGranted) this.leftAt = now;
  }

  /** For how many leases a forgotten hold may keep others from a lock that is free. */
  get leasesOfForgotten(): number {
    // A reader's release beside a forgotten one calls nobody, so a writer sleeps for the lease that it was told.
    if (/readWrite/i.test(this.program)) return 2;
    // It may be that of another one of several locks.
    return this.isSeveral ? 1 : 0;
  }

  get hasPermits(): boolean {
    return this.program === "semaphore" || this.hasLeasedPermits;
  }

  get hasLeasedPermits(): boolean {
    return this.program === "permitExpirableSemaphore" || this.program === "remotePermits";
  }

  /** Some callers reach it by the service of locks. */
  get isRemote(): boolean {
    return this.program.startsWith("remote");
  }

  get isSeveral(): boolean {
    return this.program === "multiLock" || this.program === "redLock";
  }
}

/** A result of a flight. */
export interface Run {
  /** Infinity: it is being made. */
  readonly madeAt: number;
  /** For how long it may be served. */
  readonly ttlMs: number;
}

/** A caller that believes to have a resource. */
export interface Belief {
  readonly actor: Actor;
  readonly invocation: Invocation;
  readonly resource: Resource;
  readonly owner: string;
  readonly isShared: boolean;
  readonly permits: number;
  /** When it was asked for, and when it was granted, ms of the world. */
  readonly askedAt: number;
  readonly grantedAt: number;
  readonly signal: AbortSignal | undefined;
  readonly fencingToken: string | undefined;
  /** Its lease; 0: not known. */
  readonly leaseMs: number;
  /** How often its isolate had been suspended. */
  readonly suspensions: number;
  /** A hash of Redis names its owner while it is valid. */
  readonly isInHash: boolean;
  /** Its caller has ended it. */
  isOver: boolean;
}

/** A holder that reads `wanted`. */
export interface Look {
  readonly belief: Belief;
  readonly since: number;
  /** It is renewed, and so asks. */
  readonly isKept: boolean;
  readonly listens: boolean;
  /** When another wait last ended. */
  waitedAt: number;
}

/** A caller that waits. */
export interface Wait {
  readonly actor: Actor;
  readonly invocation: Invocation;
  readonly startedAt: number;
  /** When its `waitMs` ends. */
  readonly until: number;
  readonly permits: number;
  readonly mode: WaitMode;
  /** It has a name of its own. Such a waiter stands in no list. */
  readonly hasOwner: boolean;
}

type Living = Pick<Belief, "actor" | "invocation">;

export function isGone({ actor, invocation }: Living): boolean {
  return actor.isolate.isDead || invocation.isCut;
}

/** Returns whether its caller still acts on it, as far as the hold tells it when it is asked. */
function believes(belief: Belief): boolean {
  const { actor, invocation, signal } = belief;
  return !isGone(belief) && actor.isolate.within(invocation, () => signal?.aborted !== true);
}

export class Checks {
  readonly #network: Network;
  readonly #database: Database;
  readonly #profile: Profile;
  readonly #resources: readonly Resource[];
  readonly #isClean: boolean;

  constructor(network: Network, database: Database, profile: Profile, resources: readonly Resource[]) {
    this.#network = network;
    this.#database = database;
    this.#profile = profile;
    this.#resources = resources;
    this.#isClean = isClean(profile);
  }

  /** Somebody believes to have a resource from now on. `floor`: the highest token when it was asked for. */
  granted(belief: Belief, floor: bigint): void {
    const { resource, fencingToken } = belief;
    resource.beliefs.add(belief);
    // It may end before the monitor looks.
    resource.unusedSince = undefined;
    resource.freeSince = undefined;
    belief.signal?.addEventListener("abort", () => {
      if (resource.beliefs.delete(belief)) this.#lost(belief);
    });
    this.exclusive(belief, "at its grant");
    if (fencingToken === undefined) return;
    const token = BigInt(fencingToken);
    if (token <= floor && belief.askedAt > resource.disturbedUntil) {
      this.#world.problem(`TOKEN ${token} of ${resource.name} is not above ${floor}`);
    }
    if (token > resource.highestToken) resource.highestToken = token;
  }

  /** No two callers believe in one lock, and no more permits are taken than there are. */
  exclusive(belief: Belief, when: string): void {
    const { resource } = belief;
    if (belief.askedAt <= resource.disturbedUntil || !believes(belief)) return;
    const valid = [...resource.beliefs].filter(
      (other) =>
        (other === belief || !other.actor.isolate.isSuspended) &&
        other.askedAt > resource.disturbedUntil &&
        believes(other),
    );
    if (resource.program === "semaphore" && resource.hasLostData) return;
    if (resource.hasPermits) {
      const taken = valid.reduce((sum, { permits }) => sum + permits, 0);
      if (taken > PERMITS) this.#world.problem(`PERMITS ${taken} of ${PERMITS} of ${resource.name} ${when}`);
      return;
    }
    for (const other of valid) {
      const isBoth = other === belief || other.owner === belief.owner || (other.isShared && belief.isShared);
      if (isBoth || resource.program === "newest") continue;
      const [one, two] = [belief, other].map(({ actor, owner, grantedAt }) => {
        return `${actor.name} ${owner.slice(-8)} since ${grantedAt.toFixed(1)}`;
      });
      this.#world.problem(`TWO HOLDERS of ${resource.name} ${when}: ${one} and ${two}`);
    }
  }

  /** A caller has learnt that it has lost a resource: neither too late, nor, without a fault, before the end of its lease. */
  #lost(belief: Belief): void {
    const { resource, actor, owner, askedAt, grantedAt, leaseMs, suspensions } = belief;
    const world = this.#world;
    const { isolate } = actor;
    const isCalm = askedAt > resource.disturbedUntil && world.now > resource.disturbedUntil;
    // The world ends.
    if (Object(belief.signal?.reason).code === "CLOSED") return;
    if (!isCalm || isGone(belief) || isolate.suspensions !== suspensions || resource.program === "newest") return;
    const who = `${resource.name} of ${actor.name} as ${owner.slice(-8)}`;
    if (belief.isInHash && this.#database.isUp && !this.#isInRedis(belief)) {
      world.problem(`LOST TOO LATE: ${who}, Redis has not had it any more`);
    }
    const hadFault = world.lastFaultAt > askedAt - CALM_MS;
    const { roundTripMs, jitterMs } = this.#profile;
    // A connection of TCP has to be opened.
    const ways = actor.isOverTcp ? 2 : 1;
    // With a short lease, slow answers alone may cost it.
    const isLong = leaseMs > 8 * ways * (roundTripMs + 8 * jitterMs);
    // It counts from before the first of the requests that brought it. A service may have waited since.
    const least = 0.98 * leaseMs - 3 * ways * (roundTripMs + 4 * jitterMs) - EARLY_MS;
    const ms = world.now - (resource.isRemote ? askedAt : grantedAt);
    if (!hadFault && isLong && ms < least) {
      world.problem(`LOST TOO EARLY: ${who}, after ${ms.toFixed(0)} ms of ${leaseMs}`);
    }
  }

  #isInRedis({ resource: { key }, owner }: Belief): boolean {
    return [owner, `${owner}:write`].some((field) => this.#database.ask("HEXISTS", key, field) === 1);
  }

  /** A holder learns that somebody waits, and somebody does. */
  told(look: Look): void {
    const { belief, since } = look;
    const { resource, actor } = belief;
    const now = this.#world.now;
    resource.looks.delete(look);
    if (resource.waits.size > 0 || !this.#isCalmFor(belief)) return;
    const ms = now - Math.max(look.waitedAt, Math.min(resource.leftAt, since));
    if (ms <= this.#askedMs + LEFT_STREAM_MS) return;
    this.#world.problem(
      `TOLD FALSELY: nobody has waited for ${resource.name} of ${actor.name} for ${ms.toFixed(0)} ms`,
    );
  }

  /** Looks at all resources, again and again until `untilMs`. */
  monitor(untilMs: number): void {
    for (const resource of this.#resources) {
      this.#keysOfBeliefs(resource);
      this.#unused(resource);
      this.#starving(resource);
      this.#untold(resource);
    }
    if (this.#world.now < untilMs) this.#world.after(MONITOR_EVERY_MS, () => this.monitor(untilMs));
  }

  /** All calls have ended, but for those that were cut. */
  settled(): void {
    for (const { name, waits } of this.#resources) {
      for (const wait of waits) {
        if (isGone(wait) || wait.actor.isolate.isSuspended) continue;
        this.#world.problem(`NEVER SETTLED ${name}: ${wait.actor.name} since ${wait.startedAt.toFixed(0)}`);
      }
    }
  }

  /** All clients are closed, and all leases have ended: nothing is held. */
  free(): void {
    const database = this.#database;
    for (const resource of this.#resources) {
      const { program, name, key } = resource;
      if (resource.hasPermits) this.#allPermits(resource);
      else if (program !== "countDownLatch" && database.ask("EXISTS", key) !== 0) {
        const ttlMs = database.ask("PTTL", key);
        this.#world.problem(`NOT FREE at the end: ${name}, for ${ttlMs} ms`);
      }
    }
    for (const key of keysIn(database.ask("KEYS", "*"))) {
      if (database.ask("PTTL", key) !== -1 || KEPT.some((pattern) => pattern.test(key))) continue;
      this.#world.problem(`KEPT FOR EVER ${key}`);
    }
  }

  get #world(): Network["world"] {
    return this.#network.world;
  }

  /** No caller believes in a lock that Redis has given to nobody, or to another one. */
  #keysOfBeliefs(resource: Resource): void {
    const database = this.#database;
    if (!database.isUp || this.#world.now <= resource.disturbedUntil) return;
    for (const belief of resource.beliefs) {
      if (!belief.isInHash || belief.askedAt <= resource.disturbedUntil) continue;
      const { owner, actor } = belief;
      if (this.#isInRedis(belief)) continue;
      if (actor.isolate.isSuspended || !believes(belief)) continue;
      this.#world.problem(`NOT IN REDIS: ${actor.name} believes in ${resource.name} as ${owner.slice(-8)}`);
      resource.beliefs.delete(belief);
    }
  }

  /** A resource in which nobody believes is granted to somebody who waits. */
  #unused(resource: Resource): void {
    const world = this.#world;
    const isWanted = [...resource.waits].some(
      (wait) => this.#canAct(wait) && world.now > wait.startedAt + 1_000 && !resource.isReported,
    );
    const isUsed = resource.program === "semaphore" || resource.program === "countDownLatch";
    // Without a look at their signals: a holder that does not look either must hear of its loss.
    const hasHolder = [...resource.beliefs].some((belief) => !isGone(belief));
    if (!isWanted || isUsed || hasHolder || !this.#database.isUp) {
      resource.unusedSince = undefined;
      return;
    }
    resource.unusedSince ??= world.now;
    const leaseMs = this.#longestLeaseMs;
    const calmSince = Math.max(world.lastFaultAt, resource.forgottenAt) + leaseMs;
    const ms = world.now - Math.max(resource.unusedSince, calmSince, resource.disturbedUntil);
    // A client of a service counts a grant from its request. It renews if a third of the lease or more is over by then.
    const uncountedMs = resource.isRemote ? leaseMs / 3 : 0;
    if (ms > uncountedMs + (resource.isQueue || this.#isMute ? FREE_IN_QUEUE_MS : FREE_MS)) {
      this.#report(resource, `UNUSED ${resource.name}: nobody has it for ${ms.toFixed(0)} ms`);
    }
  }

  /** A resource that is free in Redis is granted to somebody who waits. */
  #starving(resource: Resource): void {
    const world = this.#world;
    const able = [...resource.waits].filter((wait) => this.#canAct(wait));
    if (able.length === 0 || !this.#database.isUp || !this.#isFree(resource, able)) {
      resource.freeSince = undefined;
      return;
    }
    resource.freeSince ??= world.now;
    const couldTakeIt = Math.min(...able.map(({ startedAt, actor }) => Math.max(startedAt, actor.resumedAt)));
    const lastForgotten = resource.forgottenAt + resource.leasesOfForgotten * this.#longestLeaseMs;
    const calmSince = Math.max(world.lastHardFaultAt + AFTER_HARD_FAULT_MS, world.lastFaultAt, lastForgotten);
    const ms = world.now - Math.max(resource.freeSince, calmSince, couldTakeIt);
    resource.longestFreeMs = Math.max(resource.longestFreeMs, ms);
    if (ms > this.#mostFreeMs(resource)) {
      this.#report(resource, `STARVED ${resource.name}: free for ${ms.toFixed(0)} ms while ${able.length} wait`);
    }
  }

  /** A holder learns of those who wait by its next renewal, at the latest. */
  #untold(resource: Resource): void {
    const world = this.#world;
    if (!SEEN.has(resource.program)) return;
    // A waiter whose stream was cut polls until it has another one. Without a list or queue, nobody sees it.
    if (this.#uncountedMs(resource) > 0 && this.#profile.harm.network) return;
    for (const look of resource.looks) {
      const { belief, isKept, since, listens } = look;
      if (!isKept || belief.isOver || !this.#isCalmFor(belief) || !believes(belief)) continue;
      const seen = [...resource.waits].filter((wait) => this.#isSeen(wait, belief));
      const ms = world.now - Math.max(since, Math.min(...seen.map(({ startedAt }) => startedAt)));
      if (ms <= belief.leaseMs / 3 + this.#askedMs + this.#uncountedMs(resource)) continue;
      resource.looks.delete(look);
      const who = `${resource.name} of ${belief.actor.name}${listens ? ", which listens" : ""}`;
      world.problem(`NOT TOLD: somebody has waited for ${who} for ${ms.toFixed(0)} ms`);
    }
  }

  #isSeen(wait: Wait, { leaseMs, resource }: Belief): boolean {
    if (wait.mode === "poll" || !this.#canAct(wait)) return false;
    if (wait.hasOwner && IN_LIST.has(resource.program)) return false;
    return wait.mode === "subscribe" || Math.min(leaseMs / 2, wait.until - this.#world.now) > BY_MESSAGE_MS;
  }

  /** For how long those who wait in no list or queue are not counted. */
  #uncountedMs({ program }: Resource): number {
    return program === "readWriteLock" || program === "permitExpirableSemaphore" ? LEFT_STREAM_MS : 0;
  }

  get #askedMs(): number {
    const { roundTripMs, jitterMs } = this.#profile;
    return MONITOR_EVERY_MS + ASKED_ROUND_TRIPS * (roundTripMs + 4 * jitterMs);
  }

  /** Returns whether nothing has disturbed the world since this hold was asked for. */
  #isCalmFor({ askedAt, resource }: Belief): boolean {
    const { lastFaultAt } = this.#world;
    return (
      lastFaultAt < askedAt - CALM_MS && askedAt > resource.disturbedUntil && this.#profile.deviation === undefined
    );
  }

  /** Callers may choose a lease of up to 8 s. */
  get #longestLeaseMs(): number {
    return Math.max(this.#profile.leaseMs, 8_000);
  }

  #mostFreeMs({ isQueue, isSeveral }: Resource): number {
    if (!this.#isClean || this.#isMute) return isQueue ? FREE_IN_QUEUE_MS : FREE_MS;
    // The next in a queue may have been told of a longer lease than the one before it took. It polls.
    if (isQueue) return FREE_MS;
    return isSeveral ? SEVERAL_WITHOUT_FAULTS_MS : FREE_WITHOUT_FAULTS_MS;
  }

  /** Waiters poll, and a grant that nobody hears ends before the next one. */
  get #isMute(): boolean {
    const { deviation } = this.#profile;
    return deviation !== undefined && MUTE.has(deviation);
  }

  #isFree({ program, key, hasLeasedPermits }: Resource, able: readonly Wait[]): boolean {
    const database = this.#database;
    // Its leases are in a set of their own; and those of a red lock in several databases.
    if (hasLeasedPermits || program === "redLock") return false;
    if (program === "semaphore") {
      const left = database.ask("GET", key);
      return left !== null && able.some(({ permits }) => permits <= Number(left));
    }
    // A result that is lost on its way is asked for again only by the next poll.
    if (program === "singleFlight" && this.#network.rates.loss > 0) return false;
    return database.ask("EXISTS", key) === 0;
  }

  /** No permit is there twice; none is lost but by a fault. */
  #allPermits({ program, hasLeasedPermits, name, key, permitsAtRisk, hasLostData }: Resource): void {
    if (program === "semaphore" && hasLostData) return;
    const database = this.#database;
    const given = database.ask("GET", key);
    if (given === null) return;
    // Leases that have ended stay there until the next caller comes.
    const ended = hasLeasedPermits
      ? Number(database.ask("ZCOUNT", `{${key}}:timeout`, "-inf", String(this.#nowOfRedis())))
      : 0;
    const left = Number(given) + ended;
    const isRight = left <= PERMITS && left >= PERMITS - (hasLeasedPermits ? 0 : permitsAtRisk);
    if (!isRight) this.#world.problem(`PERMITS at the end: ${left} of ${PERMITS} of ${name}`);
  }

  #nowOfRedis(): number {
    const time = this.#database.ask("TIME");
    return Array.isArray(time) ? Number(time[0]) * 1_000 : Number.NaN;
  }

  #canAct(wait: Wait): boolean {
    return !isGone(wait) && !wait.actor.isolate.isSuspended && this.#world.now < wait.until;
  }

  #report(resource: Resource, text: string): void {
    if (resource.isReported) return;
    resource.isReported = true;
    this.#world.problem(`${text}, last fault at ${this.#world.lastFaultAt.toFixed(0)}`);
  }
}

function keysIn(reply: unknown): string[] {
  return Array.isArray(reply) ? reply.map(String) : [];
}
