// One plot over time, with a heading and a table of the same numbers.
import uPlot from "uplot";
import { timeOf } from "../duration.ts";
import { element, folded, table } from "./element.ts";
import { KEPT_MS, type Measurement } from "./measurements.ts";

/** The title and the lines of a plot. */
export interface PlotContent {
  readonly title: string;
  /** What to say while no line has a number. Default: the plot is drawn without lines. */
  readonly empty?: string;
  readonly lines: readonly PlotLine[];
}

interface PlotLine {
  readonly title: string;
  readonly value: (point: Measurement) => number | null;
  /** The custom property of CSS with its colour. */
  readonly colour: string;
  /** Lengths of dashes and spaces, in CSS pixels. */
  readonly dash?: number[];
}

const HEIGHT_PX = 150;
const NARROWEST_PX = 200;
const MOST_ROWS = 20;
const SHORTEST_S = 60;

/** A plot in the page. */
export class Plot {
  readonly #content: PlotContent;
  readonly #points: readonly Measurement[];
  readonly #plot: uPlot;
  readonly #drawn: readonly HTMLElement[];
  readonly #note = element("p", { class: "hint" });

  /** `points`: the numbers. More are added to this array later. */
  constructor(place: HTMLElement, content: PlotContent, points: readonly Measurement[]) {
    this.#content = content;
    this.#points = points;
    const canvas = element("div", { class: "canvas", "aria-hidden": "true" });
    const list = folded("As a table", content.title, (inside) => inside.replaceChildren(this.#table()));
    this.#drawn = [canvas, list];
    place.append(element("section", { class: "plot" }, element("h3", {}, content.title), this.#note, canvas, list));
    this.#plot = new uPlot(optionsOf(content, widthOf(canvas)), this.#data(), canvas);
    new ResizeObserver(() => this.#plot.setSize({ width: widthOf(canvas), height: HEIGHT_PX })).observe(canvas);
  }

  /** Draws the new numbers. */
  update(): void {
    const { lines, empty = "" } = this.#content;
    const isEmpty = empty !== "" && this.#points.every((point) => lines.every(({ value }) => value(point) === null));
    this.#note.textContent = isEmpty ? empty : "";
    for (const part of this.#drawn) part.hidden = isEmpty;
    this.#plot.setData(this.#data());
    // While no pointer is over the plot, the legend shows the newest numbers.
    if (this.#plot.cursor.idx == null) this.#plot.setLegend({ idx: this.#points.length - 1 });
  }

  /** Draws with the current colours. */
  redraw(): void {
    this.#plot.redraw(false);
  }

  #data(): uPlot.AlignedData {
    const lines = this.#content.lines.map(({ value }) => this.#points.map(value));
    return [this.#points.map(({ at }) => at / 1_000), ...lines];
  }

  /** Returns a table of at most 20 points, the newest first. */
  #table(): HTMLTableElement {
    const { lines } = this.#content;
    const step = Math.ceil(this.#points.length / MOST_ROWS);
    const chosen = [...this.#points].reverse().filter((_, at) => at % step === 0);
    const rows = chosen.map((point) => [timeOf(point.at), ...lines.map(({ value }) => String(value(point) ?? "–"))]);
    return table(["Time (UTC)", ...lines.map(({ title }) => title)], rows);
  }
}

function optionsOf({ lines }: PlotContent, width: number): uPlot.Options {
  const axis = {
    stroke: () => colour("--quiet"),
    grid: { stroke: () => colour("--line"), width: 1 },
    ticks: { show: false },
    font: "12px system-ui, sans-serif",
  };
  const series = lines.map((line): uPlot.Series => {
    const { title, dash } = line;
    const points = { show: false };
    return { label: title, stroke: () => colour(line.colour), width: 2, points, ...(dash && { dash }) };
  });
  return {
    width,
    height: HEIGHT_PX,
    series: [{ label: "UTC", value: (_, at) => (at === null ? "–" : timeOf(at * 1_000)) }, ...series],
    scales: { x: { range: (_, from, to) => timeRange(from, to) }, y: { range: (_, __, most) => [0, roofOf(most)] } },
    axes: [
      { ...axis, space: 90, size: 28, values: (_, times) => times.map((at) => timeOf(at * 1_000)) },
      { ...axis, space: 30, size: 40, incrs: [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1_200, 3_600, 7_200, 36_000] },
    ],
    cursor: { drag: { x: false, y: false }, sync: { key: "leasehound" }, y: false },
    legend: { markers: { width: 0, fill: (_, at) => signOf(lines[at - 1]) } },
  };
}

/** Returns the background of a line's sign in the legend. */
function signOf(line: PlotLine | undefined): string {
  if (line?.dash === undefined) return `var(${line?.colour})`;
  const [dash = 0, space = 0] = line.dash;
  return `repeating-linear-gradient(90deg, var(${line.colour}) 0 ${dash}px, transparent 0 ${dash + space}px)`;
}

/** Returns a range of one to ten minutes. With less than a minute, a few points would fill the plot. */
function timeRange(from: number, to: number): [number, number] {
  return [Math.max(to - KEPT_MS / 1_000, Math.min(from, to - SHORTEST_S)), to];
}

function roofOf(most: number | null): number {
  return Math.max(2, Math.ceil((most ?? 0) * 1.15));
}

function widthOf(place: HTMLElement): number {
  return Math.max(NARROWEST_PX, place.clientWidth);
}

function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
