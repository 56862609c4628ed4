// Every reachable world of a scenario, nearest first.
import { Queue } from "./queue.ts";
import { Seen } from "./seen.ts";
import type { Reached, Space } from "./space.ts";

export interface Found<Wrong> {
  readonly states: number;
  readonly transitions: number;
  /** Every world was reached. */
  readonly complete: boolean;
  readonly violation: Wrong | undefined;
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
export function search<World, Event, Next extends Reached<World>>(
  space: Space<World, Event, Next>,
  maxStates: number,
  onProgress: (states: number) => void = () => {},
): Found<NonNullable<Next["violation"]>> {
  const seen = new Seen();
  const queue = new Queue();
  const origins = new Origins();
  const first = space.encode(space.first);
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
    const world = space.decode(bytes);
    for (const [by, event] of space.eventsOf(world).entries()) {
      const next: Next = space.step(world, event);
      transitions += 1;
      const violation: Next["violation"] = next.violation;
      if (violation !== undefined && violation !== null) {
        const story = retold(space, [...origins.wayTo(number), by]);
        return { states: seen.size, transitions, complete: false, violation, story };
      }
      const reached = space.encode(next.world);
      if (seen.add(reached)) {
        queue.push(reached);
        origins.add(number, by);
      }
    }
  }
}

function retold<World, Event, Next extends Reached<World>>(
  space: Space<World, Event, Next>,
  way: readonly number[],
): string[] {
  const story: string[] = [];
  // Each world is decoded, as in the search: the order of its events depends on that.
  let bytes = space.encode(space.first);
  for (const by of way) {
    const world = space.decode(bytes);
    const event = space.eventsOf(world)[by];
    if (event === undefined) throw new Error("the way was lost");
    const next = space.step(world, event);
    story.push(space.describe(world, event, next));
    bytes = space.encode(next.world);
  }
  return story;
}
