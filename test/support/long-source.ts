// Scripts in the form of their files, for tests that edit them. Redis gets them with short names.
import { compile, scriptFiles } from "../../scripts/build-lua.ts";

const files = scriptFiles();

/** Returns the text of a script with its fragments, and with the names of its file. */
export function longSource(name: string): string {
  const path = files.get(name);
  if (path === undefined) throw new Error(`no script ${name}`);
  return compile(path);
}
