// How isolates and other programs share a lock is in shares.txt. `npm run test:full -- simulate --shares --write` writes
// it.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { compiledFrom } from "./bundle.ts";
import { HEAD, lineOf, SHARES } from "./shares.ts";

const compiled = await compiledFrom();
const [head, ...lines] = readFileSync(new URL("shares.txt", import.meta.url), "utf8")
  .trimEnd()
  .split("\n");

it("the table has the columns and the rows that are measured", () => {
  expect(head).toBe(HEAD);
  expect(lines.map((line) => line.split(" |")[0]?.trim())).toEqual(SHARES.map(({ title }) => title));
});

it.each(SHARES)("the shares of $title have not changed", async (share) => {
  const line = await lineOf(compiled, share);
  expect(lines).toContain(line);
});
