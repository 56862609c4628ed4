// A simulated world whose events a test directs: a few isolates, and no harm but what the test does.
import { Database } from "../../../src/engine/simulation/database.ts";
import type { Deviation } from "../../../src/engine/simulation/deviation.ts";
import type { Invocation } from "../../../src/engine/simulation/isolate.ts";
import { Network } from "../../../src/engine/simulation/network.ts";
import { Service } from "../../../src/engine/simulation/service.ts";
import { World } from "../../../src/engine/simulation/world.ts";
import type { WaitOptions } from "../../../src/index.ts";
import { Actor, type ActorOptions, HOST, OTHER_HOSTS, SERVICE_HOST } from "./actor.ts";
import type { Compiled } from "./bundle.ts";
import { ServiceIsolate } from "./service-isolate.ts";
import { WatchdogObject } from "./watchdog-object.ts";

export interface DirectedOptions {
  readonly isWorker?: boolean;
  /** Options of `createLocks` for all isolates. */
  readonly locks?: ActorOptions;
  /** In what the database is not Redis. Default: in nothing. */
  readonly deviation?: Deviation;
  /** Gets each line of the log. */
  readonly onLine?: (line: string) => void;
}

const SEED = 5;
const LEASE_MS = 30_000;
// No test waits for longer.
const LIMIT_MS = 2_000_000;

export class DirectedWorld {
  readonly world: World;
  readonly database: Database;
  readonly network: Network;
  readonly #compiled: Compiled;
  readonly #options: DirectedOptions;
  #service: Service | undefined;

  constructor(compiled: Compiled, options: DirectedOptions = {}) {
    this.#compiled = compiled;
    this.#options = options;
    this.world = new World({ seed: SEED, onLine: options.onLine });
    const { deviation = {} } = options;
    this.database = new Database(this.world, { deviation });
    // A red lock has three.
    const others = OTHER_HOSTS.map((host) => [host, new Database(this.world, { deviation })] as const);
    this.network = new Network(this.world, new Map([[HOST, this.database], ...others]));
  }

  /** `own`: further options of its locks. */
  isolate(name: string, own: ActorOptions = {}): Actor {
    const { isWorker = false, locks = {} } = this.#options;
    return new Actor(this.network, this.#compiled, { name, isWorker }, { ...locks, ...own });
  }

  /** Adds an isolate whose locks have this watchdog. */
  isolateWith(name: string, watchdog: WatchdogObject): Actor {
    const actor: Actor = this.isolate(name, { watchdog: watchdog.stubOf(() => actor) });
    return actor;
  }

  /** Adds a Durable Object with the watchdog. */
  watchdog(): WatchdogObject {
    return new WatchdogObject(this.network, this.#compiled);
  }

  /** Adds an isolate of the service of locks. `watchdog`: keeps what its clients hand off. Default: nothing does. */
  server(name: string, watchdog?: WatchdogObject): ServiceIsolate {
    const { isWorker = false, locks = {} } = this.#options;
    const service = this.#service ?? new Service(this.world);
    this.#service = service;
    this.network.services.set(SERVICE_HOST, service);
    const given = { leaseMs: locks.leaseMs ?? LEASE_MS, watchdog };
    return new ServiceIsolate(this.network, service, this.#compiled, { name, isWorker }, given);
  }

  /**
   * Runs code of isolates, each in an invocation of its own, until all have ended or died.
   * @returns what each came to; undefined for those that did not end
   */
  async play<Result>(...parts: readonly (readonly [Actor, () => Promise<Result>])[]): Promise<(Result | undefined)[]> {
    const results: (Result | undefined)[] = parts.map(() => undefined);
    let running = parts.length;
    let failure: unknown;
    for (const [at, [actor, part]] of parts.entries()) {
      actor.isolate.invoke(() => {
        part().then(
          (result) => {
            results[at] = result;
            running -= 1;
          },
          (error: unknown) => {
            failure = error;
            running = 0;
          },
        );
      });
    }
    await this.world.run(LIMIT_MS, () => running <= 0);
    if (failure !== undefined) throw failure;
    if (this.world.problems.length > 0) throw new Error(this.world.problems.join("\n"));
    return results;
  }

  /** Begins a caller in an invocation of its own. */
  asks(actor: Actor, take: Take, plan: Plan = {}): Asker {
    return new Asker(this.world, actor, take, plan);
  }

  /** Runs the world until all these callers have ended. Throws if one fails otherwise than because of its own end. */
  async end(...askers: readonly Asker[]): Promise<void> {
    await this.world.run(LIMIT_MS, () => askers.every(({ hasEnded }) => hasEnded));
    const failed = [...this.world.problems, ...askers.flatMap(({ failure }) => failure ?? [])];
    if (failed.length > 0) throw new Error(failed.join("\n"));
  }
}

/** The plan of a caller of a directed world. */
export interface Plan extends WaitOptions {
  /** When it asks, in ms from now. Default: at once. */
  readonly afterMs?: number;
  /** How long it keeps what it got. Default: not at all. */
  readonly holdMs?: number;
  /** The codes of errors that may end it. Default: those of a call that its caller ends. */
  readonly mayEnd?: readonly string[];
}

const OWN_ENDS = ["LOCK_BUSY", "ABORTED"];

/** A caller that takes what others may have, keeps it for a while, and gives it back. */
export class Asker {
  readonly invocation: Invocation;
  /** When it got it, and when it began to give it back; NaN: not at all. */
  tookAt: number = Number.NaN;
  gaveAt: number = Number.NaN;
  failure: string | undefined;
  readonly #isolate: Actor["isolate"];
  #isOver = false;

  constructor(world: World, actor: Actor, take: Take, plan: Plan) {
    const { afterMs = 0, holdMs = 0, mayEnd = OWN_ENDS, ...options } = plan;
    const { isolate } = actor;
    this.#isolate = isolate;
    const run = async (): Promise<void> => {
      if (afterMs > 0) await isolate.sleep(afterMs);
      const giveBack = await take(actor, { waitMs: 300_000, ...options });
      this.tookAt = world.now;
      if (holdMs > 0) await isolate.sleep(holdMs);
      this.gaveAt = world.now;
      await giveBack();
    };
    this.invocation = isolate.invoke((invocation) => {
      run()
        .catch((error: { code?: string }) => {
          if (!mayEnd.includes(error.code ?? "")) this.failure = `${isolate.name}: ${error}`;
        })
        .then(() => {
          this.#isOver = true;
          // A request to a Worker ends with its handler.
          if (isolate.isWorker) invocation.cut();
        });
    });
  }

  get hasEnded(): boolean {
    return this.#isOver || this.invocation.isCut || this.#isolate.isDead;
  }
}

/** How a caller takes what another one has. Resolves with what gives it back. */
export type Take = (actor: Actor, options: WaitOptions) => Promise<() => Promise<unknown>>;

// The hold outlives every world, so that only a release ends it.
export const LONG_LEASE_MS = 1_000_000;

export const fixed = (options: WaitOptions): WaitOptions & { leaseMs: number } => ({
  ...options,
  leaseMs: LONG_LEASE_MS,
});

export const TAKES = {
  async lock({ locks }: Actor, options: WaitOptions) {
    const held = await locks.lock("x").acquire(fixed(options));
    return () => held.release();
  },
  async fencedLock({ locks }: Actor, options: WaitOptions) {
    const held = await locks.fencedLock("x").acquire(fixed(options));
    return () => held.release();
  },
  async fairLock({ locks }: Actor, options: WaitOptions) {
    const held = await locks.fairLock("x").acquire(fixed(options));
    return () => held.release();
  },
  async "write lock"({ locks }: Actor, options: WaitOptions) {
    const held = await locks.readWriteLock("x").writeLock().acquire(fixed(options));
    return () => held.release();
  },
  async "fair write lock"({ locks }: Actor, options: WaitOptions) {
    const held = await locks.fairReadWriteLock("x").writeLock().acquire(fixed(options));
    return () => held.release();
  },
  async multiLock({ locks }: Actor, options: WaitOptions) {
    const held = await locks.multiLock(locks.lock("x"), locks.lock("y")).acquire(fixed(options));
    return () => held.release();
  },
  async "permit with a lease"({ locks }: Actor, options: WaitOptions) {
    const held = await locks.permitExpirableSemaphore("x", { permits: 1 }).acquire(fixed(options));
    return () => held.release();
  },
  async "permit without a lease"({ locks }: Actor, options: WaitOptions) {
    const slots = locks.semaphore("x", { permits: 1 });
    await slots.acquire(options);
    return () => slots.release();
  },
} satisfies Readonly<Record<string, Take>>;

export const PLATFORMS = [
  { platform: "Node", isWorker: false },
  { platform: "a Worker", isWorker: true },
] as const;

/** Each way to take something, on each platform. */
const KINDS: [kind: string, take: Take][] = Object.entries(TAKES);
export const CASES = PLATFORMS.flatMap((on) => KINDS.map(([kind, take]) => ({ ...on, kind, take })));

/**
 * Returns how long after a release another caller has what was released, ms.
 * @param heldMs how long it is held. The other caller asks for it 1,000 ms after the first one. Default: 8,000
 */
export async function handOver(
  directed: DirectedWorld,
  take: Take,
  from: Actor,
  to: Actor,
  heldMs: number = 8_000,
): Promise<number> {
  let releasedAt = Number.NaN;
  const [, takenAt = Number.NaN] = await directed.play<number>(
    [
      from,
      async () => {
        const giveBack = await take(from, {});
        await from.isolate.sleep(heldMs);
        releasedAt = directed.world.now;
        await giveBack();
        return releasedAt;
      },
    ],
    [
      to,
      async () => {
        await to.isolate.sleep(1_000);
        const giveBack = await take(to, { waitMs: 300_000 });
        const at = directed.world.now;
        await giveBack();
        return at;
      },
    ],
  );
  return takenAt - releasedAt;
}
