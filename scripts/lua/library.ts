// All .lua files, and the scripts in them: which statements a script consists of. Names are looked up like this:
// - what a script does itself sees the statements before it, then the files that the script takes, then those of its file
// - a statement of another file sees its own file and those that it uses; its open names are looked up in the script
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { GLOBALS } from "./names.ts";
import { codeOf, type LuaFile, readLua, type Script, type Statement } from "./source.ts";

const FOLDER = fileURLToPath(new URL("../../src/lock/lua/", import.meta.url));
const FRAME = "lib/frame";
const BARE: ReadonlySet<string> = new Set(GLOBALS);
const INLINE = /^-- @inline (\S+)$/m;
const NAMED = /\bARGV\.(\w+)/;
/** Says in a contract, or before a statement, that it touches keys outside KEYS. */
const OTHER_KEYS = /^-- keys beyond KEYS: /m;
/** Says in the contract of a script that it runs without the frame, and why. */
const FRAMELESS = /^-- without the frame: /m;

/** The names of all files, without ".lua". */
export function luaFiles(): readonly string[] {
  const paths = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".lua"));
  return paths.map((path) => path.replace(/\.lua$/, "")).sort();
}

/** Returns the text of a file. */
export function luaText(name: string): string {
  return readFileSync(join(FOLDER, `${name}.lua`), "utf8");
}

export class LuaLibrary {
  /** The texts before and behind each script. */
  readonly frame: readonly [before: string, behind: string];
  /** All scripts by name, also those that only run inside another one. */
  readonly #scripts: ReadonlyMap<string, Script>;
  readonly #files: ReadonlyMap<string, LuaFile>;
  /** The frame as it is written. */
  readonly #frame: string;
  readonly #framed: ReadonlySet<string>;
  readonly #linked = new Map<Script, readonly Statement[]>();
  /** The statements with numbers in place of names of arguments, by their text. */
  readonly #numbered = new Map<Statement, Map<string, Statement>>();

  /** @param files default: those of src/lock/lua */
  constructor(files: ReadonlyMap<string, LuaFile> = allFiles(), frame: string = luaText(FRAME)) {
    this.#files = files;
    this.#scripts = new Map(
      [...files.values()].flatMap(({ scripts }) => scripts).map((script) => [script.name, script]),
    );
    const [before = "", behind = ""] = frame.split("-- @body\n");
    this.#frame = frame;
    this.frame = [codeOf(before), codeOf(behind)];
    const declared = [...before.matchAll(/^local (?:function )?(\w+)/gm)].map(([, name = ""]) => name);
    this.#framed = new Set([...GLOBALS, ...declared]);
    for (const file of files.values()) this.#check(file);
  }

  /** Returns a library in which a file has another text. */
  with(name: string, text: string): LuaLibrary {
    if (name === FRAME) return new LuaLibrary(this.#files, text);
    return new LuaLibrary(new Map(this.#files).set(name, readLua(name, text)), this.#frame);
  }

  /** The scripts that a client sends, by name. */
  get scripts(): readonly Script[] {
    const all = [...this.#scripts.values()].filter(({ isPart }) => !isPart);
    return all.sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  has(script: string): boolean {
    return this.#scripts.has(script);
  }

  script(name: string): Script {
    const found = this.#scripts.get(name);
    if (found === undefined) throw new Error(`there is no script ${name}`);
    return found;
  }

  file(name: string): LuaFile {
    const found = this.#files.get(name);
    if (found === undefined) throw new Error(`there is no file ${name}.lua in src/lock/lua`);
    return found;
  }

  /** Returns the statements of a script as they are written, each after those that it reaches. */
  linked(script: Script): readonly Statement[] {
    const known = this.#linked.get(script);
    if (known !== undefined) return known;
    const found = new Linking(this, script).statements();
    this.#linked.set(script, found);
    return found;
  }

  /** Returns the same with a number in place of each name of an argument: `ARGV.owner` is `ARGV[2]`. */
  statements(script: Script): readonly Statement[] {
    return this.linked(script).map((statement) => this.#numberedFor(script, statement));
  }

  /** Returns the code of a statement, with the scripts that run inside it. */
  code({ text }: Statement): string {
    const [before = "", inner, behind = ""] = text.split(INLINE);
    if (inner === undefined) return codeOf(text);
    return [codeOf(before), this.body(this.script(inner)), codeOf(behind)].join("\n");
  }

  /** Returns the script inside a statement, if there is one. */
  inlineOf({ text }: Statement): Script | undefined {
    const [, inner] = INLINE.exec(text) ?? [];
    return inner === undefined ? undefined : this.script(inner);
  }

  /** Returns the text of a script, without the frame. */
  body(script: Script): string {
    return this.statements(script)
      .map((statement) => this.code(statement))
      .join("\n");
  }

  /** Returns a script as Redis runs it, but with its long names. */
  source(script: Script): string {
    const [before, behind] = this.frame;
    return this.isFramed(script) ? [before, this.body(script), behind].join("\n") : this.body(script);
  }

  isFramed({ contract }: Script): boolean {
    return !FRAMELESS.test(contract);
  }

  /** Returns whether a script says that it touches keys outside its KEYS. Upstash must then lock the whole database. */
  hasOtherKeys(script: Script): boolean {
    const statements = this.statements(script);
    if ([script.contract, ...statements.map(({ text }) => text)].some((text) => OTHER_KEYS.test(text))) return true;
    const inner = statements.map((each) => this.inlineOf(each)).filter((each) => each !== undefined);
    return inner.some((each) => this.hasOtherKeys(each));
  }

  /** Returns whether a name needs no declaration in this script. */
  isGlobal(name: string, script: Script): boolean {
    return (this.isFramed(script) ? this.#framed : BARE).has(name);
  }

  /** Returns these files and all that they use, each behind those that it uses itself. */
  inOrder(names: readonly string[], seen: Set<string> = new Set<string>()): readonly string[] {
    for (const name of names) {
      if (seen.has(name)) continue;
      this.inOrder(this.file(name).use, seen);
      seen.add(name);
    }
    return [...seen];
  }

  /** All files, each behind those that it uses. */
  get files(): readonly string[] {
    return this.inOrder([...this.#files.keys()]);
  }

  /** Finds a name in a file, or in those that it uses. */
  visible(file: string, name: string): Statement | undefined {
    const own = declaredIn(this.file(file), name);
    if (own !== undefined) return own;
    const found = this.file(file).use.map((used) => declaredIn(this.file(used), name));
    const [one, another] = found.filter((each) => each !== undefined);
    if (another !== undefined)
      throw new Error(`${one?.file}.lua and ${another.file}.lua declare "${name}" for ${file}.lua`);
    return one;
  }

  #numberedFor(script: Script, statement: Statement): Statement {
    if (!NAMED.test(statement.code)) return statement;
    const numbered = (text: string): string =>
      text.replaceAll(new RegExp(NAMED, "g"), (_, name: string) => {
        const place = script.args.placeOf(name);
        if (place !== undefined) return `ARGV[${place}]`;
        throw new Error(`${placeOf(statement)}: "${name}" is no argument of ${script.name} with a certain place`);
      });
    const code = numbered(statement.code);
    const known = this.#numbered.get(statement) ?? new Map<string, Statement>();
    this.#numbered.set(statement, known);
    const same = known.get(code) ?? { ...statement, code, text: numbered(statement.text) };
    known.set(code, same);
    return same;
  }

  /** @throws if a statement outside scripts and blocks does something, or if a file declares a name twice */
  #check({ statements }: LuaFile): void {
    const declared = new Set<string>();
    for (const statement of statements) {
      const { code, declares } = statement;
      const place = placeOf(statement);
      if (!code.startsWith("local ")) throw new Error(`${place}: only a script or a block can do something`);
      for (const name of declares) {
        if (declared.has(name)) throw new Error(`${place}: "${name}" is declared a second time`);
        declared.add(name);
      }
    }
  }
}

function allFiles(): ReadonlyMap<string, LuaFile> {
  const names = luaFiles().filter((name) => name !== FRAME);
  return new Map(names.map((name) => [name, readLua(name, luaText(name))]));
}

function placeOf({ file, line }: Statement): string {
  return `src/lock/lua/${file}.lua:${line}`;
}

function declaredIn({ statements }: LuaFile, name: string): Statement | undefined {
  return statements.find(({ declares }) => declares.includes(name));
}

/** Finds the statements of one script. */
class Linking {
  readonly #library: LuaLibrary;
  readonly #script: Script;
  /** What the script does itself, with its blocks. */
  readonly #body: readonly Statement[];

  constructor(library: LuaLibrary, script: Script) {
    this.#library = library;
    this.#script = script;
    this.#body = script.statements.flatMap((each) => (each.runs === undefined ? [each] : this.#block(each, each.runs)));
  }

  statements(): readonly Statement[] {
    const reached = new Set<Statement>();
    for (const statement of this.#body) this.#reach(statement, reached);
    // In the same order in all scripts, so that a bundle has a shared text once.
    const shared = this.#library.files.flatMap((file) => this.#library.file(file).statements);
    const found = new Set<Statement>();
    for (const statement of [...shared.filter((each) => reached.has(each)), ...this.#body]) this.#add(statement, found);
    return [...found];
  }

  #block(asked: Statement, name: string): readonly Statement[] {
    const { with: taken, file } = this.#script;
    const found = [...taken, file, ...this.#library.inOrder([file])]
      .map((each) => this.#library.file(each).blocks.get(name))
      .find((each) => each !== undefined);
    if (found === undefined) throw this.#error(asked, `runs the block "${name}", which no file of its has`);
    return found;
  }

  #reach(statement: Statement, reached: Set<Statement>): void {
    if (reached.has(statement)) return;
    reached.add(statement);
    for (const each of this.#used(statement)) this.#reach(each, reached);
  }

  /** Adds a statement behind those that it uses. What the script does itself keeps its order. */
  #add(statement: Statement, found: Set<Statement>, begun: Set<Statement> = new Set()): void {
    if (found.has(statement) || begun.has(statement)) return;
    begun.add(statement);
    const at = this.#body.indexOf(statement);
    for (const before of this.#body.slice(0, Math.max(0, at))) this.#add(before, found, begun);
    for (const each of this.#used(statement)) this.#add(each, found, begun);
    found.add(statement);
  }

  /** Returns the declarations of the names that a statement uses. */
  #used(statement: Statement): readonly Statement[] {
    return [...statement.uses].flatMap((name) => {
      const declared = this.#declared(name, statement);
      if (declared !== undefined) return [declared];
      if (this.#library.isGlobal(name, this.#script)) return [];
      throw this.#error(statement, `uses "${name}", which nothing supplies`);
    });
  }

  #declared(name: string, statement: Statement): Statement | undefined {
    const library = this.#library;
    const at = this.#body.indexOf(statement);
    if (at !== -1) return this.#inBody(name, at) ?? this.#inScript(name) ?? library.visible(statement.file, name);
    const { open, blocks } = library.file(statement.file);
    const isOpen = open.has(name) || [...blocks.values()].flat().some(({ declares }) => declares.includes(name));
    const supplied = isOpen ? (this.#inBody(name) ?? this.#inScript(name)) : undefined;
    return supplied ?? library.visible(statement.file, name);
  }

  /** Finds a name in what the script does before this place. */
  #inBody(name: string, before: number = this.#body.length): Statement | undefined {
    return this.#body.slice(0, before).findLast(({ declares }) => declares.includes(name));
  }

  #inScript(name: string): Statement | undefined {
    const taken = this.#script.with.map((file) => declaredIn(this.#library.file(file), name));
    return taken.find((each) => each !== undefined) ?? this.#library.visible(this.#script.file, name);
  }

  #error(statement: Statement, what: string): Error {
    return new Error(`${placeOf(statement)}: ${what} (in the script ${this.#script.name})`);
  }
}
