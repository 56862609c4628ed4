// Finds the program of a command before the lock is acquired, as a shell finds it.
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { CommandError, EXIT } from "../exit-code.ts";

/**
 * Returns the path of a program, which contains a slash.
 * @throws NOT_FOUND or NOT_EXECUTABLE with the exit codes of a shell
 */
export function findProgram(name: string, searched: string = process.env["PATH"] ?? ""): string {
  const isPath = name.includes("/");
  const folders = searched.split(delimiter).map((folder) => folder || ".");
  const candidates = isPath ? [name] : folders.map((folder) => `./${folder}/${name}`.replace(/^\.\/(?=\/)/, ""));
  const found = candidates.filter(isFile);
  const program = found.find(isExecutable);
  if (program !== undefined) return isPath ? program.replace(/^-/, "./-") : join(program);
  const shown = JSON.stringify(name);
  if (found.length > 0) {
    throw new CommandError("NOT_EXECUTABLE", `cannot run ${shown}: the file is not executable`, EXIT.notExecutable);
  }
  throw new CommandError("NOT_FOUND", `cannot run ${shown}: there is no such program`, EXIT.notFound);
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
