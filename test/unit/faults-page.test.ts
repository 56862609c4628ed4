// docs/faults.md tells the truth: every row it must have is there, and every test it names exists.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const page = readFileSync("docs/faults.md", "utf8");
const rows = [...page.matchAll(/^\| (\d+) \|.*$/gm)].map(([line, number]) => ({ line, number: Number(number) }));

it("has every row of the fault matrix that this version answers for", () => {
  const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);
  expect(rows.map(({ number }) => number)).toEqual(range(1, 67));
});

it.each(rows)("row $number names tests that exist", ({ line }) => {
  const named = [...line.matchAll(/([\w-]+\/[\w.-]+\.ts) "(.+?)"(?=;| \|)/g)];
  expect(named.length).toBeGreaterThan(0);
  for (const [, file, title] of named) expect(readFileSync(`test/${file}`, "utf8")).toContain(`"${title}"`);
});
