// Locks without a server on the fake timers of each runner, and the suite of docs/run/testing.md in Jest: in a folder where
// the package is installed, as a user has it.
import { copyFileSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startProgram } from "../../support/child-process.ts";
import { codeBlocks } from "../../support/code-blocks.ts";
import { BUN, DENO, JEST, RUNNER_PACKAGES } from "./runners.ts";

const folder = mkdtempSync(join(tmpdir(), "leasehound-runners-"));
const IN_VM = "--experimental-vm-modules";
const OF_DENO = ["test", "--no-check", "--allow-all", "--node-modules-dir=manual"];

/** The hashes of the same simulation. */
const courses = new Set<string>();

/** Makes a path of the folder point to another one. */
function link(path: string, target: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  symlinkSync(resolve(target), join(folder, path));
}

beforeAll(() => {
  for (const file of globSync("test/together/runtimes/fake-time/*.mjs"))
    copyFileSync(file, join(folder, basename(file)));
  for (const { code } of codeBlocks(["suite"], folder)) {
    const [, path = ""] = /^\/\/ (\S+)\n/.exec(code) ?? [];
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    // "Jest needs no import", as the page says.
    writeFileSync(join(folder, path), code.replace(/^import .* from "vitest";.*$/m, ""));
  }
  const jest = { testMatch: ["**/jest.test.mjs", "**/test/orders.test.mjs"], globalSetup: "<rootDir>/test/redis.mjs" };
  writeFileSync(join(folder, "jest.config.mjs"), `export default ${JSON.stringify(jest)};`);
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  link("node_modules/leasehound", ".");
  link("node_modules/.bin/leasehound", "dist/cli/main.js");
  link("node_modules/vitest", "node_modules/vitest");
  link("node_modules/@jest", join(RUNNER_PACKAGES, "@jest"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  ["Vitest", process.execPath, [resolve("node_modules/vitest/vitest.mjs"), "run", "vitest.test.mjs"], /8 passed/],
  ["node:test", process.execPath, ["--test", "node.test.mjs"], /pass 8\b/],
  ["Jest", process.execPath, [IN_VM, JEST ?? "", "jest.test.mjs"], /8 passed/],
  ["Jest, with a gateway", process.execPath, [IN_VM, JEST ?? "", "test/orders.test.mjs"], /1 passed/],
  ["Bun", BUN, ["test", "./bun.test.mjs"], /7 pass\b/],
  ["Deno", DENO, [...OF_DENO, "node.test.mjs"], /8 passed/],
] as const)("a suite of %s passes", async (name, program, args, passed) => {
  await using suite = startProgram(program ?? "", args, { NO_COLOR: "1" }, folder);
  const { code, stdout, stderr } = await suite.ended;
  const printed = stdout + stderr;
  expect(code, printed).toBe(0);
  expect(printed).toMatch(passed);
  const [, ms] = /a day took (\d+) ms/.exec(printed) ?? [];
  if (ms !== undefined) console.log(`${name}: a day took ${ms} ms of the processor`);
  const [, course] = /took the course (\w+)/.exec(printed) ?? [];
  if (course !== undefined) courses.add(course);
});

it("a simulation takes the same course in each of them", () => expect(courses.size).toBe(1));
