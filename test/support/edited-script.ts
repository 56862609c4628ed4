// Scripts in the form of their files, for tests that edit them. Redis gets them with short names.
import { createHash } from "node:crypto";
import { compileScript, scriptFiles } from "../../scripts/build-lua.ts";
import type { LuaScript } from "../../src/lock/protocol.ts";

const files = scriptFiles();

/** Returns the text of a script with its fragments, and with the names of its file. */
export function longSource(name: string): string {
  const path = files.get(name);
  if (path === undefined) throw new Error(`no script ${name}`);
  return compileScript(path);
}

/** Makes a script from a text, such as an edited one. */
export function scriptOf(name: string, source: string): LuaScript {
  return { name, source, sha1: createHash("sha1").update(source).digest("hex") };
}
