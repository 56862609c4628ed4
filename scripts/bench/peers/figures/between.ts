// The hand-over between isolates with one caller each: one holds, the others wait, so every hand-over leaves a process.
import { setTimeout as sleep } from "node:timers/promises";
import type { FigureId } from "../figures.ts";
import type { Isolates } from "../isolates.ts";
import type { Moment } from "../protocol.ts";
import { except, type Run, say } from "../run.ts";
import { handOvers, summarize } from "../statistics.ts";
import type { Subject } from "../subject.ts";
import { openEach } from "./cycle.ts";

const HELD_MS = 10;
// In this time a waiter is refused, and listens: it covers its requests, one after the other, and a margin.
const SETTLED_ROUND_TRIPS = 4;
const SETTLED_MS = 300;
const LONGEST_MS = 15_000;
// Releases come in even steps within this time. It is longer than any pause between two tries, so that releases are
// synchronous with no poll.
const SPREAD_MS = 400;

interface Between {
  readonly isolates: number;
  readonly isSlow: boolean;
  /** Each has a hand-over for each waiter. */
  readonly rounds: number;
  readonly figure: FigureId;
}

const ALL: readonly Between[] = [
  { isolates: 2, isSlow: false, rounds: 12, figure: "handover-2x1" },
  { isolates: 3, isSlow: false, rounds: 6, figure: "handover-3x1" },
  { isolates: 2, isSlow: true, rounds: 10, figure: "handover-2x1-slow" },
  { isolates: 3, isSlow: true, rounds: 5, figure: "handover-3x1-slow" },
];

export async function measureBetween(run: Run): Promise<void> {
  const { stage, record, isQuick } = run;
  const subjects = except(run.subjects, "leasehound-polling");
  for (const { isolates: count, isSlow, rounds, figure } of ALL) {
    const { endpoint, roundTripMs } = isSlow ? stage.slow : { endpoint: stage.far, roundTripMs: stage.roundTripMs };
    say(`${count} × 1, at ${roundTripMs} ms`);
    await using opened = await openEach(subjects, endpoint, count);
    const times = new Map<Subject, number[]>(subjects.map((subject) => [subject, []]));
    const most = isQuick ? 2 : rounds;
    for (let round = 0; round < most; round += 1) {
      const settledMs = settledMsOf(roundTripMs, round, most);
      for (const { subject, isolates } of opened.all) {
        times.get(subject)?.push(...(await handOver(isolates, round, stage.newName(), settledMs)));
      }
    }
    for (const [subject, samples] of times) record.set(figure, subject, summarize(samples));
  }
}

/** Returns the time until the holder of a round releases. It differs in each of `rounds`. */
export function settledMsOf(roundTripMs: number, round: number, rounds: number): number {
  return SETTLED_MS + SETTLED_ROUND_TRIPS * roundTripMs + (SPREAD_MS * (round + 0.5)) / rounds;
}

/** One isolate holds the lock, and releases it once the others wait. Returns the duration of each hand-over, ms. */
export async function handOver(
  isolates: Isolates,
  round: number,
  lockName: string,
  settledMs: number,
): Promise<number[]> {
  const holder = round % isolates.count;
  const waiters = Array.from({ length: isolates.count }, (_, isolate) => isolate).filter((one) => one !== holder);
  const moments: Moment[] = [];
  const all = new Promise<void>((resolve) => {
    isolates.onMoment((moment) => {
      moments.push(moment);
      if (moments.filter(({ what }) => what === "granted").length === waiters.length) resolve();
    });
  });
  // Connections are open, and scripts are known to Redis, as in a program that has run for a while.
  if (round === 0) await isolates.callAll({ task: "cycles", lockName: `${lockName}-warm` });
  await isolates.call(holder, { task: "hold", lockName });
  for (const waiter of waiters) await isolates.call(waiter, { task: "queue", lockName, count: 1, heldMs: HELD_MS });
  await sleep(settledMs);
  await isolates.call(holder, { task: "release", lockName });
  await Promise.race([all, sleep(LONGEST_MS)]);
  return handOvers(moments);
}
