// The edits of a planted bug, as the bundler takes them. The client sends the generated scripts, so the edits of Lua files
// become one edit of the generated file. The generator makes its new text from the edited files.
import { readFileSync } from "node:fs";
import { generate } from "../../../../scripts/lua/generate.ts";
import { LuaLibrary, luaText } from "../../../../scripts/lua/library.ts";
import type { Edit } from "../bundle.ts";
import type { PlantedBug } from "./planted-bug.ts";

const LUA = "src/lock/lua/";
export const GENERATED = `${LUA}generated.ts`;

function textOf(file: string): string {
  return readFileSync(file, "utf8");
}

/** Returns the text of a file after these edits. Throws if the text does not contain `from` exactly once. */
export function edited(text: string, edits: readonly Edit[]): string {
  return edits.reduce((before, { file, from, to }) => {
    const parts = before.split(from);
    if (parts.length !== 2) throw new Error(`${file} contains ${parts.length - 1} times: ${from}`);
    return parts.join(to);
  }, text);
}

/** Returns the edits of the bug, none of which is of a Lua file. */
export function editsOf({ edits }: PlantedBug): readonly Edit[] {
  const ofLua = edits.filter(({ file }) => file.endsWith(".lua"));
  if (ofLua.length === 0) return edits;
  let library = new LuaLibrary();
  for (const path of new Set(ofLua.map(({ file }) => file))) {
    const name = path.slice(LUA.length, -".lua".length);
    const own = ofLua.filter(({ file }) => file === path);
    library = library.with(name, edited(luaText(name), own));
  }
  const scripts = generate(library);
  const others = edits.filter((edit) => !ofLua.includes(edit));
  return [...others, { file: GENERATED, from: textOf(GENERATED), to: scripts }];
}
