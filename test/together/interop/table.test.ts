// The table of tests with Redisson is the same in the docs and in the data, and every test that it names exists.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { SEQUENCES } from "./sequences.ts";
import { RESPECTS, ROWS, SIDES, table } from "./table.ts";

it("the table is in docs/audit/redisson.md", () => {
  expect(readFileSync("docs/audit/redisson.md", "utf8")).toContain(table(() => "✓"));
});

const cells = ROWS.flatMap(({ primitive, cells: of }) =>
  SIDES.flatMap((side) => RESPECTS.map((respect) => ({ primitive, side, respect, cell: of[side][respect] }))),
);

it.each(cells)("$primitive, which $side holds, $respect: names a test, or a reason", ({ cell }) => {
  if ("why" in cell) return expect(cell.why).not.toBe("");
  const source = readFileSync(`test/together/interop/live/${cell.file}.test.ts`, "utf8");
  const title = cell.test.split(" > ").at(-1) ?? "";
  const isSequence = SEQUENCES.some((sequence) => sequence.title === title);
  if (!isSequence) expect(source).toContain(`"${title}"`);
  expect(isSequence).toBe(cell.file === "transcripts" || cell.file === "mixed");
});
