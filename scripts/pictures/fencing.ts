// docs/pictures/fencing.svg: a holder is paused past its lease, and the storage refuses its late write.

import type { Tone } from "./palette.ts";
import { arrow, box, cross, labelled, line, type Picture, type Point, text } from "./shapes.ts";

const A = 90;
const STORAGE = 320;
const B = 550;
const HEAD = { y: 10, width: 160, height: 40 };
const END = 462;
const BAR = 16;

function participant(x: number, name: string, tone: Tone): string {
  const lifeline = line(
    [
      { x, y: HEAD.y + HEAD.height },
      { x, y: END },
    ],
    { dashed: true },
  );
  return `${lifeline}\n${labelled({ ...HEAD, x: x - HEAD.width / 2 }, [name], tone)}`;
}

interface Phase {
  readonly x: number;
  readonly from: number;
  readonly to: number;
  readonly tone: Tone;
  readonly dashed?: boolean;
}

const phase = ({ x, from, to, tone, dashed = false }: Phase): string =>
  box({ x: x - BAR / 2, y: from, width: BAR, height: to - from }, { tone, dashed });

/** Draws a write from the edge of a holder's bar to the storage, with its label above. `gap`: where it stops before. */
function write(from: number, y: number, tone: Tone, label: string, gap = 0): string {
  const inwards = Math.sign(STORAGE - from);
  const start: Point = { x: from + (inwards * BAR) / 2, y };
  const end: Point = { x: STORAGE - inwards * gap, y };
  const name = text({ x: (start.x + end.x) / 2, y: y - 16 }, label, { anchor: "middle", tone });
  return `${arrow(start, end, { tone })}\n${name}`;
}

const besideA = (y: number, content: string, tone: Tone): string =>
  text({ x: A + 18, y }, content, { tone, look: "strong" });

const besideB = (y: number, content: string, tone: Tone): string =>
  text({ x: B - 18, y }, content, { tone, look: "strong", anchor: "end" });

const ACQUIRED = 76;
const PAUSED = 126;
const LEASE_END = 196;
const B_WRITES = 270;
const RESUMED = 330;
const A_WRITES = 396;

export const fencing: Picture = {
  title: "A fencing token stops a late write",
  description:
    "Holder A acquires the lock and gets token 33. A is paused, and its lease ends meanwhile. " +
    "Holder B acquires the lock, gets token 34 and writes with it: the storage accepts the write and remembers 34. " +
    "A resumes and writes with token 33: the storage refuses the write, because 33 is lower than 34.",
  height: END + 8,
  shapes: [
    participant(A, "Holder A", "a"),
    participant(STORAGE, "Storage", "plain"),
    participant(B, "Holder B", "b"),
    phase({ x: A, from: ACQUIRED - 14, to: PAUSED, tone: "a" }),
    phase({ x: A, from: PAUSED, to: RESUMED, tone: "bad", dashed: true }),
    phase({ x: A, from: RESUMED, to: A_WRITES + 20, tone: "a" }),
    phase({ x: B, from: LEASE_END + 4, to: END - 6, tone: "b" }),
    besideA(ACQUIRED, "acquires: token 33", "a"),
    besideA(PAUSED + 14, "paused", "bad"),
    line(
      [
        { x: A - 60, y: LEASE_END },
        { x: A + 60, y: LEASE_END },
      ],
      { tone: "bad", dashed: true },
    ),
    text({ x: A + 66, y: LEASE_END }, "lease ends", { tone: "bad" }),
    besideB(LEASE_END + 22, "acquires: token 34", "b"),
    write(B, B_WRITES, "b", "write with 34"),
    labelled({ x: STORAGE - 64, y: B_WRITES + 16, width: 128, height: 34 }, ["accepts 34"], "b"),
    besideA(RESUMED + 14, "resumes, too late", "a"),
    write(A, A_WRITES, "bad", "write with 33", 12),
    cross({ x: STORAGE, y: A_WRITES }),
    labelled({ x: STORAGE - 104, y: A_WRITES + 18, width: 208, height: 34 }, ["refuses 33: 33 < 34"], "bad"),
  ],
};
