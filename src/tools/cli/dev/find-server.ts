// Finds or fetches the redis-server for `leasehound dev`.
import { homedir } from "node:os";
import { join } from "node:path";
import { unpackFromArchive } from "../../../../scripts/setup/apt.js";
import { isRecent, runs } from "../../../../scripts/setup/redis-server.js";
import { isExecutable } from "../../../../scripts/setup/run.js";
import { installedRedisServer, type RedisBinary } from "../../gateway/gateway.ts";
import { CommandError, EXIT } from "../exit-code.ts";

const OTHERWISE = "or name a running one: leasehound dev --redis redis://localhost:6379";
const HOW_TO_INSTALL: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: `install one (brew install redis), ${OTHERWISE}`,
  win32: `start one in WSL or Docker (docker run -p 6379:6379 redis), and run: leasehound dev --redis redis://localhost:6379`,
  linux: `install one (dnf install valkey, apk add redis, or the like), ${OTHERWISE}`,
};

/**
 * Returns the server of REDIS_SERVER or on the PATH, or else one that is unpacked from Debian's archive, once, into the
 * user's cache.
 * @param say called before a download
 * @throws CommandError with what to do on this platform
 */
export function serverForDev(say: (sentence: string) => void): RedisBinary {
  const { env, platform } = process;
  const copy = join(env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "leasehound", "redis-server");
  const installed = attempt(() => installedRedisServer(env, copy));
  if (installed !== undefined) {
    if (isRecent(installed.path, installed.env)) return installed;
    throw unavailable(`${installed.path} does not run, or is older than Redis 7: set REDIS_SERVER to a newer one`);
  }
  if (platform !== "linux" || !isExecutable("apt-get") || !isExecutable("dpkg-deb")) {
    throw unavailable(`no redis-server or valkey-server is on the PATH: ${HOW_TO_INSTALL[platform] ?? OTHERWISE}`);
  }
  attempt(() => unpackFromArchive(copy, runs, say));
  const unpacked = installedRedisServer(env, copy);
  if (unpacked === undefined) throw unavailable(`the system's archive has no redis-server: install one, ${OTHERWISE}`);
  return unpacked;
}

function attempt<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw unavailable(error instanceof Error ? error.message : String(error));
  }
}

function unavailable(sentence: string): CommandError {
  return new CommandError("NO_REDIS", sentence, EXIT.unreachable);
}
