// The commands in the texts of the scripts, for tests of rights and of the frame.
import { LuaLibrary } from "../../scripts/lua/library.ts";

// A command is the first argument, or follows the function that runs it, as in pcall(call, 'DEL', key).
const RUNS = /(?<![.\w])((?:redis\.)?p?call|read|write|undo|call_in_batches)(?:\(|, )'([A-Z]+)'/g;

/** Returns each command of the scripts that this function of theirs runs. Undefined: any function. */
export function scriptCommands(runner?: string): string[] {
  const library = new LuaLibrary();
  const texts = library.scripts.map((script) => library.source(script));
  const found = texts.flatMap((text) => [...text.matchAll(RUNS)]);
  return [...new Set(found.filter(([, by]) => by === (runner ?? by)).map(([, , name = ""]) => name))];
}
