// Lines of the .lua files, as the mutants have them: without indentation.
import { LuaLibrary } from "../../../scripts/lua/library.ts";
import { codeOf } from "../../../scripts/lua/source.ts";

const library = new LuaLibrary();

/** Returns the lines of a file outside its scripts. `names`: of the statements that declare these alone. */
export function linesOf(file: string, ...names: readonly string[]): ReadonlySet<string> {
  const { scripts } = library.file(file);
  const own = new Set(scripts.flatMap(({ statements }) => statements.map(({ line }) => line)));
  const all = library.scripts.flatMap((script) => library.statements(script));
  const inFile = all.filter((statement) => statement.file === file && !own.has(statement.line));
  for (const name of names) {
    if (!inFile.some(({ declares }) => declares.includes(name))) throw new Error(`${file}.lua declares no ${name}`);
  }
  const asked = inFile.filter(({ declares }) => names.length === 0 || declares.some((name) => names.includes(name)));
  return new Set(asked.flatMap(({ code }) => code.split("\n")));
}

/** Returns the lines of a script outside what it shares with others. */
export function ownLinesOf(name: string): ReadonlySet<string> {
  const script = library.script(name);
  const own = new Set(script.statements.map(({ line }) => line));
  const statements = library.statements(script).filter(({ file, line }) => file === script.file && own.has(line));
  return new Set(statements.flatMap(({ code }) => code.split("\n")));
}

/** Returns the lines of the frame. */
export function linesOfFrame(): ReadonlySet<string> {
  return new Set(library.frame.flatMap((text) => codeOf(text).split("\n")));
}
