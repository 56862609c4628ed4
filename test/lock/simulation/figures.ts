// The costs of the protocol in exact figures: many callers acquire and release in a world without faults, at a round trip
// of 20 ms. The figures are the same on every machine, so that a change is read as a diff of figures.txt.
import { Database } from "../../../src/engine/simulation/database.ts";
import { Network } from "../../../src/engine/simulation/network.ts";
import { Random } from "../../../src/engine/simulation/random.ts";
import { World } from "../../../src/engine/simulation/world.ts";
import type { Client } from "../../../src/index.ts";
import { Actor, HOST } from "./actor.ts";
import type { Compiled } from "./bundle.ts";

/** One row: so many isolates with so many callers each, which acquire and release one name in turn. */
export interface Figure {
  readonly title: string;
  readonly isolates: number;
  readonly callers: number;
  readonly way?: Way;
  readonly jitterMs?: number;
  /** Isolates are Workers: each cycle is a request of its own. */
  readonly workers?: boolean;
  /** The database locks the keys of scripts, as Upstash does, and clients use that. */
  readonly keyLocking?: boolean;
  /** How long a script of the database runs, ms. Default: no time. */
  readonly scriptMs?: number;
  /** Each isolate has a lock of its own. */
  readonly hasOwnLocks?: boolean;
  /** The share of the requests to Workers that are cut while they wait, without a trace. */
  readonly cuts?: number;
  /** The share of the isolates that die at one time. */
  readonly deaths?: number;
  /** How long a caller pauses on average between two cycles, ms. Default: not at all. */
  readonly pauseMs?: number;
}

type Way =
  | "lock"
  | "without grants"
  | "fencedLock"
  | "fairLock"
  | "readWriteLock"
  | "fairReadWriteLock"
  | "permitExpirableSemaphore"
  | "semaphore"
  | "light"
  | "singleFlight";

const FIFTY = { isolates: 50, callers: 1, hasOwnLocks: true, scriptMs: 10 };

export const FIGURES: readonly Figure[] = [
  { title: "lock, 1 × 1", isolates: 1, callers: 1 },
  { title: "lock, 2 × 1", isolates: 2, callers: 1 },
  { title: "lock, 1 × 20", isolates: 1, callers: 20 },
  { title: "lock, 20 × 5", isolates: 20, callers: 5 },
  { title: "lock, 100 × 1", isolates: 100, callers: 1 },
  { title: "lock, 100 × 1, jitter of 10 ms", isolates: 100, callers: 1, jitterMs: 10 },
  { title: "lock, 20 × 5, a third dies", isolates: 20, callers: 5, deaths: 1 / 3 },
  { title: "lock, 20 × 5, Workers", isolates: 20, callers: 5, workers: true },
  { title: "lock, 5 × 10, Workers, 1/5 is cut", isolates: 5, callers: 10, workers: true, cuts: 0.2 },
  { title: "lock, 20 × 1, pauses of 5 s", isolates: 20, callers: 1, pauseMs: 5_000 },
  { title: "lock, 2 × 1, key locking", isolates: 2, callers: 1, keyLocking: true },
  { title: "lock, 20 × 5, key locking", isolates: 20, callers: 5, keyLocking: true },
  { title: "lock, 100 × 1, key locking", isolates: 100, callers: 1, keyLocking: true },
  { ...FIFTY, title: "50 locks, 10 ms a script" },
  { ...FIFTY, title: "50 locks, 10 ms, key locking", keyLocking: true },
  { title: "lock without grants, 20 × 5", isolates: 20, callers: 5, way: "without grants" },
  { title: "lock without grants, 100 × 1", isolates: 100, callers: 1, way: "without grants" },
  { title: "without grants, 100 × 1, jitter", isolates: 100, callers: 1, way: "without grants", jitterMs: 10 },
  { title: "fenced lock, 20 × 5", isolates: 20, callers: 5, way: "fencedLock" },
  { title: "fenced, 20 × 5, key locking", isolates: 20, callers: 5, way: "fencedLock", keyLocking: true },
  { title: "fair lock, 20 × 5", isolates: 20, callers: 5, way: "fairLock" },
  { title: "fair lock, 20 × 5, a third dies", isolates: 20, callers: 5, way: "fairLock", deaths: 1 / 3 },
  { title: "readers and writers, 20 × 1", isolates: 20, callers: 1, way: "readWriteLock" },
  { title: "readers and writers, key locking", isolates: 20, callers: 1, way: "readWriteLock", keyLocking: true },
  { ...FIFTY, title: "50 read/write locks, 10 ms a script", way: "readWriteLock" },
  { ...FIFTY, title: "50 read/write locks, key locking", way: "readWriteLock", keyLocking: true },
  { title: "fair readers and writers, 20 × 1", isolates: 20, callers: 1, way: "fairReadWriteLock" },
  { title: "3 permits with leases, 20 × 1", isolates: 20, callers: 1, way: "permitExpirableSemaphore" },
  { title: "3 permits without leases, 20 × 1", isolates: 20, callers: 1, way: "semaphore" },
  { title: "3 permits without leases, 20 × 5", isolates: 20, callers: 5, way: "semaphore" },
  { title: "light lock, 5 × 1", isolates: 5, callers: 1, way: "light" },
  { title: "flights, 20 × 5, pauses of 200 ms", isolates: 20, callers: 5, way: "singleFlight", pauseMs: 200 },
];

const CYCLES = 300;
const HOLD_MS = 5;
const WAIT_MS = 600_000;
const READERS = 0.7;
const PERMITS = 3;
const LIMIT_MS = 3_600_000;
const SEED = 42;
const RESULT_MS = 500;
// By then, most have waited for a while.
const CUT_WITHIN_MS = 1_000;

/** The lock of a caller, between its acquire and its release. */
interface Taken {
  readonly isReader: boolean;
  release(): Promise<unknown>;
}

/** Returns the table, with the title of each figure at the beginning of its line. */
export async function table(compiled: Compiled): Promise<string> {
  const lines: string[] = [];
  for (const figure of FIGURES) lines.push(await lineOf(compiled, figure));
  return [HEAD, ...lines, ""].join("\n");
}

/** Runs one row, and returns its line. */
export async function lineOf(compiled: Compiled, figure: Figure): Promise<string> {
  return new Measurement(compiled, figure).line();
}

export const HEAD: string = lineOfCells("case", [
  "hand-over: median",
  "p99",
  "longest",
  "wait: median",
  "longest",
  "writers: longest",
  "requests",
  "commands",
]);

class Measurement {
  readonly #figure: Figure;
  readonly #world = new World({ seed: SEED });
  readonly #database: Database;
  readonly #network: Network;
  readonly #random = new Random(SEED);
  readonly #actors: readonly Actor[];
  readonly #plain = new Map<Actor, Client>();
  readonly #handOvers: number[] = [];
  readonly #waits: number[] = [];
  readonly #writerWaits: number[] = [];
  /** Cycles before those that count: all callers have begun. */
  readonly #warmUp: number;
  #done = 0;
  /** When the lock was released, and nobody has acquired it since. */
  #releasedAt: number | undefined;
  #requestsBefore = 0;
  #commandsBefore = 0;

  constructor(compiled: Compiled, figure: Figure) {
    this.#figure = figure;
    const { isolates, callers, workers = false, jitterMs = 0, keyLocking = false, scriptMs = 0 } = figure;
    this.#database = new Database(this.#world, { locksKeys: keyLocking, scriptMs });
    this.#network = new Network(this.#world, new Map([[HOST, this.#database]]));
    this.#network.jitterMs = jitterMs;
    this.#warmUp = isolates * callers;
    const options = { leaseMs: 30_000, keyLocking };
    this.#actors = Array.from({ length: isolates }, (_, at) => {
      return new Actor(this.#network, compiled, { name: `isolate${at + 1}`, isWorker: workers }, options);
    });
  }

  async line(): Promise<string> {
    const { title, callers } = this.#figure;
    for (const actor of this.#actors) {
      for (let caller = 0; caller < callers; caller += 1) this.#begin(actor, this.#random.next() * 500 + 1);
    }
    const isDone = await this.#world.run(LIMIT_MS, () => this.#done >= this.#warmUp + CYCLES);
    if (!isDone || this.#world.problems.length > 0)
      throw new Error(`${title}: ${this.#world.problems[0] ?? "too slow"}`);
    const requests = this.#network.requests - this.#requestsBefore;
    const commands = this.#database.commandsRun() - this.#commandsBefore;
    return lineOfCells(title, [
      ...[0.5, 0.99, 1].map((share) => quantile(this.#handOvers, share)),
      ...[0.5, 1].map((share) => quantile(this.#waits, share)),
      quantile(this.#writerWaits, 1),
      (requests / CYCLES).toFixed(2),
      (commands / CYCLES).toFixed(2),
    ]);
  }

  /** A caller begins a cycle in `ms`, and another one after it. */
  #begin(actor: Actor, ms: number): void {
    actor.isolate.after(ms, () => {
      const cycle = { isWaiting: true };
      const invocation = actor.isolate.invoke(() => {
        const again = (): void => {
          if (actor.isolate.isWorker) invocation.cut();
          const { pauseMs } = this.#figure;
          this.#begin(actor, pauseMs === undefined ? 0 : this.#random.exponential(pauseMs));
        };
        this.#cycle(actor, cycle).then(again, (error: unknown) => this.#world.problem(String(error)));
      });
      const { cuts } = this.#figure;
      if (cuts === undefined || !this.#random.chance(cuts)) return;
      actor.isolate.after(this.#random.next() * CUT_WITHIN_MS, () => {
        if (!cycle.isWaiting) return;
        invocation.cut();
        this.#begin(actor, 0);
      });
    });
  }

  async #cycle(actor: Actor, cycle: { isWaiting: boolean }): Promise<void> {
    const askedAt = this.#world.now;
    const taken = await this.#take(actor);
    cycle.isWaiting = false;
    const waitMs = this.#world.now - askedAt;
    if (this.#counts) {
      this.#waits.push(waitMs);
      if (!taken.isReader) this.#writerWaits.push(waitMs);
      if (this.#releasedAt !== undefined && !this.#figure.hasOwnLocks)
        this.#handOvers.push(this.#world.now - this.#releasedAt);
    }
    this.#releasedAt = undefined;
    await actor.isolate.sleep(HOLD_MS);
    this.#releasedAt ??= this.#world.now;
    await taken.release();
    this.#done += 1;
    if (this.#done === this.#warmUp) this.#beginCounting();
  }

  #beginCounting(): void {
    this.#requestsBefore = this.#network.requests;
    this.#commandsBefore = this.#database.commandsRun();
    const dead = Math.round((this.#figure.deaths ?? 0) * this.#actors.length);
    for (const { isolate } of this.#actors.slice(this.#actors.length - dead)) isolate.kill();
  }

  get #counts(): boolean {
    return this.#done >= this.#warmUp;
  }

  async #take(actor: Actor): Promise<Taken> {
    const { locks, light, isolate } = actor;
    const { way = "lock" } = this.#figure;
    const options = { waitMs: WAIT_MS };
    const name = this.#figure.hasOwnLocks ? isolate.name : "x";
    if (way === "semaphore") {
      const slots = locks.semaphore("x", { permits: PERMITS });
      await slots.acquire(options);
      return { isReader: false, release: () => slots.release() };
    }
    if (way === "singleFlight") {
      await locks.singleFlight("x", () => isolate.sleep(HOLD_MS).then(() => 1), { ...options, ttlMs: RESULT_MS });
      return { isReader: false, release: async () => {} };
    }
    if (way === "readWriteLock" || way === "fairReadWriteLock") {
      const isReader = this.#random.chance(READERS);
      const both = locks[way](name);
      const held = await (isReader ? both.readLock() : both.writeLock()).acquire(options);
      return { isReader, release: () => held.release() };
    }
    const held = await {
      lock: () => locks.lock(name).acquire(options),
      "without grants": () => isolate.library.lock(this.#clientWithoutGrants(actor), "x").acquire(options),
      fencedLock: () => locks.fencedLock("x").acquire(options),
      fairLock: () => locks.fairLock("x").acquire(options),
      permitExpirableSemaphore: () => locks.permitExpirableSemaphore("x", { permits: PERMITS }).acquire(options),
      light: () => light.lock("x").acquire(options),
    }[way]();
    return { isReader: false, release: () => held.release() };
  }

  #clientWithoutGrants(actor: Actor): Client {
    const { library } = actor.isolate;
    const redis = { url: `https://${HOST}`, token: "token" };
    const made = this.#plain.get(actor) ?? library.createClient({ redis, wait: library.streams({ grants: false }) });
    this.#plain.set(actor, made);
    return made;
  }
}

/** Returns the number that this share of the numbers does not exceed, as ms; "": there are none. */
function quantile(numbers: readonly number[], share: number): string {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]?.toFixed(1) ?? "";
}

/** Returns a line of a table. */
export function lineOfCells(title: string, cells: readonly string[]): string {
  return [title.padEnd(36), ...cells.map((cell) => cell.padStart(17))].join(" |");
}
