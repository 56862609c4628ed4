// Finds a redis-server to run: the one named by REDIS_SERVER, the one on the PATH, or an unpacked copy.
import { accessSync, constants, existsSync, readdirSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export interface RedisBinary {
  readonly path: string;
  readonly env: NodeJS.ProcessEnv;
}

// Valkey is a fork of Redis with the same arguments and protocol.
const NAMES = ["redis-server", "valkey-server"];

/** Returns the server to run. Throws if there is none, or if REDIS_SERVER is wrong. */
export function findRedisServer(env: NodeJS.ProcessEnv = process.env): RedisBinary {
  const found = redisServerHere(env);
  if (found !== undefined) return found;
  throw new Error("no redis-server found: install one, or set REDIS_SERVER to the path of one");
}

/** Returns the server to run; undefined if there is none. Throws if REDIS_SERVER is wrong. */
export function redisServerHere(env: NodeJS.ProcessEnv = process.env): RedisBinary | undefined {
  return installedRedisServer(env, copyOfRepository());
}

/**
 * Returns the server to run; undefined if there is none. Throws if REDIS_SERVER is wrong.
 * @param unpacked where a system package may be unpacked without being installed: its programs in usr/bin, its
 * libraries in usr/lib/<triplet>
 */
export function installedRedisServer(env: NodeJS.ProcessEnv, unpacked: string): RedisBinary | undefined {
  const named = env["REDIS_SERVER"];
  if (named !== undefined && named !== "") {
    if (isExecutable(named)) return { path: named, env };
    throw new Error(`REDIS_SERVER names ${named}, which is not an executable file`);
  }
  const folders = (env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
  if (onPath !== undefined) return { path: onPath, env };
  const copy = join(unpacked, "usr/bin/redis-server");
  return isExecutable(copy) ? { path: copy, env: { ...env, LD_LIBRARY_PATH: libraryPath(unpacked, env) } } : undefined;
}

/** The copy of `npm test`. This file lies deeper in the repository than in the bundle of the command. */
function copyOfRepository(): string {
  let root = dirname(fileURLToPath(import.meta.url));
  // Ends at the package, or at the top of the file system.
  while (!existsSync(join(root, "package.json")) && root !== dirname(root)) root = dirname(root);
  return join(root, "node_modules/.cache/redis-server");
}

function libraryPath(unpacked: string, env: NodeJS.ProcessEnv): string {
  const lib = join(unpacked, "usr/lib");
  const folders = readdirSync(lib, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const own = [lib, ...folders.map((entry) => join(lib, entry.name))];
  return [...own, env["LD_LIBRARY_PATH"] ?? ""].filter((folder) => folder !== "").join(delimiter);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
