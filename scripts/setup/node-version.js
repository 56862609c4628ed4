// The tools need Node 24, and many machines have an older one. Linux and Windows get it as a package of
// scripts/setup/node, locked like all others. On other platforms, such as macOS, the machine's own must be recent
// enough.
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { delimiter, join } from "node:path";
import { npm } from "./npm.js";
import { installPackages } from "./packages.js";
import { nodeModules, root } from "./paths.js";
import { run } from "./run.js";

const OLDEST_MAJOR = 24;
const bin = join(nodeModules, ".bin");

export function ensureNode(say) {
  if (nodeIsRecent()) return;
  const name = nodePackage(process);
  if (name !== undefined) {
    // npm omits optional packages silently: when its settings say so, and when a download fails.
    if (!existsSync(join(nodeModules, name))) {
      say(`the package ${name} is missing: installing packages again (npm ci), once…`);
      installPackages(say);
    }
    // npm 10 removes the packages of other platforms, and with them the command `node`, whose name they share.
    npm(["rebuild", "--ignore-scripts", "--loglevel=error", name]);
    if (nodeIsRecent()) return;
  }
  throw new Error(noRecentNode(process));
}

/** Returns the reason why this machine has no Node for the tools, and the remedy. */
function noRecentNode({ platform, arch, version }) {
  const need = `The tools need Node ${OLDEST_MAJOR} or newer; this is ${version}.`;
  const name = nodePackage({ platform, arch });
  if (name === undefined) {
    return `${need} No package brings one for ${platform}-${arch}: install Node ${OLDEST_MAJOR} or newer, and run this again.`;
  }
  return `${need} The package ${name} that brings one was not installed or does not run here: run "npm ci --ignore-scripts --include=optional" to see why.`;
}

/** Returns the package with the Node of such a machine, as in package-lock.json; undefined when there is none. */
function nodePackage({ platform, arch }) {
  const name = `node-${platform === "win32" ? "win" : platform}-${arch}`;
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, "scripts/setup/node/package.json"), "utf8"));
  return name in optionalDependencies ? name : undefined;
}

/** Returns whether the Node of npm's scripts, with node_modules/.bin first, is recent enough. */
export function nodeIsRecent() {
  if (isOurs()) return recent(process.version);
  const PATH = [bin, process.env.PATH].join(delimiter);
  return recent(run("node", ["--version"], { env: { ...process.env, PATH } }).stdout);
}

// Usually it is the Node that runs this, and need not be started.
function isOurs() {
  try {
    return realpathSync(join(bin, "node")) === realpathSync(process.execPath);
  } catch {
    return false;
  }
}

function recent(version) {
  return Number(version.replace(/^v/, "").split(".")[0]) >= OLDEST_MAJOR;
}
