// A real redis-server to start: one that is named or on the PATH, else the system archive's, unpacked.
import { readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { unpackFromArchive } from "./apt.js";
import { nodeModules } from "./paths.js";
import { isExecutable, run } from "./run.js";

const copy = join(nodeModules, ".cache", "redis-server");

export function ensureRedisServer(say) {
  if (redisServerFound()) return;
  if (!isExecutable("apt-get") || !isExecutable("dpkg-deb")) {
    throw new Error(
      `No redis-server found: install one (${howToInstall()}), or name one in REDIS_SERVER, or give a running one's address in REDIS_URL.`,
    );
  }
  unpackFromArchive(copy, runs, say);
}

export function redisServerFound() {
  const { REDIS_URL, REDIS_SERVER } = process.env;
  if (REDIS_URL) return true;
  if (!REDIS_SERVER) return isExecutable("redis-server") || runs(copy);
  if (isExecutable(REDIS_SERVER)) return true;
  throw new Error("REDIS_SERVER names no executable: give the path of a redis-server, or unset it.");
}

function runs(folder) {
  const LD_LIBRARY_PATH = [...libraries(folder), process.env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter);
  const env = { ...process.env, LD_LIBRARY_PATH };
  return run(join(folder, "usr", "bin", "redis-server"), ["--version"], { env }).ok;
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
