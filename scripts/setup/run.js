import { spawnSync } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { root } from "./paths.js";

/** The message of the error when Ctrl-C ends a program. */
export const INTERRUPTED = "Interrupted.";

/** Runs a program to its end, without output on the screen and without input. The caller gets its output. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 2 ** 20,
    stdio: ["ignore", "pipe", "pipe"],
    ...options,
  });
  if (result.signal === "SIGINT" || result.status === 130) throw new Error(INTERRUPTED);
  return { ok: result.status === 0, stdout: result.stdout ?? "", stderr: result.stderr ?? "" };
}

/** Returns whether a program of that name is on the PATH; a name with a slash is a path. */
export function isExecutable(name) {
  const places = name.includes("/") ? [root] : (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  return places.some((place) => isExecutableFile(name.startsWith("/") ? name : join(place, name)));
}

function isExecutableFile(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
