// The way of an uncontended acquire: the functions between the call and its request, and all that it runs.
import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import type { WayOfAcquire } from "../support/way-of-acquire.ts";

// As measured. A change that makes them smaller lowers them.
const MOST_FRAMES = 11;
const MOST_FILES = 34;
// With `comparedNow`, which runs when the wall clock seems to have fallen behind: its readings are rounded.
const MOST_FUNCTIONS = 134;

const program = "test/support/way-of-acquire.ts";
const way: WayOfAcquire = JSON.parse(execFileSync(process.execPath, [program], { encoding: "utf8" }));

it("acquire() reaches fetch in eleven frames, and hides none of them behind an await", () => {
  expect(way.frames.at(-1)).toContain("LockObject.acquire ");
  expect(way.frames.filter((frame) => frame.includes(" async "))).toEqual([]);
  expect(way.frames.length, way.frames.join("\n")).toBeLessThanOrEqual(MOST_FRAMES);
});

it("a client, a lock and an acquire run few files and functions", () => {
  expect(way.files.length, way.files.join("\n")).toBeLessThanOrEqual(MOST_FILES);
  expect(way.functions.length, way.functions.join("\n")).toBeLessThanOrEqual(MOST_FUNCTIONS);
});
