// Worlds that differ by 10 ms.
import { expect, it } from "vitest";
import { compiledFrom } from "./bundle.ts";
import { PHASE_PLAYS } from "./directed/phases.ts";

const compiled = await compiledFrom();

it.each(PHASE_PLAYS)("$title", async ({ play }) => {
  expect(await play(compiled)).toEqual([]);
});
