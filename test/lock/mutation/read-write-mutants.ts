// Mutants of the read/write scripts, plain and fair, and of the files that they use. A line that several scripts have is
// changed in all of them.
import { LuaLibrary, luaText } from "../../../scripts/lua/library.ts";
import { type Mutant, mutantsOf, type Operator } from "./mutants.ts";

const library = new LuaLibrary();

/** A script, or a file without its scripts, with the lines that are changed. Default: all. */
type Changed = readonly [part: string, lines?: readonly string[]];

// Judged elsewhere: the theft.
const PARTS: readonly Changed[] = [
  ...scriptsOf("read-write", "steal-write"),
  ...["lib/read-holds", "lib/reads", "lib/writes"].map((file): Changed => [file]),
  // Lines of the plain lock's files that only a read or write hold reaches; see equivalent.ts.
  [
    "lib/hold",
    [
      "write_owner_state(string.sub(hold_mark, 2) .. '|', kept_ms)",
      "local own = shared and own_left(beyond_ms)",
      "local left = enough_ms and not shared and read('PTTL', lock)",
      "count, over = renew(lease_ms, life_ms, left + beyond_ms, has_record == '2', shared and function(holds)",
      "renew_slot(holds, own, lease_ms)",
    ],
  ],
  ["lib/grant", ["local holds, ms = add(lease_ms, longer, life_ms)"]],
];
// Judged elsewhere: the release by force, by the contract of the fair read/write lock.
const FAIR_PARTS: readonly Changed[] = [
  ...scriptsOf("fair-read-write", "force-release"),
  ["fair-read-write"],
  ["lib/rw-queue"],
  // What a release of a write hold reaches.
  ["lib/writes", reachedLines("fair-read-write/release-write", "lib/writes")],
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

function scriptsOf(file: string, but: string): Changed[] {
  const scripts = library.file(file).scripts.map(({ name }) => name);
  return scripts.filter((name) => name !== `${file}/${but}`).map((name) => [name]);
}

function reachedLines(script: string, file: string): string[] {
  const reached = library.statements(library.script(script)).filter((statement) => statement.file === file);
  return reached.flatMap(({ code }) => code.split("\n"));
}

export function readWriteMutants(): FileMutant[] {
  return mutantsIn(PARTS);
}

export function fairReadWriteMutants(): FileMutant[] {
  return mutantsIn(FAIR_PARTS);
}

function mutantsIn(parts: readonly Changed[]): FileMutant[] {
  const originals = new Map(library.scripts.map((script) => [script.name, library.source(script)]));
  const made = parts.flatMap(([part, changed]) => {
    const file = library.has(part) ? library.script(part).file : part;
    const lines = luaText(file).split("\n");
    const places = placesOf(lines, file);
    const isAsked = (line: string): boolean => changed === undefined || changed.includes(line);
    const mutants = mutantsOf(part, lines.map((line) => line.trimStart()).join("\n"), MORE).filter(
      ({ line, before }) => places[line - 1] === part && isAsked(before),
    );
    const lacking = changed?.find((line) => !lines.some((each) => each.trim() === line));
    if (lacking !== undefined) throw new Error(`${file} has no line ${lacking}`);
    return mutants.flatMap((mutant): FileMutant[] => {
      const at = mutant.line - 1;
      const [indent = ""] = /^ */.exec(lines[at] ?? "") ?? [];
      const wrong = libraryWith(file, lines.with(at, indent + mutant.after).join("\n"));
      if (wrong === undefined) return [];
      const compiled = wrong.scripts.map((script) => [script.name, wrong.source(script)] as const);
      return [{ ...mutant, sources: new Map(compiled.filter(([name, source]) => source !== originals.get(name))) }];
    });
  });
  return [...new Map(made.map((mutant) => [`${mutant.script}:${mutant.line} ${mutant.after}`, mutant])).values()];
}

/** Returns the scripts of a mutant. Undefined: it is no program, which Redis refuses. */
function libraryWith(file: string, text: string): LuaLibrary | undefined {
  try {
    return library.with(file, text);
  } catch {
    return undefined;
  }
}

/** Returns for each line which script it belongs to, or the file. */
function placesOf(lines: readonly string[], file: string): string[] {
  let place = file;
  return lines.map((line) => {
    const [, name] = /^-- @(?:script|part) (\S+)/.exec(line) ?? [];
    if (name !== undefined) place = `${file}/${name}`;
    return place;
  });
}
