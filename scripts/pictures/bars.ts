// Bars: a row for each subject, a column of bars for each figure.
import { box, type Picture, text, WIDTH } from "./shapes.ts";

export interface BarColumn {
  readonly title: string;
  readonly unit: string;
  /** By row. Undefined: was not measured. */
  readonly values: readonly (number | undefined)[];
}

export interface BarChart {
  readonly title: string;
  /** The meaning of a short or a long bar. */
  readonly says: string;
  readonly rows: readonly { readonly name: string; readonly isOurs: boolean }[];
  readonly columns: readonly BarColumn[];
  readonly format: (value: number) => string;
}

const NAMES = { left: 12, width: 212 };
const TOP = 64;
const ROW = 26;
const BAR = 14;
// The value stands behind its bar.
const VALUE_WIDTH = 60;
const SHORTEST = 2;

export function bars({ title, says, rows, columns, format }: BarChart): Picture {
  const width = (WIDTH - NAMES.left - NAMES.width) / columns.length;
  const middle = (at: number): number => TOP + at * ROW;
  const column = ({ title: heading, unit, values }: BarColumn, nth: number): string[] => {
    const x = NAMES.left + NAMES.width + nth * width;
    const longest = Math.max(...values.map((value) => value ?? 0), Number.MIN_VALUE);
    const drawn = rows.map(({ isOurs }, at) => {
      const value = values[at];
      if (value === undefined) return text({ x, y: middle(at) }, "–", { tone: "muted" });
      const tone = isOurs ? "a" : "plain";
      const length = Math.max(SHORTEST, ((width - VALUE_WIDTH) * value) / longest);
      const label = text({ x: x + length + 6, y: middle(at) }, format(value), { tone });
      return box({ x, y: middle(at) - BAR / 2, width: length, height: BAR }, { tone }) + label;
    });
    const head = text({ x, y: TOP - 46 }, heading, { look: "strong" });
    return [head, ...(unit === "" ? [] : [text({ x, y: TOP - 26 }, unit, { tone: "muted" })]), ...drawn];
  };
  const names = rows.map(({ name, isOurs }, at) =>
    text({ x: NAMES.left, y: middle(at) }, name, { tone: isOurs ? "a" : "plain" }),
  );
  return {
    title,
    description: `${says} ${columns.map((each) => described(each, rows, format)).join(" ")}`,
    height: TOP + rows.length * ROW,
    shapes: [...names, ...columns.flatMap(column)],
  };
}

function described({ title, unit, values }: BarColumn, rows: BarChart["rows"], format: BarChart["format"]): string {
  const all = rows.flatMap(({ name }, at) => {
    const value = values[at];
    return value === undefined ? [] : [`${name} ${format(value)}`];
  });
  return `${title}${unit === "" ? "" : ` (${unit})`}: ${all.join("; ")}.`;
}
