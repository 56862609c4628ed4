// The options of `simulate`, with their ranges and defaults. They are checked at the call.
import { InvalidOptionError } from "../../base/errors.ts";
import { callable, ownMembers, trueOrFalse, wholeNumber } from "../../base/validate.ts";
import type { LocksOptions } from "../../lock/client-options.ts";
import { createLocks } from "../../lock/create-locks.ts";
import type { RedisEndpoint } from "../../lock/options.ts";
import { withoutChosen } from "../chosen-options.ts";
import type { Program } from "./program.ts";
import type { StoreValues, StoreView } from "./store.ts";

/** The faults of a simulation. */
export interface SimulatedFaults {
  /** An isolate ends at once, and its program starts again a few seconds later. Default: true. */
  readonly crash?: boolean | undefined;
  /** An isolate pauses for up to twice the lease, and continues. Default: true. */
  readonly pause?: boolean | undefined;
  /**
   * The probability that a request to Redis or its reply is lost: 0 to 1. It applies in runs with many faults; 0 turns
   * the fault off. Default: 0.05.
   */
  readonly lostReplies?: number | undefined;
  /** Messages of Redis to waiters come seconds late, or not at all. Default: true. */
  readonly lateMessages?: boolean | undefined;
  /** Redis refuses to write for up to 20 s, because its memory is full. Default: true. */
  readonly fullRedis?: boolean | undefined;
}

/** The facts that an invariant may check. */
export interface Observed<Values extends StoreValues> {
  /** The values of the store. */
  readonly store: StoreView<Values>;
  /** Whether all programs have ended. If false, the call follows a write. */
  readonly isOver: boolean;
}

/** Returns whether the store is right, or throws, as an `expect` does. */
export type Invariant<Values extends StoreValues> =
  | ((observed: Observed<Values>) => boolean)
  | ((observed: Observed<Values>) => void);

/** The options of `simulate`. */
export interface SimulateOptions<Values extends StoreValues> {
  /**
   * The code under test. It runs once in each isolate, and again after a crash. It must use only its argument, and keep
   * no state outside itself.
   */
  readonly program: Program<Values>;
  /** The first values of the store, by key. */
  readonly store: Values;
  /**
   * Returns whether the store is right: called after each write, and when all programs have ended. It may throw
   * instead, as an `expect` does. Default: only errors of the program count.
   */
  readonly invariant?: Invariant<Values> | undefined;
  /** The seed, which decides everything random: a whole number, 0 to 4,294,967,295. Default: 1. */
  readonly seed?: number | undefined;
  /** The number of runs, each with other faults: 1 to 1,000,000. Default: 200. */
  readonly runs?: number | undefined;
  /** Plays this run alone, to repeat it: 1 to 1,000,000. Default: all. */
  readonly run?: number | undefined;
  /** How many isolates run the program at once: 1 to 20. Default: 3. */
  readonly isolates?: number | undefined;
  /** The faults that may occur. Default: all. */
  readonly faults?: SimulatedFaults | undefined;
  /** The options of `createLocks`, without those that the simulation chooses. Default: those of `createLocks`. */
  readonly locks?: Omit<LocksOptions, Chosen> | undefined;
}

/** The options of `createLocks` that the simulation chooses. */
type Chosen = "redis" | "keyLocking" | "onEvent" | "watchdog";

/** Checked faults. */
export type Faults = { readonly [Fault in keyof SimulatedFaults]-?: Exclude<SimulatedFaults[Fault], undefined> };

/** Checked options. */
export interface Checked<Values extends StoreValues> {
  readonly program: Program<Values>;
  readonly store: Values;
  readonly invariant: Invariant<Values>;
  readonly seed: number;
  readonly runs: number;
  readonly run: number | undefined;
  readonly isolates: number;
  readonly faults: Faults;
  readonly locks: Omit<LocksOptions, Chosen>;
}

/** The database of a simulation: nothing outside of it has this address. */
export const ENDPOINT: RedisEndpoint = { url: "https://redis.test", token: "token" };

const MAX_SEED = 4_294_967_295;
const MAX_RUNS = 1_000_000;
const MAX_ISOLATES = 20;
const CHOSEN: readonly string[] = ["redis", "keyLocking", "onEvent", "watchdog"] satisfies Chosen[];
const OPTIONS: readonly string[] = [
  ...["program", "store", "invariant", "seed", "runs", "run", "isolates", "faults", "locks"],
];
const FAULTS: readonly string[] = ["crash", "pause", "lostReplies", "lateMessages", "fullRedis"];

/** Checks the options. Throws INVALID_OPTION. */
export function checkedOptions<Values extends StoreValues>(given: SimulateOptions<Values>): Checked<Values> {
  const { program, store, invariant, seed, runs, run, isolates, faults, locks } = ownMembers(
    "options",
    given,
    OPTIONS,
    "program and store",
  );
  if (typeof store !== "object" || store === null || Array.isArray(store)) {
    throw new InvalidOptionError("store", "must be an object with the first values, such as { sold: 0 }");
  }
  return {
    program: callable("program", program),
    store: copyOf("store", store),
    invariant: invariant === undefined ? () => true : callable("invariant", invariant),
    seed: wholeNumber("seed", seed, { from: 0, to: MAX_SEED, fallback: 1 }),
    runs: wholeNumber("runs", runs, { from: 1, to: MAX_RUNS, fallback: 200 }),
    run: run === undefined ? undefined : wholeNumber("run", run, { from: 1, to: MAX_RUNS }),
    isolates: wholeNumber("isolates", isolates, { from: 1, to: MAX_ISOLATES, fallback: 3 }),
    faults: checkedFaults(faults),
    locks: checkedLocks(locks),
  };
}

function checkedFaults(given: SimulatedFaults | undefined): Faults {
  const { crash, pause, lostReplies = 0.05, lateMessages, fullRedis } = ownMembers("faults", given, FAULTS) ?? {};
  if (typeof lostReplies !== "number" || !(lostReplies >= 0 && lostReplies <= 1)) {
    throw new InvalidOptionError("lostReplies", "must be a number from 0 to 1");
  }
  const isOn = (option: string, value: unknown): boolean => value === undefined || trueOrFalse(option, value);
  return {
    crash: isOn("crash", crash),
    pause: isOn("pause", pause),
    lostReplies,
    lateMessages: isOn("lateMessages", lateMessages),
    fullRedis: isOn("fullRedis", fullRedis),
  };
}

function checkedLocks(given: Omit<LocksOptions, Chosen> | undefined): Omit<LocksOptions, Chosen> {
  const locks = withoutChosen("locks", given, CHOSEN, "simulate") ?? {};
  // createLocks checks the values.
  createLocks({ ...locks, redis: ENDPOINT });
  return locks;
}

/** Returns a copy of a value: a database shares no objects with its callers. */
export function copyOf<Value>(option: string, value: Value): Value {
  try {
    return structuredClone(value);
  } catch {
    throw new InvalidOptionError(option, "must be data: no functions, promises or other live objects");
  }
}
