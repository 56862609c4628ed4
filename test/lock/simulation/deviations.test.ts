// Each kind of lock on databases that are not Redis. `npm run test:full -- simulate --deviations --write` writes
// deviations.txt.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { DEVIATIONS } from "../../../src/engine/simulation/deviation.ts";
import { compiledFrom } from "./bundle.ts";
import { CELLS, HEAD, lineOf, REDIS } from "./deviations.ts";

const compiled = await compiledFrom();
const [head, ...lines] = readFileSync(new URL("deviations.txt", import.meta.url), "utf8")
  .trimEnd()
  .split("\n");
const cells = CELLS.map(({ deviation = REDIS, program }, at) => ({ deviation, program, at }));

it("the table has the columns and the rows that are played", () => {
  expect(head).toBe(HEAD);
  const names = lines.map((line) => line.split(" |", 2).map((cell) => cell.trim()));
  expect(names).toEqual(cells.map(({ deviation, program }) => [deviation, program]));
});

it.each(cells)("$program keeps its promises on $deviation, at the same cost", async ({ at }) => {
  const cell = CELLS[at];
  if (cell === undefined) throw new Error("there is no such cell");
  expect(await lineOf(compiled, cell)).toBe(lines[at]);
});

it("docs/run/prove.md explains each row", () => {
  const page = readFileSync(new URL("../../../docs/run/prove.md", import.meta.url), "utf8");
  const rows = [...page.matchAll(/^\| ([^|]+?) \|/gm)].map(([, name = ""]) => name.replaceAll("`", ""));
  expect(rows).toEqual(expect.arrayContaining(Object.keys(DEVIATIONS)));
});
