// The benchmark beside other packages: its statistics, and that the pages say what its results say.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseHandoverOptions } from "../../scripts/bench/handover/options.ts";
import { SECTIONS } from "../../scripts/bench/peers/figures.ts";
import { cell, number, timesBetter, verdict } from "../../scripts/bench/peers/numbers.ts";
import { parsePeersOptions } from "../../scripts/bench/peers/options.ts";
import { compareRegion, readmeRegion } from "../../scripts/bench/peers/page.ts";
import { type Results, readResults } from "../../scripts/bench/peers/results.ts";
import { fairness, handOvers, jain, quantile, spreadOver, summarize } from "../../scripts/bench/peers/statistics.ts";
import { PAGES, withRegion } from "../../scripts/bench/peers/write.ts";

const results: Results = {
  day: "2026-11-23",
  machine: { platform: "linux", cores: 2, node: "v24.0.0", redis: "7.0.15", load: 0.2 },
  roundTripMs: 20,
  isQuick: false,
  subjects: [
    { id: "leasehound", title: "leasehound", over: "HTTP", whose: "ours" },
    { id: "upstash-lock", title: "@upstash/lock 0.2.1", over: "HTTP", whose: "another" },
    { id: "redis-semaphore", title: "redis-semaphore 5.8.0", over: "TCP", whose: "another" },
    { id: "verrou", title: "@verrou/core 0.5.2", over: "TCP", whose: "another" },
    { id: "bare-socket", title: "floor: bare ioredis", over: "TCP", whose: "floor" },
  ],
  skipped: ["Redisson is not measured: mvn was not found."],
  measured: {
    commands: { leasehound: { median: 10 }, "redis-semaphore": { median: 4 }, "bare-socket": { median: 1 } },
    "handover-2x1": { leasehound: { median: 53.2 }, "redis-semaphore": { median: 33 } },
    "handover-100x1": { leasehound: { median: 67.3 }, "redis-semaphore": { median: 22.7 } },
    "handover-1": {
      leasehound: { median: 48.71, p95: 51.2 },
      "redis-semaphore": { median: 48, p95: 60 },
      verrou: { median: 160, p95: 270 },
    },
    "idle-1": { leasehound: { median: 1 }, "upstash-lock": { median: 8 }, "redis-semaphore": { median: 32.1 } },
  },
};

describe("statistics", () => {
  it("a median and a 95th percentile are measured values", () => {
    expect(summarize([])).toBeUndefined();
    expect(summarize([3, 1, 2])).toEqual({ median: 2 });
    expect(summarize(Array.from({ length: 20 }, (_, at) => 20 - at))).toEqual({ median: 10, p95: 19 });
  });

  it("a quantile is a measured value, and the last is the longest", () => {
    expect(quantile([], 0.99)).toBeUndefined();
    expect([0, 0.5, 0.99, 1].map((share) => quantile([3, 1, 2], share))).toEqual([1, 2, 3, 3]);
  });

  it("dead isolates are spread, differ, and leave the first one alive", () => {
    expect(spreadOver(100, 25).slice(0, 3)).toEqual([1, 4, 8]);
    expect(new Set(spreadOver(100, 98)).size).toBe(98);
    expect(Math.max(...spreadOver(100, 99))).toBe(99);
  });

  it("Jain's index is 1 for even shares, and 1/n if one gets all", () => {
    expect(jain([5, 5, 5, 5])).toBe(1);
    expect(jain([8, 0, 0, 0])).toBe(0.25);
  });

  it("fairness is a share of what so few grants allow", () => {
    expect(fairness([1, 0, 1, 0])).toBe(1);
    expect(fairness([2, 0, 0, 0])).toBe(0.5);
    expect(fairness([0, 0])).toBe(0);
  });

  it("a hand-over takes from a release to the next grant, in the order of the shared clock", () => {
    const moments = [
      { what: "granted", atMs: 130 },
      { what: "releasing", atMs: 100 },
      { what: "releasing", atMs: 150 },
      { what: "granted", atMs: 190 },
      { what: "releasing", atMs: 200 },
    ] as const;
    expect(handOvers(moments)).toEqual([30, 40]);
  });
});

it.each([
  [1_234.5, "1,235"],
  [47.345, "47.3"],
  [1.017, "1.02"],
  [10, "10"],
])("%d is shown as %s", (value, shown) => {
  expect(number(value)).toBe(shown);
});

it("a cell has the median, and the 95th percentile in brackets", () => {
  expect(cell({ median: 48.71, p95: 151.2 })).toBe("48.7 (151)");
  expect(cell({ median: 4 })).toBe("4");
  expect(cell(undefined)).toBe("");
});

it.each([
  ["less", 10, 20, "ahead 2 ×"],
  ["less", 20, 10, "**behind** 2 ×"],
  ["more", 9_000, 1_000, "ahead 9 ×"],
  ["less", 50, 48, "level"],
  ["less", 1, 0, "**behind** by far"],
  ["less", 0, 0, "level"],
] as const)("where %s is better, %d beside %d is %s", (better, own, other, text) => {
  expect(verdict(timesBetter({ better }, own, other))).toBe(text);
});

describe("the page", () => {
  const page = compareRegion(results);

  it("has a verdict on each measured figure, beside the best of the others and not a floor", () => {
    expect(page).toContain("| commands of a cycle | 10 |  |  | 4: redis-semaphore 5.8.0 | **behind** 2.50 × |");
    expect(page).toContain("| hand-over, 1 waiter, ms | 48.7 (51.2) |  |  | 48 (60): redis-semaphore 5.8.0 | level |");
    expect(page).toContain("| commands/s, 1 waiter, 1/s | 1 | 8: @upstash/lock 0.2.1 | ahead 8 × | 32.1: redis");
    expect(page).not.toContain("hand-over, 10 waiters");
  });

  it("says that a package is ahead, and why, where it is and nowhere else", () => {
    const why = page.match(/^(- \*\*|No other).*$/gm);
    expect(why).toEqual([
      expect.stringMatching(/^- \*\*redis-semaphore 5\.8\.0\*\*: everywhere\. No record is kept/),
      expect.stringMatching(
        /^- \*\*redis-semaphore 5\.8\.0\*\*: in `2 × 1`, `100 × 1`\. Each waiter tries every 10 ms/,
      ),
      "No other package is ahead.",
    ]);
  });

  it("says what was skipped, and how busy the machine was", () => {
    expect(page).toContain("Redisson is not measured: mvn was not found.");
    expect(page).toContain("The load of the machine was 0.2 before the run.");
  });

  it("shares its numbers with the README", () => {
    const region = readmeRegion(results);
    expect(region).toContain("| leasehound | HTTP | 53 ms | 10 |");
    expect(region).not.toContain("floor");
    expect(region).toContain("<!-- Redisson is not measured: mvn was not found. -->");
  });

  it("compares the hand-over between isolates in the README, and not within one process", () => {
    expect(readmeRegion(results)).not.toMatch(/\b49 ms|\b160 ms/);
    const page = compareRegion(results);
    const columns = [...page.matchAll(/^\| {2}\| over \| (.*) \|$/gm)].map(([, named = ""]) => named.split(" | "));
    const handover = columns.find((named) => named.includes("2 × 1")) ?? [];
    expect(handover).toEqual(
      expect.arrayContaining(["3 × 1", "2 × 1, 100 ms", "3 × 1, 100 ms", "1 waiter", "100 × 1"]),
    );
    // Where holder and waiters are, for each column.
    const { how } = SECTIONS.find(({ id }) => id === "handover") ?? { how: "" };
    for (const column of ["2 × 1", "3 × 1", "1 waiter", "200 waiters", "20 × 5", "100 × 1", "100 ms"]) {
      expect(how).toContain(`\`${column}\``);
    }
  });
});

it("a page keeps its own text around the markers, and needs both", () => {
  const page = "before\n<!-- measured by `npm run bench -- peers` -->\nold\n<!-- end -->\nafter\n";
  expect(withRegion(page, "new")).toBe(page.replace("old", "new"));
  expect(() => withRegion("no markers", "new")).toThrow("the page lacks");
});

it.each(Object.entries(PAGES))("%s says what the results say", (file, region) => {
  const page = readFileSync(file, "utf8");
  expect(page).toBe(withRegion(page, region(readResults())));
});

it("a quick run says so on each page", () => {
  for (const region of Object.values(PAGES)) {
    expect(region({ ...results, isQuick: true })).toContain("rough");
    expect(region(results)).not.toContain("rough");
  }
});

it("the command measures every section unless some are named", () => {
  expect(parsePeersOptions([])).toEqual({
    ...{ sections: SECTIONS.map(({ id }) => id), isQuick: false, isRender: false },
  });
  expect(parsePeersOptions(["--only", "idle,cycle", "--quick"]).sections).toEqual(["cycle", "idle"]);
  expect(() => parsePeersOptions(["--only", "everything"])).toThrow(/--only: the sections are cycle, handover/);
});

it("a measurement of hand-overs needs a waiter that nothing happens to", () => {
  expect(parseHandoverOptions(["--kill", "25", "--half-open", "3"])).toEqual({
    ...{ isolates: 100, rounds: 1, heldMs: 10, roundTripMs: 20 },
    ...{ kill: 25, halfOpen: 3, cut: 0, mute: 0 },
  });
  expect(() => parseHandoverOptions(["--isolates", "4", "--kill", "2", "--mute", "1"])).toThrow(/one waiter at least/);
});

it("the others have exact versions, the same as the tools' where both have one", () => {
  const manifestOf = (file: string): Record<string, Record<string, string>> => JSON.parse(readFileSync(file, "utf8"));
  const { devDependencies = {} } = manifestOf("package.json");
  const { dependencies = {} } = manifestOf("scripts/bench/peers/others/package.json");
  for (const [name, version] of Object.entries(dependencies)) {
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(devDependencies[name] ?? version, name).toBe(version);
  }
});
