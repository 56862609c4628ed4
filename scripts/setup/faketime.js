// Finds libfaketime, by which `npm run test:full -- judge` sets the clock of a redis-server: a copy that is unpacked from
// the system's archive.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { libraryFolders, unpackFromArchive } from "./apt.js";
import { nodeModules } from "./paths.js";
import { run } from "./run.js";

const copy = join(nodeModules, ".cache", "libfaketime");
const PACKAGE = {
  name: "libfaketime",
  missing: "no libfaketime yet",
  works,
  unfit: "does not set the clock of a program here.",
  cure: "",
  noArchive: "The judge needs libfaketime, and this machine has no apt-get: run it on Debian or Ubuntu.",
};

export function faketimeFound(command) {
  return command !== "test:full judge" || works(copy);
}

export function ensureFaketime(command, say) {
  if (!faketimeFound(command)) unpackFromArchive(copy, PACKAGE, say);
}

/** Returns whether the library that is unpacked in a folder sets the clock of a program. */
function works(folder) {
  const library = libraryFolders(folder)
    .map((place) => join(place, "faketime/libfaketime.so.1"))
    .find((path) => existsSync(path));
  const env = { ...process.env, LD_PRELOAD: library, FAKETIME: "2001-02-03 04:05:06" };
  return library !== undefined && run("date", ["+%Y"], { env }).stdout === "2001\n";
}
