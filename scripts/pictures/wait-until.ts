// docs/pictures/wait-until.svg: why the renewal loop is not given to ctx.waitUntil, on a time line.
import { cross, line, type Picture, span, text } from "./shapes.ts";
import { at, axis, BAR, bar, END, heading } from "./time-line.ts";

const LEASE = 30;
// The second in which the handler fails: after the renewal at 10.
const LAST = 14;
const RUNS_OUT = 10 + LEASE;

function fails(top: number): string[] {
  return [
    bar({ from: 0, to: LAST, y: top, tone: "a", label: "handler" }),
    cross(at(LAST, top)),
    text({ ...at(LAST, top), x: at(LAST, top).x + 14 }, "throws, or is cut", { tone: "bad", look: "strong" }),
  ];
}

function inWaitUntil(top: number): string[] {
  const [handler, loop, waiter] = [top + 40, top + 82, top + 124];
  return [
    heading(top, "In waitUntil: no work is done, and the lock stays held"),
    ...fails(handler),
    bar({
      from: 0,
      to: END,
      y: loop,
      tone: "bad",
      label: "the loop keeps the invocation alive, and keeps renewing",
      dashed: true,
    }),
    bar({ from: 5, to: END, y: waiter, tone: "plain", label: "B waits: still at 60 s", dashed: true }),
    axis(waiter + 34),
  ];
}

function withoutWaitUntil(top: number): string[] {
  const [handler, loop, lease, waiter] = [top + 40, top + 82, top + 124, top + 190];
  return [
    heading(top, "Without waitUntil: the loop ends with its handler"),
    ...fails(handler),
    bar({ from: 0, to: LAST, y: loop, tone: "a", label: "the loop" }),
    bar({ from: 10, to: LAST, y: lease, tone: "a" }),
    bar({ from: LAST, to: RUNS_OUT, y: lease, tone: "bad", label: "no more renewals", dashed: true }),
    line([at(LAST, handler + BAR / 2), at(LAST, lease + BAR / 2)], { tone: "bad", dashed: true }),
    span(at(LAST, lease + 27), at(RUNS_OUT, lease + 27), { tone: "bad" }),
    text({ ...at(RUNS_OUT, lease + 27), x: at(RUNS_OUT, lease).x + 10 }, "one lease at most", { tone: "bad" }),
    bar({ from: 5, to: RUNS_OUT, y: waiter, tone: "plain", label: "B waits", dashed: true }),
    bar({ from: RUNS_OUT, to: END, y: waiter, tone: "b", label: "B holds" }),
    axis(waiter + 34),
  ];
}

export const waitUntil: Picture = {
  title: "Why the renewal loop is not in waitUntil",
  description:
    "A handler acquires a lock with a lease of 30 seconds, renews it at 10 seconds, and fails at 14. " +
    "If the renewal loop were in waitUntil, it would keep the invocation alive and keep renewing: no work is done, and B waits. " +
    "The loop is not given to waitUntil. It ends with the handler, the lease ends at 40 seconds, and B acquires the lock.",
  height: 488,
  shapes: [...inWaitUntil(22), ...withoutWaitUntil(232)],
};
