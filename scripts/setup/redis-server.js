// Finds a redis-server to start: one that is configured or on the PATH, or an unpacked one of the system's archive.
// Where there is none, the engine of this package takes its place for some commands.
import { delimiter, join } from "node:path";
import { libraryFolders, unpackFromArchive } from "./apt.js";
import { nodeModules } from "./paths.js";
import { INTERRUPTED, isExecutable, run } from "./run.js";

const OLDEST_MAJOR = 7;
const NAMES = ["redis-server", "valkey-server"];
const PROGRAMS_WITH_ENGINE = ["start", "gateway"];
// Not test:full, which runs before a release.
const TESTS_WITH_ENGINE = /^test(:all)?( |$)/;
const WITH_REDIS = /^(start|gateway|bench|test(:\w+)?)( |$)/;
const TESTS_RUN_ON_ENGINE =
  "no redis-server 7 or newer: the tests run on the engine of this package, without those that only a Redis can answer";
const copy = join(nodeModules, ".cache", "redis-server");
const HOW_TO_INSTALL =
  process.platform === "darwin" ? "brew install redis" : "dnf install redis, apk add redis, or the like";
const PACKAGE = {
  name: "redis-server",
  // In Debian it is a link into this one.
  others: ["redis-tools"],
  missing: "no redis-server on the PATH",
  works: runs,
  unfit: "does not run here, or is older than 7: install a newer one, or set REDIS_SERVER.",
  cure: ", or install a redis-server, or set REDIS_SERVER",
  noArchive: `No redis-server 7 or newer found: install one (${HOW_TO_INSTALL}), or name one in REDIS_SERVER.`,
};

export function ensureRedisServer(command, say) {
  if (redisServerFound(command)) return;
  const reason = whyNotUnpacked(say);
  if (reason === undefined) return;
  // The tests and programs would start one that is too old.
  const isOld = NAMES.some(isExecutable);
  const areTests = TESTS_WITH_ENGINE.test(command);
  if (isOld || !(areTests || PROGRAMS_WITH_ENGINE.includes(command))) throw new Error(reason);
  // A program says itself that it serves the engine.
  if (areTests) say(TESTS_RUN_ON_ENGINE);
}

/** Unpacks one, or returns the reason why this machine has none. */
function whyNotUnpacked(say) {
  try {
    unpackFromArchive(copy, PACKAGE, say);
    return undefined;
  } catch (error) {
    if (error.message === INTERRUPTED) throw error;
    return error.message;
  }
}

export function redisServerFound(command) {
  if (!WITH_REDIS.test(command)) return true;
  const { REDIS_SERVER } = process.env;
  const isChosen = process.argv.some((word) => /^--(engine|redis)(=|$)/.test(word));
  if (isChosen && PROGRAMS_WITH_ENGINE.includes(command)) return true;
  if (!REDIS_SERVER) return NAMES.some((name) => isRecent(name, process.env)) || runs(copy);
  if (isExecutable(REDIS_SERVER)) return true;
  throw new Error("REDIS_SERVER names no executable: give the path of a redis-server, or unset it.");
}

/** Returns whether the redis-server that is unpacked in a folder works, and is recent enough. */
export function runs(folder) {
  const { path, env } = unpackedRedisServer(folder);
  return isRecent(path, env);
}

/** Returns the program that is unpacked in a folder, and the environment in which it finds its libraries. */
export function unpackedRedisServer(folder = copy) {
  const LD_LIBRARY_PATH = [...libraryFolders(folder), process.env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter);
  return { path: join(folder, "usr", "bin", "redis-server"), env: { ...process.env, LD_LIBRARY_PATH } };
}

/** Returns whether a server works, and is recent enough: renewals use PEXPIRE … GT. */
export function isRecent(server, env) {
  if (!isExecutable(server)) return false;
  const [, major] = /v=(\d+)\./.exec(run(server, ["--version"], { env }).stdout) ?? [];
  return Number(major) >= OLDEST_MAJOR;
}
