// Loads the simulation at the first call, so that other users of this entry do not load it.
import type { SimulateOptions } from "../simulate/options.ts";
import type { SimulationReport } from "../simulate/report.ts";
import type { StoreValues } from "../simulate/store.ts";

/**
 * Tries the plan of code that uses locks: runs it many times in several isolates that share a lock and a store.
 * Meanwhile isolates crash and pause, replies are lost, messages come late and Redis is full. Time is virtual, and one
 * seed decides everything. It tests the plan, not the machine: see docs/run/simulate.md.
 * @param options `program`: the code, which must use only its argument; `store`: the first values of the store;
 * `invariant`: returns whether the store is right, default: always; `seed`: 0 to 4,294,967,295, default 1; `runs`: 1 to
 * 1,000,000, default 200; `run`: this run alone, default all; `isolates`: 1 to 20, default 3; `faults`: default all;
 * `locks`: the options of `createLocks`
 * @returns the report, if no run failed
 * @throws PLAN_FAILED for the first run that fails, with as few isolates and faults as possible. The message says what
 * happened, and how to avoid it
 * @throws INVALID_OPTION when an option is wrong, timers are faked, or another simulation runs
 * @example
 * await simulate({
 *   store: { sold: 0 },
 *   program: async ({ locks, store }) => {
 *     await using held = await locks.fencedLock("seats").acquire();
 *     const sold = await store.get("sold", held.fencingToken);
 *     if (sold < 2) await store.set("sold", sold + 1, held.fencingToken);
 *   },
 *   invariant: ({ store }) => store.get("sold") <= 2,
 * });
 */
export async function simulate<Values extends StoreValues>(
  options: SimulateOptions<Values>,
): Promise<SimulationReport> {
  const { trial } = await import("../simulate/trial.ts");
  return trial(options);
}
