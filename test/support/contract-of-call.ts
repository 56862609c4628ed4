// Whether calls pass what the contracts of their scripts state: how many KEYS and ARGV.
import { LuaLibrary } from "../../scripts/lua/library.ts";
import * as generated from "../../src/lock/lua/generated.ts";
import { allows } from "./allowed-counts.ts";

const library = new LuaLibrary();
const contracts = new Map(Object.values(generated).map(({ name, sha1 }) => [sha1, library.script(name)]));

/** Returns what is wrong with a command that runs a script of ours. Undefined: nothing, or it runs none. */
export function wrongCall([name, sha1, count, ...words]: readonly unknown[]): string | undefined {
  const script = name === "EVALSHA" ? contracts.get(String(sha1)) : undefined;
  if (script === undefined) return undefined;
  const keys = Number(count);
  if (!allows(script.keys, keys)) return `${script.name} gets ${keys} KEYS`;
  const args = words.length - keys;
  return allows(script.args, args) ? undefined : `${script.name} gets ${args} ARGV`;
}
