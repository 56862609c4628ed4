// Mutants of the files of the read/write scripts, plain and fair. A file that several scripts include is in the bundle
// once, and is changed in all of them.
import { readdirSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { compileScript, scriptFiles } from "../../../scripts/build-lua.ts";
import { type Mutant, mutantsOf, type Operator } from "./mutants.ts";

const LUA = fileURLToPath(new URL("../../../src/lock/lua/", import.meta.url));
// Judged elsewhere: the theft.
const FILES = luaFiles("read-write").filter((file) => !file.endsWith("/steal-write.lua"));
// Judged elsewhere: the release by force, by the contract of the fair read/write lock.
const FAIR_FILES = [...luaFiles("fair-read-write"), "read-write/write-release.lua"].filter(
  (file) => !file.endsWith("/force-release.lua"),
);

// Lines of the plain lock's files that only a read or write hold reaches; see equivalent.ts.
const FOR_READERS: readonly (readonly [file: string, line: string])[] = [
  ["lock/renew-hold.lua", "write_owner_state(string.sub(hold_mark, 2) .. '|', kept_ms)"],
  ["lock/renew-each.lua", "local own = shared and own_left(beyond_ms)"],
  ["lock/renew-each.lua", "local left = enough_ms and not shared and read('PTTL', lock)"],
  [
    "lock/renew-each.lua",
    "count, over = renew(lease_ms, life_ms, left + beyond_ms, has_record == '2', shared and function(holds)",
  ],
  ["lock/renew-each.lua", "renew_slot(holds, own, lease_ms)"],
  ["lock/grant.lua", "local holds, ms = add(lease_ms, longer, life_ms)"],
];

// In addition to those of the other scripts, because these calculate with many leases, and with two modes.
const MORE: readonly Operator[] = [
  { find: / <= /g, replacements: [" < ", " >= "] },
  { find: / >= /g, replacements: [" > ", " <= "] },
  { find: /math\.max/g, replacements: ["math.min"] },
  { find: /math\.huge/g, replacements: ["0"] },
  { find: /\btrue\b/g, replacements: ["false"] },
  { find: /\bfalse\b/g, replacements: ["true"] },
  { find: /'read'/g, replacements: ["'write'"] },
  { find: /'write'/g, replacements: ["'read'"] },
  { find: / - /g, replacements: [" + "] },
  { find: / \+ /g, replacements: [" - "] },
  { find: /(== |> )2\b/g, replacements: ["$13", "$11"] },
  { find: /, 'NX'/g, replacements: ["", ", 'XX'"] },
  // A whole statement.
  { find: /^(?!local |for )(\w+\(.*\)|[\w, ]+ = .*(?<!function\(holds\)))$/g, replacements: [""] },
  // A condition that is always or never true.
  { find: /^(else)?if (.*) then/g, replacements: ["$1if true then", "$1if false then"] },
];

export interface FileMutant extends Mutant {
  /** The scripts that it changes, by name. */
  readonly sources: ReadonlyMap<string, string>;
}

function luaFiles(folder: string): string[] {
  const names = readdirSync(`${LUA}${folder}`).filter((name) => name.endsWith(".lua"));
  return names.map((name) => `${folder}/${name}`);
}

export function readWriteMutants(): FileMutant[] {
  return mutantsIn([...FILES, ...new Set(FOR_READERS.map(([file]) => file))]);
}

export function fairReadWriteMutants(): FileMutant[] {
  return mutantsIn(FAIR_FILES);
}

function mutantsIn(files: readonly string[]): FileMutant[] {
  const scripts = [...scriptFiles()];
  const originals = new Map(scripts.map(([name, path]) => [name, compileScript(path)]));
  const made = files.flatMap((file) => {
    const path = `${LUA}${file}`;
    const text = readFileSync(path, "utf8").replace(/^ +/gm, "");
    for (const [of, line] of FOR_READERS) {
      if (of === file && !text.split("\n").includes(line)) throw new Error(`${file} has no line ${line}`);
    }
    const mutants = mutantsOf(file.replace(/\.lua$/, ""), text, MORE).filter(
      ({ before }) => !file.startsWith("lock/") || FOR_READERS.some(([of, line]) => of === file && line === before),
    );
    return mutants.map((mutant): FileMutant => {
      const read = (asked: string): string =>
        relative(asked, path) === "" ? mutant.source : readFileSync(asked, "utf8");
      const compiled = scripts.map(([name, its]) => [name, compileScript(its, read)] as const);
      return { ...mutant, sources: new Map(compiled.filter(([name, source]) => source !== originals.get(name))) };
    });
  });
  return [...new Map(made.map((mutant) => [`${mutant.script}:${mutant.line} ${mutant.after}`, mutant])).values()];
}
