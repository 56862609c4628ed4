// The tables that `npm run bench -- pages` writes into the pages, from the results of the benchmarks.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { REGIONS, withRegion } from "../../../scripts/bench/page.ts";
import { TASKS } from "../../../scripts/bench/peers/figures.ts";
import { readResults } from "../../../scripts/bench/results.ts";
import { chosen, type Options, UsageError } from "../../../scripts/bench/settings.ts";

const results = readResults();

it.each(Object.entries(REGIONS))("the tables of %s are those of the results", (file, regions) => {
  const page = readFileSync(file, "utf8");
  for (const [marker, regionOf] of Object.entries(regions)) {
    expect(withRegion(page, marker, regionOf(results))).toBe(page);
  }
});

it("a region is replaced, and the rest of the page stays", () => {
  expect(withRegion("a\n<!-- m -->\nold\n<!-- end -->\nb", "m", "new")).toBe("a\n<!-- m -->\nnew\n<!-- end -->\nb");
});

it("a page without the markers of its region is an error", () => {
  expect(() => withRegion("a\n<!-- m -->\nold", "m", "new")).toThrow("the page lacks <!-- m -->");
  expect(() => withRegion("a\n<!-- end -->", "m", "new")).toThrow("the page lacks <!-- m -->");
});

it("a package that is ahead is named, with the reason", () => {
  const beside = (own: number, other: number) => ({ leasehound: { median: own }, "upstash-lock": { median: other } });
  const measured = { requests: beside(2, 2), commands: beside(10, 4) };
  const text = REGIONS["docs/audit/compare.md"]?.["measured by `npm run bench -- peers`"]?.({ ...results, measured });
  expect(text).toMatch(/\| commands of a cycle \| +10 \| +4: @upstash\/lock \| \*\*behind\*\* 2\.50 × \|/);
  expect(text).toMatch(/\| requests of a cycle \| +2 \| +2: @upstash\/lock \| +level \|/);
  expect(text).toContain("- **@upstash/lock** (commands): they keep no record");
});

it("--only names parts in any order, and an unknown one is an error that names all", () => {
  const options = (only?: string[]): Options => ({ only, seed: 1, isQuick: false, isWritten: false });
  expect(chosen(TASKS, options())).toEqual(TASKS);
  expect(chosen(TASKS, options(["size", "cycle"]))).toEqual(["cycle", "size"]);
  expect(() => chosen(TASKS, options(["sise"]))).toThrow(UsageError);
  expect(() => chosen(TASKS, options(["sise"]))).toThrow("there is no sise, but cycle, cpu, handover, size, bills");
});
