// The costs of the protocol are in figures.txt. `npm run test:full -- simulate --figures --write` writes it.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { compiledFrom } from "./bundle.ts";
import { FIGURES, HEAD, lineOf } from "./figures.ts";

const compiled = await compiledFrom();
const [head, ...lines] = readFileSync(new URL("figures.txt", import.meta.url), "utf8")
  .trimEnd()
  .split("\n");

it("the table has the columns and the rows that are measured", () => {
  expect(head).toBe(HEAD);
  expect(lines.map((line) => line.split(" |")[0]?.trim())).toEqual(FIGURES.map(({ title }) => title));
});

it.each(FIGURES)("the figures of $title have not changed", async (figure) => {
  const line = await lineOf(compiled, figure);
  expect(lines).toContain(line);
});
