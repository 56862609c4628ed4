// Installs node_modules according to package-lock.json: the repository's, and those of single commands.
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { npm } from "./npm.js";
import { root } from "./paths.js";

// No package may run its own code here: the tools' binaries come in the packages of their platforms. A flag, because
// `ignore-scripts` in .npmrc also disables this project's own `prepack`. The tools are devDependencies, their binaries
// optional ones: no setting of the machine may exclude them.
const INSTALL = ["ci", "--ignore-scripts", "--include=dev", "--include=optional"];
// Folders with a lockfile of their own, by the only command that needs them: its name, or its first words.
const OWN_PACKAGES = {
  docs: [join(root, "scripts/site")],
  "test:full runtimes": [join(root, "test/together/runtimes/runners")],
  "test:full starters": [join(root, "test/tools/starters")],
  "bench faults": [join(root, "scripts/bench/peers/others")],
  "bench peers": [join(root, "scripts/bench/peers/others")],
  "test:full openapi": [join(root, "test/service/openapi")],
  "test:full hosts": [join(root, "test/together/hosts")],
};

/** Installs the packages of the command, where they are missing. */
export function ensurePackages(command, say) {
  for (const folder of foldersOf(command)) {
    if (folderMatches(folder)) continue;
    say(`installing packages${folder === root ? "" : ` of ${relative(root, folder)}`} (npm ci), once…`);
    installPackages(say, folder);
  }
}

/** Empties node_modules, and installs the content of package-lock.json. */
export function installPackages(say, folder = root) {
  const install = npm([...INSTALL, "--no-audit", "--no-fund", "--loglevel=error"], { cwd: folder });
  if (install.ok) return;
  say(firstLines(install.stderr.trim() || install.stdout));
  throw new Error("npm ci failed: when the reason above is put right, run this again.");
}

/** Returns whether all packages of the command are installed. */
export function packagesMatch(command) {
  return foldersOf(command).every(folderMatches);
}

/** Returns the folders whose packages the command needs. */
function foldersOf(command) {
  return [root, ...(OWN_PACKAGES[command] ?? [])];
}

/**
 * Returns whether node_modules matches package-lock.json. npm writes its record of an installation at the end, so that
 * an interrupted one has none.
 */
function folderMatches(folder) {
  const wanted = packagesIn(join(folder, "package-lock.json"));
  const installed = packagesIn(join(folder, "node_modules/.package-lock.json"));
  if (!wanted || !installed) return false;
  // Optional packages are mostly other platforms' binaries, which may be missing but not different.
  const complete = Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
    const found = installed[path];
    if (path === "" || (!found && optional)) return true;
    return found?.version === version && found.integrity === integrity;
  });
  return complete && Object.keys(installed).every((path) => path in wanted);
}

function packagesIn(lockfile) {
  try {
    return JSON.parse(readFileSync(lockfile, "utf8")).packages;
  } catch {
    return undefined;
  }
}

// npm gives the reason first; stack traces and usage follow.
function firstLines(text) {
  const lines = text.trim().split("\n");
  return lines
    .filter((line) => !/^npm error\s+at /.test(line))
    .slice(0, 8)
    .join("\n");
}
