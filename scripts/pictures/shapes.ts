// The shapes that all pictures are made of. Each function returns SVG as text.
import { style, type Tone } from "./palette.ts";

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Rectangle extends Point {
  readonly width: number;
  readonly height: number;
}

export interface TextOptions {
  readonly anchor?: "middle" | "end";
  readonly tone?: Tone | "muted";
  readonly look?: "strong" | "code" | "strong big";
  /** The text is in a box and needs no halo. */
  readonly inside?: boolean;
}

export interface LineOptions {
  readonly tone?: Tone;
  readonly dashed?: boolean;
}

/** The distance of two lines of text. */
export const LEADING = 21;
// From the middle of a line of text to its baseline.
const TO_BASELINE = 5.5;
const HEAD = 9;

const escaped = (content: string): string =>
  content.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const rounded = (value: number): string => String(Math.round(value * 10) / 10);

function element(name: string, attributes: Readonly<Record<string, string | number>>, content = ""): string {
  const written = Object.entries(attributes).map(([key, value]) => {
    return ` ${key}="${typeof value === "number" ? rounded(value) : escaped(value)}"`;
  });
  return content === "" ? `<${name}${written.join("")}/>` : `<${name}${written.join("")}>${content}</${name}>`;
}

/** Draws one line of text. `y` is its middle. */
export function text({ x, y }: Point, content: string, options: TextOptions = {}): string {
  const { anchor, tone = "plain", look, inside = false } = options;
  const classes = [
    tone === "muted" ? tone : `t-${tone}`,
    ...(look === undefined ? [] : [look]),
    ...(inside ? ["in"] : []),
  ];
  const anchored = anchor === undefined ? {} : { "text-anchor": anchor };
  return element("text", { x, y: y + TO_BASELINE, ...anchored, class: classes.join(" ") }, escaped(content));
}

/** Draws lines of text, one below the other. `at.y` is the middle of the first. */
export function paragraph(at: Point, lines: readonly string[], options: TextOptions = {}): string {
  return lines.map((line, index) => text({ x: at.x, y: at.y + index * LEADING }, line, options)).join("\n");
}

export function line(points: readonly Point[], { tone = "plain", dashed = false }: LineOptions = {}): string {
  const path = points.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${rounded(x)} ${rounded(y)}`);
  return element("path", { d: path.join(""), class: `line l-${tone}${dashed ? " dash" : ""}` });
}

/** Draws the head of an arrow. It is a path: a marker cannot take the colour of its line in every browser. */
function head(from: Point, to: Point, tone: Tone): string {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const corner = (side: number): string => {
    const x = to.x - HEAD * Math.cos(angle + side * 0.45);
    return `${rounded(x)} ${rounded(to.y - HEAD * Math.sin(angle + side * 0.45))}`;
  };
  return element("path", { d: `M${rounded(to.x)} ${rounded(to.y)}L${corner(1)}L${corner(-1)}Z`, class: `h-${tone}` });
}

/** Returns a point before `to`, so that the line does not stick out of the head. */
function shortened(from: Point, to: Point): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const part = (length - HEAD / 2) / length;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

export function arrow(from: Point, to: Point, options: LineOptions = {}): string {
  return line([from, shortened(from, to)], options) + head(from, to, options.tone ?? "plain");
}

/** Draws an arrow with two heads: a distance, or messages in both directions. */
export function span(from: Point, to: Point, options: LineOptions = {}): string {
  const tone = options.tone ?? "plain";
  return line([shortened(to, from), shortened(from, to)], options) + head(from, to, tone) + head(to, from, tone);
}

export function cross({ x, y }: Point, size = 8): string {
  const diagonal = (sign: number): string =>
    line(
      [
        { x: x - size, y: y - sign * size },
        { x: x + size, y: y + sign * size },
      ],
      { tone: "bad" },
    );
  return diagonal(1) + diagonal(-1);
}

export function box({ x, y, width, height }: Rectangle, { tone = "plain", dashed = false }: LineOptions = {}): string {
  const classes = `box f-${tone} l-${tone}${dashed ? " dash" : ""}`;
  return element("rect", { x, y, width, height, rx: 6, class: classes });
}

/** Draws a box with lines of text in its middle. `strong`: how many of the first lines are bold. */
export function labelled(area: Rectangle, lines: readonly string[], tone: Tone = "plain", strong = 1): string {
  const x = area.x + area.width / 2;
  const first = area.y + area.height / 2 - ((lines.length - 1) * LEADING) / 2;
  const written = lines.map((each, index) => {
    const look = index < strong ? ({ look: "strong" } as const) : {};
    return text({ x, y: first + index * LEADING }, each, { anchor: "middle", tone, inside: true, ...look });
  });
  return [box(area, { tone }), ...written].join("\n");
}

export interface Picture {
  /** The name that a screen reader reads out. */
  readonly title: string;
  /** Everything the picture says, in words. */
  readonly description: string;
  readonly height: number;
  readonly shapes: readonly string[];
}

/** The width of every picture. A wider one would have smaller text on a phone. */
export const WIDTH = 640;

export function svg({ title, description, height, shapes }: Picture): string {
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}"`;
  return [
    `${head} role="img" aria-labelledby="title desc">`,
    element("title", { id: "title" }, escaped(title)),
    element("desc", { id: "desc" }, escaped(description)),
    `<style>\n${style()}\n</style>`,
    ...shapes,
    "</svg>\n",
  ].join("\n");
}
