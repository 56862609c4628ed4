// simulate, without its weight for those who do not call it.
import type { SimulateOptions } from "../simulate/options.ts";
import type { SimulationReport } from "../simulate/report.ts";
import type { StoreValues } from "../simulate/store.ts";

/**
 * Tries the plan of code that uses locks: runs it many times in several isolates that share a lock and a store, while
 * isolates crash and stop, replies get lost, messages come late and Redis is full. All of it takes place in virtual
 * time, and follows from one seed. It tries the plan, not the machine: see docs/run/simulate.md.
 * @param options `program`: the code, which gets all that it uses by its argument; `store`: the first values of the
 * store; `invariant`: returns whether the store is right, default: always; `seed`: 0 to 4,294,967,295, default 1;
 * `runs`: 1 to 1,000,000, default 200; `run`: this run alone, default all; `isolates`: 1 to 20, default 3; `faults`:
 * default all; `locks`: the options of `createLocks`
 * @returns what was tried, if no run failed
 * @throws PLAN_FAILED for the first run that fails, repeated with as few isolates and faults as possible: the message
 * says what happened, and what avoids it
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
