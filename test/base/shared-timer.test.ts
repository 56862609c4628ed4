import { describe, expect, it } from "vitest";
import { nowMs } from "../../src/base/clock.ts";
import { SharedTimer, type Timed } from "../../src/base/timers.ts";
import { eventually } from "../support/eventually.ts";

interface Entry extends Timed {
  readonly name: string;
}

const entry = (name: string): Entry => ({ name, at: undefined });

/** Collects the names of entries in the order of their calls, and the time of each call. */
function collecting(earlyMs: number): { timer: SharedTimer<Entry>; calls: string[][]; calledAt: number[] } {
  const calls: string[][] = [];
  const calledAt: number[] = [];
  const timer = new SharedTimer<Entry>((entries, now) => {
    calls.push(entries.map(({ name }) => name).sort());
    calledAt.push(now);
  }, earlyMs);
  return { timer, calls, calledAt };
}

describe("a shared timer", () => {
  it("calls each entry at its time, whatever the order of their addition, and none before", async () => {
    const { timer, calls, calledAt } = collecting(0);
    const start = nowMs();
    timer.add(entry("c"), start + 1_120);
    timer.add(entry("a"), start + 560);
    timer.add(entry("b"), start + 830);
    timer.add(entry("past"), start - 5);
    await eventually(() => calls.length === 4);
    expect(calls).toEqual([["past"], ["a"], ["b"], ["c"]]);
    for (const [nth, at] of [-5, 560, 830, 1_120].entries()) expect(calledAt[nth]).toBeGreaterThanOrEqual(start + at);
  });

  it("calls those that are due soon with the first one, across buckets", async () => {
    const { timer, calls } = collecting(400);
    const start = nowMs();
    for (const [name, ms] of [
      ["a", 100],
      ["b", 450],
      ["c", 499],
      ["d", 900],
    ] as const) {
      timer.add(entry(name), start + ms);
    }
    await eventually(() => calls.length === 2);
    expect(calls).toEqual([["a", "b", "c"], ["d"]]);
  });

  it("does not call removed entries, and takes one again after its call", async () => {
    const { timer, calls } = collecting(0);
    const start = nowMs();
    const [kept, removed, never] = [entry("kept"), entry("removed"), entry("never")];
    timer.add(kept, start + 100);
    timer.add(removed, start + 50);
    timer.delete(removed);
    timer.delete(removed);
    timer.delete(never);
    await eventually(() => calls.length === 1);
    expect(kept.at).toBeUndefined();
    const again = nowMs();
    timer.add(kept, again + 300);
    timer.delete(kept);
    timer.add(kept, again + 400);
    await eventually(() => calls.length === 2);
    expect(calls).toEqual([["kept"], ["kept"]]);
  });
});
