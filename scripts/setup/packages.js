// Installs node_modules according to package-lock.json: the repository's, and those of single commands.
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { npm } from "./npm.js";
import { root } from "./paths.js";

// No package may run its own code here: the tools' binaries come in the packages of their platforms. A flag, because
// `ignore-scripts` in .npmrc also disables this project's own `prepack`. The tools are devDependencies, their binaries
// optional ones: no setting of the machine may exclude them.
const INSTALL = ["ci", "--ignore-scripts", "--include=dev", "--include=optional"];

const benches = join(root, "scripts/bench/others");
const others = join(root, "test/others");
const browser = join(root, "test/together/browser");
/**
 * The folders with a lockfile of their own, by the only commands that need them. The description of each package.json
 * says what it brings.
 */
const OWN_PACKAGES = {
  bench: [benches],
  docs: [join(root, "scripts/site")],
  prepack: process.env.npm_command === "publish" ? [others, browser] : [],
  "test:all": [others, browser],
  "test:full": [others, browser],
  "test:full browser": [browser],
  "test:full hosts": [join(root, "test/together/hosts")],
  "test:full matrix": [others],
  "test:full openapi": [join(root, "test/service/openapi")],
  "test:full runtimes": [join(root, "test/together/runtimes/runners")],
  "test:full starters": [join(root, "test/tools/starters")],
};

/** Installs the packages of the command, where they are missing. */
export function ensurePackages(command, say) {
  for (const folder of foldersOf(command)) if (!folderMatches(folder)) installPackages(folder, say);
}

/** Empties the node_modules of a folder, and installs the content of its package-lock.json. */
export function installPackages(folder, say) {
  const place = relative(root, folder);
  const { description } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  say(
    place === ""
      ? "installing packages (npm ci), once…"
      : `installing packages of ${place} (npm ci), once… ${description}`,
  );
  const install = npm([...INSTALL, "--no-audit", "--no-fund", "--loglevel=error"], { cwd: folder });
  if (install.ok) return;
  say(firstLines(install.stderr.trim() || install.stdout));
  const where = place === "" ? "" : ` in ${place}`;
  throw new Error(`npm ci failed${where}: when the reason above is put right, run this again.`);
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
export function folderMatches(folder) {
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

// npm gives the reason first; stack traces, the members of an error and usage follow.
function firstLines(text) {
  const lines = text.trim().split("\n");
  return lines
    .filter((line) => !/^npm error( {2,}| (at|syscall|errno) )/.test(line))
    .slice(0, 8)
    .join("\n");
}
