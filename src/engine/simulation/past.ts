// The state of a database a short time ago: an engine that carries out all commands so much later.

import { Engine, type EngineOptions } from "../engine.ts";
import { RedisError, type Reply } from "../keyspace/reply.ts";

/** Options of an engine whose clock and random numbers can be noted. */
export interface NotableOptions extends EngineOptions {
  readonly clock: () => number;
  readonly random: () => number;
}

interface Noted {
  readonly words: readonly string[];
  /** When it was carried out, epoch microseconds. */
  atUs: number;
  /** The random numbers that it drew. */
  readonly draws: number[];
}

export class Past {
  /** Those of the engine of the present, whose clock and random numbers are noted. */
  readonly options: EngineOptions;
  readonly #ageUs: number;
  readonly #clock: () => number;
  readonly #engine: Engine;
  /** The commands that the past has not carried out. */
  readonly #noted: Noted[] = [];
  #running: Noted = { words: [], atUs: 0, draws: [] };

  constructor(options: NotableOptions, ageMs: number) {
    const { clock, random } = options;
    this.#ageUs = 1_000 * ageMs;
    this.#clock = clock;
    this.options = {
      ...options,
      clock: () => {
        const atUs = clock();
        const newest = this.#noted.at(-1);
        if (newest !== undefined) newest.atUs = atUs;
        return atUs;
      },
      random: () => {
        const draw = random();
        this.#noted.at(-1)?.draws.push(draw);
        return draw;
      },
    };
    this.#engine = new Engine({
      ...options,
      clock: () => this.#running.atUs,
      random: () => this.#running.draws.shift() ?? 0,
    });
  }

  /** Notes a command that the present is about to carry out. */
  note(words: readonly string[]): void {
    this.#noted.push({ words, atUs: 0, draws: [] });
  }

  /** Carries out a command that only reads. */
  read(words: readonly string[]): Reply {
    const atUs = this.#clock() - this.#ageUs;
    for (let next = this.#noted[0]; next !== undefined && next.atUs <= atUs; next = this.#noted[0]) {
      this.#noted.shift();
      this.#carryOut(next);
    }
    this.#running = { words, atUs, draws: [] };
    return this.#engine.command(words);
  }

  #carryOut(noted: Noted): void {
    this.#running = noted;
    try {
      this.#engine.command(noted.words);
    } catch (error) {
      // The present replied it, too.
      if (!(error instanceof RedisError)) throw error;
    }
  }
}
