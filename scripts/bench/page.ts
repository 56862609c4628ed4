// The tables and sentences of docs/audit/compare.md, docs/audit/cost.md and README.md, made of the results alone.
import { readFileSync, writeFileSync } from "node:fs";
import { faultRegion, readmeFaults } from "./faults/report.ts";
import { BILLS, type Figure, type FigureId, ROUND_TRIP_MS, SECTIONS, type Section } from "./peers/figures.ts";
import { machineText, nameOf, type Results, type Shown } from "./results.ts";
import type { Value } from "./statistics.ts";
import { dollars, table, wrapped } from "./table.ts";

type Known = Figure & { readonly id: FigureId };

/** What a program gets that sets no option, and what it gets over TCP. */
const OURS: Readonly<Record<Shown["over"], string>> = { HTTP: "leasehound", TCP: "leasehound-ioredis" };
// A smaller difference is within what two runs differ.
const LEVEL = 1.05;
/** Upstash, pay as you go, https://upstash.com/docs/redis/overall/pricing, on 18 June 2026. */
const DOLLARS_A_COMMAND = 0.2 / 100_000;

const figuresOf = (section: Section): readonly Known[] =>
  SECTIONS.find(({ title }) => title === section.title)?.figures ?? [];

const measuredOf = ({ measured }: Results, figure: FigureId, subject: string): Value | undefined =>
  measured[figure]?.[subject];

/** Our own value over this transport; or over HTTP, where it was not measured. */
const ownValue = (results: Results, figure: FigureId, over: Shown["over"]): Value | undefined =>
  measuredOf(results, figure, OURS[over]) ?? measuredOf(results, figure, OURS.HTTP);

/** 1,234 or 47.3 or 1.02 */
function number(value: number): string {
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** The median, with the 95th percentile in brackets where the figure has one. */
function cell(figure: Figure, value: Value | undefined): string {
  if (value === undefined) return "";
  return value.p95 === undefined || !figure.hasP95
    ? number(value.median)
    : `${number(value.median)} (${number(value.p95)})`;
}

/** The factor by which one value is better than another; less than 1 if it is worse. */
function timesBetter({ better }: Figure, one: Value, other: Value): number {
  if (one.median === other.median) return 1;
  return better === "less" ? other.median / one.median : one.median / other.median;
}

/** "ahead 2.4 ×", "level" or "behind 1.3 ×". */
function verdict(times: number): string {
  const factor = (by: number): string => (Number.isFinite(by) ? `${number(by)} ×` : "by far");
  if (times > LEVEL) return `ahead ${factor(times)}`;
  return times < 1 / LEVEL ? `**behind** ${factor(1 / times)}` : "level";
}

/** Everything between the markers of `npm run bench -- peers` in docs/audit/compare.md. */
export function compareRegion(results: Results): string {
  const sections = SECTIONS.filter(({ figures }) => figures.some(({ id }) => results.measured[id] !== undefined));
  return [
    machineLines(results),
    ...results.skipped,
    "## At a glance",
    glance(results),
    ...sections.flatMap((section) => [
      `## ${section.title}`,
      wrapped(section.how),
      sectionTable(results, section),
      ahead(results, section),
    ]),
  ].join("\n\n");
}

function machineLines({ machines, redis }: Results): string {
  const tasksAt = new Map<string, string[]>();
  for (const [task, machine] of Object.entries(machines)) {
    const text = machineText(machine);
    tasksAt.set(text, [...(tasksAt.get(text) ?? []), task]);
  }
  const measured = [...tasksAt].map(([text, tasks]) => `${tasks.join(", ")} on ${text}`);
  return wrapped(
    `Measured with Redis ${redis}: ${measured.join("; ")}. The simulated round trip is ${ROUND_TRIP_MS} ms.`,
  );
}

function glance(results: Results): string {
  const rows = SECTIONS.flatMap(({ figures }) =>
    figures.flatMap((figure: Known) => {
      if (figure.title === undefined || results.measured[figure.id] === undefined) return [];
      return [[figure.title, ...beside(results, figure, "HTTP"), ...beside(results, figure, "TCP")]];
    }),
  );
  return table(["figure", "over HTTP", "best other", "", "over TCP", "best other", ""], rows);
}

/** Our value over this transport, the best package of others, and the verdict. */
function beside(results: Results, figure: Known, over: Shown["over"]): [own: string, best: string, verdict: string] {
  const own = ownValue(results, figure.id, over);
  let best: { readonly subject: Shown; readonly value: Value } | undefined;
  for (const subject of results.subjects) {
    const value = measuredOf(results, figure.id, subject.id);
    if (subject.whose !== "another" || subject.over !== over || value === undefined) continue;
    if (best === undefined || timesBetter(figure, value, best.value) > 1) best = { subject, value };
  }
  const shown = cell(figure, measuredOf(results, figure.id, OURS[over]));
  if (own === undefined || best === undefined) return [shown, "", ""];
  const other = `${cell(figure, best.value)}: ${nameOf(best.subject)}`;
  return [shown, other, verdict(timesBetter(figure, own, best.value))];
}

function sectionTable(results: Results, section: Section): string {
  const figures = figuresOf(section);
  const rows = results.subjects
    .filter(({ id }) => figures.some((figure) => measuredOf(results, figure.id, id) !== undefined))
    .map(({ id, title }) => [title, ...figures.map((figure) => cell(figure, measuredOf(results, figure.id, id)))]);
  return table(["", ...figures.map(({ column }) => column)], rows);
}

/** Names the packages that are ahead of ours, where, and why. */
function ahead(results: Results, section: Section): string {
  const lines = section.why.flatMap(({ ids, because }) => {
    const named = results.subjects
      .filter(({ id }) => ids.includes(id))
      .flatMap((subject) => {
        const compared = figuresOf(section).filter(({ id }) => measuredOf(results, id, subject.id) !== undefined);
        const won = compared.filter((figure) => isAhead(results, figure, subject));
        const where = won.length === compared.length ? "everywhere" : won.map(({ column }) => column).join("; ");
        return won.length === 0 ? [] : [`**${nameOf(subject)}** (${where})`];
      });
    return named.length === 0 ? [] : [wrapped(`- ${named.join(", ")}: ${because}`, "  ")];
  });
  if (lines.length === 0) return "No other package is ahead.";
  return ["Ahead of ours:", "", ...lines].join("\n");
}

function isAhead(results: Results, figure: Known, { id, over }: Shown): boolean {
  const [own, other] = [ownValue(results, figure.id, over), measuredOf(results, figure.id, id)];
  return own !== undefined && other !== undefined && timesBetter(figure, other, own) > LEVEL;
}

const PAYERS = ["leasehound", "leasehound-light", "upstash-lock"] as const;

const monthly = (results: Results, { id, times }: (typeof BILLS)[number], payer: string): string =>
  dollars((measuredOf(results, id, payer)?.median ?? Number.NaN) * times * DOLLARS_A_COMMAND);

/** The region of docs/audit/cost.md. */
export function billTable(results: Results): string {
  const rows = BILLS.filter(({ id }) => results.measured[id] !== undefined).map((bill) => [
    bill.title,
    ...PAYERS.map(
      (payer) =>
        `${number(measuredOf(results, bill.id, payer)?.median ?? Number.NaN)}: ${monthly(results, bill, payer)}`,
    ),
  ]);
  return table(["job", "`lock`", "light lock", "`@upstash/lock`"], rows);
}

function billRegion(results: Results): string {
  const { bills } = results.machines;
  return [`Commands on ${bills?.day}, and their price in a month of 30 days:`, billTable(results)].join("\n\n");
}

/** The README is short. All packages are on the page. */
const README_SUBJECTS = ["leasehound-light", "upstash-lock", "redis-semaphore", "redlock"];

function readmeRegion(results: Results): string {
  const handOver = (id: string): string => {
    const value = measuredOf(results, "handover-2x1", id);
    return value === undefined ? "not measured" : `${Math.round(value.median)} ms`;
  };
  const others = results.subjects
    .filter(({ id }) => README_SUBJECTS.includes(id))
    .map((subject) => `${nameOf(subject)} ${handOver(subject.id)}`);
  const [webhook] = BILLS;
  const [own, light, upstash] = PAYERS.map((payer) => monthly(results, webhook, payer));
  return [
    readmeFaults(results.faults),
    `At a round trip of ${ROUND_TRIP_MS} ms, a hand-over between two isolates takes ${handOver(OURS.HTTP)}; ${others.join(", ")} ([all figures](docs/audit/compare.md)).`,
    `A million webhooks cost ${own} at Upstash, by commands that our Redis counted ([bills](docs/audit/cost.md#three-bills)). The [light lock](docs/kinds/overview.md#light-lock) costs ${light}, \`@upstash/lock\` ${upstash}.`,
  ].join("\n\n");
}

/** The regions of each page, by the words of their first marker. */
export const REGIONS: Readonly<Record<string, Readonly<Record<string, (results: Results) => string>>>> = {
  "README.md": { "measured by `npm run bench`": readmeRegion },
  "docs/audit/compare.md": {
    "measured by `npm run bench -- peers`": compareRegion,
    "measured by `npm run bench -- faults`": ({ faults }) => faultRegion(faults),
  },
  "docs/audit/cost.md": { "measured by `npm run bench -- peers --only bills`": billRegion },
};

/** Returns the page with another text in the region. */
export function withRegion(page: string, marker: string, region: string): string {
  const begin = `<!-- ${marker} -->`;
  const [before, from] = page.split(begin);
  const end = from?.indexOf("<!-- end -->") ?? -1;
  if (from === undefined || end === -1) throw new Error(`the page lacks ${begin}, or the end of its region`);
  return `${before}${begin}\n${region}\n${from.slice(end)}`;
}

export function writePages(results: Results): void {
  for (const [file, regions] of Object.entries(REGIONS)) {
    let page = readFileSync(file, "utf8");
    for (const [marker, regionOf] of Object.entries(regions)) page = withRegion(page, marker, regionOf(results));
    writeFileSync(file, page);
  }
}
