// docs/audit/faults.md, docs/audit/security.md and docs/audit/guarantees.md are correct: all their rows are there, and
// every test that they name exists.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);

function numbered(page: string, row: RegExp): { line: string; numbers: number[] }[] {
  return [...readFileSync(page, "utf8").matchAll(row)].map(([line, numbers = ""]) => ({
    line,
    numbers: [...numbers.matchAll(/\d+/g)].map(Number),
  }));
}

const faults = numbered("docs/audit/faults.md", /^\| (\d+) \|.*$/gm);
const defences = numbered("docs/audit/security.md", /^\| (S[\dS, ]+) \|.*$/gm);

it("docs/audit/faults.md has every row of this version's fault matrix", () => {
  expect(faults.flatMap(({ numbers }) => numbers)).toEqual(range(1, 113));
});

it("docs/audit/security.md has every row of the checklist", () => {
  expect(defences.flatMap(({ numbers }) => numbers)).toEqual(range(1, 31));
});

it.each(faults)("fault $numbers names tests", ({ line }) => {
  expect(testsOf(line).length).toBeGreaterThan(0);
});

it("docs/audit/guarantees.md names the tests of every promise", () => {
  const [promises = "", rows = ""] = readFileSync("docs/audit/guarantees.md", "utf8").split("## Tests of the promises");
  const titles = ["## Promises of a lock", "## The light lock", "## A majority of databases", "## Single flight"];
  const sections = titles.map((title) => {
    const [text = ""] = promises
      .slice(promises.indexOf(title))
      .split(/^(?:##.*|\|.*|It cannot promise:)$/m)
      .slice(1);
    return [...text.matchAll(/^- \*\*([^*]+?)\.?\*\*/gm)].map(([, promise = ""]) => promise.replaceAll("\n  ", " "));
  });
  const shown = [...rows.matchAll(/^\| (.+?) \| (.+ \|)$/gm)].filter(([, , tests = ""]) => testsOf(tests).length > 0);
  expect(sections.map(({ length }) => length)).toEqual([8, 4, 6, 7]);
  expect(shown.map(([, promise]) => promise)).toEqual([...new Set(sections.flat())]);
});

it.each(["docs/audit/faults.md", "docs/audit/security.md", "docs/audit/guarantees.md"])(
  "every test that %s names exists",
  (page) => {
    const named = testsOf(readFileSync(page, "utf8"));
    expect(named.length).toBeGreaterThan(30);
    // The contract of a port is published.
    const pathOf = (file: string): string => (file.startsWith("src/") ? file : `test/${file}`);
    for (const { file, title } of named) expect(readFileSync(pathOf(file), "utf8"), title).toContain(`"${title}"`);
  },
);

function testsOf(text: string): { file: string; title: string }[] {
  return [...text.matchAll(/([\w/-]+\/[\w.-]+\.ts) "(.+?)"(?=;| \|)/g)].map(([, file = "", title = ""]) => ({
    file,
    title,
  }));
}
