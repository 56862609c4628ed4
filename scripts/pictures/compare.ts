// docs/pictures/compare-*.svg: the figures of docs/audit/compare.md as bars.
import type { FigureId } from "../bench/peers/figures.ts";
import { number } from "../bench/peers/numbers.ts";
import { PICTURES } from "../bench/peers/page.ts";
import type { Results } from "../bench/peers/results.ts";
import { type BarColumn, bars } from "./bars.ts";
import type { Picture } from "./shapes.ts";

interface Plot {
  readonly title: string;
  readonly says: string;
  readonly columns: readonly (Pick<BarColumn, "title" | "unit"> & { readonly figure: FigureId })[];
}

/** By the section of the page. */
const PLOTS: Readonly<Record<string, Plot>> = {
  handover: {
    title: "Hand-over of a lock to the next waiter",
    says: "Medians. A shorter bar is better.",
    columns: [
      { title: "2 × 1", unit: "ms", figure: "handover-2x1" },
      { title: "20 × 5", unit: "ms", figure: "handover-20x5" },
      { title: "100 × 1", unit: "ms", figure: "handover-100x1" },
    ],
  },
  idle: {
    title: "Commands a second of waiting",
    says: "A shorter bar is better.",
    columns: [
      { title: "1 waiter", unit: "commands/s", figure: "idle-1" },
      { title: "50 waiters", unit: "commands/s", figure: "idle-50" },
      { title: "200 waiters", unit: "commands/s", figure: "idle-200" },
    ],
  },
  fairness: {
    title: "Fairness among greedy callers",
    says: "Shares of the highest possible index of Jain. A longer bar is better: 1 is even.",
    columns: [
      { title: "10 callers", unit: "1 is even", figure: "fairness-10" },
      { title: "20 × 5", unit: "1 is even", figure: "fairness-20x5" },
    ],
  },
  speed: {
    title: "Speed of one process with 64 cycles at once",
    says: "More cycles and less processor time are better.",
    columns: [
      { title: "cycles a second", unit: "more is better", figure: "speed-cycles" },
      { title: "processor time", unit: "µs, less is better", figure: "speed-cpu" },
    ],
  },
};

/** The pictures of the sections that were measured, by their file names. */
export function comparePictures({ subjects, measured }: Results): Readonly<Record<string, Picture>> {
  const pictures = Object.entries(PLOTS).flatMap(([section, { title, says, columns }]) => {
    const name = PICTURES[section];
    const shown = subjects.filter(({ id }) => columns.some(({ figure }) => measured[figure]?.[id] !== undefined));
    if (name === undefined || shown.length === 0) return [];
    const rows = shown.map(({ title: subject, whose }) => ({
      name: withoutVersion(subject),
      isOurs: whose === "ours",
    }));
    const filled = columns.map(({ figure, ...column }) => ({
      ...column,
      values: shown.map(({ id }) => measured[figure]?.[id]?.median),
    }));
    return [[name, bars({ title, says, rows, columns: filled, format: number })] as const];
  });
  return Object.fromEntries(pictures);
}

const withoutVersion = (title: string): string => title.replace(/ \d[\d.]*$/, "");
