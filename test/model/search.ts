// Every reachable world, nearest first.
import { Codec } from "./codec.ts";
import { eventsOf } from "./events.ts";
import type { Without } from "./guards.ts";
import type { Violation } from "./judge.ts";
import { Queue } from "./queue.ts";
import type { Scenario } from "./scenario.ts";
import { Seen } from "./seen.ts";
import { step } from "./step.ts";
import { describe } from "./story.ts";
import { newWorld } from "./world.ts";

export interface Found {
  readonly states: number;
  readonly transitions: number;
  /** Every world was reached. */
  readonly complete: boolean;
  readonly violation: Violation | undefined;
  /** The shortest walk to the violation, one line per event. */
  readonly story: readonly string[];
}

/** The first predecessor of each world, by number, and which of its events led here. */
class Origins {
  #from = new Uint32Array(1 << 16);
  #by = new Uint8Array(1 << 16);
  #size = 0;

  add(from: number, by: number): void {
    if (this.#size === this.#from.length) {
      const [from, by] = [this.#from, this.#by];
      this.#from = new Uint32Array(this.#size * 2);
      this.#by = new Uint8Array(this.#size * 2);
      this.#from.set(from);
      this.#by.set(by);
    }
    this.#from[this.#size] = from;
    this.#by[this.#size] = by;
    this.#size += 1;
  }

  /** Returns the events that lead to this world, in order. World 0 is the initial one. */
  wayTo(world: number): number[] {
    const way: number[] = [];
    for (let at = world; at !== 0; at = this.#from[at] ?? 0) way.push(this.#by[at] ?? 0);
    return way.reverse();
  }
}

/** Ends at the first violation, when no world is left, or after more than `maxStates` worlds. */
export function search(
  scenario: Scenario,
  without: Without,
  maxStates: number,
  onProgress: (states: number) => void = () => {},
): Found {
  const codec = new Codec(scenario);
  const seen = new Seen();
  const queue = new Queue();
  const origins = new Origins();
  const first = codec.encode(newWorld(scenario));
  seen.add(first);
  queue.push(first);
  origins.add(0, 0);
  let transitions = 0;

  for (let number = 0; ; number += 1) {
    const bytes = queue.shift();
    if (bytes === undefined || seen.size > maxStates) {
      const complete = bytes === undefined;
      return { states: seen.size, transitions, complete, violation: undefined, story: [] };
    }
    if (number % 1_000_000 === 0 && number > 0) onProgress(seen.size);
    const world = codec.decode(bytes);
    for (const [by, event] of eventsOf(world, scenario, without).entries()) {
      const next = step(world, event, scenario, without);
      transitions += 1;
      if (next.violation !== undefined) {
        const story = retold(scenario, without, [...origins.wayTo(number), by]);
        return { states: seen.size, transitions, complete: false, violation: next.violation, story };
      }
      const reached = codec.encode(next.world);
      if (seen.add(reached)) {
        queue.push(reached);
        origins.add(number, by);
      }
    }
  }
}

function retold(scenario: Scenario, without: Without, way: readonly number[]): string[] {
  const codec = new Codec(scenario);
  const story: string[] = [];
  let bytes = codec.encode(newWorld(scenario));
  for (const by of way) {
    const world = codec.decode(bytes);
    const event = eventsOf(world, scenario, without)[by];
    if (event === undefined) throw new Error("the way was lost");
    const next = step(world, event, scenario, without);
    story.push(describe(world, event, next));
    bytes = codec.encode(next.world);
  }
  return story;
}
