// The `@example` blocks of src, and the published functions and methods that need one.
import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import ts from "typescript-5";
import type { CodeBlock } from "./code-blocks.ts";

const CORE = "leasehound";
/** The entries of the package, and the rooms of src whose examples import from each. */
const FOLDERS: ReadonlyMap<string, readonly string[]> = new Map([
  [CORE, []],
  [`${CORE}/dashboard`, ["dashboard"]],
  [`${CORE}/durable-object`, ["durable-object"]],
  [`${CORE}/api`, ["api"]],
  [`${CORE}/hono`, ["hono"]],
  [`${CORE}/remote`, ["remote"]],
  [`${CORE}/vercel`, ["vercel", "route"]],
  [`${CORE}/web`, ["web"]],
  [`${CORE}/web-locks`, ["web-locks"]],
  [`${CORE}/otel`, ["otel"]],
  [`${CORE}/light`, ["light"]],
  [`${CORE}/ioredis`, ["tcp"]],
  [`${CORE}/node-redis`, []],
  [`${CORE}/testing`, ["testing"]],
  [`${CORE}/testing/port`, ["port-contract"]],
  [`${CORE}/port`, ["protocol.ts", "redis", "http"]],
]);
const DIST = resolve("dist");
const VOID = /^(Promise<)?void>?$/;
// The compiler's name of a parameter that is destructured: such parameters are called options.
const DESTRUCTURED = /^__\d+$/;

const compilerOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  lib: ["lib.es2022.d.ts", "lib.esnext.disposable.d.ts"],
  types: ["@cloudflare/workers-types"],
  strict: true,
  skipLibCheck: true,
  noEmit: true,
};

/** A published function, constructor or method. */
export interface Callable {
  readonly entry: string;
  /** Such as `Held.renew`. */
  readonly name: string;
  readonly examples: number;
  /** The parameters without `@param`, and "@returns" if a result lacks it. */
  readonly undescribed: readonly string[];
}

const EXPORTS: Readonly<Record<string, { readonly types: string }>> = JSON.parse(
  readFileSync("package.json", "utf8"),
).exports;
const declarationsOf = (entry: string): string => resolve(EXPORTS[`.${entry.slice(CORE.length)}`]?.types ?? "");

/** Lists what the published declarations let a program call, each once. */
export function publicCallables(): Callable[] {
  const entries = [...FOLDERS.keys()];
  const program = ts.createProgram(entries.map(declarationsOf), compilerOptions);
  const checker = program.getTypeChecker();
  const seen = new Set<ts.Symbol>();
  return entries.flatMap((entry) =>
    exportsOf(program, checker, entry).flatMap((exported) => {
      if (seen.has(exported)) return [];
      seen.add(exported);
      const members = methodsOf(checker, exported).map(
        (member) => [`${exported.name}.${nameOf(member)}`, member] as const,
      );
      const own = isCallable(checker, exported) ? [[exported.name, exported] as const] : [];
      return [...own, ...members].map(([name, symbol]) => {
        const undescribed = undescribedOn(checker, symbol);
        return { entry, name, examples: examplesOn(checker, symbol), undescribed };
      });
    }),
  );
}

function exportsOf(program: ts.Program, checker: ts.TypeChecker, entry: string): ts.Symbol[] {
  const source = program.getSourceFile(declarationsOf(entry));
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`${entry} exports nothing: build first`);
  return checker
    .getExportsOfModule(module)
    .map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol));
}

function isCallable(checker: ts.TypeChecker, exported: ts.Symbol): boolean {
  if ((exported.flags & ts.SymbolFlags.Value) === 0) return false;
  const type = checker.getTypeOfSymbol(exported);
  return type.getCallSignatures().length + type.getConstructSignatures().length > 0;
}

/** The methods of a class or interface that are declared in this package. */
function methodsOf(checker: ts.TypeChecker, exported: ts.Symbol): ts.Symbol[] {
  if ((exported.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface)) === 0) return [];
  return checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(exported)).filter(({ declarations = [] }) => {
    const ours = declarations.filter((declaration) => resolve(declaration.getSourceFile().fileName).startsWith(DIST));
    return ours.some((declaration) => ts.isMethodDeclaration(declaration) || ts.isMethodSignature(declaration));
  });
}

/** The compiler's own name of a symbol has a number at its end. */
function nameOf({ name }: ts.Symbol): string {
  return name.replace(/^__@(\w+)@\d+$/, "[Symbol.$1]");
}

/** Lists the parameters of a function, method or constructor without `@param`, and "@returns" if a result lacks it. */
function undescribedOn(checker: ts.TypeChecker, symbol: ts.Symbol): string[] {
  const type = checker.getTypeOfSymbol(symbol);
  const called = type.getCallSignatures();
  const all = [...called, ...type.getConstructSignatures()];
  const tags = [...symbol.getJsDocTags(checker), ...all.flatMap((signature) => signature.getJsDocTags())];
  const described = new Set(tags.flatMap(({ name, text = [] }) => (name === "param" ? [text[0]?.text] : [])));
  const params = all
    .flatMap(({ parameters }) => parameters.map(({ name }) => name.replace(DESTRUCTURED, "options")))
    .filter((name) => !described.has(name));
  const hasResult = called.some(
    (signature) => !VOID.test(checker.typeToString(checker.getReturnTypeOfSignature(signature))),
  );
  const lacksReturns = hasResult && !tags.some(({ name }) => name === "returns");
  return [...new Set(params), ...(lacksReturns ? ["@returns"] : [])];
}

function examplesOn(checker: ts.TypeChecker, symbol: ts.Symbol): number {
  return symbol.getJsDocTags(checker).filter((tag) => tag.name === "example").length;
}

/** Returns the examples of all docstrings, as modules that import what they use. `folder`: where their files go. */
export function docstringExamples(folder: string): CodeBlock[] {
  return globSync("src/**/*.ts")
    .sort()
    .flatMap((page) => {
      const [, , room = ""] = page.split("/");
      const entry = [...FOLDERS].find(([, rooms]) => rooms.includes(room))?.[0] ?? CORE;
      return examplesIn(page).map((example, at) => {
        const path = join(folder, `${page.replace(/\W/g, "-")}-${at}.ts`);
        return { page, marker: entry, code: `${importsOf(entry, example)}\n${example}\n`, path };
      });
    });
}

function examplesIn(file: string): string[] {
  return [...readFileSync(file, "utf8").matchAll(/^ *\/\*\*$.*?^ *\*\/$/gms)].flatMap(([comment]) => {
    const lines = comment.split("\n").slice(1, -1);
    const tags = lines.map((line) => line.replace(/^ *\* ?/, "")).join("\n");
    return tags.split(/^(?=@\w)/m).flatMap((tag) => /^@example\n(.*)$/s.exec(tag)?.[1]?.trimEnd() ?? []);
  });
}

/** Imports every name that the example uses and does not declare: from its own entry, or else from the first. */
function importsOf(entry: string, example: string): string {
  const own = new Set(exportedNames(entry));
  const imports = [...new Set([entry, CORE])].flatMap((from) => {
    const names = exportedNames(from).filter((name) => (from === entry || !own.has(name)) && isFree(name, example));
    return names.length === 0 ? [] : [`import { ${names.join(", ")} } from "${from}";`];
  });
  return ["export {};", ...imports].join("\n");
}

function isFree(name: string, example: string): boolean {
  const isUsed = new RegExp(`(?<![.\\w"/-])${name}\\b(?!["-])`).test(example);
  const isDeclared = new RegExp(`\\b(const|class|function) ${name}\\b|\\{ [^}]*\\b${name}\\b[^}]*\\} from`).test(
    example,
  );
  return isUsed && !isDeclared;
}

function exportedNames(entry: string): string[] {
  const exports = readFileSync(declarationsOf(entry), "utf8").matchAll(/^export (?:type )?\{([^}]*)\}/gm);
  return [...exports].flatMap(([, names = ""]) =>
    names
      .split(",")
      .map((name) => name.replace(/\btype\b/, "").trim())
      .filter((name) => name !== ""),
  );
}
