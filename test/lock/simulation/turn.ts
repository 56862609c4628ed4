// One operation of a caller in a simulated world: its options, its beliefs, and its duration.
import type { Invocation } from "../../../src/engine/simulation/isolate.ts";
import type { Random } from "../../../src/engine/simulation/random.ts";
import type { World } from "../../../src/engine/simulation/world.ts";
import type { Held, LeaseOptions, WaitUntil } from "../../../src/index.ts";
import type { Actor } from "./actor.ts";
import { type Belief, CALM_MS, type Checks, DISTURBED_MS, type Resource, type Wait } from "./checks.ts";
import { isClean, type Profile } from "./profile.ts";

/** The parts of a world that all turns share. */
export interface Stage {
  readonly world: World;
  readonly profile: Profile;
  readonly checks: Checks;
  readonly actors: readonly Actor[];
  /** The world ends: clients are being closed. */
  readonly isClosing: boolean;
  /** Counts a grant. */
  readonly onGrant: () => void;
}

/** A hold, a permit, or what stands for one. */
export interface Got {
  readonly owner: string;
  readonly signal?: AbortSignal | undefined;
  readonly fencingToken?: string | undefined;
}

/** Where it is believed. */
type Place = Pick<Belief, "actor" | "invocation">;

interface GotFacts {
  readonly isShared?: boolean;
  readonly permits?: number;
  /** A hash of Redis names its owner. Default: false. */
  readonly isInHash?: boolean;
  /** Its lease began earlier. Default: false. */
  readonly isResumed?: boolean;
}

// A call takes longer than its deadlines by as much as its timers and answers need.
const SLACK_MS = 300;
// Such as those that find a script unknown, set the number of permits, and attempt again.
const MOST_REQUESTS = 8;
const REMOTE_LEASE_MS = 30_000;
// An attempt without an answer is cancelled.
const CANCEL_MS = 1_000;

export class Turn {
  readonly actor: Actor;
  readonly invocation: Invocation;
  readonly resource: Resource;
  readonly random: Random;
  readonly stage: Stage;
  readonly startedAt: number;
  readonly waitMs: number;
  /** The options of its acquire. */
  readonly options: LeaseOptions;
  /** The token above which a new one must be. */
  readonly floor: bigint;
  /** Keeps its invocation alive; undefined in Node. */
  readonly context: WaitUntil | undefined;
  /** Work that its invocation waits for. */
  readonly background: Promise<unknown>[] = [];
  /** Its hold is renewed. */
  isKept = false;
  /** It uses the service of locks. */
  isRemote = false;
  /** When it last got what it asked for. */
  gotAt: number | undefined;
  readonly #suspensions: number;
  #wait: Wait | undefined;

  constructor(stage: Stage, actor: Actor, invocation: Invocation, resource: Resource, random: Random) {
    this.stage = stage;
    this.actor = actor;
    this.invocation = invocation;
    this.resource = resource;
    this.random = random;
    this.startedAt = stage.world.now;
    this.floor = resource.highestToken;
    this.#suspensions = actor.isolate.suspensions;
    this.waitMs = random.oneOf([0, 200, 1_500, 5_000, 10_000, 20_000, 60_000, 60_000]);
    const hasOwnLease = random.chance(0.2);
    this.options = {
      waitMs: this.waitMs,
      onUnreachable: stage.profile.onUnreachable,
      wait: random.oneOf(["auto", "auto", "auto", "poll", "subscribe"]),
      ...(random.chance(0.08) ? { signal: this.#abortSoon() } : {}),
      ...(hasOwnLease ? { leaseMs: random.between(1_000, 8_000), renew: random.chance(0.5) } : {}),
    };
    this.context = actor.isolate.isWorker ? { waitUntil: (work) => void this.background.push(work) } : undefined;
  }

  /** The same as an option. */
  get contextOption(): { readonly context?: WaitUntil } {
    return this.context === undefined ? {} : { context: this.context };
  }

  get world(): World {
    return this.stage.world;
  }

  get leaseMs(): number {
    return this.options.leaseMs ?? this.stage.profile.leaseMs;
  }

  get isRenewable(): boolean {
    return this.options.leaseMs === undefined || this.options.renew === true;
  }

  /** With such a lease, slow answers alone may cost a hold. */
  get hasShortLease(): boolean {
    const { roundTripMs, jitterMs } = this.stage.profile;
    // An API asks twice, to answer and to renew. A connection of TCP has to be opened.
    const hops = this.isRemote ? 3 : this.actor.isOverTcp ? 2 : 1;
    return this.leaseMs <= hops * 8 * (roundTripMs + 8 * jitterMs) || !this.#mayReachNodes;
  }

  /** A red lock gives each of its databases a tenth of the lease: over TCP, to connect in three round trips and answer. */
  get #mayReachNodes(): boolean {
    const { roundTripMs, jitterMs } = this.stage.profile;
    const isOverTcp = this.resource.program === "redLock" && this.actor.isOverTcp;
    return !isOverTcp || this.leaseMs / 10 > 4 * (roundTripMs + 8 * jitterMs);
  }

  /** Its acquire begins. */
  asks(permits = 1, hasOwner = false): void {
    const { actor, invocation, startedAt, waitMs, resource } = this;
    const mode = this.options.wait ?? "auto";
    this.#wait = { actor, invocation, startedAt, until: startedAt + waitMs, permits, mode, hasOwner };
    resource.waits.add(this.#wait);
    this.world.log(`${actor.name} asks for ${resource.name}, for ${waitMs} ms`);
  }

  /** Its acquire has ended, one way or the other: by its documented time. */
  answered(isGranted = false): void {
    const { actor, resource, startedAt, waitMs, world } = this;
    if (this.#wait === undefined) return;
    resource.waited(this.#wait, world.now, isGranted);
    this.#wait = undefined;
    const lateMs = world.now - startedAt - waitMs;
    const wasSuspended = actor.isolate.suspensions !== this.#suspensions;
    if (lateMs <= this.#mostLateMs() || wasSuspended) return;
    const ms = (world.now - startedAt).toFixed(0);
    world.problem(`SLOW ${resource.name}: ${actor.name} waited ${ms} ms of ${waitMs}`);
  }

  /** Its wait ends otherwise: it runs work itself, or its invocation was cut. */
  leaves(): void {
    if (this.#wait !== undefined) this.resource.waited(this.#wait, this.world.now, false);
    this.#wait = undefined;
  }

  /** It believes to have what it asked for. */
  got({ owner, signal, fencingToken }: Got, facts: GotFacts = {}, { actor, invocation }: Place = this): Belief {
    this.answered(true);
    const { isShared = false, permits = 1, isInHash = false, isResumed = false } = facts;
    const { resource, world, startedAt } = this;
    const belief: Belief = {
      actor,
      invocation,
      resource,
      owner,
      isShared,
      permits,
      isInHash,
      askedAt: startedAt,
      grantedAt: world.now,
      signal,
      fencingToken,
      leaseMs: isResumed ? 0 : this.leaseMs,
      suspensions: actor.isolate.suspensions,
      isOver: false,
    };
    this.gotAt = world.now;
    world.log(`${actor.name} got ${resource.name} as ${owner}`);
    this.stage.onGrant();
    this.stage.checks.granted(belief, this.floor);
    return belief;
  }

  /** Works for a while, and believes no longer. */
  async work(belief: Belief): Promise<void> {
    await this.sleep(this.stage.profile.meanHoldMs);
    this.ends(belief);
  }

  /** Returns whether this holder shall know whether somebody waits. */
  wantsToKnow(): boolean {
    return this.stage.profile.wanted && this.random.chance(0.5);
  }

  /** Works for long, and stops soon when somebody waits. `listens`: its hold listens for messages. */
  async workUntilWanted({ wanted }: Pick<Held, "wanted">, belief: Belief, listens = false): Promise<void> {
    const { world, isKept, stage, resource } = this;
    const look = { belief, since: world.now, isKept: isKept && !this.hasShortLease, listens, waitedAt: -Infinity };
    resource.looks.add(look);
    const told = new Promise((resolve) => wanted.addEventListener("abort", resolve));
    void told.then(() => stage.checks.told(look));
    await Promise.race([told, this.sleep(this.isKept ? this.leaseMs : stage.profile.meanHoldMs)]);
    resource.looks.delete(look);
    await this.sleep(stage.profile.roundTripMs);
  }

  /** It acts no longer on what it got. */
  ends(belief: Belief): void {
    belief.isOver = true;
    belief.resource.beliefs.delete(belief);
  }

  /** Sleeps for a random time. */
  sleep(meanMs: number): Promise<void> {
    return this.actor.isolate.sleep(this.random.exponential(meanMs) + 1);
  }

  /** Two may believe in this resource until `settled()` is called, and for a while after it. */
  disturb(): { readonly settled: () => void } {
    this.resource.disturbedUntil = Number.POSITIVE_INFINITY;
    return {
      settled: () => {
        this.resource.disturbedUntil = this.world.now + DISTURBED_MS;
      },
    };
  }

  /** Returns whether nothing has disturbed this world or its resource since `ms`. */
  isCalmSince(ms: number): boolean {
    const { world, resource, stage } = this;
    return world.lastFaultAt < ms && this.startedAt > resource.disturbedUntil && !stage.isClosing;
  }

  /** The lease by which an attempt has its deadline: a client of a service does not know the default. */
  get #attemptedLeaseMs(): number {
    return this.isRemote ? (this.options.leaseMs ?? REMOTE_LEASE_MS) : this.leaseMs;
  }

  /** Returns whether a fault may explain how it ends. `isHard`: another one than of streams alone. */
  hadFault(isHard = false): boolean {
    const { lastFaultAt, lastHardFaultAt } = this.world;
    const { isClosing } = this.stage;
    const since = isHard ? lastHardFaultAt : lastFaultAt;
    return isClosing || since > this.startedAt - CALM_MS || this.resource.disturbedUntil > this.startedAt;
  }

  #abortSoon(): AbortSignal {
    const abort = new AbortController();
    this.sleep(500).then(() => abort.abort());
    return abort.signal;
  }

  /** Returns by how much a call may exceed its `waitMs`: see docs/kinds/waiting.md. */
  #mostLateMs(): number {
    const { program, isSeveral, hasPermits } = this.resource;
    const { roundTripMs, jitterMs } = this.stage.profile;
    const slackMs = SLACK_MS + MOST_REQUESTS * (roundTripMs + 4 * jitterMs);
    const hasNoLease = program === "semaphore" || program === "singleFlight" || program === "countDownLatch";
    const leaseMs = hasNoLease ? this.stage.profile.leaseMs : this.#attemptedLeaseMs;
    const attemptMs = Math.min(5_000, Math.max(1_000, leaseMs / 3));
    // Over TCP, the cancel may wait for another connection first.
    const connectMs = this.actor.isOverTcp ? attemptMs + CANCEL_MS : 0;
    // The number of permits may have to be set, and another attempt follows.
    const setMs = hasPermits ? 2 * attemptMs : 0;
    const once = attemptMs + setMs + CANCEL_MS + connectMs + slackMs;
    if (isClean(this.stage.profile) && this.#mayReachNodes) return slackMs;
    if (program === "semaphore") return 2 * attemptMs + setMs + slackMs;
    if (program === "newest" || program === "singleFlight") return 2 * once;
    return isSeveral ? 3 * once : once;
  }
}
