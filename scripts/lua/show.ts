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
      // A function, or what has a comment, stands apart.
      .map((text, at) => (at > 0 && /^(--|local function)/.test(text) ? `\n${text}` : text))
      .join("\n");
  const files = [...new Set(statements.map(({ file }) => file))].filter((file) => file !== script.file);
  const shownFile = (file: string): string =>
    [`-- ---------- ${file}.lua`, library.file(file).head, partOf(file)].filter((text) => text !== "").join("\n");
  const head = library.file(script.file).head;
  const own = [`-- ${script.name}`, head, script.contract.trim(), partOf(script.file)].filter((text) => text !== "");
  return [own.join("\n"), ...files.map(shownFile)].join("\n\n");
}
