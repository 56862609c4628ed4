// Worlds in which one line of defence at a time is all there is.
import { expect, it } from "vitest";
import { compiledFrom } from "./bundle.ts";
import { DIRECTED } from "./directed/plays.ts";

const compiled = await compiledFrom();

it.each(DIRECTED)("$title", async ({ play }) => {
  expect(await play(compiled)).toEqual([]);
});
