// Finds a redis-server to run: the one named by REDIS_SERVER, the one on the PATH, or the unpacked copy.

import { accessSync, constants, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

export interface RedisBinary {
  readonly path: string;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * A system package unpacked here without being installed: its programs in usr/bin, its libraries in usr/lib/<triplet>.
 */
const unpacked = join(import.meta.dirname, "../../node_modules/.cache/redis-server");

export function findRedisServer(env: NodeJS.ProcessEnv = process.env): RedisBinary {
  const named = env["REDIS_SERVER"];
  if (named !== undefined && named !== "") {
    if (isExecutable(named)) return { path: named, env };
    throw new Error(`REDIS_SERVER names ${named}, which is not an executable file`);
  }
  const folders = (env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const onPath = folders.map((folder) => join(folder, "redis-server")).find(isExecutable);
  if (onPath !== undefined) return { path: onPath, env };
  const copy = join(unpacked, "usr/bin/redis-server");
  if (isExecutable(copy)) return { path: copy, env: { ...env, LD_LIBRARY_PATH: libraryPath(env) } };
  throw new Error("no redis-server found: install one, or set REDIS_SERVER to the path of one");
}

function libraryPath(env: NodeJS.ProcessEnv): string {
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
