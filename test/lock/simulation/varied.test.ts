// Directed worlds that vary: something comes at each phase of what others do, or at each of their requests.
import { expect, it } from "vitest";
import { compiledFrom } from "./bundle.ts";
import { VARIED } from "./directed/plays.ts";

const compiled = await compiledFrom();

it.each(VARIED)("$title", async ({ play }) => {
  expect(await play(compiled)).toEqual([]);
});
