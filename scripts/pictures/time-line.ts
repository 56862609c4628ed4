// A time line of a minute: bars of leases and holders above an axis of seconds.
import type { Tone } from "./palette.ts";
import { box, line, type Point, text } from "./shapes.ts";

export const END = 60;
export const BAR = 30;

export const at = (second: number, y: number): Point => ({ x: 24 + second * 9.8, y });

interface Bar {
  readonly from: number;
  readonly to: number;
  /** The middle of the bar. */
  readonly y: number;
  readonly tone: Tone;
  readonly label?: string;
  readonly dashed?: boolean;
}

export function bar({ from, to, y, tone, label, dashed = false }: Bar): string {
  const start = at(from, y);
  const area = { x: start.x, y: y - BAR / 2, width: at(to, y).x - start.x, height: BAR };
  const words = label === undefined ? "" : text({ x: start.x + 10, y }, label, { tone, inside: true });
  return box(area, { tone, dashed }) + words;
}

export function axis(y: number): string {
  const ticks = [0, 10, 20, 30, 40, 50, 60].map((second) => {
    const label = text({ ...at(second, y + 18) }, `${second} s`, { anchor: "middle", tone: "muted" });
    return line([at(second, y - 4), at(second, y + 4)]) + label;
  });
  return [line([at(0, y), at(END, y)]), ...ticks].join("\n");
}

export const heading = (y: number, content: string): string => text(at(0, y), content, { look: "strong big" });
