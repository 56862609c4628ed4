// Scripts in the form of their files, for tests that edit them. Redis gets them with short names.
import { createHash } from "node:crypto";
import { LuaLibrary } from "../../scripts/lua/library.ts";
import type { LuaScript } from "../../src/lock/protocol.ts";

const library = new LuaLibrary();

/** Returns the text of a script with all that it reaches, and with the names of its files. */
export function longSource(name: string): string {
  return library.source(library.script(name));
}

/** Makes a script from a text, such as an edited one. */
export function scriptOf(name: string, source: string): LuaScript {
  return { name, source, sha1: createHash("sha1").update(source).digest("hex") };
}
