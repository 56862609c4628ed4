// The compiled files that a program, or its compiler, may load: the entries of the package, and what these import.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const IMPORTED = /\b(?:from|import) ?\(?"(\.[^"]+)\.[jt]s"/g;

/** Returns their absolute paths, which are those of code and those of declarations. */
export function reachedFrom(root: string): ReadonlySet<string> {
  const { exports }: { exports: Readonly<Record<string, string | Readonly<Record<string, string>>>> } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  );
  const entries = Object.values(exports).flatMap((entry) => (typeof entry === "string" ? [] : Object.values(entry)));
  // A set also yields what is added while it is read.
  const reached = new Set(entries.map((entry) => join(root, entry)));
  for (const file of reached) {
    const [extension = ""] = /(?:\.d\.ts|\.js)$/.exec(file) ?? [];
    for (const [, path = ""] of readFileSync(file, "utf8").matchAll(IMPORTED)) {
      reached.add(`${join(dirname(file), path)}${extension}`);
    }
  }
  return reached;
}
