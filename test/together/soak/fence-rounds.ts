// The purpose of fencing. A holder stops for longer than its lease, continues when another holds the lock, and writes a
// value based on its earlier read. Many resources run at once, each a list of elements. An acknowledged write is lost
// when its element is missing in the end. The same rounds run with the fence, with its write alone, and without it.

import { type AcquireOptions, type FencedHeld, type FencedLock, isLockError, type Locks } from "../../../src/index.ts";
import { createLocks } from "../../support/bare-locks.ts";
import type { Endpoint } from "../../support/rest.ts";
import type { FenceStore } from "./fence-stores.ts";
import { type Random, weighted } from "./random.ts";

const LEASE_MS = 1_000;
const MOST_AT_ONCE = 100;

/** "unclaimed": written with the token, but no check of it before the read. */
export const KINDS = ["fenced", "unclaimed", "unfenced"] as const;
type Kind = (typeof KINDS)[number];
export type LossesOfKinds = Readonly<Record<Kind, Losses>>;

/** The time at which the first holder continues: before the second one's next step, or after all of them. */
type Moment = "claim" | "read" | "write" | "end";

export interface Losses {
  readonly rounds: number;
  /** Rounds in which the locks' Redis was emptied while the first holder was stopped. */
  readonly emptied: number;
  readonly acknowledged: number;
  readonly refused: number;
  readonly lost: number;
}

export interface RoundsOptions {
  /** The Redis of the locks, which is sometimes emptied. */
  readonly redis: Endpoint;
  /** The stores of the lists, used alternately. */
  readonly stores: readonly FenceStore[];
  readonly rounds: number;
  readonly random: Random;
  /** Empties the Redis of the locks. */
  empty(): Promise<void>;
}

interface Round {
  readonly name: string;
  readonly store: FenceStore;
  readonly goesOnBefore: Moment;
  /** The second holder does not wait for the first one's step. */
  readonly races: boolean;
}

/** The same rounds, drawn once, in each kind. */
export async function fenceRounds(options: RoundsOptions): Promise<LossesOfKinds> {
  const locks = createLocks({ redis: options.redis });
  const tallies = { fenced: new Tally(), unclaimed: new Tally(), unfenced: new Tally() };
  const waves = 3 * Math.ceil(options.rounds / (3 * MOST_AT_ONCE));
  const atOnce = Math.ceil(options.rounds / waves);
  for (let first = 0, wave = 0; first < options.rounds; first += atOnce, wave += 1) {
    const count = Math.min(atOnce, options.rounds - first);
    const drawn = Array.from({ length: count }, (_, at) => draw(options, first + at));
    // Emptied once for all rounds of this wave, when every first holder has read and is stopped.
    const isEmptied = wave % 3 === 1;
    const allStopped = new Countdown(KINDS.length * count, isEmptied ? options.empty : async () => {});
    const playing = KINDS.map((kind) => ({ kind, tally: tallies[kind], isEmptied, allStopped }));
    await Promise.all(playing.flatMap((how) => drawn.map((round) => play(locks, round, how))));
  }
  locks.close();
  const { fenced, unclaimed, unfenced } = tallies;
  return { fenced: fenced.losses, unclaimed: unclaimed.losses, unfenced: unfenced.losses };
}

function draw({ stores, random }: RoundsOptions, number: number): Round {
  const store = stores[number % stores.length];
  if (store === undefined) throw new Error("no stores");
  const goesOnBefore = weighted<Moment>(random, [
    [1, "claim"],
    [1, "read"],
    [1, "write"],
    [1, "end"],
  ]);
  return { name: `round ${number}`, store, goesOnBefore, races: random() < 0.5 };
}

interface Playing {
  readonly kind: Kind;
  readonly tally: Tally;
  readonly isEmptied: boolean;
  readonly allStopped: Countdown;
}

async function play(locks: Locks, { name, store, goesOnBefore, races }: Round, playing: Playing): Promise<void> {
  const { kind, tally, isEmptied, allStopped } = playing;
  const resource = `${name}, ${kind}`;
  const lock = locks.fencedLock(resource);
  const use = kind === "unfenced" ? store.unfenced : store.fenced;
  const claim = async (token: string): Promise<boolean> => kind !== "fenced" || store.fenced.claim(resource, token);
  const acknowledged: string[] = [];
  const write = async (element: string, elements: readonly string[], token: string): Promise<void> => {
    const written = await use.write(resource, [...elements, element], token);
    tally.wrote(written);
    if (written) acknowledged.push(element);
  };
  await store.create(resource);

  // The first holder reads, and is stopped: it does not notice that its lease ends.
  const first = await untilHeld(lock, { leaseMs: LEASE_MS });
  await claim(first.fencingToken);
  const stale = await store.read(resource);
  const stopped = new Promise((resolve) => setTimeout(resolve, LEASE_MS));
  await allStopped.one();

  const second = await untilHeld(lock, { waitMs: 30_000, wait: "poll" });
  let late: Promise<void> | undefined;
  const before = async (moment: Moment): Promise<void> => {
    if (moment !== goesOnBefore) return;
    // Where the locks were not lost, its lease must end first.
    if (!isEmptied) await stopped;
    late = write("first", stale, first.fencingToken);
    if (!races) await late;
  };
  await before("claim");
  if (!(await claim(second.fencingToken))) throw new Error(`${resource}: the second holder was refused`);
  await before("read");
  const elements = await store.read(resource);
  await before("write");
  await write("second", elements, second.fencingToken);
  await before("end");
  await Promise.all([late, stopped]);
  await second.release();

  const there = await store.read(resource);
  tally.played(isEmptied, acknowledged.filter((element) => !there.includes(element)).length);
}

/** A busy machine may not answer within so short a lease: repeats under a newer token. */
async function untilHeld(lock: FencedLock, options: AcquireOptions): Promise<FencedHeld> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await lock.acquire(options);
    } catch (error) {
      if (!isLockError(error) || tries === 10) throw error;
    }
  }
}

class Tally {
  losses: Losses = { rounds: 0, emptied: 0, acknowledged: 0, refused: 0, lost: 0 };

  wrote(acknowledged: boolean): void {
    if (acknowledged) this.#add({ acknowledged: 1 });
    else this.#add({ refused: 1 });
  }

  played(isEmptied: boolean, lost: number): void {
    this.#add({ rounds: 1, emptied: isEmptied ? 1 : 0, lost });
  }

  #add(more: Partial<Losses>): void {
    const { rounds = 0, emptied = 0, acknowledged = 0, refused = 0, lost = 0 } = more;
    const before = this.losses;
    this.losses = {
      rounds: before.rounds + rounds,
      emptied: before.emptied + emptied,
      acknowledged: before.acknowledged + acknowledged,
      refused: before.refused + refused,
      lost: before.lost + lost,
    };
  }
}

/** Blocks until all have arrived and one action is complete. */
class Countdown {
  #left: number;
  readonly #all: Promise<void>;
  #done: () => void = () => {};

  constructor(count: number, then: () => Promise<void>) {
    this.#left = count;
    this.#all = new Promise<void>((resolve) => {
      this.#done = resolve;
    }).then(then);
  }

  one(): Promise<void> {
    this.#left -= 1;
    if (this.#left === 0) this.#done();
    return this.#all;
  }
}
