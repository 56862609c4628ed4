// Tries a plan in many runs, each from its own seed.
import { InvalidOptionError } from "../../base/errors.ts";
import type { PlanFailedError } from "../../base/plan-failed-error.ts";
import { areTimersFaked } from "../../base/timers.ts";
import { isolateLoader, PARAMETERS } from "../simulation/isolate-loader.ts";
import type { Library } from "./library.ts";
import { LIBRARY_TEXT } from "./library-text.ts";
import { type Checked, checkedOptions, type SimulateOptions } from "./options.ts";
import { Outside } from "./outside.ts";
import { type How, Play, type Played, type PlayRun } from "./play.ts";
import { type SimulationReport, Total } from "./report.ts";
import { failedAs, smallest } from "./smallest.ts";
import type { StoreValues } from "./store.ts";

const FEW_FAULTS = 1;
const SIMPLER_WITHIN = 100;

let isRunning = false;

/** Tries a plan: see `simulate` of "leasehound/testing". */
export async function trial<Values extends StoreValues>(given: SimulateOptions<Values>): Promise<SimulationReport> {
  const options = checkedOptions(given);
  if (isRunning) throw new InvalidOptionError("simulate", "is already running: await it before the next call");
  if (areTimersFaked()) {
    const cure = "call vi.useRealTimers() or jest.useRealTimers() first";
    throw new InvalidOptionError("setTimeout", `is faked, but a simulation has its own time: ${cure}`);
  }
  const run = new Function(...PARAMETERS, LIBRARY_TEXT);
  const load = isolateLoader<Library>((...args) => run(...args));
  let play: Play<Values> | undefined;
  const outside = new Outside({
    isWatched: () => play?.isRunning === true,
    used: (use) => play?.used(use),
    rejected: (error) => play?.rejected(error),
  });
  isRunning = true;
  try {
    return await tried(options, (how) => {
      play = new Play(load, options, how);
      return play.run();
    });
  } finally {
    isRunning = false;
    outside.end();
  }
}

async function tried(
  { seed, runs, run: only, isolates }: Pick<Checked<StoreValues>, "seed" | "runs" | "run" | "isolates">,
  play: PlayRun,
): Promise<SimulationReport> {
  const without: ReadonlySet<string> = new Set();
  const calm: How = { run: 1, isolates, without, lengths: undefined };
  // The run without faults is always played: it shows how many calls a program makes.
  const first = await play(calm);
  // One repeated run is enough to notice that something outside decides.
  if (first.failure === undefined) await mustRepeat(play, seed, calm, first);
  const total = new Total(seed);
  for (let run = only ?? 1; run <= (only ?? runs); run += 1) {
    const how = run === 1 ? calm : { run, isolates, without, lengths: first.lengths };
    const played = run === 1 ? first : await play(how);
    const { failure } = played;
    if (failure !== undefined) {
      if (failure.reason !== "outside") await mustRepeat(play, seed, how, played);
      const error = await smallest(play, seed, { how, played, failure });
      throw only === undefined ? await simpler(play, seed, how, error) : error;
    }
    total.add(played);
  }
  return total.report();
}

/** Returns the error of one of the next runs if it needs fewer faults, so that its story is easier to read. */
async function simpler(play: PlayRun, seed: number, first: How, error: PlanFailedError): Promise<PlanFailedError> {
  for (let run = first.run + 1; run <= first.run + SIMPLER_WITHIN && error.faults.length > FEW_FAULTS; run += 1) {
    const how = { ...first, run };
    const played = await play(how);
    const { failure } = played;
    if (failure?.reason === error.reason && played.struck.size <= FEW_FAULTS) {
      return smallest(play, seed, { how, played, failure });
    }
  }
  return error;
}

/** Throws PLAN_FAILED if the run takes another course when it is repeated. */
async function mustRepeat(play: PlayRun, seed: number, how: How, played: Played): Promise<void> {
  const again = await play(how);
  // A use of something outside is a better reason.
  const { failure } = again;
  if (failure?.reason === "outside") throw failedAs(seed, { how, played: again, failure });
  if (again.hash === played.hash) return;
  throw failedAs(seed, {
    how,
    played: again,
    failure: {
      reason: "not-repeatable",
      what: "the run took another course when it was repeated",
      cure: "keep all state inside the program or in `store`, and take time and random numbers from its argument",
    },
  });
}
