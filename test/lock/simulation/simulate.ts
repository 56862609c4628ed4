// Plays one simulated world from its seed: isolates with callers, harm in windows, and checks.
import { Database } from "../../../src/engine/simulation/database.ts";
import { Network } from "../../../src/engine/simulation/network.ts";
import type { Random } from "../../../src/engine/simulation/random.ts";
import { World } from "../../../src/engine/simulation/world.ts";
import { Actor, HOST, OTHER_HOSTS } from "./actor.ts";
import type { Compiled } from "./bundle.ts";
import { Checks, isGone, Resource } from "./checks.ts";
import { acceptsError } from "./errors.ts";
import { harm } from "./harm.ts";
import { type Profile, profileOf } from "./profile.ts";
import { RUN } from "./programs.ts";
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
}

export interface SimulateOptions {
  /** Gets each line of the log. */
  readonly onLine?: ((line: string) => void) | undefined;
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
  { onLine }: SimulateOptions = {},
): Promise<Simulated> {
  const profile = { ...profileOf("faulty", seed), ...given };
  const world = new World({ seed, onLine });
  const play = new Play(compiled, world, profile);
  const onUnhandled = (error: unknown): void => world.problem(`UNHANDLED ${Object(error).stack ?? error}`);
  process.on("unhandledRejection", onUnhandled);
  await play.run();
  process.off("unhandledRejection", onUnhandled);
  const { operations, grants, network, resources } = play;
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
  };
}

class Play implements Stage {
  readonly world: World;
  readonly profile: Profile;
  readonly network: Network;
  readonly resources: readonly Resource[];
  readonly checks: Checks;
  readonly actors: Actor[] = [];
  readonly #compiled: Compiled;
  readonly #database: Database;
  readonly #random: Random;
  readonly #endMs: number;
  isClosing = false;
  operations = 0;
  grants = 0;

  constructor(compiled: Compiled, world: World, profile: Profile) {
    this.#compiled = compiled;
    this.world = world;
    this.profile = profile;
    this.#random = world.random.fork();
    this.#endMs = profile.seconds * 1_000;
    const newDatabase = (): Database => new Database(world, { locksKeys: profile.keyLocking });
    this.#database = newDatabase();
    // A red lock has three.
    const others = OTHER_HOSTS.map((host) => [host, newDatabase()] as const);
    this.network = new Network(world, new Map([[HOST, this.#database], ...others]));
    this.network.roundTripMs = profile.roundTripMs;
    this.network.jitterMs = profile.jitterMs;
    this.resources = profile.programs.map((program, at) => new Resource(program, `${program} ${at + 1}`));
    this.checks = new Checks(this.network, this.#database, profile, this.resources);
  }

  async run(): Promise<void> {
    const { world, profile, network, resources, checks, actors } = this;
    const hasFailed = (): boolean => world.problems.length > 0;
    for (let count = 0; count < profile.isolates; count += 1) this.#addActor();
    const random = this.#random.fork();
    const replace = (): void => {
      if (world.now < this.#endMs) this.#addActor();
    };
    harm({ network, database: this.#database, profile, random, resources, checks, actors, replace });
    checks.monitor(this.#endMs + SETTLED_AFTER_MS);
    if (await world.run(this.#endMs, hasFailed)) return;
    const isOver = (): boolean => hasFailed() || resources.every(({ waits }) => [...waits].every(isGone));
    await world.run(this.#endMs + SETTLED_AFTER_MS, isOver);
    if (hasFailed()) return;
    checks.settled();
    await world.run(world.now + QUIET_MS, hasFailed);
    if (hasFailed()) return;
    this.isClosing = true;
    for (const { isolate, locks } of actors) if (!isolate.isDead) isolate.invoke(() => locks.close());
    await world.run(world.now + ALL_ENDED_MS, hasFailed);
    if (!hasFailed()) checks.free();
  }

  onGrant(): void {
    this.grants += 1;
  }

  #addActor(): void {
    const random = this.#random.fork();
    const { profile, actors } = this;
    const isWorker = profile.workers && random.chance(0.7);
    const options = {
      name: `${isWorker ? "worker" : "node"}${actors.length + 1}`,
      isWorker,
      wallOffsetMs: random.between(-5_000, 5_000),
      rate: profile.drift ? 1 + (random.next() - 0.5) * 0.004 : 1,
    };
    const { leaseMs, pollMs, pipelining, keyLocking } = profile;
    const actor = new Actor(this.network, this.#compiled, options, { leaseMs, pollMs, pipelining, keyLocking });
    actors.push(actor);
    for (let count = 0; count < profile.callers; count += 1) this.#begin(actor, random.fork());
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
    this.world.log(`${turn.actor.name} ${turn.resource.name} failed: ${code ?? message}`);
    if (!acceptsError(turn, error)) this.world.problem(`ERROR of ${turn.resource.name}: ${code} ${stack}`);
  }
}
