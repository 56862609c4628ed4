// Lines of the .lua files, as the mutants have them: without indentation.
import { LuaLibrary } from "../../../scripts/lua/library.ts";
import { codeOf } from "../../../scripts/lua/source.ts";

const library = new LuaLibrary();

/** Returns the lines of a file outside its scripts. `names`: of the statements that declare these alone. */
export function linesOf(file: string, ...names: readonly string[]): ReadonlySet<string> {
  const { statements, blocks } = library.file(file);
  const all = [...statements, ...[...blocks.values()].flat()];
  for (const name of names) {
    if (!all.some(({ declares }) => declares.includes(name))) throw new Error(`${file}.lua declares no ${name}`);
  }
  const asked = names.length === 0 ? all : all.filter(({ declares }) => declares.some((name) => names.includes(name)));
  return new Set(asked.flatMap(({ code }) => code.split("\n")));
}

/** Returns the lines of a script outside what it shares with others. */
export function ownLinesOf(script: string): ReadonlySet<string> {
  return new Set(library.script(script).statements.flatMap(({ code }) => code.split("\n")));
}

/** Returns the lines of the frame. */
export function linesOfFrame(): ReadonlySet<string> {
  return new Set(library.frame.flatMap((text) => codeOf(text).split("\n")));
}
