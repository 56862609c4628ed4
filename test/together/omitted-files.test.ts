// The files that `npm test` omits exist: those that only `npm run test:full` runs, and those that need a Redis.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { EXHAUSTIVE_FILES } from "../exhaustive-files.ts";
import { REDIS_FILES } from "../redis-files.ts";

it.each([...EXHAUSTIVE_FILES, ...REDIS_FILES])("%s has tests", (path) => {
  expect(readFileSync(path, "utf8")).toMatch(
    /^\s*(it[.(]|await kindsOverTcp\(|everyKindContract\(|itNeedsGuards\(|kindsOverContract\()/m,
  );
});
