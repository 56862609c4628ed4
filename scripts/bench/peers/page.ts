// The tables and sentences of docs/audit/compare.md and README.md, made of the results alone.
import { wrapped } from "../table.ts";
import { type Figure, type FigureId, SECTIONS, type Section } from "./figures.ts";
import { cell, isAhead, timesBetter, verdict } from "./numbers.ts";
import type { Results } from "./results.ts";
import type { Value } from "./statistics.ts";
import type { SubjectId } from "./subject.ts";

type Shown = Results["subjects"][number];

// The subject that verdicts compare: what a program gets that sets no option.
const OURS: SubjectId = "leasehound";
const NO_REASON = "The reason is not known yet.";

const figuresOf = (section: Section): readonly (Figure & { id: FigureId })[] =>
  SECTIONS.find(({ id }) => id === section.id)?.figures ?? [];

function valueIn({ measured }: Results, figure: FigureId, subject: SubjectId): Value | undefined {
  return measured[figure]?.[subject];
}

const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [row(header), row(header.map((_, at) => (at === 0 ? "---" : "---:"))), ...rows.map(row)].join("\n");
}

/** Everything between the markers of docs/audit/compare.md. */
export function compareRegion(results: Results): string {
  const sections = SECTIONS.filter(({ figures }) => figures.some(({ id }) => results.measured[id] !== undefined));
  return [
    machineLine(results),
    ...results.skipped,
    "## At a glance",
    summary(results),
    ...sections.flatMap((section) => sectionParts(results, section)),
  ].join("\n\n");
}

function machineLine({ day, machine, roundTripMs, isQuick }: Results): string {
  const { platform, cores, node, redis, load } = machine;
  return [
    `Measured on ${day} with Node ${node} and Redis ${redis}, on ${platform} with ${cores} cores.`,
    `The load of the machine was ${load} before the run.`,
    `The simulated round trip is ${roundTripMs} ms.`,
    ...(isQuick ? ["This was a quick run: its numbers are rough."] : []),
  ].join("\n");
}

function summary(results: Results): string {
  const rows = SECTIONS.flatMap(({ figures }) =>
    figures.flatMap((figure: Figure & { id: FigureId }) => {
      const own = valueIn(results, figure.id, OURS);
      if (own === undefined) return [];
      const title = `${figure.title}${figure.unit === "" ? "" : `, ${figure.unit}`}`;
      return [[title, cell(own), ...(["HTTP", "TCP"] as const).flatMap((over) => beside(results, figure, own, over))]];
    }),
  );
  return markdownTable(["figure", "leasehound", "best over HTTP", "", "best over TCP", ""], rows);
}

/** The best package with this transport, and the verdict. */
function beside(
  results: Results,
  figure: Figure & { id: FigureId },
  own: Value,
  over: Shown["over"],
): readonly [best: string, verdict: string] {
  const best = bestOther(results, figure, over);
  if (best === undefined) return ["", ""];
  const times = timesBetter(figure, own.median, best.value.median);
  return [`${cell(best.value)}: ${best.subject.title}`, verdict(times)];
}

interface Best {
  readonly subject: Shown;
  readonly value: Value;
}

function bestOther(results: Results, figure: Figure & { id: FigureId }, over: Shown["over"]): Best | undefined {
  let best: Best | undefined;
  for (const subject of results.subjects) {
    const value = valueIn(results, figure.id, subject.id);
    if (subject.whose !== "another" || subject.over !== over || value === undefined) continue;
    if (best === undefined || timesBetter(figure, value.median, best.value.median) > 1) best = { subject, value };
  }
  return best;
}

function sectionParts(results: Results, section: Section): string[] {
  return [`## ${section.title}`, wrapped(section.how), sectionTable(results, section), ahead(results, section)];
}

function sectionTable(results: Results, section: Section): string {
  const figures = figuresOf(section);
  const rows = results.subjects
    .filter(({ id }) => figures.some((figure) => valueIn(results, figure.id, id) !== undefined))
    .map(({ id, title, over }) => [
      ...[title, over],
      ...figures.map((figure) => cell(valueIn(results, figure.id, id))),
    ]);
  return markdownTable(["", "over", ...figures.map(({ column }) => column)], rows);
}

/** Names the packages that are ahead of ours in a figure of the section, and says why. */
function ahead(results: Results, section: Section): string {
  const figures = figuresOf(section);
  const named = new Map<string, string[]>();
  for (const { id, title, whose } of results.subjects) {
    const compared = figures.filter((figure) => valueIn(results, figure.id, id) !== undefined);
    const won = compared.filter((figure) => isAheadOfOurs(results, figure, id));
    if (whose !== "another" || won.length === 0) continue;
    const where =
      won.length === compared.length ? "everywhere" : `in ${won.map(({ column }) => `\`${column}\``).join(", ")}`;
    const said = `${where}. ${section.why[id] ?? NO_REASON}`;
    named.set(said, [...(named.get(said) ?? []), `**${title}**`]);
  }
  if (named.size === 0) return "No other package is ahead.";
  const lines = [...named].map(([said, titles]) => wrapped(`- ${titles.join(", ")}: ${said}`, "  "));
  return ["Ahead of the default lock:", "", ...lines].join("\n");
}

function isAheadOfOurs(results: Results, figure: Figure & { id: FigureId }, id: SubjectId): boolean {
  const [own, other] = [valueIn(results, figure.id, OURS), valueIn(results, figure.id, id)];
  if (own === undefined || other === undefined) return false;
  return isAhead(timesBetter(figure, other.median, own.median));
}

/** For the terminal. */
export const resultTables = compareRegion;

// The README is short. All packages are on the page.
const README_SUBJECTS: readonly SubjectId[] = ["leasehound-light", "upstash-lock", "redis-semaphore", "redlock"];

/** Everything between the markers of README.md. */
export function readmeRegion(results: Results): string {
  const handOver = (id: SubjectId): string => {
    const value = valueIn(results, "handover-2x1", id);
    return value === undefined ? "not measured" : `${Math.round(value.median)} ms`;
  };
  const others = README_SUBJECTS.flatMap((id) => {
    const subject = results.subjects.find((measured) => measured.id === id);
    return subject === undefined ? [] : [`${subject.title.replace(/ [\d.]+$/, "")} ${handOver(id)}`];
  });
  const figures = `a hand-over between two isolates takes ${handOver(OURS)}; ${others.join(", ")}`;
  const rough = results.isQuick ? " These numbers are rough: a quick run made them." : "";
  const line = `On our gateway, at a round trip of ${results.roundTripMs} ms, ${figures} ([all figures](docs/audit/compare.md)).${rough}`;
  return [...results.skipped.map((reason) => `<!-- ${reason} -->`), line].join("\n");
}
