// Time has passed when the monotonic or the wall clock says so: a sleeping machine stops only one of them.
import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const readers = (folder: string, clock: RegExp): string[] =>
  globSync(`${folder}/**/*.{ts,tsx}`).filter((path) => clock.test(readFileSync(path, "utf8")));

it("one file reads the clocks: time has passed when either of them says so", () => {
  expect(readers("src", /\b(?:Date\.now|performance\.now)\b/).sort()).toEqual([
    "src/base/clock.ts",
    // The text of these files, and what watches who reads clocks.
    "src/engine/simulate/library-text.ts",
    "src/engine/simulate/outside.ts",
    // Clocks of tests.
    ...["clocks", "fake-time", "suspend"].map((name) => `src/engine/testing/${name}.ts`),
  ]);
});

it("locks use the wall clock alone only for alarms, and for times that other machines read", () => {
  expect(readers("src/{base,lock}", /\bepochNowMs\b/).sort()).toEqual([
    "src/base/clock.ts",
    "src/lock/keeper/alarm.ts",
    "src/lock/keeper/lease-keeper.ts",
    "src/lock/light/value.ts",
    "src/lock/lua/lock.ts",
    // Tokens are times of the wall clock of Redis.
    "src/lock/token.ts",
  ]);
});
