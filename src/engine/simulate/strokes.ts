// Which faults strike a run, and where. Each depends only on the run and its own place, not on earlier faults. So a run
// can be repeated without one of them.
import { fnv1a } from "../../base/fnv1a.ts";
import { Random } from "../simulation/random.ts";
import type { Faults } from "./options.ts";

/** A fault at one place. */
export type Stroke =
  | { readonly kind: "crash"; readonly awayMs: number }
  /** `stopsMonotonic`: the monotonic clock stands still, as on a suspended machine. */
  | { readonly kind: "pause"; readonly ms: number; readonly stopsMonotonic: boolean }
  | { readonly kind: "lost request" | "lost reply" }
  | { readonly kind: "late message"; readonly ms: number }
  | { readonly kind: "lost message" }
  | { readonly kind: "full"; readonly afterMs: number; readonly ms: number };

/** Where a fault can strike: a call of the program, a request of its locks, a message to its waiters, Redis' memory. */
export type PlaceKind = "call" | "request" | "message" | "memory";

/** How many calls and requests each isolate has in a run without faults. */
export interface Lengths {
  readonly call: readonly number[];
  readonly request: readonly number[];
  /** The numbers of the calls that write, of all isolates. */
  readonly writes: readonly number[];
}

interface Run {
  readonly seed: number;
  readonly run: number;
  readonly faults: Faults;
  readonly leaseMs: number;
  /** Undefined: this run has no faults. */
  readonly lengths: Lengths | undefined;
}

/** The faults of a run: four of seven runs have one, at a random place, two have many, and one has none. */
type Weather = "calm" | "one" | "many";

const WEATHERS: readonly Weather[] = ["calm", "one", "one", "one", "one", "many", "many"];
/** How probable a fault is at each place of a run with many. */
const CHANCES = [0.03, 0.1, 0.25];
// Pauses, as parts of a lease. A lock does not survive those that outlast the lease.
const PAUSES = [0.02, 0.5, 1.2, 1.2, 2, 2];
const CRASHES_OF_ALL = 0.25;
const CALLS_OF_ALL = 0.8;
const WRITES_OF_CALLS = 0.5;
const LATE_MESSAGES = 0.3;
const LOST_OF_LATE = 0.3;
const MEAN_AWAY_MS = 3_000;
const MEAN_LATE_MS = 2_000;
const FULL_OF_ALL = 0.15;
const ACTS_FOR_MS = 1_000;
const FULL_MS = [200, 3_000, 20_000];
const MOST_IN_A_RUN = 40;
/** Within which time all isolates begin, ms; the longest as a part of a lease. */
const BEGIN_WITHIN_MS = [0, 20, 1_000];
const BEGIN_WITHIN_LEASES = 1.5;
// Others must come while the isolate of the only fault pauses.
const LONG_OF_ONE = 0.75;

export class Strokes {
  /** The faults that have struck, by their places. */
  readonly struck: Map<string, Stroke> = new Map();
  readonly #run: Run;
  readonly #weather: Weather;
  readonly #chance: number;
  /** The isolate of the only fault, and its place. */
  readonly #target: Target;
  readonly #beginWithinMs: number;
  readonly #without: ReadonlySet<string>;

  /** `without`: places that nothing strikes. */
  constructor(run: Run, without: ReadonlySet<string>) {
    this.#run = run;
    this.#without = without;
    const random = this.random("run");
    this.#weather = run.lengths === undefined ? "calm" : random.oneOf(WEATHERS);
    this.#chance = random.oneOf(CHANCES);
    this.#target = targetOf(random, run.lengths);
    const isLong = random.chance(this.#weather === "one" ? LONG_OF_ONE : 0.5);
    this.#beginWithinMs = isLong ? run.leaseMs * BEGIN_WITHIN_LEASES : random.oneOf(BEGIN_WITHIN_MS);
  }

  /** Returns a sequence of random numbers that depends on the run and this text alone. */
  random(place: string): Random {
    return new Random(hashOf(`${this.#run.seed} ${this.#run.run} ${place}`));
  }

  /**
   * Returns when an isolate begins, ms. The isolate of the only fault begins first, so others begin while it pauses.
   */
  beginsAtMs(isolate: number): number {
    if (this.#weather === "one" && isolate === this.#target.isolate) return 0;
    return this.random(`begin ${isolate}`).next() * this.#beginWithinMs;
  }

  /** Returns the fault at a place, if there is one. */
  at(kind: PlaceKind, place: string): Stroke | undefined {
    if (this.#weather === "calm" || this.struck.size >= MOST_IN_A_RUN || this.#without.has(place)) return undefined;
    const stroke = this.#drawn(kind, place);
    if (stroke !== undefined) this.struck.set(place, stroke);
    return stroke;
  }

  #drawn(kind: PlaceKind, place: string): Stroke | undefined {
    const random = this.random(place);
    if (this.#weather === "one") return place === this.#target.place ? this.#hard(kind, random) : undefined;
    const { faults } = this.#run;
    if (kind === "memory") {
      return random.chance(0.5) ? this.#full(random) : undefined;
    }
    if (kind === "message") {
      if (!faults.lateMessages || !random.chance(LATE_MESSAGES)) return undefined;
      const isLost = random.chance(LOST_OF_LATE);
      return isLost ? { kind: "lost message" } : { kind: "late message", ms: random.exponential(MEAN_LATE_MS) };
    }
    if (kind === "request" && random.chance(faults.lostReplies)) return lost(random);
    return random.chance(this.#chance) ? this.#hard("call", random) : undefined;
  }

  /** Returns a crash, a pause, or for a request that something is lost. */
  #hard(kind: PlaceKind, random: Random): Stroke | undefined {
    if (kind === "memory") return this.#full(random);
    const { faults, leaseMs } = this.#run;
    const pause = { ms: leaseMs * random.oneOf(PAUSES), stopsMonotonic: random.chance(0.5) };
    if (kind === "request" && faults.lostReplies > 0 && random.chance(0.5)) return lost(random);
    if (faults.crash && (!faults.pause || random.chance(CRASHES_OF_ALL))) {
      return { kind: "crash", awayMs: random.exponential(MEAN_AWAY_MS) };
    }
    return faults.pause ? { kind: "pause", ...pause } : undefined;
  }

  /** Isolates begin until then, and act for some seconds. */
  #full(random: Random): Stroke | undefined {
    const afterMs = random.next() * (this.#beginWithinMs + ACTS_FOR_MS);
    return this.#run.faults.fullRedis ? { kind: "full", afterMs, ms: random.oneOf(FULL_MS) } : undefined;
  }
}

interface Target {
  readonly isolate: number;
  readonly place: string;
}

/** Returns a place of the first life of one isolate. The isolate with the most calls may differ from run to run. */
function targetOf(random: Random, lengths: Lengths = { call: [], request: [], writes: [] }): Target {
  if (random.chance(FULL_OF_ALL)) return { isolate: 0, place: "memory" };
  const kind = random.chance(CALLS_OF_ALL) ? "call" : "request";
  const isolate = random.between(1, Math.max(1, lengths[kind].length));
  const any = random.between(1, Math.max(1, ...lengths[kind]));
  // A pause right before a write is what no check of a hold can prevent.
  const isWrite = kind === "call" && lengths.writes.length > 0 && random.chance(WRITES_OF_CALLS);
  return { isolate, place: `${isolate}.1 ${kind} ${isWrite ? random.oneOf(lengths.writes) : any}` };
}

function lost(random: Random): Stroke {
  return { kind: random.chance(0.5) ? "lost request" : "lost reply" };
}

/** Returns the name of the fault at a place, such as "a pause of isolate 2". */
export function nameOf(place: string, { kind }: Stroke): string {
  const [number] = place.split(".");
  return kind === "full" ? "a full Redis" : `a ${kind} of isolate ${number}`;
}

/** FNV-1a, with a last step that mixes its bits. */
function hashOf(text: string): number {
  const plain = fnv1a(text);
  const hash = Math.imul(plain ^ (plain >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
