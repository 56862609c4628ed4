// What the page's lanes conclude from the answers of the server.
import { describe, expect, it } from "vitest";
import { ISOLATES, LaneHistory } from "../../src/service/dashboard/browser/lane-history.ts";
import { Measurements } from "../../src/service/dashboard/browser/measurements.ts";
import type { Sample, SampledHolder, SampledLock } from "../../src/service/dashboard/sample.ts";

const FROM = 1_800_000_000_000;
const LEASE_MS = 3_000;

/** A sample at so many ms. */
function sample(atMs: number, lock: Partial<SampledLock> = {}, rest: Partial<Sample> = {}): Sample {
  const at = FROM + atMs;
  const none = { at, answeredAt: lock.at ?? at, holders: [], queue: [], queueLength: 0, isolates: 0 };
  const numbers = { locks: 1, holders: 1, waiters: 0, oldestSince: undefined };
  return { at, isFresh: true, ...numbers, lock: { ...none, ...lock }, ...rest };
}

function holder(owner: string, remainingMs: number, sinceMs: number | undefined = 0): SampledHolder {
  const since = sinceMs === undefined ? undefined : FROM + sinceMs;
  return { owner, mode: "exclusive", label: `label of ${owner}`, since, remainingMs };
}

function historyOf(...samples: readonly Sample[]): LaneHistory {
  const history = new LaneHistory();
  for (const one of samples) history.add(one);
  return history;
}

const seen = ({ lanes }: LaneHistory) =>
  lanes.map(({ owner, spans }) => [
    owner,
    ...spans.map(({ kind, from, to, end }) => [kind, from - FROM, to - FROM, end]),
  ]);

describe("a hold", () => {
  it("is renewed when its lease ends later than expected", () => {
    const history = historyOf(
      sample(0, { holders: [holder("a", LEASE_MS)] }),
      sample(1_000, { holders: [holder("a", LEASE_MS - 1_000)] }),
      sample(2_000, { holders: [holder("a", LEASE_MS - 100)] }),
    );
    expect(history.lanes[0]?.spans[0]?.renewals).toEqual([FROM + 2_000]);
    expect(history.events.map(({ what }) => what)).toEqual(["renewed its lease", "acquired the lock"]);
  });

  it("was released or freed when it goes with lease left", () => {
    const history = historyOf(sample(0, { holders: [holder("a", LEASE_MS)] }), sample(1_000));
    expect(seen(history)).toEqual([["a", ["held", 0, 1_000, "released"]]]);
    expect(history.events[0]).toMatchObject({ label: "label of a", what: "released the lock, or was freed" });
  });

  it("was lost when its lease ended before the next answer", () => {
    const history = historyOf(sample(0, { holders: [holder("a", 600)] }), sample(1_000));
    expect(seen(history)).toEqual([["a", ["held", 0, 600, "lease ended"]]]);
  });

  it("was lost when others hold the lock on, and its own lease is 0", () => {
    const readers = [holder("a", 0), holder("b", LEASE_MS)];
    const history = historyOf(sample(0, { holders: [holder("a", 900)] }), sample(1_000, { holders: readers }));
    history.add(sample(2_000, { holders: readers }));
    expect(seen(history)).toEqual([
      ["a", ["held", 0, 900, "lease ended"]],
      ["b", ["held", 0, 2_000, undefined]],
    ]);
  });

  it("ended unseen when the page had no answers meanwhile", () => {
    const history = historyOf(sample(0, { holders: [holder("a", LEASE_MS)] }), sample(9_000));
    expect(seen(history)).toEqual([["a", ["held", 0, LEASE_MS, "unseen"]]]);
    expect(history.gaps).toEqual([{ from: FROM, to: FROM + 9_000 }]);
  });

  it("is another one when the same owner acquires the lock again", () => {
    const again = holder("a", LEASE_MS, 1_500);
    const history = historyOf(
      sample(0, { holders: [holder("a", LEASE_MS)] }),
      sample(1_000, { holders: [holder("a", 2_000)] }),
      sample(2_000, { holders: [again] }),
    );
    expect(seen(history)).toEqual([["a", ["held", 0, 2_000, "released"], ["held", 1_500, 2_000, undefined]]]);
  });

  it("begins between two answers, whatever the clock of its holder says", () => {
    for (const sinceMs of [-60_000, 60_000, undefined]) {
      const history = historyOf(sample(0), sample(1_000, { holders: [holder("a", LEASE_MS, sinceMs)] }));
      const from = history.lanes[0]?.spans[0]?.from ?? 0;
      expect(from - FROM).toBeGreaterThanOrEqual(0);
      expect(from - FROM).toBeLessThanOrEqual(1_000);
    }
  });
});

it("a waiter waits until it holds the lock or leaves the queue", () => {
  const history = historyOf(
    sample(0, { holders: [holder("a", LEASE_MS)], queue: ["b", "c"] }),
    sample(1_000, { holders: [holder("b", LEASE_MS, 500)] }),
  );
  expect(seen(history)).toEqual([
    ["a", ["held", 0, 1_000, "released"]],
    ["b", ["waits", 0, 500, undefined], ["held", 500, 1_000, undefined]],
    ["c", ["waits", 0, 1_000, undefined]],
  ]);
  expect(history.events.filter(({ owner }) => owner === "c").map(({ what }) => what)).toEqual([
    "stopped waiting",
    "began to wait",
  ]);
});

it("programs that wait in no queue are one lane, with a new span for each number", () => {
  const history = historyOf(sample(0, { isolates: 2 }), sample(1_000, { isolates: 3 }), sample(2_000));
  expect(history.lanes.map(({ owner }) => owner)).toEqual([ISOLATES]);
  expect(history.lanes[0]?.spans.map(({ count, from, to }) => [count, from - FROM, to - FROM])).toEqual([
    [2, 0, 1_000],
    [3, 1_000, 2_000],
  ]);
  expect(history.events).toEqual([]);
});

it("an old answer, or one that was seen before, changes nothing but the time", () => {
  const first = sample(0, { holders: [holder("a", LEASE_MS)] });
  const stale = sample(1_000, {}, { isFresh: false });
  const same = sample(1_500, { at: FROM, holders: [holder("a", LEASE_MS)] });
  const history = historyOf(first, stale, same);
  expect(seen(history)).toEqual([["a", ["held", 0, 0, undefined]]]);
  expect(history.now).toBe(FROM + 1_500);
});

it("at most 20 lanes, two minutes and 50 events are kept; who waits first is kept", () => {
  const queue = Array.from({ length: 30 }, (_, nth) => `w${nth}`);
  const history = historyOf(sample(0, { queue }));
  expect(history.lanes.map(({ owner }) => owner)).toEqual(queue.slice(0, 20));
  expect(history.omitted).toBe(10);
  for (let nth = 1; nth <= 200; nth += 1) history.add(sample(nth * 1_000, { holders: [holder(`h${nth}`, 500)] }));
  expect(history.lanes).toHaveLength(20);
  expect(history.lanes.at(-1)?.owner).toBe("h200");
  expect(history.events).toHaveLength(50);
  history.add(sample(400_000));
  expect(history.lanes).toEqual([]);
});

it("measurements have a gap where there was no answer, and keep ten minutes", () => {
  const measurements = new Measurements();
  measurements.add(sample(0, { holders: [holder("a", LEASE_MS, -2_000)], queue: ["b"], queueLength: 1 }));
  measurements.add(
    sample(1_000, { holders: [holder("a", LEASE_MS, -2_000)], queue: ["b"], queueLength: 1, isolates: 2 }),
  );
  measurements.add(sample(9_000));
  measurements.add(sample(10_000, {}, { isFresh: false }));
  expect(measurements.points.map(({ at, ...numbers }) => [at - FROM, ...Object.values(numbers)])).toEqual([
    [0, 1, 1, 2, 0],
    [1_000, 1, 3, 3, 1],
    [1_001, null, null, null, null],
    [9_000, 0, 0, null, null],
    [10_000, null, null, null, null],
  ]);
  for (let nth = 11; nth <= 1_000; nth += 1) measurements.add(sample(nth * 1_000));
  expect(measurements.points[0]?.at).toBe(FROM + 400_000);
});
