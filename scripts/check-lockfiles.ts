// Part of `npm run check`: every lockfile of the repository names the content and the public address of each of its
// packages.
import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { type Lockfile, lockfileProblems } from "./lockfile.ts";

const IGNORED = ["node_modules", ".cache", ".git"];

const files = globSync("**/package-lock.json", { exclude: (path) => IGNORED.includes(basename(path)) });
const problems = files.flatMap((file) => {
  const lockfile: Lockfile = JSON.parse(readFileSync(file, "utf8"));
  return lockfileProblems(lockfile).map((problem) => `${file}: ${problem}`);
});
if (problems.length > 0) {
  console.error(problems.join("\n"));
  console.error(
    "Pin versions of which the registry serves the packages of every platform, then run npm install --package-lock-only.",
  );
  process.exitCode = 1;
}
