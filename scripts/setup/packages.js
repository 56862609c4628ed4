// node_modules, as package-lock.json has it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { npm } from "./npm.js";
import { nodeModules, root } from "./paths.js";

// No package may run code of its own here: what the tools need comes in the packages of their platforms. By flag,
// because
// `ignore-scripts` in .npmrc also switches off this project's own `prepack`.
// The tools are devDependencies, their binaries optional ones: no setting of the machine must leave them out.
const INSTALL = ["ci", "--ignore-scripts", "--include=dev", "--include=optional"];

export function ensurePackages(say) {
  if (packagesMatch()) return;
  say("installing packages (npm ci), once…");
  installPackages(say);
}

/** Empties node_modules, and fills it with what package-lock.json has. */
export function installPackages(say) {
  const install = npm([...INSTALL, "--no-audit", "--no-fund", "--loglevel=error"]);
  if (install.ok) return;
  say(firstLines(install.stderr.trim() || install.stdout));
  throw new Error("npm ci failed: when the reason above is put right, run this again.");
}

/**
 * Whether node_modules holds what package-lock.json asks for. npm writes its own record of an installation
 * at the very end, so an interrupted one has none.
 */
export function packagesMatch() {
  const wanted = packagesIn(join(root, "package-lock.json"));
  const installed = packagesIn(join(nodeModules, ".package-lock.json"));
  if (!wanted || !installed) return false;
  // Optional packages are mostly other platforms' binaries: missing is fine, a different one isn't.
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

// npm gives the reason first; stack traces and its usage only bury it.
function firstLines(text) {
  const lines = text.trim().split("\n");
  return lines
    .filter((line) => !/^npm error\s+at /.test(line))
    .slice(0, 8)
    .join("\n");
}
