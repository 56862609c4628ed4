// Finds programs that a machine may have: browsers and runtimes.
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * Returns the path of a program: that of an environment variable, or the first of these names that is on the PATH.
 * Undefined: the machine has none.
 */
export function findProgram(variable: string, names: readonly string[]): string | undefined {
  const { [variable]: given, PATH = "" } = process.env;
  if (given !== undefined) return given;
  const folders = PATH.split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
