// Many waiters for one lock: hand-over, its commands, and the commands of waiting; and greedy callers.
import { setTimeout as sleep } from "node:timers/promises";
import type { FigureId, SectionId } from "../figures.ts";
import { Isolates } from "../isolates.ts";
import type { Moment } from "../protocol.ts";
import { except, type Run, say } from "../run.ts";
import { fairness, handOvers, summarize } from "../statistics.ts";
import type { Subject } from "../subject.ts";
import { measureBetween } from "./between.ts";
import { openEach } from "./cycle.ts";

const HELD_MS = 10;
const GREEDY_HELD_MS = 5;
const SETTLED_MS = 700;
const SETTLED_MS_PER_WAITER = 8;
const LONGEST_DRAIN_MS = 15_000;
const IDLE_MS = 10_000;
// Releases come in even steps within this time. It is longer than any pause between two tries, so that releases are
// synchronous with no poll.
const SPREAD_MS = 400;

interface Crowd {
  readonly isolates: number;
  /** In each isolate. */
  readonly waiters: number;
  /** How many hand-overs are measured at most. */
  readonly handOvers: number;
  readonly rounds: number;
  readonly times?: FigureId;
  readonly commands?: FigureId;
  readonly idle?: FigureId;
  readonly fairness?: FigureId;
  readonly subjects: (subjects: readonly Subject[]) => Subject[];
}

const mostOf = (subjects: readonly Subject[]): Subject[] => except(subjects, "leasehound-pipelining");
const fewerOf = (subjects: readonly Subject[]): Subject[] => except(mostOf(subjects), "leasehound-polling");

const CROWDS: readonly Crowd[] = [
  { isolates: 1, waiters: 1, handOvers: 0, rounds: 1, idle: "idle-1", subjects: mostOf },
  { isolates: 1, waiters: 10, handOvers: 10, rounds: 3, times: "handover-10", subjects: fewerOf },
  {
    ...{ isolates: 1, waiters: 50, handOvers: 25, rounds: 2, subjects: mostOf },
    ...{ times: "handover-50", commands: "handover-50-commands", idle: "idle-50" },
  },
  {
    ...{ isolates: 1, waiters: 200, handOvers: 60, rounds: 1, subjects: fewerOf },
    ...{ times: "handover-200", commands: "handover-200-commands", idle: "idle-200" },
  },
  { isolates: 1, waiters: 10, handOvers: 0, rounds: 1, fairness: "fairness-10", subjects: mostOf },
  {
    ...{ isolates: 20, waiters: 5, handOvers: 99, rounds: 1, subjects: fewerOf },
    ...{ times: "handover-20x5", commands: "handover-20x5-commands", idle: "idle-20x5", fairness: "fairness-20x5" },
  },
  {
    ...{ isolates: 100, waiters: 1, handOvers: 40, rounds: 1, subjects: fewerOf },
    ...{ times: "handover-100x1", commands: "handover-100x1-commands", idle: "idle-100x1" },
  },
];

/** Measures the figures of these sections, of which one crowd can have several. */
export async function measureCrowds(run: Run, sections: readonly SectionId[]): Promise<void> {
  const wants = (section: SectionId, figure: FigureId | undefined): boolean =>
    figure !== undefined && sections.includes(section);
  if (sections.includes("handover")) {
    await measureBetween(run);
    await measureSingle(run);
  }
  for (const crowd of CROWDS) {
    const { times, commands, idle, fairness: even, ...rest } = crowd;
    const wanted: Crowd = {
      ...rest,
      ...(times !== undefined && wants("handover", times) && { times }),
      ...(commands !== undefined && wants("commands", commands) && { commands }),
      ...(idle !== undefined && wants("idle", idle) && { idle }),
      ...(even !== undefined && wants("fairness", even) && { fairness: even }),
    };
    if (wanted.times ?? wanted.commands ?? wanted.idle ?? wanted.fairness) await measureCrowd(run, wanted);
  }
}

async function measureSingle({ stage, record, isQuick, subjects }: Run): Promise<void> {
  const [blocks, each] = isQuick ? [1, 2] : [4, 3];
  say("hand-over to 1 waiter");
  await using opened = await openEach(mostOf(subjects), stage.far);
  const times = new Map(opened.all.map(({ subject }) => [subject, [] as number[]]));
  for (const { isolates } of opened.all) {
    await isolates.call(0, { task: "rounds", lockName: stage.newName(), pausesMs: [0] });
  }
  for (let block = 0; block < blocks; block += 1) {
    const pausesMs = Array.from({ length: each }, (_, at) => (SPREAD_MS * (at * blocks + block + 0.5)) / blocks / each);
    for (const { subject, isolates } of opened.all) {
      const order = { task: "rounds", lockName: stage.newName(), pausesMs } as const;
      times.get(subject)?.push(...(await isolates.call<number[]>(0, order)));
    }
  }
  for (const [subject, samples] of times) record.set("handover-1", subject, summarize(samples));
}

async function measureCrowd(run: Run, crowd: Crowd): Promise<void> {
  const { record, isQuick, skipped } = run;
  const all = new Map(crowd.subjects(run.subjects).map((subject) => [subject, [] as Drained[]]));
  for (let round = 0; round < (isQuick ? 1 : crowd.rounds); round += 1) {
    for (const [subject, queues] of all) {
      say(`${crowd.isolates} × ${crowd.waiters}: ${subject.title}`);
      try {
        queues.push(...(await measureOne(run, crowd, subject, round === 0)));
      } catch (error) {
        // So many processes can be too much for a busy machine. The other figures are measured all the same.
        const what = `${subject.title} with ${crowd.isolates} × ${crowd.waiters}`;
        const reason = `A measurement of ${what} failed: ${error instanceof Error ? error.message : error}.`;
        skipped.push(reason);
        say(reason);
      }
    }
  }
  for (const [subject, queues] of all) {
    const measured = queues.filter(({ times }) => times.length > 0);
    if (crowd.times !== undefined) record.set(crowd.times, subject, summarize(measured.flatMap(({ times }) => times)));
    if (crowd.commands === undefined) continue;
    record.set(crowd.commands, subject, summarize(measured.map(({ commands }) => commands)));
  }
}

async function measureOne(run: Run, crowd: Crowd, subject: Subject, isFirst: boolean): Promise<Drained[]> {
  await using isolates = await Isolates.open(subject, crowd.isolates, run.stage.far);
  const queues: Drained[] = [];
  if (crowd.times ?? crowd.commands ?? crowd.idle) queues.push(await queue(run, crowd, subject, isolates, isFirst));
  if (crowd.fairness !== undefined) run.record.set(crowd.fairness, subject, await race(run, crowd, isolates));
  return queues;
}

interface Drained {
  readonly times: readonly number[];
  /** Of one hand-over. */
  readonly commands: number;
}

/** All wait for one holder, and then hand the lock on. */
async function queue(
  { stage, record, isQuick }: Run,
  crowd: Crowd,
  subject: Subject,
  isolates: Isolates,
  isFirst: boolean,
): Promise<Drained> {
  const lockName = stage.newName();
  await isolates.callAll({ task: "cycles", lockName: stage.newName() });
  await isolates.call(0, { task: "hold", lockName });
  await isolates.callAll({ task: "queue", lockName, count: crowd.waiters, heldMs: HELD_MS });
  await sleep(SETTLED_MS + crowd.isolates * crowd.waiters * SETTLED_MS_PER_WAITER);
  if (crowd.idle !== undefined && isFirst) {
    const { commands, seconds } = await stage.measureFor(isQuick ? 2_000 : IDLE_MS);
    record.set(crowd.idle, subject, { median: commands / seconds });
  }
  const most = isQuick ? Math.min(crowd.handOvers, 10) : crowd.handOvers;
  if ((crowd.times ?? crowd.commands) === undefined || most === 0) return { times: [], commands: 0 };
  const moments: Moment[] = [];
  const { commands } = await stage.measure(async () => {
    const enough = new Promise<void>((resolve) => {
      isolates.onMoment((moment) => {
        moments.push(moment);
        if (moments.filter(({ what }) => what === "granted").length === most) resolve();
      });
    });
    await isolates.call(0, { task: "release", lockName });
    await Promise.race([enough, sleep(LONGEST_DRAIN_MS)]);
  });
  const times = handOvers(moments);
  return { times, commands: commands / times.length };
}

/** The fairness of a loop of all callers. */
async function race({ stage, isQuick }: Run, { waiters }: Crowd, isolates: Isolates): Promise<{ median: number }> {
  const forMs = isQuick ? 2_000 : 5_000;
  const order = { task: "race", lockName: stage.newName(), count: waiters, heldMs: GREEDY_HELD_MS, forMs } as const;
  const grants = await isolates.callAll<number[]>(order);
  return { median: fairness(grants.flat()) };
}
