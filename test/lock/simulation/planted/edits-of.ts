// The edits of a planted bug, as a bundler takes them. The client sends the generated scripts, so the edits of Lua files
// become one edit of that file: as the generator would write it from the edited files.
import { readFileSync } from "node:fs";
import { generate } from "../../../../scripts/build-lua.ts";
import type { Edit, PlantedBug } from "./planted-bug.ts";

const GENERATED = "lock/lua/generated.ts";

/** Returns the text of a file of `src`. */
export function sourceOf(file: string): string {
  return readFileSync(`src/${file}`, "utf8");
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
  const scripts = generate((path) => {
    const text = readFileSync(path, "utf8");
    return edited(
      text,
      ofLua.filter(({ file }) => path.endsWith(`/src/${file}`)),
    );
  });
  const others = edits.filter((edit) => !ofLua.includes(edit));
  return [...others, { file: GENERATED, from: sourceOf(GENERATED), to: scripts }];
}
