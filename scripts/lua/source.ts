// Reads a .lua file of src/lock/lua into its statements. These directives, each a comment of its own line, say how the
// statements belong together:
//   -- @use lib/a lib/b    the statements of this file may use the functions and variables of these files, but not those
//                          that these files use themselves
//   -- @open name name     each script supplies these names: by its own statements, by a file that it takes with @with,
//                          or by one that its file uses. A declaration of that name in this file is the default
//   -- @block name         statements, up to the next directive, that run where a script says "-- @run name". The names
//                          that they declare are open
//   -- @script name        a script, up to the next one: its contract, and its statements
//   -- @with lib/a         the script takes names and blocks from this file before those that its own file uses
//   -- @part name          a script that only runs inside another one, where that says "-- @inline <file>/<name>"
// All other statements of a file only declare functions and variables. A script gets those that it reaches, so their
// order means nothing. A script may set a variable of a file (`record = nil`), or have a local of that name, which then
// counts for its own statements and where the name is open. library.ts looks names up.
//
// The contract is the comment behind "-- @script". Its lines "-- KEYS" and "-- ARGV" list names, in brackets what may be
// missing, in parentheses what is repeated: "lock, [record], (standing, flag)*". A list goes on in lines that begin with
// "--     ". In code, `ARGV.lease_ms` is the argument of that name, and becomes its number; it must not stand behind
// something repeated. Two lines in a contract, or before a statement, have effects: "-- keys beyond KEYS: …" (src/lock/
// redis/key-locking.ts), and "-- without the frame: …". All other scripts run in the frame, lib/frame.lua, which supplies
// `read`, `call`, `undo`, `publish` and `try`. names.ts says which forms of Lua it refuses.
import { parse } from "../../src/engine/interpreter/parser.ts";
import { Signature } from "./signature.ts";

/** A statement with the comments before it. */
export interface Statement {
  /** The file, without ".lua": "lock", "lib/state". */
  readonly file: string;
  readonly line: number;
  readonly text: string;
  /** The text without comments and indentation. */
  readonly code: string;
  readonly declares: readonly string[];
  /** The names that it uses and does not declare itself, also those of globals. */
  readonly uses: ReadonlySet<string>;
  /** The block that runs here, in place of a statement. */
  readonly runs?: string;
}

export interface Script {
  /** "lock/acquire" */
  readonly name: string;
  readonly file: string;
  readonly line: number;
  /** It only runs inside another script. */
  readonly isPart: boolean;
  readonly with: readonly string[];
  /** The comment that says what it does, its KEYS, its ARGV and its replies. */
  readonly contract: string;
  readonly keys: Signature;
  readonly args: Signature;
  readonly statements: readonly Statement[];
}

export interface LuaFile {
  readonly name: string;
  /** The comment that says what the file is about; "" if it has none. */
  readonly head: string;
  readonly use: readonly string[];
  readonly open: ReadonlySet<string>;
  readonly statements: readonly Statement[];
  readonly blocks: ReadonlyMap<string, readonly Statement[]>;
  readonly scripts: readonly Script[];
}

const DIRECTIVE = /^-- @(?!inline )(\w+) (.+)$/;
// A line that continues the statement before it.
const CONTINUES = /^(end|else|elseif|until|\}|\)|\s+\S)/;
const DECLARES = /^local (?:function (\w+)|([\w, ]+))/;

/** Drops comments, blank lines and indentation. */
export function codeOf(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "" && !line.startsWith("--")).join("\n");
}

/** Reads the text of a file. Throws, with file and line, for what it does not understand. */
export function readLua(name: string, text: string): LuaFile {
  return new Reader(name).read(text);
}

/** A script whose statements are not all read. */
interface Begun extends Pick<Script, "name" | "line" | "isPart"> {
  readonly with: string[];
  readonly statements: Statement[];
  contract: string;
}

class Reader {
  readonly #name: string;
  #head = "";
  readonly #use: string[] = [];
  readonly #open = new Set<string>();
  readonly #statements: Statement[] = [];
  readonly #blocks = new Map<string, Statement[]>();
  readonly #scripts: Begun[] = [];
  /** Where the next statement belongs. */
  #into: Statement[] = this.#statements;
  /** The lines of a statement that is not over. */
  #lines: string[] = [];
  #line = 1;

  constructor(name: string) {
    this.#name = name;
  }

  read(text: string): LuaFile {
    for (const [at, line] of text.split("\n").entries()) {
      const [, directive, words = ""] = DIRECTIVE.exec(line) ?? [];
      const code = codeOf(this.#lines.join("\n"));
      const begins = line !== "" && !CONTINUES.test(line) && code !== "" && usesIn(code) !== undefined;
      if (directive !== undefined || begins || (line === "" && code === "")) this.#end();
      if (directive !== undefined) this.#direct(directive, words.split(" "), at + 1);
      else {
        if (this.#lines.length === 0) this.#line = at + 1;
        this.#lines.push(line);
      }
    }
    this.#end();
    return {
      name: this.#name,
      head: this.#head,
      use: this.#use,
      open: this.#open,
      statements: this.#statements,
      blocks: this.#blocks,
      scripts: this.#scripts.map((script) => this.#whole(script)),
    };
  }

  /** The lines so far are a statement, or a comment of its own. The first comment of a script is its contract. */
  #end(): void {
    const text = this.#lines.join("\n");
    this.#lines = [];
    const code = codeOf(text);
    const script = this.#scripts.at(-1);
    const isContract = script !== undefined && this.#into.length === 0 && script.contract === "";
    const contract = isContract ? text.slice(0, Math.max(0, text.search(/^(?!--)/m))) || (code === "" ? text : "") : "";
    if (isContract) script.contract = contract;
    if (code === "" && script === undefined && this.#statements.length === 0) this.#head ||= text.trim();
    if (code === "") return;
    const line = this.#line + contract.split("\n").length - 1;
    const uses = usesIn(code);
    if (uses === undefined) throw this.#error(line, "this is no statement");
    const [, fn, list = fn ?? ""] = DECLARES.exec(code) ?? [];
    const declares = list === "" ? [] : list.split(",").map((each) => each.trim());
    this.#into.push({ file: this.#name, line, text: text.slice(contract.length), code, declares, uses });
  }

  #direct(directive: string, words: readonly string[], line: number): void {
    const [word = ""] = words;
    const script = this.#scripts.at(-1);
    switch (directive) {
      case "use":
        this.#use.push(...words);
        return;
      case "open":
        for (const name of words) this.#open.add(name);
        return;
      case "block":
        this.#into = [];
        this.#blocks.set(word, this.#into);
        return;
      case "script":
      case "part": {
        const statements: Statement[] = [];
        const name = `${this.#name}/${word}`;
        const isPart = directive === "part";
        this.#scripts.push({ name, line, isPart, with: [], contract: "", statements });
        this.#into = statements;
        return;
      }
      case "with":
        if (script === undefined) throw this.#error(line, "@with belongs to a script");
        script.with.push(...words);
        return;
      case "run":
        this.#into.push({ file: this.#name, line, text: "", code: "", declares: [], uses: new Set(), runs: word });
        return;
      default:
        throw this.#error(line, `@${directive} is unknown`);
    }
  }

  /** Reads the signatures in the contract of a script. */
  #whole(script: Begun): Script {
    const signature = (what: "KEYS" | "ARGV"): Signature => {
      const [, text] = new RegExp(`^-- ${what} (.*(?:\\n--     .*)*)`, "m").exec(script.contract) ?? [];
      if (text === undefined) throw this.#error(script.line, `the contract of ${script.name} has no line "-- ${what}"`);
      try {
        return new Signature(text.replaceAll("\n--", ""));
      } catch (error) {
        throw this.#error(script.line, `${what} of ${script.name}: ${String(error)}`);
      }
    };
    return { ...script, file: this.#name, keys: signature("KEYS"), args: signature("ARGV") };
  }

  #error(line: number, what: string): Error {
    return new Error(`src/lock/lua/${this.#name}.lua:${line}: ${what}`);
  }
}

/** Returns the names that some code uses and does not declare itself. Undefined: it is no whole statement. */
function usesIn(code: string): ReadonlySet<string> | undefined {
  try {
    return new Set(globalsIn(parse(code).statements));
  } catch {
    return undefined;
  }
}

function globalsIn(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  const { kind, name } = node as { readonly kind?: unknown; readonly name?: unknown };
  const inside = Object.values(node).flatMap(globalsIn);
  return kind === "global" && typeof name === "string" ? [name, ...inside] : inside;
}
