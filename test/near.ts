// `npm run test:near`: the tests that are near a change. These are the unit tests, the contract of the plain lock in
// Node, and those of the rooms of `src` with changes since `main`, committed or not.
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { runVitest } from "./support/run-vitest.ts";

const FOLDER = "test/node/contract";

const git = (...args: string[]): string => execFileSync("git", args, { encoding: "utf8" });
const base = git("merge-base", "main", "HEAD").trim();
const changed = [git("diff", "--name-only", base), git("ls-files", "--others", "--exclude-standard")]
  .flatMap((paths) => paths.split("\n"))
  .filter((path) => path !== "");
const contracts = readdirSync(FOLDER).map((file) => file.replace(".test.ts", ""));
const near = contracts.filter((contract) => contract === "lock" || changed.some((path) => isOf(contract, path)));

await runVitest("test/vitest.config.ts", [
  ...["--project", "!build", "test/unit/"],
  ...near.map((contract) => `${FOLDER}/${contract}.test.ts`),
  ...process.argv.slice(2),
]);

/**
 * Whether a folder or file in a house of `src` has the name of this contract, or a part of it: `lock/lua/fair/…` is
 * near `fair`.
 */
function isOf(contract: string, path: string): boolean {
  const [top, , ...parts] = path.replace(/\.\w+$/, "").split("/");
  const names = parts.filter((part) => part !== "lock");
  return top === "src" && names.some((name) => contract.includes(name) || name.includes(contract));
}
