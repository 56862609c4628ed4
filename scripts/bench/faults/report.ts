// The tables of a run, and what became of our promises.
import { type Cell, table, wrapped } from "../table.ts";
import type { Fault } from "./faults.ts";
import { LEASE_MS } from "./locker.ts";
import { NOTES } from "./notes.ts";
import type { Played } from "./play.ts";
import type { Figures } from "./round.ts";
import type { Subject, SubjectId } from "./subject.ts";

/** What one package did under one fault. */
export interface Result {
  readonly fault: Fault;
  readonly subject: Subject;
  readonly played: Played;
}

type Measure = (played: Played, fault: Fault) => Cell;

interface Column {
  readonly title: string;
  readonly about: string;
  readonly cell: Measure;
}

const sum = (rounds: readonly Figures[], of: (figures: Figures) => number): number =>
  rounds.reduce((total, figures) => total + of(figures), 0);

const isFair = (figures: Figures): boolean => figures.isFair;

/** In how many fair rounds of a healthy holder somebody learned of a loss. */
const misled = (rounds: readonly Figures[]): number =>
  rounds.filter(isFair).filter(({ learned }) => learned > 0).length;

const seconds = (ms: number): string => (ms / 1_000).toFixed(1);

const COLUMNS: readonly Column[] = [
  {
    title: "Overlaps",
    about: "Rounds in which the resource saw a holder write after the next holder had written.",
    cell: ({ rounds }) => sum(rounds, ({ overlaps }) => Math.min(1, overlaps)),
  },
  {
    title: "Writes acknowledged and lost",
    about:
      "Lost of acknowledged. A lost write was overwritten by one that was made from an older state. Only `fencedLock` " +
      "has a fence, which refused as many accesses as stand in brackets.",
    cell: ({ rounds }) => {
      const [lost, acknowledged] = [sum(rounds, ({ lost }) => lost), sum(rounds, ({ acknowledged }) => acknowledged)];
      const refused = sum(rounds, ({ refused }) => refused);
      return `${lost} of ${acknowledged}${refused > 0 ? ` (${refused})` : ""}`;
    },
  },
  {
    title: "Seconds in which nobody could work",
    about: "The longest round: somebody waited, and nobody held the lock, or its holder had ended or stood still.",
    cell: ({ rounds }) => seconds(Math.max(...rounds.map(({ idleMs }) => idleMs))),
  },
  {
    title: "Seconds until a holder learned of its loss",
    about: `From the grant to the next holder, or the end of the stop; the longest. "never": not within ${LEASE_MS / 1_000} s.`,
    cell: ({ rounds }, { isHealthy }) => {
      const late = rounds.flatMap(({ learnedLateMs }) =>
        learnedLateMs === undefined || isHealthy ? [] : [learnedLateMs],
      );
      if (late.length === 0) return "";
      const longest = Math.max(...late);
      return Number.isFinite(longest) ? seconds(longest) : "never";
    },
  },
  {
    title: "Healthy holders that learned of a loss",
    about:
      "Of so many rounds in which no lock had to be lost. Rounds in which Redis was away for more than a third of the " +
      "lease are left out.",
    cell: ({ rounds }, { isHealthy }) => (isHealthy ? `${misled(rounds)} of ${rounds.filter(isFair).length}` : ""),
  },
  {
    title: "Requests and commands",
    about: "Of all rounds, with those that wait. Requests are HTTP requests, or commands over TCP.",
    cell: ({ requests, commands }) => `${requests} / ${commands}`,
  },
];

/** One table for each measure: a row for each fault, and a column for each package. */
export function reportOf(results: readonly Result[], subjects: readonly Subject[], faults: readonly Fault[]): string {
  const played = (fault: Fault, { id }: Subject): Played | undefined =>
    results.find((result) => result.fault === fault && result.subject.id === id)?.played;
  return COLUMNS.map(({ title, about, cell }) => {
    const rows = faults.map((fault) => [
      fault.title,
      ...subjects.map((subject) => {
        const found = played(fault, subject);
        return found === undefined ? "not run" : cell(found, fault);
      }),
    ]);
    const filled = rows.filter((row) => row.slice(1).some((text) => text !== ""));
    return `### ${title}\n\n${wrapped(about)}\n\n${table(["fault", ...subjects.map((subject) => subject.title)], filled)}`;
  }).join("\n\n");
}

/** What each package promises, and where its code explains a row. */
export function notesOf(subjects: readonly Subject[]): string {
  const lines = subjects.flatMap(({ id, title }) => {
    const note = NOTES[id];
    return note === undefined ? [] : [`| ${title} | ${note.promise} | ${note.because.join("; ")} |`];
  });
  return ["### Why", "", "| package | its page says | its code |", "| --- | --- | --- |", ...lines].join("\n");
}

interface Promised {
  readonly says: string;
  readonly subjects: readonly SubjectId[];
  readonly holds: (fault: Fault) => boolean;
  /** Must be 0. */
  readonly broken: (played: Played) => number;
}

/** Of docs/audit/guarantees.md and docs/audit/faults.md. */
const PROMISES: readonly Promised[] = [
  {
    says: "no overlap of holders",
    subjects: ["lock", "fencedLock"],
    holds: ({ isExclusive }) => isExclusive,
    broken: ({ rounds }) => sum(rounds, ({ overlaps }) => overlaps),
  },
  {
    says: "no acknowledged write is lost",
    subjects: ["lock"],
    holds: ({ isExclusive }) => isExclusive,
    broken: ({ rounds }) => sum(rounds, ({ lost }) => lost),
  },
  {
    says: "behind the fence no acknowledged write is lost",
    subjects: ["fencedLock"],
    holds: () => true,
    broken: ({ rounds }) => sum(rounds, ({ lost }) => lost),
  },
  {
    says: "no healthy holder learns of a loss",
    subjects: ["lock", "fencedLock"],
    holds: ({ isHealthy }) => isHealthy,
    broken: ({ rounds }) => misled(rounds),
  },
];

/** Says of each promise under how many faults it was tried. `broken`: the faults that broke one. */
export function promisesOf(results: readonly Result[]): { readonly text: string; readonly broken: string[] } {
  const broken: string[] = [];
  const lines = PROMISES.map(({ says, subjects, holds, broken: count }) => {
    const tried = results.filter(({ fault, subject }) => subjects.includes(subject.id) && holds(fault));
    for (const { fault, subject, played } of tried) {
      if (count(played) > 0)
        broken.push(`${subject.title}, ${fault.title}: ${says} was promised, and ${count(played)} seen`);
    }
    const faults = new Set(tried.map(({ fault }) => fault.id)).size;
    return `- ${subjects.join(" and ")}: ${says}, under ${faults} faults`;
  });
  return { text: `Promised, and tried here:\n\n${lines.join("\n")}`, broken };
}
