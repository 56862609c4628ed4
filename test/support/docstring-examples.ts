// The `@example` blocks of src, each as a program that imports what it uses.
import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
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
  [`${CORE}/testing/port`, ["port-contract", "prove"]],
  [`${CORE}/port`, ["protocol.ts", "redis", "http"]],
]);

const EXPORTS: Readonly<Record<string, { readonly types: string }>> = JSON.parse(
  readFileSync("package.json", "utf8"),
).exports;
const declarationsOf = (entry: string): string => resolve(EXPORTS[`.${entry.slice(CORE.length)}`]?.types ?? "");

/** Returns the examples of all docstrings, as modules that import what they use. `folder`: where their files go. */
export function docstringExamples(folder: string): CodeBlock[] {
  return globSync("src/**/*.ts")
    .sort()
    .flatMap((page) => {
      const [, , room = ""] = page.split("/");
      const entry = [...FOLDERS].find(([, rooms]) => rooms.includes(room))?.[0] ?? CORE;
      return examplesIn(page).map((example, at) => {
        const path = join(folder, `${page.replace(/\W/g, "-")}-${at}.ts`);
        return { page, section: "", marker: entry, code: `${importsOf(entry, example)}\n${example}\n`, path };
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
