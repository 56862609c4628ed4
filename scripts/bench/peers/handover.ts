// The hand-over between isolates with one caller each, and of a lock for which many wait, with the commands of it.
import { setTimeout as sleep } from "node:timers/promises";
import { say } from "../settings.ts";
import { quantile, summarize } from "../statistics.ts";
import type { Subject } from "../subjects.ts";
import type { FigureId } from "./figures.ts";
import { Isolates } from "./isolates.ts";
import type { Moment, Order } from "./protocol.ts";
import { openEach, type Run } from "./run.ts";

const HELD_MS = 10;
// In this time a waiter is refused, and listens: it covers its requests, one after the other, and a margin.
const SETTLED_ROUND_TRIPS = 4;
const SETTLED_MS = 300;
const LONGEST_MS = 15_000;
// Releases come in even steps within this time. It is longer than any pause between two polls, so that releases are in
// step with none.
const SPREAD_MS = 400;

const BETWEEN: readonly { isSlow: boolean; rounds: number; figure: FigureId }[] = [
  { isSlow: false, rounds: 12, figure: "handover-2x1" },
  { isSlow: true, rounds: 10, figure: "handover-2x1-slow" },
];

const [CROWD_ISOLATES, CROWD_WAITERS] = [20, 5];
const CROWD_SETTLED_MS = 1_500;
const IDLE_MS = 10_000;

export async function measureHandovers(run: Run): Promise<void> {
  const { stage, isQuick } = run;
  const subjects = run.subjects.filter(({ whose, id }) => whose !== "floor" && id !== "light-ioredis");
  for (const { isSlow, rounds, figure } of BETWEEN) {
    const { endpoint, roundTripMs } = isSlow ? stage.slow : stage.far;
    say(`hand-over, 2 × 1, at ${roundTripMs} ms`);
    await using opened = new AsyncDisposableStack();
    const times = new Map((await openEach(opened, subjects, endpoint, 2)).map((one) => [one, [] as number[]]));
    const most = isQuick ? 2 : rounds;
    for (let round = 0; round < most; round += 1) {
      const settledMs = SETTLED_MS + SETTLED_ROUND_TRIPS * roundTripMs + (SPREAD_MS * (round + 0.5)) / most;
      for (const [{ isolates }, all] of times) {
        all.push(...(await handOver(isolates, round, stage.newName(), settledMs)));
      }
    }
    for (const [{ subject }, samples] of times) run.record(figure, subject, summarize(samples));
  }
  for (const subject of subjects) await measureCrowd(run, subject);
}

/** One of two isolates holds the lock, and releases it once the other one waits. Returns how long that took, ms. */
async function handOver(isolates: Isolates, round: number, lockName: string, settledMs: number) {
  const holder = round % 2;
  // Connections are open, and scripts are known to Redis, as in a program that has run for a while.
  if (round === 0) await isolates.callAll({ task: "cycles", lockName: `${lockName}-warm` });
  await isolates.call(holder, { task: "hold", lockName });
  await isolates.call(1 - holder, { task: "queue", lockName, ms: HELD_MS });
  await sleep(settledMs);
  return released(isolates, holder, lockName, 1);
}

/** The lock is released, and goes through its waiters. Returns the duration of each hand-over, ms. */
async function released(isolates: Isolates, holder: number, lockName: string, grants: number): Promise<number[]> {
  const moments: Moment[] = [];
  const all = new Promise<void>((resolve) => {
    isolates.onMoment((moment) => {
      moments.push(moment);
      if (moments.filter(({ what }) => what === "granted").length === grants) resolve();
    });
  });
  await isolates.call(holder, { task: "release", lockName });
  await Promise.race([all, sleep(LONGEST_MS, undefined, { ref: false })]);
  return handOvers(moments);
}

/** From each release to the next grant of the lock, ms. */
function handOvers(moments: readonly Moment[]): number[] {
  const times: number[] = [];
  let releasedAt: number | undefined;
  for (const { what, atMs } of moments.toSorted((one, other) => one.atMs - other.atMs)) {
    if (what === "granted" && releasedAt !== undefined) times.push(atMs - releasedAt);
    releasedAt = what === "releasing" ? atMs : undefined;
  }
  return times;
}

/** All wait for one holder, which is in one of their isolates. Then they hand the lock on. */
async function measureCrowd({ stage, record, isQuick }: Run, subject: Subject): Promise<void> {
  say(`${CROWD_ISOLATES} × ${CROWD_WAITERS}: ${subject.title}`);
  await using isolates = await Isolates.open(subject, CROWD_ISOLATES, stage.far.endpoint);
  const lockName = stage.newName();
  await isolates.callAll({ task: "cycles", lockName: stage.newName() });
  await isolates.call(0, { task: "hold", lockName });
  const order: Order = { task: "queue", lockName, count: CROWD_WAITERS, ms: HELD_MS };
  await isolates.callAll(order);
  await sleep(CROWD_SETTLED_MS);
  const idle = await stage.measureFor(isQuick ? 2_000 : IDLE_MS);
  record("idle", subject, { median: idle.commands / idle.seconds });
  record("connections", subject, { median: stage.connections() });
  let times: number[] = [];
  const most = isQuick ? 10 : CROWD_ISOLATES * CROWD_WAITERS - 1;
  const { commands } = await stage.measure(async () => {
    times = await released(isolates, 0, lockName, most);
  });
  if (times.length === 0) return;
  record("handover-20x5", subject, summarize(times));
  record("handover-20x5-p99", subject, { median: quantile(times, 0.99) ?? Number.NaN });
  record("handover-20x5-commands", subject, { median: commands / times.length });
}
