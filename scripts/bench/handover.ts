// npm run bench -- handover: hand-overs of one lock between isolates, which are threads in 4 processes, over a network
// with a round trip. Isolates may die, leave or hear nothing while they wait.
import { setTimeout as sleep } from "node:timers/promises";
import type { HandoverOptions } from "./handover/options.ts";
import { type Drained, drain, gather } from "./peers/drain.ts";
import { Isolates } from "./peers/isolates.ts";
import { number } from "./peers/numbers.ts";
import { PeersStage } from "./peers/stage.ts";
import { jain, quantile, spreadOver } from "./peers/statistics.ts";
import { SUBJECTS } from "./peers/subjects.ts";
import { table } from "./table.ts";

const PROCESSES = 4;
const LONGEST_DRAIN_MS = 120_000;
/** Until Redis has learned of the ends of connections. */
const NOTICED_MS = 100;
/** A grant that comes so long before a release is an overlap. The clock is shared, and its readings are not atomic. */
const OVERLAP_MS = 1;

export async function runHandover(options: HandoverOptions): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const id of ["leasehound", "leasehound-fair"] as const) {
    const drained = await handOverAll(options, id);
    rows.push([id, ...figures(options, drained)]);
  }
  console.log(`Node ${process.version}: ${said(options)}.

${table(["", ...COLUMNS], rows)}`);
}

const COLUMNS = [
  ...["hand-overs", "median ms", "p95", "p99", "max"],
  ...["commands", "longest wait s", "Jain", "overlaps"],
];

async function handOverAll(options: HandoverOptions, id: "leasehound" | "leasehound-fair"): Promise<Drained> {
  const subject = SUBJECTS.find((each) => each.id === id);
  if (subject === undefined) throw new Error(`no subject ${id}`);
  const { isolates: count, rounds, heldMs, roundTripMs } = options;
  const { killed, halfOpen, cut, muted } = rolesOf(options);
  await using stage = await PeersStage.open(roundTripMs, roundTripMs);
  await using failing = await stage.openFailing();
  const all = Array.from({ length: count }, (_, isolate) => isolate);
  const endpoints = all.map((one) => (halfOpen.includes(one) || muted.includes(one) ? failing.endpoint : stage.far));
  const perProcess = Math.max(2, Math.ceil(count / PROCESSES));
  await using isolates = await Isolates.openAt(subject, endpoints, perProcess);
  const lockName = await gather({ stage, isolates, waiting: all.slice(1), waiters: 1, heldMs, times: rounds });
  for (const proxy of failing.proxies) {
    proxy.hideEnds();
    proxy.muteStreams();
  }
  await isolates.kill([...killed, ...halfOpen]);
  await sleep(NOTICED_MS);
  for (const isolate of cut) await isolates.call(isolate, { task: "abort", lockName });
  const waiting = count - 1 - killed.length - halfOpen.length - cut.length;
  return await drain({ stage, isolates }, lockName, waiting * rounds, LONGEST_DRAIN_MS);
}

/** Gives the isolates that fail their failures. They are spread over the processes. */
function rolesOf({ isolates, kill, halfOpen, cut, mute }: HandoverOptions) {
  const failing = spreadOver(isolates, kill + halfOpen + cut + mute);
  return {
    killed: failing.splice(0, kill),
    halfOpen: failing.splice(0, halfOpen),
    cut: failing.splice(0, cut),
    muted: failing,
  };
}

function figures({ isolates, rounds, kill, halfOpen, cut }: HandoverOptions, drained: Drained): (string | number)[] {
  const { moments, times, commands } = drained;
  const granted = moments.filter(({ what }) => what === "granted");
  const grants = new Map<number, number>();
  for (const { isolate } of granted) grants.set(isolate, (grants.get(isolate) ?? 0) + 1);
  const firstAtMs = moments[0]?.atMs ?? 0;
  const waits = granted.map(({ atMs, askedAtMs = 0 }) => atMs - Math.max(askedAtMs, firstAtMs));
  const expected = (isolates - 1 - kill - halfOpen - cut) * rounds;
  return [
    `${granted.length} of ${expected}`,
    ...[0.5, 0.95, 0.99, 1].map((share) => number(quantile(times, share) ?? Number.NaN)),
    number(commands),
    number(Math.max(...waits) / 1_000),
    number(jain([...grants.values()])),
    overlaps(drained),
  ];
}

/** Counts the grants during a hold. */
function overlaps({ moments }: Pick<Drained, "moments">): number {
  let holder: number | undefined;
  let count = 0;
  for (const [at, { what, isolate, atMs }] of moments.entries()) {
    if (what === "releasing" && isolate === holder) holder = undefined;
    if (what !== "granted") continue;
    const ends = moments.slice(at).find((later) => later.what === "releasing" && later.isolate === holder);
    if (holder !== undefined && (ends === undefined || ends.atMs - atMs > OVERLAP_MS)) count += 1;
    holder = isolate;
  }
  return count;
}

function said({ isolates, rounds, heldMs, roundTripMs, kill, halfOpen, cut, mute }: HandoverOptions): string {
  const failures = [
    [kill, "killed"],
    [halfOpen, "killed with half-open connections"],
    [cut, "aborted"],
    [mute, "muted"],
  ] as const;
  return [
    `${isolates} isolates, ${rounds} round(s), holds of ${heldMs} ms, a round trip of ${roundTripMs} ms`,
    ...failures.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`),
  ].join(", ");
}
