// Draws a lane for each owner that held the chosen lock or waited for it in the last two minutes.

import { timeOf } from "../duration.ts";
import type { Sample } from "../sample.ts";
import { element, folded, shape, table } from "./element.ts";
import { type Lane, type LaneHistory, type Span, WINDOW_MS } from "./lane-history.ts";
import { nameOf, shortened } from "./owner-name.ts";

const TICK_MS = 30_000;
/** Half the width of a time, in percent of the narrowest track. */
const NEAR_EDGE = 10;

/** The lanes of one lock. */
export class Lanes {
  readonly history: LaneHistory;
  readonly #figure = element("div", { class: "lanes", "aria-hidden": "true" });
  readonly #note = element("p", { class: "hint" });
  readonly #list: HTMLDetailsElement;
  #listed = 0;

  constructor(place: HTMLElement, history: LaneHistory) {
    this.history = history;
    this.#list = folded("As a table", "events of this lock", (content) => this.#fill(content));
    place.replaceChildren(
      element("h3", {}, "The last two minutes (UTC)"),
      this.#figure,
      legend(),
      this.#note,
      this.#list,
    );
  }

  add(sample: Sample): void {
    this.history.add(sample);
    const { lanes, omitted, events } = this.history;
    this.#figure.replaceChildren(...lanes.map((lane) => this.#laneOf(lane)), this.#axis());
    this.#note.textContent =
      lanes.length === 0
        ? "Nobody has held the lock or waited for it since you opened this page."
        : omitted > 0
          ? `Owners that are not shown: ${omitted}.`
          : "";
    const newest = events[0]?.at ?? 0;
    if (this.#list.open && newest !== this.#listed) {
      const content = this.#list.querySelector("div");
      if (content !== null) this.#fill(content);
    }
    this.#listed = newest;
  }

  #laneOf(lane: Lane): HTMLElement {
    const { owner, label, spans } = lane;
    const name = element(
      "span",
      { class: "lane-name", title: nameOf(lane) },
      element("bdi", {}, label || shortened(owner)),
    );
    const gaps = this.history.gaps.map(({ from, to }) => this.#bar("gap", from, to));
    return element("div", { class: "lane" }, name, track(...gaps, ...spans.flatMap((span) => this.#drawn(span))));
  }

  #drawn(span: Span): SVGElement[] {
    const { kind, from, to, count, renewals, end } = span;
    if (kind === "waits") {
      const line = shape("line", { class: "waits", x1: this.#x(from), x2: this.#x(to), y1: "50%", y2: "50%" });
      const number = shape("text", { class: "number", x: this.#x(from), y: "40%" }, String(count));
      return count > 1 ? [line, number] : [line];
    }
    const marks = renewals.map((at) => mark("renewal", this.#x(at)));
    return [this.#bar("held", from, to), ...marks, ...(end === undefined ? [] : [mark(end, this.#x(to))])];
  }

  #bar(kind: string, from: number, to: number): SVGElement {
    const width = `${Math.max(0.3, this.#share(to) - this.#share(from)).toFixed(2)}%`;
    return shape("rect", { class: kind, x: this.#x(from), width, y: "0", height: "100%" });
  }

  #axis(): HTMLElement {
    const { now } = this.history;
    const texts: SVGElement[] = [];
    for (let at = Math.ceil((now - WINDOW_MS) / TICK_MS) * TICK_MS; at <= now; at += TICK_MS) {
      const anchor = anchorAt(this.#share(at));
      texts.push(shape("text", { x: this.#x(at), y: "70%", "text-anchor": anchor }, timeOf(at)), tick(this.#x(at)));
    }
    return element("div", { class: "lane axis" }, element("span"), track(...texts));
  }

  #x(at: number): string {
    return `${this.#share(at).toFixed(2)}%`;
  }

  /** Returns the place of an instant in the window, in percent. */
  #share(at: number): number {
    return Math.min(100, Math.max(0, 100 + ((at - this.history.now) / WINDOW_MS) * 100));
  }

  #fill(content: HTMLElement): void {
    const rows = this.history.events.map(({ at, what, ...who }) => [timeOf(at), nameOf(who), what]);
    content.replaceChildren(table(["Time (UTC)", "Who", "What"], rows));
  }
}

function track(...shapes: SVGElement[]): SVGElement {
  return shape("svg", { class: "track" }, ...shapes);
}

/** Returns how a text is placed at a tick, so that it stays inside the track. `share`: the place, in percent. */
function anchorAt(share: number): string {
  if (share < NEAR_EDGE) return "start";
  return share > 100 - NEAR_EDGE ? "end" : "middle";
}

function tick(x: string): SVGElement {
  return shape("line", { class: "tick", x1: x, x2: x, y1: "0", y2: "20%" });
}

// Each mark has its own form, because not every viewer can distinguish the colours.
const FORMS: Readonly<Record<string, string>> = {
  renewal: "M0 -7V7",
  released: "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0",
  "lease ended": "M-5 -5L5 5M-5 5L5 -5",
  unseen: "M0 -7V-3M0 -1V3M0 5V7",
};

function mark(kind: string, x: string): SVGElement {
  const path = shape("path", { class: `mark ${kind.replace(" ", "-")}`, d: FORMS[kind] ?? "" });
  return shape("svg", { class: "place", x, y: "50%" }, path);
}

function legend(): HTMLElement {
  const entries: [SVGElement, string][] = [
    [shape("rect", { class: "held", width: "100%", height: "100%" }), "holds the lock"],
    [shape("line", { class: "waits", x1: "0", x2: "100%", y1: "50%", y2: "50%" }), "waits"],
    [mark("renewal", "50%"), "lease renewed"],
    [mark("released", "50%"), "released or freed"],
    [mark("lease ended", "50%"), "lost: its lease ended"],
    [mark("unseen", "50%"), "ended: not seen how"],
    [shape("rect", { class: "gap", width: "100%", height: "100%" }), "the server did not answer"],
  ];
  const items = entries.map(([drawn, text]) => {
    // A renewal is a notch in a bar.
    const bar = text === "lease renewed" ? [shape("rect", { class: "held", width: "100%", height: "100%" })] : [];
    return element("li", {}, shape("svg", { class: "sign", "aria-hidden": "true" }, ...bar, drawn), text);
  });
  return element("ul", { class: "legend" }, ...items);
}
