// The tables of a run, and what became of our promises.
import { type FaultResults, machineText, nameOf, type Outcome, type Shown } from "../results.ts";
import { table, wrapped } from "../table.ts";
import { FAULTS, type Fault } from "./faults.ts";
import { NOTES } from "./notes.ts";

interface Measure {
  readonly title: string;
  readonly about: string;
  readonly cell: (outcome: Outcome, fault: Fault) => string;
  /** Whether the packages differ: other faults have no row. */
  readonly isShown: (outcomes: readonly Outcome[], fault: Fault) => boolean;
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(1);

/** A difference of so many ms is by chance. */
const LITTLE_MS = 600;

const idleMeasure: Measure = {
  title: "seconds idle",
  about: "the longest time in which somebody waited and nobody worked.",
  cell: ({ idleMs }) => seconds(idleMs),
  isShown: (outcomes) => {
    const times = outcomes.map(({ idleMs }) => idleMs);
    return Math.max(...times) - Math.min(...times) > LITTLE_MS;
  },
};

const lostMeasure: Measure = {
  title: "writes lost",
  about: "lost / acknowledged. Only `fencedLock` has a fence.",
  cell: ({ lost, acknowledged }) => `${lost}/${acknowledged}`,
  isShown: (outcomes) => outcomes.some(({ lost }) => lost > 0),
};

const MEASURES: readonly Measure[] = [
  lostMeasure,
  idleMeasure,
  {
    title: "seconds until the loss was noticed",
    about: 'the longest time. "never": not within a lease.',
    cell: ({ learnedLateMs }) => (typeof learnedLateMs === "number" ? seconds(learnedLateMs) : (learnedLateMs ?? "")),
    isShown: (outcomes, { isHealthy }) =>
      !isHealthy &&
      outcomes.some(({ learnedLateMs = 0 }) => learnedLateMs === "never" || learnedLateMs > LITTLE_MS / 2),
  },
  {
    title: "false losses",
    about: "rounds in which a healthy holder saw a loss.",
    cell: ({ misled, fair }) => `${misled}/${fair}`,
    isShown: (outcomes, { isHealthy }) => isHealthy && outcomes.some(({ misled }) => misled > 0),
  },
];

type Told = Pick<Shown, "id" | "title">;

/** A part for each measure, with a row for each fault, and a column for each package. */
export function faultRegion({ machine, leaseMs, seed, promises, subjects, outcomes }: FaultResults): string {
  const rows = MEASURES.flatMap(({ title, cell, isShown }) => [
    [`**${title}**`, ...subjects.map(() => "")],
    ...FAULTS.flatMap((fault) => {
      const played = outcomes[fault.id];
      if (played === undefined || !isShown(Object.values(played), fault)) return [];
      return [[fault.title, ...subjects.map(({ id }) => (played[id] === undefined ? "" : cell(played[id], fault)))]];
    }),
  ]);
  return [
    wrapped(`Measured on ${machineText(machine)}; lease ${leaseMs} ms, seed ${seed}. Promised, and held here:`),
    promises.map((line) => `- ${line}`).join("\n"),
    MEASURES.map(({ title, about }) => wrapped(`- **${title}**: ${about}`, "  ")).join("\n"),
    table(["", ...subjects.map(nameOf)], rows),
    notesOf(subjects),
  ].join("\n\n");
}

/** What each package promises, and where its code explains a row. */
function notesOf(subjects: readonly Told[]): string {
  const rows = subjects.flatMap((subject) => {
    const note = NOTES[subject.id];
    return note === undefined ? [] : [`| ${subject.title} | ${note.promise} | ${note.because.join("; ")} |`];
  });
  return ["### Why", "", "| package | its page says | its code |", "| --- | --- | --- |", ...rows].join("\n");
}

/** The rows of the README: each with the fault, its words there, and what they show. */
const README_ROWS: readonly (readonly [fault: string, title: string, cell: (outcome: Outcome) => string])[] = [
  ["acquire-lost", "the answer to an acquire is lost", ({ idleMs }) => `idle for ${seconds(idleMs)} s`],
  ...(
    [
      ["acquire-late", "that answer comes after the lease"],
      ["renewals-hang", "renewals hang"],
      ["stopped", "the holder stops for a lease"],
      ["suspended", "its machine is suspended"],
      ["stopped-at-write", "it stops between check and write"],
      ["redis-emptied", "Redis loses its data"],
    ] as const
  ).map(([fault, title]) => [fault, title, lostWrites] as const),
];
const README_SUBJECTS: Readonly<Record<string, string>> = {
  lock: "`lock`",
  fencedLock: "with a fence",
  "upstash-lock": "`@upstash/lock`",
  redlock: "redlock",
  "redis-semaphore": "redis-semaphore",
};

function lostWrites({ lost, acknowledged }: Outcome): string {
  return `${lost} of ${acknowledged} writes lost`;
}

export function readmeFaults({ outcomes }: FaultResults): string {
  const ids = Object.keys(README_SUBJECTS);
  const rows = README_ROWS.map(([fault, title, cell]) => {
    const cells = ids.map((id) => outcomes[fault]?.[id]).map((outcome) => (outcome === undefined ? "" : cell(outcome)));
    return `| ${[title, ...cells].join(" | ")} |`;
  });
  const header = `| fault | ${Object.values(README_SUBJECTS).join(" | ")} |`;
  return [header, `| --- |${ids.map(() => " ---: |").join("")}`, ...rows].join("\n");
}

interface Promised {
  readonly says: string;
  readonly subjects: readonly string[];
  readonly holds: (fault: Fault) => boolean;
  /** Must be 0. */
  readonly broken: (outcome: Outcome) => number;
}

/** Of docs/audit/guarantees.md and docs/audit/faults.md. */
const PROMISES: readonly Promised[] = [
  {
    says: "no overlap of holders",
    subjects: ["lock", "fencedLock"],
    holds: ({ isExclusive }) => isExclusive,
    broken: ({ overlaps }) => overlaps,
  },
  {
    says: "no acknowledged write is lost",
    subjects: ["lock"],
    holds: ({ isExclusive }) => isExclusive,
    broken: ({ lost }) => lost,
  },
  {
    says: "behind the fence no acknowledged write is lost",
    subjects: ["fencedLock"],
    holds: () => true,
    broken: ({ lost }) => lost,
  },
  {
    says: "no healthy holder learns of a loss",
    subjects: ["lock", "fencedLock"],
    holds: ({ isHealthy }) => isHealthy,
    broken: ({ misled }) => misled,
  },
];

/** Says of each promise under how many faults it was tried. `broken`: the faults that broke one. */
export function promisesOf(outcomes: FaultResults["outcomes"]): {
  readonly promises: string[];
  readonly broken: string[];
} {
  const broken: string[] = [];
  const promises = PROMISES.map(({ says, subjects, holds, broken: count }) => {
    const tried = FAULTS.filter((fault) => outcomes[fault.id] !== undefined && holds(fault));
    for (const { id, title } of tried) {
      for (const subject of subjects) {
        const outcome = outcomes[id]?.[subject];
        if (outcome === undefined || count(outcome) === 0) continue;
        broken.push(`${subject}, ${title}: ${says} was promised, and ${count(outcome)} seen`);
      }
    }
    return `${subjects.join(" and ")}: ${says}, under ${tried.length} faults`;
  });
  return { promises, broken };
}
