// A script as one text to read.
import type { LuaLibrary } from "./library.ts";
import type { Script } from "./source.ts";

/** Returns the contract of a script and its own statements, then those of each other file, with their comments. */
export function shown(library: LuaLibrary, script: Script): string {
  const statements = library.linked(script);
  const partOf = (file: string): string =>
    statements
      .filter((statement) => statement.file === file)
      .map(({ text }) => text.trim())
      .join("\n");
  const files = [...new Set(statements.map(({ file }) => file))].filter((file) => file !== script.file);
  const shownFile = (file: string): string =>
    [`-- ---------- ${file}.lua`, library.file(file).head, partOf(file)].filter((text) => text !== "").join("\n");
  return [`-- ${script.name}\n${script.contract}${partOf(script.file)}`, ...files.map(shownFile)].join("\n\n");
}
