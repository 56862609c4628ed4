// The fault table: that one seed gives one schedule, and what its resource and its timeline make of what they see.
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FAULTS } from "../../scripts/bench/faults/faults.ts";
import { parseFaultsOptions } from "../../scripts/bench/faults/options.ts";
import { scheduleOf } from "../../scripts/bench/faults/play.ts";
import { notesOf, promisesOf, type Result, reportOf } from "../../scripts/bench/faults/report.ts";
import { Resource } from "../../scripts/bench/faults/resource.ts";
import type { Figures } from "../../scripts/bench/faults/round.ts";
import type { Subject, SubjectId } from "../../scripts/bench/faults/subject.ts";
import { type Happening, Timeline } from "../../scripts/bench/faults/timeline.ts";

it("one seed gives one schedule for all packages, and another seed another one", () => {
  const schedule = (seed: number): number[][] =>
    FAULTS.map((fault) => {
      const draw = scheduleOf(fault, seed);
      return [draw(), draw(), draw()];
    });
  expect(schedule(1)).toEqual(schedule(1));
  expect(schedule(1)).not.toEqual(schedule(2));
  expect(new Set(schedule(1).map(([first]) => first)).size).toBe(FAULTS.length);
});

it("plays every fault unless some are named, and refuses unknown ones and a seed that is no number", () => {
  expect(parseFaultsOptions([])).toEqual({ faults: FAULTS, seed: 1 });
  const { faults, seed } = parseFaultsOptions(["--only", "killed,stopped", "--seed", "7"]);
  expect({ ids: faults.map(({ id }) => id), seed }).toEqual({ ids: ["stopped", "killed"], seed: 7 });
  expect(() => parseFaultsOptions(["--only", "fire"])).toThrow(/--only: the faults are none, acquire-lost/);
  expect(() => parseFaultsOptions(["--seed", "x"])).toThrow("--seed must be a whole number");
});

describe("the resource", () => {
  /** Two holders: the first one reads, the second one reads and writes, and the first one writes. */
  function seenOf(tokens: readonly (string | undefined)[]) {
    const resource = new Resource();
    for (const session of [1, 2]) resource.noteGrant(session);
    const read = (session: number) => resource.access({ type: "read", session, token: tokens[session - 1] });
    const write = (session: number, version = 0) =>
      resource.access({ type: "write", session, token: tokens[session - 1], version });
    const stale = read(1);
    write(2, read(2));
    write(1, stale);
    const { seen } = resource;
    resource.close();
    return seen;
  }

  it("sees an overlap, and the write that is lost by it", () => {
    expect(seenOf([undefined, undefined])).toEqual({ overlaps: 1, acknowledged: 2, lost: 1, refused: 0 });
  });

  it("refuses the older token behind the fence", () => {
    expect(seenOf(["10", "11"])).toEqual({ overlaps: 0, acknowledged: 1, lost: 0, refused: 1 });
  });
});

describe("the timeline", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function timelineOf(...moments: readonly (readonly [atMs: number, session: number, what: Happening])[]): Timeline {
    const timeline = new Timeline();
    let now = 0;
    for (const [atMs, session, what] of moments) {
      vi.advanceTimersByTime(atMs - now);
      now = atMs;
      timeline.note(session, what);
    }
    return timeline;
  }

  it("counts the time in which somebody waits and nobody works", () => {
    const timeline = timelineOf(
      ...([
        [0, 1, "wants"],
        [10, 1, "granted"],
        [20, 2, "wants"],
        [100, 1, "stopped"],
      ] as const),
      ...([
        [400, 2, "granted"],
        [450, 1, "resumed"],
        [500, 2, "done"],
        [510, 1, "learned"],
      ] as const),
    );
    expect(timeline.idleMs).toBe(10 + 300);
  });

  it("says how late a holder learns of its loss: after the next grant, or the end of its stop", () => {
    const next = [
      [0, 1, "granted"],
      [100, 2, "granted"],
    ] as const;
    expect(timelineOf(...next, [130, 1, "learned"]).learnedLateMs(1)).toBe(30);
    expect(
      timelineOf(
        [0, 1, "granted"],
        [50, 1, "stopped"],
        [100, 2, "granted"],
        [400, 1, "resumed"],
        [405, 1, "learned"],
      ).learnedLateMs(1),
    ).toBe(5);
    expect(timelineOf(...next, [300, 1, "done"]).learnedLateMs(1)).toBe(Number.POSITIVE_INFINITY);
    expect(timelineOf([0, 1, "granted"], [90, 1, "learned"], [100, 2, "granted"]).learnedLateMs(1)).toBe(0);
    expect(timelineOf([0, 1, "granted"], [90, 1, "done"], [100, 2, "granted"]).learnedLateMs(1)).toBeUndefined();
  });
});

describe("the report", () => {
  const figures: Figures = {
    ...{ overlaps: 0, acknowledged: 50, lost: 0, refused: 0, isFair: true },
    ...{ idleMs: 120, learnedLateMs: undefined, learned: 0 },
  };
  const subjectOf = (id: SubjectId): Subject => ({
    ...{ id, title: id, over: "HTTP", isOurs: id === "lock" || id === "fencedLock" },
    load: () => Promise.reject(new Error("nothing is played here")),
  });
  const resultOf = (faultId: string, subjectId: SubjectId, changed: Partial<Figures> = {}): Result[] =>
    FAULTS.filter(({ id }) => id === faultId).flatMap((fault) =>
      [subjectOf(subjectId)].map((subject) => {
        return { fault, subject, played: { rounds: [{ ...figures, ...changed }], requests: 3, commands: 9 } };
      }),
    );

  it("has a table for each measure, with a row for each fault that has one", () => {
    const results = resultOf("stopped", "lock", { learnedLateMs: Number.POSITIVE_INFINITY, overlaps: 1, lost: 2 });
    const shown = [subjectOf("lock")];
    const text = reportOf(
      results,
      shown,
      results.map(({ fault }) => fault),
    );
    expect(text).toContain("### Overlaps");
    expect(text).toMatch(/\| holder stopped for longer than its lease \| +1 \|/);
    expect(text).toMatch(/\| holder stopped for longer than its lease \| +2 of 50 \|/);
    expect(text).toMatch(/\| holder stopped for longer than its lease \| +never \|/);
    expect(text).toMatch(/\| holder stopped for longer than its lease \| +3 \/ 9 \|/);
  });

  it("says of another package what its page promises", () => {
    expect(notesOf([subjectOf("lock"), subjectOf("redlock")])).toMatch(
      /^### Why\n\n- \*\*redlock\*\*: Its page promises/,
    );
  });

  it("names each broken promise of ours, and no failure of what was not promised", () => {
    expect(promisesOf(resultOf("stopped", "lock")).broken).toEqual([]);
    expect(promisesOf(resultOf("stopped", "lock", { overlaps: 1 })).broken).toEqual([
      "lock, holder stopped for longer than its lease: no overlap of holders was promised, and 1 seen",
    ]);
    expect(promisesOf(resultOf("stopped-at-write", "lock", { overlaps: 1, lost: 2 })).broken).toEqual([]);
    expect(promisesOf(resultOf("stopped-at-write", "fencedLock", { lost: 2 })).broken).toHaveLength(1);
    expect(promisesOf(resultOf("renewal-lost", "lock", { learned: 1 })).broken).toHaveLength(1);
    expect(promisesOf(resultOf("redis-restarted", "lock", { learned: 1, isFair: false })).broken).toEqual([]);
    expect(promisesOf(resultOf("stopped", "redlock", { overlaps: 1, lost: 2 })).broken).toEqual([]);
  });
});

it("docs/audit/compare.md has each fault", () => {
  const page = readFileSync("docs/audit/compare.md", "utf8").replaceAll(/\s+/g, " ");
  for (const { title } of FAULTS) expect(page).toContain(`| ${title} |`);
});
