// The random numbers of a simulated world.
import { mulberry32 } from "../faults/random.ts";

/** A sequence of random numbers that replays from its seed. */
export class Random {
  readonly #draw: () => number;

  constructor(seed: number) {
    this.#draw = mulberry32(seed);
  }

  /** Returns a number from 0 to 1, exclusive. */
  next(): number {
    return this.#draw();
  }

  /** Returns a whole number from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.#draw() * (most - least + 1));
  }

  /** Returns one of the choices. Throws if there is none. */
  oneOf<Choice>(choices: readonly Choice[]): Choice {
    const at = Math.floor(this.#draw() * choices.length);
    const found = choices[at];
    if (found === undefined) throw new RangeError("nothing to choose from");
    return found;
  }

  /** Returns true with this probability, 0 to 1. */
  chance(probability: number): boolean {
    return this.#draw() < probability;
  }

  /** Returns an exponentially distributed number with this mean. */
  exponential(mean: number): number {
    return -mean * Math.log(1 - this.#draw());
  }

  /** Returns another sequence: its owner may draw any number of times without a change of this one. */
  fork(): Random {
    return new Random(Math.floor(this.#draw() * 2 ** 32));
  }
}
