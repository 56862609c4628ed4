// Many waiters for one lock: hand-over, its commands, and the commands of waiting; and greedy callers.
import { type Drained, drain, gather } from "../drain.ts";
import type { FigureId, SectionId } from "../figures.ts";
import type { Raced } from "../isolate.ts";
import { Isolates } from "../isolates.ts";
import { except, type Run, say } from "../run.ts";
import { fairness, quantile, summarize } from "../statistics.ts";
import type { Subject } from "../subject.ts";
import { measureBetween } from "./between.ts";
import { openEach } from "./cycle.ts";

const HELD_MS = 10;
const GREEDY_HELD_MS = 5;
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
  readonly p99?: FigureId;
  readonly commands?: FigureId;
  readonly idle?: FigureId;
  readonly connections?: FigureId;
  readonly fairness?: FigureId;
  readonly longestWait?: FigureId;
  readonly subjects: (subjects: readonly Subject[]) => Subject[];
}

const allOf = (subjects: readonly Subject[]): Subject[] => [...subjects];
const fewerOf = (subjects: readonly Subject[]): Subject[] => except(subjects, "leasehound-polling");

const CROWDS: readonly Crowd[] = [
  {
    ...{ isolates: 1, waiters: 1, handOvers: 0, rounds: 1, subjects: allOf },
    ...{ idle: "idle-1", connections: "connections-1" },
  },
  { isolates: 1, waiters: 10, handOvers: 10, rounds: 3, times: "handover-10", subjects: fewerOf },
  {
    ...{ isolates: 1, waiters: 50, handOvers: 25, rounds: 2, subjects: allOf },
    ...{ times: "handover-50", commands: "handover-50-commands", idle: "idle-50", connections: "connections-50" },
  },
  {
    ...{ isolates: 1, waiters: 200, handOvers: 60, rounds: 1, subjects: fewerOf },
    ...{ times: "handover-200", commands: "handover-200-commands", idle: "idle-200", connections: "connections-200" },
  },
  {
    ...{ isolates: 1, waiters: 10, handOvers: 0, rounds: 1, subjects: allOf },
    ...{ fairness: "fairness-10", longestWait: "wait-10" },
  },
  {
    ...{ isolates: 20, waiters: 5, handOvers: 99, rounds: 1, subjects: fewerOf },
    ...{ times: "handover-20x5", p99: "slowest-20x5", commands: "handover-20x5-commands" },
    ...{ idle: "idle-20x5", connections: "connections-20x5", fairness: "fairness-20x5", longestWait: "wait-20x5" },
  },
  {
    ...{ isolates: 100, waiters: 1, handOvers: 99, rounds: 1, subjects: fewerOf },
    ...{ times: "handover-100x1", p99: "slowest-100x1", commands: "handover-100x1-commands" },
    ...{ idle: "idle-100x1", connections: "connections-100x1" },
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
    const { times, p99, commands, idle, connections, fairness: even, longestWait, ...rest } = crowd;
    const wanted: Crowd = {
      ...rest,
      ...(times !== undefined && wants("handover", times) && { times }),
      ...(p99 !== undefined && wants("slowest", p99) && { p99 }),
      ...(commands !== undefined && wants("commands", commands) && { commands }),
      ...(idle !== undefined && wants("idle", idle) && { idle }),
      ...(connections !== undefined && wants("connections", connections) && { connections }),
      ...(even !== undefined && wants("fairness", even) && { fairness: even }),
      ...(longestWait !== undefined && wants("slowest", longestWait) && { longestWait }),
    };
    if (queues(wanted) || races(wanted)) await measureCrowd(run, wanted);
  }
}

async function measureSingle({ stage, record, isQuick, subjects }: Run): Promise<void> {
  const [blocks, each] = isQuick ? [1, 2] : [4, 3];
  say("hand-over to 1 waiter");
  await using opened = await openEach(allOf(subjects), stage.far);
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
    for (const [subject, drained] of all) {
      say(`${crowd.isolates} × ${crowd.waiters}: ${subject.title}`);
      try {
        drained.push(...(await measureOne(run, crowd, subject, round === 0)));
      } catch (error) {
        // So many processes can be too much for a busy machine. The other figures are measured all the same.
        const what = `${subject.title} with ${crowd.isolates} × ${crowd.waiters}`;
        const reason = `A measurement of ${what} failed: ${error instanceof Error ? error.message : error}.`;
        skipped.push(reason);
        say(reason);
      }
    }
  }
  for (const [subject, drained] of all) {
    const measured = drained.filter(({ times }) => times.length > 0);
    const times = measured.flatMap((each) => each.times);
    if (crowd.times !== undefined) record.set(crowd.times, subject, summarize(times));
    const p99 = quantile(times, 0.99);
    if (crowd.p99 !== undefined && p99 !== undefined) record.set(crowd.p99, subject, { median: p99 });
    if (crowd.commands === undefined) continue;
    record.set(crowd.commands, subject, summarize(measured.map(({ commands }) => commands)));
  }
}

async function measureOne(run: Run, crowd: Crowd, subject: Subject, isFirst: boolean): Promise<Drained[]> {
  await using isolates = await Isolates.open(subject, crowd.isolates, run.stage.far);
  const drained: Drained[] = [];
  if (queues(crowd)) drained.push(await queue(run, crowd, subject, isolates, isFirst));
  if (races(crowd)) await race(run, crowd, subject, isolates);
  return drained;
}

const queues = ({ times, p99, commands, idle, connections }: Crowd): boolean =>
  (times ?? p99 ?? commands ?? idle ?? connections) !== undefined;

const races = (crowd: Crowd): boolean => (crowd.fairness ?? crowd.longestWait) !== undefined;

/** All wait for one holder, and then hand the lock on. */
async function queue(
  { stage, record, isQuick }: Run,
  crowd: Crowd,
  subject: Subject,
  isolates: Isolates,
  isFirst: boolean,
): Promise<Drained> {
  const waiting = Array.from({ length: crowd.isolates }, (_, isolate) => isolate);
  const lockName = await gather({ stage, isolates, waiting, waiters: crowd.waiters, heldMs: HELD_MS });
  if ((crowd.idle ?? crowd.connections) !== undefined && isFirst) {
    const { commands, seconds } = await stage.measureFor(isQuick ? 2_000 : IDLE_MS);
    if (crowd.idle !== undefined) record.set(crowd.idle, subject, { median: commands / seconds });
    if (crowd.connections !== undefined) record.set(crowd.connections, subject, { median: stage.connections() });
  }
  const most = isQuick ? Math.min(crowd.handOvers, 10) : crowd.handOvers;
  if ((crowd.times ?? crowd.p99 ?? crowd.commands) === undefined || most === 0) {
    return { moments: [], times: [], commands: 0 };
  }
  return drain({ stage, isolates }, lockName, most, LONGEST_DRAIN_MS);
}

/** A loop of all callers: its fairness, and the longest wait. */
async function race(
  { stage, record, isQuick }: Run,
  crowd: Crowd,
  subject: Subject,
  isolates: Isolates,
): Promise<void> {
  const forMs = isQuick ? 2_000 : 5_000;
  const { waiters: count } = crowd;
  const order = { task: "race", lockName: stage.newName(), count, heldMs: GREEDY_HELD_MS, forMs } as const;
  const all = await isolates.callAll<Raced>(order);
  if (crowd.fairness !== undefined) {
    record.set(crowd.fairness, subject, { median: fairness(all.flatMap(({ grants }) => grants)) });
  }
  if (crowd.longestWait !== undefined) {
    const longestMs = Math.max(...all.map(({ longestWaitMs }) => longestWaitMs));
    record.set(crowd.longestWait, subject, { median: longestMs / 1_000 });
  }
}
