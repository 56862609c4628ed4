// The report of a simulation.
import { fnv1a } from "../../base/fnv1a.ts";
import type { Played } from "./play.ts";

/** The report of a simulation in which no run failed. */
export interface SimulationReport {
  readonly seed: number;
  readonly runs: number;
  /** A hash of all that happened. The same plan and options give the same hash. */
  readonly hash: string;
  /** How many calls all programs made. */
  readonly calls: number;
  /** How long all runs lasted together, in ms of virtual time. */
  readonly virtualMs: number;
  /** How often each fault occurred, by its name. */
  readonly faults: Readonly<Record<string, number>>;
  /** How many programs ended with an error of a lock, by its code, such as LOCK_BUSY. */
  readonly ended: Readonly<Record<string, number>>;
  /** How many writes were overwritten by an isolate that had read an older value. The invariant says whether that matters. */
  readonly lostWrites: number;
}

/** Sums up runs. */
export class Total {
  readonly #seed: number;
  readonly #faults: Record<string, number> = {};
  readonly #ended: Record<string, number> = {};
  #hash: number;
  #runs = 0;
  #calls = 0;
  #virtualMs = 0;
  #lostWrites = 0;

  constructor(seed: number) {
    this.#seed = seed;
    this.#hash = seed;
  }

  add({ hash, calls, virtualMs, lostWrites, struck, ended }: Played): void {
    this.#runs += 1;
    this.#hash = fnv1a(String(hash), this.#hash);
    this.#calls += calls;
    this.#virtualMs += virtualMs;
    this.#lostWrites += lostWrites;
    for (const { kind } of struck.values()) this.#faults[kind] = (this.#faults[kind] ?? 0) + 1;
    for (const [code, count] of ended) this.#ended[code] = (this.#ended[code] ?? 0) + count;
  }

  report(): SimulationReport {
    return {
      seed: this.#seed,
      runs: this.#runs,
      hash: this.#hash.toString(16).padStart(8, "0"),
      calls: this.#calls,
      virtualMs: Math.round(this.#virtualMs),
      faults: this.#faults,
      ended: this.#ended,
      lostWrites: this.#lostWrites,
    };
  }
}
