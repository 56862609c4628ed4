// The numbers of the last ten minutes.
import type { Sample, SampledLock } from "../sample.ts";
import { GAP_MS } from "./lane-history.ts";

/** The numbers of one instant. null: unknown, or a gap. */
export interface Measurement {
  /** Epoch ms, by the clock of the server. */
  readonly at: number;
  readonly holders: number | null;
  readonly waiters: number | null;
  /** The age of the oldest hold, in s. */
  readonly heldS: number | null;
  /** The time since the first waiter was first seen in the queue, in s. */
  readonly firstWaitsS: number | null;
}

/** How much of the past is kept, in ms. */
export const KEPT_MS = 600_000;

/** Remembers the numbers of the chosen lock, or of all locks if none is chosen. */
export class Measurements {
  /** Oldest first. */
  readonly points: Measurement[] = [];
  /** When each waiter of the queue was first seen in it, in epoch ms. */
  #queuedSince = new Map<string, number>();

  add(sample: Sample): void {
    const { at, isFresh } = sample;
    const last = this.points.at(-1)?.at ?? at;
    if (at < last || (at === last && this.points.length > 0)) return;
    if (!isFresh) this.#push(unknownAt(at));
    else {
      if (at - last > GAP_MS) this.#push(unknownAt(last + 1));
      this.#push(sample.lock === undefined ? ofAll(sample) : this.#ofOne(at, sample.lock));
    }
  }

  #ofOne(at: number, { holders, queue, queueLength, isolates }: SampledLock): Measurement {
    this.#queuedSince = new Map(queue.map((owner) => [owner, this.#queuedSince.get(owner) ?? at]));
    const ages = holders.flatMap(({ since }) => (since === undefined ? [] : [Math.max(0, at - since)]));
    const [first] = this.#queuedSince.values();
    return {
      at,
      holders: holders.length,
      waiters: queueLength + isolates,
      heldS: ages.length === 0 ? null : seconds(Math.max(...ages)),
      firstWaitsS: first === undefined ? null : seconds(at - first),
    };
  }

  #push(point: Measurement): void {
    this.points.push(point);
    while ((this.points[0]?.at ?? point.at) < point.at - KEPT_MS) this.points.shift();
  }
}

function ofAll({ at, holders, waiters, oldestSince }: Sample): Measurement {
  const heldS = oldestSince === undefined ? null : seconds(Math.max(0, at - oldestSince));
  return { at, holders, waiters, heldS, firstWaitsS: null };
}

function unknownAt(at: number): Measurement {
  return { at, holders: null, waiters: null, heldS: null, firstWaitsS: null };
}

function seconds(ms: number): number {
  return Math.round(ms / 100) / 10;
}
