// Measures many hand-overs of each subject.
import { handOver } from "./hand-over.ts";
import { roundTrips } from "./round-trip.ts";
import { type Spread, spread } from "./spread.ts";
import type { WaitingStage } from "./stage.ts";
import type { OwnSubject, Peer } from "./subjects.ts";

// Releases come in even steps within this time. It is longer than any pause between two attempts, so that releases are
// synchronous with no poll.
const SPREAD_MS = 400;

export interface HandOverTimes {
  /** Of a round trip. */
  readonly http: Spread;
  readonly tcp: Spread;
  readonly own: readonly (readonly [OwnSubject, Spread])[];
  readonly others: readonly (readonly [Peer, Spread])[];
}

/** Alternates the subjects, so that other work of the machine slows all of them down. */
export async function handOverTimes(
  stage: WaitingStage,
  own: readonly OwnSubject[],
  others: readonly Peer[],
  handOvers: number,
): Promise<HandOverTimes> {
  const raw = await roundTrips(stage, stage.newName());
  const http = series("http", raw.http);
  const tcp = series("tcp", raw.tcp);
  const ours = own.map((subject) => series(subject, (afterMs) => handOver(subject, stage.newName(), afterMs)));
  const theirs = others.map((subject) => series(subject, (afterMs) => handOver(subject, stage.newName(), afterMs)));
  const all = [http, tcp, ...ours, ...theirs];
  // Once uncounted: opens connections, and loads the scripts into Redis.
  for (const { take } of all) await take(0);
  for (const afterMs of evenSteps(SPREAD_MS, handOvers)) {
    for (const { take, samples } of all) samples.push(await take(afterMs));
  }
  return {
    http: spread(http.samples),
    tcp: spread(tcp.samples),
    own: ours.map(({ of, samples }) => [of, spread(samples)]),
    others: theirs.map(({ of, samples }) => [of, spread(samples)]),
  };
}

/** Measures waiters whose stream is silent. All at once, because they wait for a poll. */
export async function frozenTimes(
  stage: WaitingStage,
  own: readonly OwnSubject[],
  pollMs: number,
  handOvers: number,
): Promise<[OwnSubject, Spread][]> {
  stage.freezeStreams(true);
  const times: [OwnSubject, Spread][] = [];
  for (const subject of own) {
    const all = evenSteps(pollMs, handOvers).map((afterMs) => handOver(subject, stage.newName(), afterMs));
    times.push([subject, spread(await Promise.all(all))]);
  }
  stage.freezeStreams(false);
  return times;
}

interface Series<Of> {
  readonly of: Of;
  readonly take: (afterMs: number) => Promise<number>;
  readonly samples: number[];
}

function series<Of>(of: Of, take: Series<Of>["take"]): Series<Of> {
  return { of, take, samples: [] };
}

function evenSteps(spreadMs: number, count: number): number[] {
  return Array.from({ length: count }, (_, at) => (spreadMs * (at + 0.5)) / count);
}
