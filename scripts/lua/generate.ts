// The text of src/lock/lua/generated.ts: every Lua script with its SHA-1, so that nothing is hashed or loaded at run time.
// Comments, indentation and long names stay in the .lua files: the text that travels and is hashed has none of them.
import { createHash } from "node:crypto";
import type { LuaLibrary } from "./library.ts";
import { shorten, shortNames } from "./names.ts";
import { codeOf, type Script, type Statement } from "./source.ts";

const HEAD = `// Generated from the .lua files by \`npm run build\`. Do not edit.

import type { LuaScript } from "../protocol.ts";

function script(name: string, sha1: string, ...parts: readonly string[]): LuaScript {
  return { name, sha1, source: parts.join("\\n") };
}

function scriptWithOtherKeys(...of: Parameters<typeof script>): LuaScript {
  return { ...script(...of), hasOtherKeys: true };
}
`;

/** Returns the generated module. It contains a text that several scripts share once. */
export function generate(library: LuaLibrary): string {
  return new Generator(library).text();
}

/** Some code that is one piece in all scripts that have it. */
type Piece = Pick<Statement, "file" | "code" | "declares">;

class Generator {
  readonly #library: LuaLibrary;
  readonly #names: ReadonlyMap<string, string>;
  /** By script. */
  readonly #pieces: ReadonlyMap<Script, readonly Piece[]>;
  /** How many scripts have a piece, and what stands before and behind it there. */
  readonly #uses = new Map<Piece, { count: number; before: Set<Piece | undefined>; behind: Set<Piece | undefined> }>();
  /** The constants of the module, by their texts. */
  readonly #constants = new Map<string, string>();
  readonly #inner = new Map<Statement, readonly Piece[]>();

  constructor(library: LuaLibrary) {
    this.#library = library;
    this.#names = shortNames(library.scripts.map((script) => library.source(script)));
    this.#pieces = new Map(library.scripts.map((script) => [script, this.#piecesOf(script)]));
    for (const pieces of this.#pieces.values()) {
      for (const [at, piece] of pieces.entries()) {
        const uses = this.#uses.get(piece) ?? { count: 0, before: new Set(), behind: new Set() };
        uses.count += 1;
        uses.before.add(pieces[at - 1]);
        uses.behind.add(pieces[at + 1]);
        this.#uses.set(piece, uses);
      }
    }
  }

  text(): string {
    const scripts = [...this.#pieces].map(([script, pieces]) => this.#export(script, pieces));
    const [begin, end] = this.#library.frame.map((text) => JSON.stringify(this.#short(text)));
    const constants = [...this.#constants].map(([text, name]) => `const ${name} =\n  ${JSON.stringify(text)};\n`);
    return [HEAD, `const BEGIN =\n  ${begin};\nconst END = ${end};\n`, ...constants, ...scripts].join("\n");
  }

  #export(script: Script, pieces: readonly Piece[]): string {
    const sha1 = createHash("sha1")
      .update(this.#short(this.#library.source(script)))
      .digest("hex");
    const parts = this.#parts(pieces);
    const expression = (this.#library.isFramed(script) ? ["BEGIN", ...parts, "END"] : parts).join(", ");
    const make = this.#library.hasOtherKeys(script) ? "scriptWithOtherKeys" : "script";
    const name = constantOf(script.name);
    return `export const ${name}: LuaScript = /* @__PURE__ */ ${make}("${script.name}", "${sha1}", ${expression});\n`;
  }

  /** Returns expressions: names of constants, and texts of this script alone. */
  #parts(pieces: readonly Piece[]): string[] {
    const parts: string[] = [];
    let own: string[] = [];
    const endOwn = (): void => {
      if (own.length > 0) parts.push(JSON.stringify(own.join("\n")));
      own = [];
    };
    for (const run of this.#runs(pieces)) {
      const text = run.map(({ code }) => this.#short(code)).join("\n");
      if (run.some((piece) => this.#uses.get(piece)?.count === 1)) own.push(text);
      else {
        endOwn();
        parts.push(this.#constant(text, run));
      }
    }
    endOwn();
    return parts;
  }

  /** Puts pieces together that stand beside each other in all scripts that have one of them. */
  #runs(pieces: readonly Piece[]): Piece[][] {
    const runs: Piece[][] = [];
    for (const [at, piece] of pieces.entries()) {
      const last = pieces[at - 1];
      const isGlued =
        last !== undefined && this.#uses.get(last)?.behind.size === 1 && this.#uses.get(piece)?.before.size === 1;
      if (isGlued) runs.at(-1)?.push(piece);
      else runs.push([piece]);
    }
    return runs;
  }

  #constant(text: string, [first]: readonly Piece[]): string {
    const known = this.#constants.get(text);
    if (known !== undefined || first === undefined) return known ?? "";
    const { file, declares } = first;
    const base = `${constantOf(`${file.replace("lib/", "")}/${declares[0] ?? "block"}`.replaceAll("_", "-"))}_`;
    const taken = new Set(this.#constants.values());
    let name = base;
    for (let nth = 2; taken.has(name); nth += 1) name = `${base}${nth}`;
    this.#constants.set(text, name);
    return name;
  }

  /** A script inside another one has the same pieces. */
  #piecesOf(script: Script): Piece[] {
    return this.#library.statements(script).flatMap((statement) => {
      const inner = this.#library.inlineOf(statement);
      return inner === undefined ? [statement] : this.#around(statement, this.#piecesOf(inner));
    });
  }

  #around(statement: Statement, inner: readonly Piece[]): readonly Piece[] {
    const known = this.#inner.get(statement);
    if (known !== undefined) return known;
    const { file, text } = statement;
    const [before = "", behind = ""] = text.split(/^-- @inline .*$/m);
    const [begin, end] = [before, behind].map((part): Piece => ({ file, code: codeOf(part), declares: [] }));
    const pieces = [begin, ...inner, end].filter((piece) => piece !== undefined);
    this.#inner.set(statement, pieces);
    return pieces;
  }

  #short(text: string): string {
    return shorten(text, this.#names);
  }
}

/** Returns the name of a script, or of a text, as a variable: "lock/acquire-many" becomes lockAcquireMany. */
function constantOf(name: string): string {
  return name.replace(/[/-](\w)/g, (_, letter: string) => letter.toUpperCase());
}
