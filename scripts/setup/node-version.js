// The tools need Node 24, and many machines have an older one. Only there, Linux and Windows get it as a package of
// scripts/setup/node, locked like all others. On other platforms, such as macOS, the machine's own must be recent
// enough.
import { existsSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { delimiter, join, relative } from "node:path";
import { folderMatches, installPackages } from "./packages.js";
import { nodeModules, root } from "./paths.js";
import { run } from "./run.js";

const OLDEST_MAJOR = 24;
const folder = join(root, "scripts/setup/node");
const isWindows = process.platform === "win32";
const bin = join(nodeModules, ".bin");
/** The `node` of npm's scripts, on machines whose own is older. */
const ours = join(bin, isWindows ? "node.exe" : "node");

export function ensureNode(say) {
  if (nodeIsRecent()) return;
  const program = nodeProgram(process);
  if (program !== undefined) {
    // npm omits optional packages silently: when its settings say so, and when a download fails.
    if (!folderMatches(folder) || !existsSync(program)) installPackages(folder, say);
    link(program);
    if (nodeIsRecent()) return;
  }
  throw new Error(noRecentNode(process));
}

function link(program) {
  rmSync(ours, { force: true });
  symlinkSync(relative(bin, program), ours);
}

/** Returns the reason why this machine has no Node for the tools, and the remedy. */
function noRecentNode({ platform, arch, version }) {
  const need = `The tools need Node ${OLDEST_MAJOR} or newer; this is ${version}.`;
  if (nodeProgram({ platform, arch }) === undefined) {
    return `${need} No package brings one for ${platform}-${arch}: install Node ${OLDEST_MAJOR} or newer, and run this again.`;
  }
  return `${need} The package that brings one was not installed or does not run here: run "npm ci --include=optional --loglevel=verbose" in ${relative(root, folder)} to see why, or install Node ${OLDEST_MAJOR} or newer.`;
}

/** Returns the place of the Node of such a machine, which a package of the folder brings; undefined: none does. */
function nodeProgram({ platform, arch }) {
  const name = `node-${platform === "win32" ? "win" : platform}-${arch}`;
  const { optionalDependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  if (!(name in optionalDependencies)) return undefined;
  return join(folder, "node_modules", name, "bin", isWindows ? "node.exe" : "node");
}

/** Returns whether the Node of npm's scripts, with node_modules/.bin first, is recent enough. */
export function nodeIsRecent() {
  if (existsSync(ours) && !folderMatches(folder)) return false;
  if (isOurs()) return recent(process.version);
  const PATH = [bin, process.env.PATH].join(delimiter);
  return recent(run("node", ["--version"], { env: { ...process.env, PATH } }).stdout);
}

// Usually it is the Node that runs this, and need not be started.
function isOurs() {
  try {
    return realpathSync(ours) === realpathSync(process.execPath);
  } catch {
    return false;
  }
}

function recent(version) {
  return Number(version.replace(/^v/, "").split(".")[0]) >= OLDEST_MAJOR;
}
