// The files that `npm test` omits exist, and `npm run test:full` runs them.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { EXHAUSTIVE_FILES } from "../exhaustive-files.ts";

it.each(EXHAUSTIVE_FILES)("%s has tests", (path) => {
  // Itself, or by a contract.
  expect(readFileSync(path, "utf8")).toMatch(/^\s*(it[.(]|await kindsOverTcp\(|everyKindContract\()/m);
});
