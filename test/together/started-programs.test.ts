// A program that a test starts in a process of its own has no test around it, so nothing that it imports may need one.
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

const STARTED = /start[A-Z]\w*\(\s*\[[^\]]*?"(test\/[^"]+\.ts)"/g;
// Types are no imports when the program runs.
const IMPORT = /^(?:import|export)\b(?! type\b)[^;]*?from "([^"]+)"|^import "([^"]+)"|\bimport\("([^"]+)"\)/gm;

const files = globSync("test/**/*.ts", { exclude: (path) => path.includes("node_modules") });
const started = new Set(
  files.flatMap((file) => [...readFileSync(file, "utf8").matchAll(STARTED)].map(([, program = ""]) => program)),
);

/** Returns the packages and files that a file needs when it runs, with those of its own imports. */
function needs(file: string, seen = new Set<string>()): Set<string> {
  for (const [, from, bare, later] of readFileSync(file, "utf8").matchAll(IMPORT)) {
    const target = from ?? bare ?? later ?? "";
    const path = target.startsWith(".") ? join(dirname(file), target) : target;
    if (seen.has(path)) continue;
    seen.add(path);
    if (path.endsWith(".ts")) needs(path, seen);
  }
  return seen;
}

it("programs that tests start are found", () => {
  expect(started).toContain("test/together/interop/holder.ts");
});

it.each([...started])("%s needs no test runner", (program) => {
  expect(needs(program)).not.toContain("vitest");
});
