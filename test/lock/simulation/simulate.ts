// Plays one simulated world from its seed: isolates with callers, harm in windows, and checks.
import { Database, type DatabaseWitness } from "../../../src/engine/simulation/database.ts";
import { DEVIATIONS } from "../../../src/engine/simulation/deviation.ts";
import type { IsolateOptions } from "../../../src/engine/simulation/isolate.ts";
import { Network } from "../../../src/engine/simulation/network.ts";
import type { Random } from "../../../src/engine/simulation/random.ts";
import { Service } from "../../../src/engine/simulation/service.ts";
import { World } from "../../../src/engine/simulation/world.ts";
import { Actor, HOST, OTHER_HOSTS, SERVICE_HOST } from "./actor.ts";
import type { Compiled } from "./bundle.ts";
import { Checks, isGone, Resource } from "./checks.ts";
import { acceptsError, isOfDeviation } from "./errors.ts";
import { type Harmable, harm } from "./harm.ts";
import { type Profile, profileOf } from "./profile.ts";
import { RUN } from "./programs.ts";
import { ServiceIsolate } from "./service-isolate.ts";
import { type Stage, Turn } from "./turn.ts";

export interface Simulated {
  readonly seed: number;
  readonly profile: Profile;
  /** Violations of promises; empty in a right world. */
  readonly problems: readonly string[];
  /** The same for each run of one seed and one profile. */
  readonly hash: number;
  readonly operations: number;
  readonly grants: number;
  readonly requests: number;
  /** For how long the world lasted, ms of its time. */
  readonly virtualMs: number;
  /** For each name, how long it was free while somebody waited, ms. */
  readonly longestFreeMs: readonly number[];
  /** How many operations ended with an error for which a database is responsible that is not Redis, by its code. */
  readonly codes: ReadonlyMap<string, number>;
}

export interface SimulateOptions {
  /** Gets each line of the log. */
  readonly onLine?: ((line: string) => void) | undefined;
  /** Returns the witness of the next database of the world. */
  readonly witness?: (() => DatabaseWitness | undefined) | undefined;
}

// No call lasts longer than its wait of a minute and its documented time.
const SETTLED_AFTER_MS = 170_000;
// Releases in the background, and renewals that end.
const QUIET_MS = 15_000;
// The longest lease, records of holds that ended, and places in queues.
const ALL_ENDED_MS = 400_000;

/**
 * Plays a world.
 * @param compiled the sources, see `compiledFrom`
 * @param seed of the world; the same seed gives the same world
 * @param given the profile, or parts of it. Default: the faulty one of the seed
 */
export async function simulate(
  compiled: Compiled,
  seed: number,
  given: Partial<Profile> = {},
  { onLine, witness }: SimulateOptions = {},
): Promise<Simulated> {
  const profile = { ...profileOf("faulty", seed), ...given };
  const world = new World({ seed, onLine });
  const play = new Play(compiled, world, profile, witness);
  const onUnhandled = (error: unknown): void => world.problem(`UNHANDLED ${Object(error).stack ?? error}`);
  process.on("unhandledRejection", onUnhandled);
  await play.run();
  process.off("unhandledRejection", onUnhandled);
  const { operations, grants, network, resources, codes } = play;
  return {
    seed,
    profile,
    problems: world.problems,
    hash: world.hash,
    operations,
    grants,
    requests: network.requests,
    virtualMs: world.now,
    longestFreeMs: resources.map(({ longestFreeMs }) => longestFreeMs),
    codes,
  };
}

class Play implements Stage {
  readonly world: World;
  readonly profile: Profile;
  readonly network: Network;
  readonly resources: readonly Resource[];
  readonly checks: Checks;
  readonly actors: Actor[] = [];
  readonly codes = new Map<string, number>();
  readonly #servers: ServiceIsolate[] = [];
  readonly #compiled: Compiled;
  readonly #database: Database;
  readonly #random: Random;
  readonly #endMs: number;
  isClosing = false;
  operations = 0;
  grants = 0;

  constructor(compiled: Compiled, world: World, profile: Profile, witness?: SimulateOptions["witness"]) {
    this.#compiled = compiled;
    this.world = world;
    this.profile = profile;
    this.#random = world.random.fork();
    this.#endMs = profile.seconds * 1_000;
    const { keyLocking, deviation } = profile;
    const given = { locksKeys: keyLocking, ...(deviation && { deviation: DEVIATIONS[deviation] }) };
    const newDatabase = (): Database => new Database(world, { ...given, witness: witness?.() });
    this.#database = newDatabase();
    // A red lock has three.
    const others = OTHER_HOSTS.map((host) => [host, newDatabase()] as const);
    this.network = new Network(world, new Map([[HOST, this.#database], ...others]));
    this.network.roundTripMs = profile.roundTripMs;
    this.network.jitterMs = profile.jitterMs;
    this.resources = profile.programs.map((program, at) => new Resource(program, `${program}_${at + 1}`));
    this.checks = new Checks(this.network, this.#database, profile, this.resources);
  }

  async run(): Promise<void> {
    const { world, profile, network, resources, checks, actors } = this;
    const hasFailed = (): boolean => world.problems.length > 0;
    for (let count = 0; count < profile.isolates; count += 1) this.#addActor();
    this.#addService(profile.serviceIsolates ?? 0);
    const random = this.#random.fork();
    const harmed = {
      ...{ network, database: this.#database, profile, random, resources, checks },
      isolates: () => [...actors, ...this.#servers],
      replace: (dead: Harmable) => {
        if (dead instanceof ServiceIsolate) this.#restart(dead);
        else if (world.now < this.#endMs) this.#addActor();
      },
    };
    harm(harmed);
    checks.monitor(this.#endMs + SETTLED_AFTER_MS);
    if (await world.run(this.#endMs, hasFailed)) return;
    const isOver = (): boolean => hasFailed() || resources.every(({ waits }) => [...waits].every(isGone));
    await world.run(this.#endMs + SETTLED_AFTER_MS, isOver);
    if (hasFailed()) return;
    checks.settled();
    await world.run(world.now + QUIET_MS, hasFailed);
    if (hasFailed()) return;
    this.isClosing = true;
    for (const { isolate, locks, remote } of actors)
      if (!isolate.isDead) isolate.invoke(() => [locks, remote].map((each) => each.close()));
    await world.run(world.now + ALL_ENDED_MS, hasFailed);
    if (!hasFailed()) checks.free();
  }

  onGrant(): void {
    this.grants += 1;
  }

  #addService(isolates: number): void {
    if (isolates === 0) return;
    const service = new Service(this.world);
    this.network.services.set(SERVICE_HOST, service);
    for (let count = 0; count < isolates; count += 1) this.#addServer(service);
  }

  #addServer(service: Service): void {
    const options = this.#isolateOptions("server", this.#servers.length + 1, this.#random.fork());
    const { leaseMs } = this.profile;
    this.#servers.push(new ServiceIsolate(this.network, service, this.#version(), options, { leaseMs }));
  }

  /** Another isolate of its service begins. Until then, its callers may have been without any. */
  #restart({ name, service }: ServiceIsolate): void {
    this.world.fault(`an isolate begins in the place of ${name}`);
    this.#addServer(service);
  }

  #isolateOptions(role: string, number: number, random: Random): IsolateOptions {
    const { profile } = this;
    const isWorker = profile.workers && random.chance(0.7);
    return {
      name: `${isWorker ? "worker" : "node"}${role}${number}`,
      isWorker,
      wallOffsetMs: random.between(-5_000, 5_000),
      rate: profile.drift ? 1 + (random.next() - 0.5) * 0.004 : 1,
    };
  }

  #addActor(): void {
    const random = this.#random.fork();
    const { profile, actors } = this;
    const options = this.#isolateOptions("", actors.length + 1, random);
    const { leaseMs, pollMs, keyLocking, tcp = false } = profile;
    const isOverTcp = tcp && !options.isWorker && random.chance(0.6);
    const given = { leaseMs, pollMs, keyLocking, isOverTcp };
    const actor = new Actor(this.network, this.#version(), options, given);
    actors.push(actor);
    for (let count = 0; count < profile.callers; count += 1) this.#begin(actor, random.fork());
  }

  /** Returns the version of the sources that the next isolate has. */
  #version(): Compiled {
    const { beside } = this.#compiled;
    const isOther = beside !== undefined && (this.actors.length + this.#servers.length) % 2 === 1;
    return isOther ? beside : this.#compiled;
  }

  /** A caller acts once, after a pause, and begins again. Each time is an invocation of its own. */
  #begin(actor: Actor, random: Random): void {
    const pauseMs = random.exponential(this.profile.meanPauseMs) + 1;
    actor.isolate.after(pauseMs, () => {
      if (this.world.now >= this.#endMs) return;
      actor.isolate.invoke((invocation) => {
        const turn = new Turn(this, actor, invocation, random.oneOf(this.resources), random);
        actor.invocations.add(invocation);
        const goOn = (): void => {
          if (actor.invocations.delete(invocation)) this.#begin(actor, random);
        };
        invocation.onCut(() => {
          turn.leaves();
          goOn();
        });
        void this.#act(turn).then(() => {
          // A program in Node goes on.
          if (actor.isolate.isWorker) invocation.cut();
          goOn();
        });
      });
    });
  }

  /** Resolves when a Worker's invocation may end. */
  async #act(turn: Turn): Promise<void> {
    this.operations += 1;
    try {
      await RUN[turn.resource.program](turn);
    } catch (error) {
      this.#note(turn, error);
    }
    turn.answered();
    while (turn.background.length > 0) await Promise.allSettled(turn.background.splice(0));
  }

  #note(turn: Turn, error: unknown): void {
    const { code, message, stack } = Object(error);
    const { actor, resource } = turn;
    this.world.log(`${actor.name} ${resource.name} failed: ${code ?? message}`);
    // A cancel that takes long ends with the request of a Worker, and the lease ends what it would have ended.
    if (code === "ABORTED" && actor.isolate.isWorker) resource.leftToLease(this.world.now);
    if (isOfDeviation(turn, error)) this.codes.set(code, (this.codes.get(code) ?? 0) + 1);
    if (!acceptsError(turn, error)) this.world.problem(`ERROR of ${resource.name}: ${code} ${stack}`);
  }
}
