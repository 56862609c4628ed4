// A lock that goes through all its waiters: all wait for one holder, and then hand the lock on.
import { setTimeout as sleep } from "node:timers/promises";
import type { Isolates } from "./isolates.ts";
import { type Moment, nowMs } from "./protocol.ts";
import type { PeersStage } from "./stage.ts";
import { handOvers } from "./statistics.ts";

const SETTLED_MS = 700;
const SETTLED_MS_PER_WAITER = 8;

export interface Queue {
  readonly stage: PeersStage;
  readonly isolates: Isolates;
  /** Those that wait. The first holder is isolate 0, which may be among them. */
  readonly waiting: readonly number[];
  /** In each isolate. */
  readonly waiters: number;
  readonly heldMs: number;
  /** How often each waiter acquires. Default: once. */
  readonly times?: number;
}

export interface Drained {
  /** In the order of the shared clock. */
  readonly moments: readonly Moment[];
  /** Of each hand-over, ms. If the lock was not granted to the end, the last is the time until then. */
  readonly times: readonly number[];
  /** Of one hand-over. */
  readonly commands: number;
}

/** Resolves once all wait. Returns the name of their lock. */
export async function gather({ stage, isolates, waiting, waiters, heldMs, times }: Queue): Promise<string> {
  const lockName = stage.newName();
  // Connections are open, and scripts are known to Redis, as in a program that has run for a while.
  await isolates.callAll({ task: "cycles", lockName: stage.newName() });
  await isolates.call(0, { task: "hold", lockName });
  const order = { task: "queue", lockName, count: waiters, heldMs, ...(times !== undefined && { times }) } as const;
  await Promise.all(waiting.map((isolate) => isolates.call(isolate, order)));
  await sleep(SETTLED_MS + waiting.length * waiters * SETTLED_MS_PER_WAITER);
  return lockName;
}

/** Releases the lock for which all wait. Resolves after so many grants, or after `longestMs`. */
export async function drain(
  { stage, isolates }: Pick<Queue, "stage" | "isolates">,
  lockName: string,
  grants: number,
  longestMs: number,
): Promise<Drained> {
  const moments: Moment[] = [];
  let granted = 0;
  const { commands } = await stage.measure(async () => {
    const enough = new Promise<void>((resolve) => {
      isolates.onMoment((moment) => {
        moments.push(moment);
        if (moment.what === "granted") granted += 1;
        if (granted === grants) resolve();
      });
    });
    await isolates.call(0, { task: "release", lockName });
    await Promise.race([enough, sleep(longestMs, undefined, { ref: false })]);
  });
  moments.sort((one, other) => one.atMs - other.atMs);
  const times = handOvers(moments);
  const last = moments.at(-1);
  if (granted < grants && last?.what === "releasing") times.push(nowMs() - last.atMs);
  return { moments, times, commands: commands / times.length };
}
