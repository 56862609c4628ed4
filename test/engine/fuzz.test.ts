// Random commands on the engine and on a real Redis have equal replies. `node test/engine/fuzz.ts` runs more of them.
import { expect, it } from "vitest";
import { compare } from "./fuzz.ts";

it("2,000 random commands have equal replies and errors", async () => {
  const { differences } = await compare(2_000, 7);
  expect(differences).toEqual([]);
});
