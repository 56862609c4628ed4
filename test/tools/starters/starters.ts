// The programs that start the command for a user, in a folder where the package is installed.
import { globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const PACKAGES = join(import.meta.dirname, "node_modules");

/** Returns the program and its arguments that start `leasehound` with these words. */
type Starter = (words: readonly string[]) => readonly [program: string, ...args: string[]];

/** The starters that every machine of the tests has. */
export const STARTERS = {
  npx: (words) => ["npx", "leasehound", ...words],
  npm: (words) => ["npm", "run", "--silent", "locks", "--", ...words],
  // A shell that has more to do does not replace itself by the command.
  sh: (words) => ["sh", "-c", 'node_modules/.bin/leasehound "$@"; exit $?', "sh", ...words],
} satisfies Record<string, Starter>;

/** The package managers of this folder's lockfile. */
export const PACKAGE_MANAGERS = {
  "pnpm exec": (words) => ["node", join(PACKAGES, "pnpm/bin/pnpm.cjs"), "exec", "leasehound", ...words],
  "pnpm run": (words) => ["node", join(PACKAGES, "pnpm/bin/pnpm.cjs"), "--silent", "run", "locks", ...words],
  yarn: (words) => ["node", join(PACKAGES, "yarn/bin/yarn.js"), "--silent", "run", "locks", "--", ...words],
  bunx: (words) => [bun(), "x", "leasehound", ...words],
  "bun run": (words) => [bun(), "run", "--silent", "locks", ...words],
} satisfies Record<string, Starter>;

/** The package `bun` links its program by a script, which no package may run here. */
function bun(): string {
  return globSync(join(PACKAGES, "@oven/*/bin/bun"))[0] ?? "bun";
}

/** Makes a folder with the built package installed, and a script `locks` that runs its command. */
export function folderWithPackage(): { folder: string } & Disposable {
  const folder = mkdtempSync(join(tmpdir(), "leasehound-starters-"));
  mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
  symlinkSync(resolve("dist/cli/main.js"), join(folder, "node_modules/.bin/leasehound"));
  const about = { name: "app", version: "1.0.0", private: true, scripts: { locks: "leasehound" } };
  writeFileSync(join(folder, "package.json"), JSON.stringify(about));
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}
