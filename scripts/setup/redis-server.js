// Finds a redis-server to start: one that is configured or on the PATH, or an unpacked one of the system's archive.
import { readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { unpackFromArchive } from "./apt.js";
import { nodeModules } from "./paths.js";
import { isExecutable, run } from "./run.js";

const OLDEST_MAJOR = 7;
const WITH_ENGINE = ["start", "gateway"];
const WITH_REDIS = /^(start|gateway|bench( .*)?|test(:.*)?)$/;
const copy = join(nodeModules, ".cache", "redis-server");

export function ensureRedisServer(command, say) {
  if (redisServerFound(command)) return;
  if (!isExecutable("apt-get") || !isExecutable("dpkg-deb")) {
    if (WITH_ENGINE.includes(command)) return;
    throw new Error(`No redis-server 7 or newer found: install one (${howToInstall()}), or name one in REDIS_SERVER.`);
  }
  unpackFromArchive(copy, runs, say);
}

export function redisServerFound(command) {
  if (!WITH_REDIS.test(command)) return true;
  const { REDIS_URL, REDIS_SERVER } = process.env;
  if (WITH_ENGINE.includes(command) && process.argv.some((word) => /^--(engine|redis)(=|$)/.test(word))) return true;
  // `npm start` can use an existing Redis; tests stop and empty theirs.
  if (REDIS_URL && command === "start") return true;
  if (!REDIS_SERVER) return isRecent("redis-server", process.env) || runs(copy);
  if (isExecutable(REDIS_SERVER)) return true;
  throw new Error("REDIS_SERVER names no executable: give the path of a redis-server, or unset it.");
}

/** Returns whether the redis-server that is unpacked in a folder works, and is recent enough. */
export function runs(folder) {
  const LD_LIBRARY_PATH = [...libraries(folder), process.env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter);
  const env = { ...process.env, LD_LIBRARY_PATH };
  return isRecent(join(folder, "usr", "bin", "redis-server"), env);
}

/** Returns whether a server works, and is recent enough: renewals use PEXPIRE … GT. */
export function isRecent(server, env) {
  if (!isExecutable(server)) return false;
  const [, major] = /v=(\d+)\./.exec(run(server, ["--version"], { env }).stdout) ?? [];
  return Number(major) >= OLDEST_MAJOR;
}

// Debian's library folders are named by platform, such as x86_64-linux-gnu.
function libraries(folder) {
  return ["usr/lib", "lib"].flatMap((place) =>
    listed(join(folder, place))
      .filter((name) => name.includes("-linux-gnu"))
      .map((name) => join(folder, place, name)),
  );
}

function listed(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function howToInstall() {
  return process.platform === "darwin" ? "brew install redis" : "dnf install redis, apk add redis, or the like";
}
