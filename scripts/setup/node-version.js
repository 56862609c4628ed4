// The tools need a newer Node than many machines have. The npm package `node` brings one, whose binary its
// install script fetches: skipped scripts leave the machine's own Node in use, without a word.
import { realpathSync } from "node:fs";
import { delimiter, join } from "node:path";
import { npm } from "./npm.js";
import { nodeModules } from "./paths.js";
import { run } from "./run.js";

const OLDEST = { major: 22, minor: 12 };
const bin = join(nodeModules, ".bin");

export function ensureNode(say) {
  if (nodeIsRecent()) return;
  say("the packages' install scripts have not run: running them (npm rebuild), once…");
  npm(["rebuild", "--loglevel=error"]);
  if (nodeIsRecent()) return;
  throw new Error(
    `The tools need Node ${OLDEST.major}.${OLDEST.minor} or newer, this is ${process.version} and the npm package "node" could not bring a newer one: ` +
      "install a newer Node, or run npm ci with install scripts allowed (without --ignore-scripts).",
  );
}

/** Whether the Node that npm's scripts get, node_modules/.bin coming first, is new enough. */
export function nodeIsRecent() {
  if (isOurs()) return recent(process.version);
  const PATH = [bin, process.env.PATH].join(delimiter);
  return recent(run("node", ["--version"], { env: { ...process.env, PATH } }).stdout);
}

// Mostly it is the very Node running this, and need not be started to be asked.
function isOurs() {
  try {
    return realpathSync(join(bin, "node")) === realpathSync(process.execPath);
  } catch {
    return false;
  }
}

function recent(version) {
  const [major, minor] = version.replace(/^v/, "").split(".").map(Number);
  return major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor);
}
