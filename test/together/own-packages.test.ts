// The tests of `npm test` need only the packages of the repository: those of test/others may be absent.
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { QUICK } from "../quick.ts";

// The imports that run when a file loads. Imports of types do not, and those inside a test run later.
const IMPORT = /^(?:import|export)\b(?! type\b)[^;]*?from "(\.[^"]+)"|^import "(\.[^"]+)"/gm;

function importsOf(file: string): string[] {
  const found = readFileSync(file, "utf8").matchAll(IMPORT);
  return [...found]
    .map(([, from, bare]) => join(dirname(file), from ?? bare ?? ""))
    .filter((path) => /\.tsx?$/.test(path));
}

it("no test of `npm test` loads a file of test/others", () => {
  const seen = new Set(globSync([...QUICK]));
  // A set also visits what is added meanwhile.
  for (const file of seen) for (const imported of importsOf(file)) seen.add(imported);
  expect(seen).toContain("test/support/tcp-clients.ts");
  expect([...seen].filter((file) => file.startsWith("test/others/"))).toEqual([]);
});
