// docs/pictures/lease.svg: a lease of 30 s on a time line, with its two endings.
import { arrow, cross, line, type Picture, span, text } from "./shapes.ts";
import { at, axis, BAR, bar, END, heading } from "./time-line.ts";

const LEASE = 30;
// The second in which A dies or releases: after its renewals at 10 and 20, before the one at 30.
const LAST = 28;
function holderDies(top: number): string[] {
  const [first, second, third, waiter] = [top + 68, top + 106, top + 144, top + 228];
  const runsOut = 20 + LEASE;
  const label = (from: number, y: number): string =>
    text({ x: at(from, y).x - 8, y }, "renews", { anchor: "end", tone: "a" });
  return [
    heading(top, "The holder dies: the lease runs out"),
    bar({ from: 0, to: LEASE, y: first, tone: "a", label: "A acquires: a lease of 30 s" }),
    label(10, second),
    bar({ from: 10, to: 10 + LEASE, y: second, tone: "a", label: "after a third: 30 s" }),
    label(20, third),
    bar({ from: 20, to: LAST, y: third, tone: "a", label: "30 s" }),
    bar({ from: LAST, to: runsOut, y: third, tone: "bad", label: "no more renewals", dashed: true }),
    text({ ...at(runsOut, third), x: at(runsOut, third).x + 10 }, "lease ends", { tone: "bad" }),
    text(at(LAST + 1.5, top + 34), "A dies", { tone: "bad", look: "strong" }),
    cross(at(LAST, top + 34)),
    line([at(LAST, top + 46), at(LAST, third + 40)], { tone: "bad", dashed: true }),
    span(at(LAST, third + 31), at(runsOut, third + 31), { tone: "bad" }),
    text(at((LAST + runsOut) / 2, third + 49), "one lease at most", { tone: "bad", anchor: "middle" }),
    line([at(runsOut, third + BAR / 2), at(runsOut, waiter - BAR / 2)], { tone: "plain", dashed: true }),
    bar({ from: 13, to: runsOut, y: waiter, tone: "plain", label: "B waits", dashed: true }),
    bar({ from: runsOut, to: END, y: waiter, tone: "b", label: "B holds" }),
    axis(waiter + 34),
  ];
}

function holderReleases(top: number): string[] {
  const [holder, waiter] = [top + 40, top + 108];
  return [
    heading(top, "The holder releases: the next holder acquires at once"),
    bar({ from: 0, to: LAST, y: holder, tone: "a", label: "A acquires, renews twice" }),
    text({ x: at(LAST, holder).x + 10, y: holder }, "release", { tone: "a", look: "strong" }),
    arrow(at(LAST, holder + BAR / 2), at(LAST, waiter - BAR / 2)),
    text({ x: at(LAST, holder).x + 10, y: holder + 34 }, "a message wakes B", { tone: "muted" }),
    bar({ from: 13, to: LAST, y: waiter, tone: "plain", label: "B waits", dashed: true }),
    bar({ from: LAST, to: END, y: waiter, tone: "b", label: "B acquires and renews" }),
    axis(waiter + 34),
  ];
}

export const lease: Picture = {
  title: "How a lease ends",
  description:
    "A acquires a lock with a lease of 30 seconds, and renews it after 10 and 20 seconds, each time to 30 seconds from then. " +
    "First ending: A dies at 28 seconds. Nobody renews, the lease ends at 50 seconds, and B, which waits, acquires the lock. " +
    "A dead holder keeps a lock for one lease at most. " +
    "Second ending: A releases at 28 seconds. A message wakes B, which acquires the lock at once.",
  height: 526,
  shapes: [...holderDies(22), ...holderReleases(346)],
};
