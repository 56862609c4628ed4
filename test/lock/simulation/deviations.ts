// Each kind of lock on databases that are not Redis in one respect. Small worlds without harm show whether it keeps its
// promises, and how long a waiter waits after a release. The table is the same on every machine, so that a change is read
// as a diff of deviations.txt.
import { DEVIATIONS, type DeviationName } from "../../../src/engine/simulation/deviation.ts";
import type { Held, WaitOptions } from "../../../src/index.ts";
import type { LightHeld } from "../../../src/lock/light/index.ts";
import type { Actor } from "./actor.ts";
import type { Compiled } from "./bundle.ts";
import { type DirectedOptions, DirectedWorld, fixed, handOver, TAKES, type Take } from "./directed-world.ts";
import { type DirectProgramName, NO_HARM, PROGRAMS, type Profile, type ProgramName } from "./profile.ts";
import { simulate } from "./simulate.ts";

/** One cell of the table. Undefined: Redis itself, for comparison. */
export interface Cell {
  readonly deviation: DeviationName | undefined;
  readonly program: DirectProgramName;
}

export const REDIS = "Redis";
const ROWS: readonly (DeviationName | undefined)[] = [undefined, ...names(DEVIATIONS)];
export const CELLS: readonly Cell[] = ROWS.flatMap((deviation) => PROGRAMS.map((program) => ({ deviation, program })));

function names<Name extends string>(record: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(record).filter((name): name is Name => Object.hasOwn(record, name));
}

const SEEDS = [61, 62];
/** For how long holders hold, ms. A poll may come at any time after the release. */
const HELD_MS = [3_000, 4_700, 6_400, 8_100, 9_800];
/** Where streams are cut: how long after a cut they release, ms. */
const AFTER_A_CUT_MS = [-300, -40, -10, 0, 400];
// Results of flights are forgotten meanwhile.
const PAUSE_MS = 70_000;

/** Returns the table, with the database and the kind at the beginning of each line. */
export async function table(compiled: Compiled): Promise<string> {
  const lines: string[] = [];
  for (const cell of CELLS) lines.push(await lineOf(compiled, cell));
  return [HEAD, ...lines, ""].join("\n");
}

export const HEAD: string = line(["database", "kind", "outcome", "hand-over: median", "longest"]);

/** Plays a cell, and returns its line. Throws the first violation of a promise. */
export async function lineOf(compiled: Compiled, cell: Cell): Promise<string> {
  const codes = new Map<string, number>();
  let operations = 0;
  for (const seed of SEEDS) {
    const result = await simulate(compiled, seed, profileOf(cell, seed));
    const [problem] = result.problems;
    if (problem !== undefined) throw new Error(`${nameOf(cell)}, seed ${seed}: ${problem}`);
    operations += result.operations;
    for (const [code, count] of result.codes) codes.set(code, (codes.get(code) ?? 0) + count);
  }
  const outcome = [...codes].sort().map(([code, count]) => `${code} ${count}/${operations}`);
  const times = await handOvers(compiled, cell);
  const shown = typeof times === "string" ? [times, ""] : [median(times), Math.max(...times)].map(asMs);
  return line([cell.deviation ?? REDIS, cell.program, outcome.join(", ") || "holds", ...shown]);
}

/** Returns the profile of a small world of a cell. */
export function profileOf(
  { deviation, program }: Pick<Cell, "deviation"> & { readonly program: ProgramName },
  seed: number,
): Profile {
  const isCut = deviation !== undefined && DEVIATIONS[deviation].cutsStreamsEachMs !== undefined;
  return {
    programs: [program],
    isolates: 3,
    callers: 2,
    seconds: isCut ? 310 : 8,
    roundTripMs: 20,
    jitterMs: 2,
    leaseMs: 10_000,
    pollMs: 5_000,
    meanHoldMs: 300,
    meanPauseMs: isCut ? 30_000 : 1_000,
    workers: seed % 2 === 0,
    drift: false,
    keyLocking: false,
    onUnreachable: "fail",
    steals: false,
    forces: false,
    wanted: false,
    harm: NO_HARM,
    ...(deviation && { deviation }),
  };
}

function nameOf({ deviation, program }: Cell): string {
  return `${program} on ${deviation ?? REDIS}`;
}

/** Returns how long after each release another isolate has what was released, ms; or the code of the error instead. */
async function handOvers(compiled: Compiled, cell: Cell): Promise<readonly number[] | string> {
  const { deviation, program } = cell;
  const options: DirectedOptions = deviation === undefined ? {} : { deviation: DEVIATIONS[deviation] };
  const directed = new DirectedWorld(compiled, options);
  // The waiter is over HTTP, where a database counts those over TCP alone.
  const [from, to] = [directed.isolate("holder2"), directed.isolate("waiter1")];
  const times: number[] = [];
  const { cutsStreamsEachMs: cutMs } = options.deviation ?? {};
  for (const ms of cutMs === undefined ? HELD_MS : AFTER_A_CUT_MS) {
    await directed.world.run(directed.world.now + PAUSE_MS);
    const heldMs = cutMs === undefined ? ms : cutMs - (directed.world.now % cutMs) + ms;
    try {
      const handOverMs = await (program === "newest"
        ? interruption(directed, from, to, heldMs)
        : handOver(directed, TAKE[program], from, to, heldMs));
      if (Number.isNaN(handOverMs)) throw new Error(`${nameOf(cell)}: a waiter waits for ever`);
      times.push(handOverMs);
    } catch (error) {
      const { code } = Object(error);
      if (code === undefined) throw error;
      return String(code);
    }
  }
  return times;
}

/** Waits for a lock in one way. */
const exclusive =
  (
    acquire: (actor: Actor, options: WaitOptions & { leaseMs: number }) => Promise<Pick<Held | LightHeld, "release">>,
  ): Take =>
  async (actor, options) => {
    const held = await acquire(actor, fixed(options));
    return () => held.release();
  };

const TAKE: Readonly<Record<Exclude<DirectProgramName, "newest">, Take>> = {
  lock: TAKES.lock,
  fencedLock: TAKES.fencedLock,
  fairLock: TAKES.fairLock,
  spinLock: exclusive(({ locks }, options) => locks.spinLock("x").acquire(options)),
  nonReentrantLock: exclusive(({ locks }, options) => locks.nonReentrantLock("x").acquire(options)),
  nonReentrantFairLock: exclusive(({ locks }, options) => locks.nonReentrantFairLock("x").acquire(options)),
  readWriteLock: TAKES["write lock"],
  fairReadWriteLock: TAKES["fair write lock"],
  multiLock: TAKES.multiLock,
  redLock: exclusive(({ locks, others }, options) =>
    locks.redLock(...[locks, ...others].map((each) => each.lock("x"))).acquire(options),
  ),
  light: exclusive(({ light }, options) => light.lock("x").acquire(options)),
  semaphore: TAKES["permit without a lease"],
  permitExpirableSemaphore: TAKES["permit with a lease"],
  /** The work lasts until it is given back. A waiter takes its result. */
  async singleFlight({ locks }, options) {
    let [began, ends] = [(): void => {}, (): void => {}];
    const beginning = new Promise<void>((resolve) => {
      began = resolve;
    });
    const work = new Promise<void>((resolve) => {
      ends = resolve;
    });
    const run = async (): Promise<number> => {
      began();
      await work;
      return 1;
    };
    const flight = locks.singleFlight("x", run, { ...options, ttlMs: 60_000 });
    await Promise.race([beginning, flight]);
    return async () => {
      ends();
      await flight;
    };
  },
  /** The first one closes the latch, and opens it. */
  async countDownLatch({ locks }, options) {
    const latch = locks.countDownLatch("x");
    if (await latch.trySetCount(1)) return () => latch.countDown();
    await latch.wait(options);
    return async () => {};
  },
};

/** Returns how long after its call the newest caller begins, ms. */
async function interruption(directed: DirectedWorld, from: Actor, to: Actor, heldMs: number): Promise<number> {
  const [, ms = Number.NaN] = await directed.play<number>(
    [
      from,
      async () => {
        await from.locks.withLock("x", () => from.isolate.sleep(2 * heldMs), { mode: "newest" }).catch(ignoreTheft);
        return 0;
      },
    ],
    [
      to,
      async () => {
        await to.isolate.sleep(heldMs);
        const askedAt = directed.world.now;
        return to.locks.withLock("x", () => directed.world.now - askedAt, { mode: "newest" });
      },
    ],
  );
  return ms;
}

function ignoreTheft(error: unknown): void {
  if (Object(error).code !== "LOCK_STOLEN") throw error;
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function asMs(number: number): string {
  return number.toFixed(1);
}

function line(cells: readonly string[]): string {
  const widths = [30, 26, 32, 20, 14];
  return cells.map((cell, at) => (at > 2 ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0))).join(" |");
}
