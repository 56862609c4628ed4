// The plots of the chosen lock, or of all locks if none is chosen.
import type { Sample } from "../sample.ts";
import { element } from "./element.ts";
import { Measurements } from "./measurements.ts";
import { Plot, type PlotContent } from "./plot.ts";

const COUNTS: PlotContent = {
  title: "Holders and waiters",
  lines: [
    { title: "Holders", value: ({ holders }) => holders, colour: "--held" },
    { title: "Waiters", value: ({ waiters }) => waiters, colour: "--waits", dash: [6, 4] },
  ],
};
const OLDEST: PlotContent = {
  title: "Age of the oldest hold",
  lines: [{ title: "Seconds", value: ({ heldS }) => heldS, colour: "--held" }],
};
const FIRST: PlotContent = {
  title: "Wait of the first in the queue, seen here",
  empty: "Nobody has stood in its queue since this page was opened. Only fair locks have a queue.",
  lines: [{ title: "Seconds", value: ({ firstWaitsS }) => firstWaitsS, colour: "--waits", dash: [6, 4] }],
};

/** The plots in the page. */
export class Plots {
  readonly #measurements = new Measurements();
  readonly #plots: readonly Plot[];

  constructor(place: HTMLElement, isOfOne: boolean) {
    const inside = element("div", { class: "plots" });
    const title = element("h2", {}, isOfOne ? "This lock over time" : "All held locks over time");
    const hint = isOfOne ? [] : [element("p", { class: "hint" }, "A lock that is read may have several holders.")];
    place.replaceChildren(title, ...hint, inside);
    const { points } = this.#measurements;
    this.#plots = (isOfOne ? [COUNTS, OLDEST, FIRST] : [COUNTS, OLDEST]).map((one) => new Plot(inside, one, points));
    for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)"]) {
      matchMedia(query).addEventListener("change", () => this.#redraw());
    }
  }

  add(sample: Sample): void {
    this.#measurements.add(sample);
    for (const plot of this.#plots) plot.update();
  }

  #redraw(): void {
    for (const plot of this.#plots) plot.redraw();
  }
}
