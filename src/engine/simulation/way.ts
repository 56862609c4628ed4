// One way of a connection in a simulated world. It keeps its order: whatever is late withholds what is behind it.
import type { Random } from "./random.ts";
import type { World } from "./world.ts";

const CUT_AFTER_MS = 5_000;
const SILENT_CUTS = 0.3;

export class Way {
  readonly #world: World;
  readonly #deliver: (ms: number, run: () => void) => void;
  #lastAt = 0;

  constructor(world: World, deliver: (ms: number, run: () => void) => void) {
    this.#world = world;
    this.#deliver = deliver;
  }

  /** Lets something arrive in `ms`, or with what is ahead of it. */
  arrive(ms: number, run: () => void): void {
    this.#lastAt = Math.max(this.#lastAt, this.#world.now + ms);
    this.#deliver(this.#lastAt - this.#world.now, run);
  }
}

interface Chance {
  readonly world: World;
  readonly random: Random;
  /** How probable it is, 0 to 1. */
  readonly probability: number;
}

/** Cuts a stream within seconds, or does not. `isSilent`: its client does not learn it. */
export function mayCut({ world, random, probability }: Chance, cut: (isSilent: boolean) => void): void {
  if (!random.chance(probability)) return;
  const isSilent = random.chance(SILENT_CUTS);
  world.after(random.exponential(CUT_AFTER_MS), () => cut(isSilent));
}
