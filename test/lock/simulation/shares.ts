// How isolates and other programs share a lock whose waiters do not all stand in its list, in exact figures. All want it
// again after a short pause, so that somebody always waits.
import { Database } from "../../../src/engine/simulation/database.ts";
import type { DeviationName } from "../../../src/engine/simulation/deviation.ts";
import { DEVIATIONS } from "../../../src/engine/simulation/deviation.ts";
import { Network } from "../../../src/engine/simulation/network.ts";
import { Random } from "../../../src/engine/simulation/random.ts";
import { World } from "../../../src/engine/simulation/world.ts";
import { releaseChannel } from "../../../src/lock/keys.ts";
import { Actor, HOST } from "./actor.ts";
import type { Compiled } from "./bundle.ts";
import { lineOfCells } from "./figures.ts";
import { OtherProcess } from "./other-process.ts";

/** One row: so many isolates, and so many other processes, with two callers each. */
export interface Share {
  readonly title: string;
  readonly isolates: number;
  readonly others: number;
  /** A request of another process takes this time. An isolate's takes 20 ms. */
  readonly othersRoundTripMs: number;
  readonly prefix?: string;
  readonly deviation?: DeviationName;
}

const NEAR_MS = 2;
const FAR_MS = 20;

export const SHARES: readonly Share[] = [
  { title: "2 + 2, far", isolates: 2, others: 2, othersRoundTripMs: FAR_MS },
  { title: "2 + 2, near", isolates: 2, others: 2, othersRoundTripMs: NEAR_MS },
  { title: "2 + 2, near, no prefix", isolates: 2, others: 2, othersRoundTripMs: NEAR_MS, prefix: "" },
  { title: "3 + 1, near", isolates: 3, others: 1, othersRoundTripMs: NEAR_MS },
  { title: "3 + 1, near, no prefix", isolates: 3, others: 1, othersRoundTripMs: NEAR_MS, prefix: "" },
  { title: "1 + 3, near", isolates: 1, others: 3, othersRoundTripMs: NEAR_MS },
  { title: "3 + 3, near", isolates: 3, others: 3, othersRoundTripMs: NEAR_MS },
  { title: "3 + 3, near, no prefix", isolates: 3, others: 3, othersRoundTripMs: NEAR_MS, prefix: "" },
  { title: "20 + 2, near", isolates: 20, others: 2, othersRoundTripMs: NEAR_MS },
  {
    ...{ title: "2 + 2, near, patterns are counted", isolates: 2, others: 2, othersRoundTripMs: NEAR_MS },
    deviation: "NUMSUB counts patterns",
  },
];

const CALLERS = 2;
const HOLD_MS = 10;
const MEAN_PAUSE_MS = 12;
const MEASURED_MS = 30_000;
const WAIT_MS = 600_000;
const SEED = 42;

/** What one side got. */
interface Side {
  turns: number;
  longestWaitMs: number;
}

/** Returns the table, with the title of each row at the beginning of its line. */
export async function table(compiled: Compiled): Promise<string> {
  const lines: string[] = [];
  for (const share of SHARES) lines.push(await lineOf(compiled, share));
  return [HEAD, ...lines, ""].join("\n");
}

export const HEAD: string = lineOfCells("isolates + others", [
  "isolates: share",
  "others: share",
  "isolates: longest",
  "others: longest",
  "turns a second",
]);

/** Runs one row, and returns its line. A share of 1.00 is that of as many processes. */
export async function lineOf(compiled: Compiled, share: Share): Promise<string> {
  const { title, isolates, others, deviation, prefix = "lock:" } = share;
  const world = new World({ seed: SEED });
  const database = new Database(world, deviation === undefined ? {} : { deviation: DEVIATIONS[deviation] });
  const network = new Network(world, new Map([[HOST, database]]));
  const random = new Random(SEED);
  const ours: Side = { turns: 0, longestWaitMs: 0 };
  const theirs: Side = { turns: 0, longestWaitMs: 0 };
  const key = `${prefix}x`;

  function repeat(
    side: Side,
    cycle: (waited: () => void) => Promise<void>,
    sleep: (ms: number) => Promise<void>,
  ): void {
    const run = async (): Promise<void> => {
      // Ends with the world.
      for (;;) {
        await sleep(random.exponential(MEAN_PAUSE_MS));
        const askedAt = world.now;
        await cycle(() => {
          side.turns += 1;
          side.longestWaitMs = Math.max(side.longestWaitMs, world.now - askedAt);
        });
      }
    };
    run().catch((error: unknown) => world.problem(String(error)));
  }

  for (let at = 1; at <= isolates; at += 1) {
    const options = { leaseMs: 30_000, keyLocking: false, prefix };
    const { isolate, locks } = new Actor(network, compiled, { name: `isolate${at}`, isWorker: false }, options);
    for (let caller = 0; caller < CALLERS; caller += 1) {
      isolate.after(1, () => {
        isolate.invoke(() => {
          const cycle = async (waited: () => void): Promise<void> => {
            const held = await locks.lock("x").acquire({ waitMs: WAIT_MS });
            waited();
            await isolate.sleep(HOLD_MS);
            await held.release();
          };
          repeat(ours, cycle, (ms) => isolate.sleep(ms));
        });
      });
    }
  }
  for (let at = 1; at <= others; at += 1) {
    const names = { name: `0000000${at}-0000-4000-8000-000000000000`, key, channel: releaseChannel(key) };
    const other = new OtherProcess(world, database, { ...names, roundTripMs: share.othersRoundTripMs });
    for (let thread = 0; thread < CALLERS; thread += 1) {
      const cycle = async (waited: () => void): Promise<void> => {
        await other.acquire(thread);
        waited();
        await other.sleep(HOLD_MS);
        await other.release();
      };
      repeat(theirs, cycle, (ms) => other.sleep(ms));
    }
  }
  await world.run(MEASURED_MS);
  if (world.problems.length > 0) throw new Error(`${title}: ${world.problems[0]}`);
  const all = ours.turns + theirs.turns;
  const shareOf = ({ turns }: Side, processes: number): string =>
    (turns / all / (processes / (isolates + others))).toFixed(2);
  return lineOfCells(title, [
    shareOf(ours, isolates),
    shareOf(theirs, others),
    ours.longestWaitMs.toFixed(0),
    theirs.longestWaitMs.toFixed(0),
    ((1_000 * all) / MEASURED_MS).toFixed(1),
  ]);
}
