// The parts of a simulated world, as a value of fast-check: a failing one shrinks to the parts that matter.
import fc from "fast-check";
import type { DeviationName } from "../../../src/engine/simulation/deviation.ts";

/** A name for each sort of program, most of which have a kind of lock of the same name. */
export const PROGRAMS = [
  "lock",
  "fencedLock",
  "fairLock",
  "spinLock",
  "nonReentrantLock",
  "nonReentrantFairLock",
  "readWriteLock",
  "fairReadWriteLock",
  "multiLock",
  "redLock",
  "newest",
  "light",
  "singleFlight",
  "semaphore",
  "permitExpirableSemaphore",
  "countDownLatch",
] as const;

/** Programs whose callers use the locks by the service of locks, or directly. */
export const SERVICE_PROGRAMS = [
  "remoteLock",
  "remoteFencedLock",
  "remoteFairLock",
  "remoteReadWriteLock",
  "remotePermits",
] as const;

/** A program whose callers use the locks directly alone. */
export type DirectProgramName = (typeof PROGRAMS)[number];

export type ProgramName = DirectProgramName | (typeof SERVICE_PROGRAMS)[number];

/** The sorts of harm that a world does to its isolates, beside the faults of requests. */
export interface Harm {
  /** Requests, replies and messages are lost, late or doubled, and streams are cut. */
  readonly network: boolean;
  /** Replies go to the wrong request. */
  readonly foreignReplies: boolean;
  readonly kills: boolean;
  readonly suspensions: boolean;
  /** Invocations of Workers are cut. */
  readonly cuts: boolean;
  readonly restarts: boolean;
  /** Redis restarts without its data. */
  readonly dataLoss: boolean;
  /** Redis' clock jumps. */
  readonly redisClock: boolean;
  /** Wall clocks of isolates jump. */
  readonly wallClocks: boolean;
}

export interface Profile {
  /** For each name one sort of program. */
  readonly programs: readonly ProgramName[];
  readonly isolates: number;
  /** Isolates of the service of locks. Default: none. */
  readonly serviceIsolates?: number;
  /** Callers in each isolate. */
  readonly callers: number;
  /** For how long callers begin new operations, in s of the world. */
  readonly seconds: number;
  readonly roundTripMs: number;
  readonly jitterMs: number;
  readonly leaseMs: number;
  /** How often waiters look without a message. Much longer than other bounds: a lost wake-up shows. */
  readonly pollMs: number;
  readonly meanHoldMs: number;
  readonly meanPauseMs: number;
  /** Some of the isolates are Workers. */
  readonly workers: boolean;
  /** Monotonic clocks run at different rates. */
  readonly drift: boolean;
  readonly keyLocking: boolean;
  readonly onUnreachable: "fail" | "wait";
  readonly steals: boolean;
  readonly forces: boolean;
  readonly harm: Harm;
  /** In what its databases are not Redis. Default: in nothing. */
  readonly deviation?: DeviationName;
  /** Some of the isolates in Node speak TCP. Default: all speak HTTP. */
  readonly tcp?: boolean;
  /** Some holders ask whether somebody waits, keep what they have for long, and step down. */
  readonly wanted: boolean;
}

export const NO_HARM: Harm = {
  network: false,
  foreignReplies: false,
  kills: false,
  suspensions: false,
  cuts: false,
  restarts: false,
  dataLoss: false,
  redisClock: false,
  wallClocks: false,
};

const POLL_MS = 5_000;

/** True with this probability, of 100. */
const percent = (probability: number): fc.Arbitrary<boolean> =>
  fc.oneof(
    { arbitrary: fc.constant(false), weight: 100 - probability },
    { arbitrary: fc.constant(true), weight: probability },
  );

// The plain lock has most mechanisms.
const program: fc.Arbitrary<ProgramName> = fc.oneof(
  { arbitrary: fc.constant<ProgramName>("lock"), weight: 4 },
  { arbitrary: fc.constantFrom(...PROGRAMS), weight: PROGRAMS.length },
);

const world: fc.Arbitrary<Profile> = fc.record({
  programs: fc.array(program, { minLength: 1, maxLength: 3 }),
  isolates: fc.integer({ min: 1, max: 5 }),
  callers: fc.integer({ min: 1, max: 6 }),
  seconds: fc.integer({ min: 40, max: 160 }),
  roundTripMs: fc.constantFrom(20, 2, 60, 150),
  jitterMs: fc.constantFrom(0, 2, 10, 40),
  leaseMs: fc.constantFrom(10_000, 30_000, 5_000, 2_000),
  pollMs: fc.constant(POLL_MS),
  meanHoldMs: fc.constantFrom(50, 5, 300, 2_000),
  meanPauseMs: fc.constantFrom(100, 5, 1_000, 6_000, 15_000),
  workers: percent(30),
  drift: percent(30),
  keyLocking: percent(10),
  onUnreachable: fc.constantFrom("fail", "wait"),
  steals: fc.constant(false),
  forces: fc.constant(false),
  wanted: fc.constant(false),
  harm: fc.constant(NO_HARM),
});

/** Adds holders that step down to a third of the worlds. The others stay as they are: this is drawn last. */
function withWanted(worlds: fc.Arbitrary<Profile>): fc.Arbitrary<Profile> {
  return fc.tuple(worlds, percent(33)).map(([each, wanted]) => ({ ...each, wanted }));
}

/** Worlds without faults. */
export const clean: fc.Arbitrary<Profile> = fc
  .tuple(world, fc.constantFrom(POLL_MS, 60_000))
  .map(([calm, pollMs]) => ({ ...calm, pollMs }));

/** Worlds with all sorts of faults. */
export const faulty: fc.Arbitrary<Profile> = fc
  .tuple(
    world,
    percent(15),
    percent(10),
    fc.record({
      network: percent(85),
      foreignReplies: percent(20),
      kills: percent(40),
      suspensions: percent(40),
      cuts: percent(50),
      restarts: percent(25),
      dataLoss: percent(25),
      redisClock: percent(10),
      wallClocks: percent(25),
    }),
  )
  .map(([calm, steals, forces, harm]) => ({ ...calm, steals, forces, harm }));

/** Worlds with few and rare callers, where nobody else repairs what a fault left behind. */
export const quiet: fc.Arbitrary<Profile> = fc
  .tuple(
    faulty,
    fc.record({
      programs: fc.array(program, { minLength: 1, maxLength: 1 }),
      isolates: fc.constantFrom(2, 3),
      callers: fc.constantFrom(1, 2),
      meanPauseMs: fc.constantFrom(3_000, 15_000),
      seconds: fc.constant(300),
    }),
  )
  .map(([noisy, few]) => ({ ...noisy, ...few }));

/** Faulty worlds. A fifth of them has no faults. */
const mostlyFaulty: fc.Arbitrary<Profile> = fc.tuple(faulty, percent(20)).map(([noisy, isCalm]) => {
  return isCalm ? { ...noisy, harm: NO_HARM, steals: false, forces: false } : noisy;
});

/** Worlds with a service of locks, whose isolates suffer as those of its callers do. A fifth of them has no faults. */
export const served: fc.Arbitrary<Profile> = fc
  .tuple(
    mostlyFaulty,
    fc.record({
      programs: fc.array(fc.constantFrom(...SERVICE_PROGRAMS), { minLength: 1, maxLength: 2 }),
      serviceIsolates: fc.integer({ min: 1, max: 2 }),
    }),
  )
  .map(([noisy, service]) => {
    // Each answer passes two isolates: with a shorter lease, most grants over a slow network are too late.
    const leaseMs = Math.max(noisy.leaseMs, 5_000);
    return { ...noisy, ...service, leaseMs };
  });

/** Worlds in which some isolates speak TCP, and others HTTP. A fifth of them has no faults. */
export const mixed: fc.Arbitrary<Profile> = mostlyFaulty.map((noisy) => {
  // Each reply waits for those before it: with more jitter, no majority answers within a short lease.
  const jitterMs = Math.min(noisy.jitterMs, 10);
  // The last two are options of HTTP.
  return { ...noisy, jitterMs, tcp: true, keyLocking: false };
});

/** Worlds on a database where messages only call. A fifth of them has no faults. */
export const called: fc.Arbitrary<Profile> = mostlyFaulty.map((noisy) => ({ ...noisy, deviation: "no sha1hex" }));

type Name = "clean" | "faulty" | "quiet" | "served" | "mixed" | "called";

export const PROFILES: Readonly<Record<Name, fc.Arbitrary<Profile>>> = {
  clean: withWanted(clean),
  faulty: withWanted(faulty),
  quiet: withWanted(quiet),
  served: withWanted(served),
  mixed: withWanted(mixed),
  called: withWanted(called),
};

export type ProfileName = keyof typeof PROFILES;

/** Returns the profile of a seed. */
export function profileOf(name: ProfileName, seed: number): Profile {
  const [profile] = fc.sample(PROFILES[name], { seed, numRuns: 1 });
  if (profile === undefined) throw new Error("fast-check made no profile");
  return profile;
}

/** Returns whether a world of this profile does nothing that a caller could feel. */
export function isClean({ harm, steals, forces }: Profile): boolean {
  return !steals && !forces && Object.values(harm).every((does) => !does);
}
