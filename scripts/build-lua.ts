// Writes src/lua/generated.ts: every Lua script with its SHA-1, so that nothing is hashed or loaded at run time.
// Comments and indentation stay in the .lua files: the text that travels and is hashed has neither.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const luaDir = fileURLToPath(new URL("../src/lua/", import.meta.url));
const includeLine = /^-- @include (\S+)$/;

/** The script as Redis gets it: includes resolved, comments, blank lines and indentation dropped. */
export function compile(path: string): string {
  const lines: string[] = [];
  for (const raw of readFileSync(path, "utf8").split("\n")) {
    const line = raw.trim();
    const included = includeLine.exec(line)?.[1];
    if (included !== undefined) lines.push(compile(join(dirname(path), included)));
    else if (line !== "" && !line.startsWith("--")) lines.push(line);
  }
  return lines.join("\n");
}

/** Script files by name ("lock/acquire"); a file that others include is no script of its own. */
export function scriptFiles(): Map<string, string> {
  const paths = readdirSync(luaDir, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".lua"))
    .sort();
  const included = new Set(
    paths.flatMap((path) =>
      readFileSync(join(luaDir, path), "utf8")
        .split("\n")
        .flatMap((line) => includeLine.exec(line)?.[1] ?? [])
        .map((name) => join(dirname(path), name)),
    ),
  );
  return new Map(
    paths.filter((path) => !included.has(path)).map((path) => [path.replace(/\.lua$/, ""), join(luaDir, path)]),
  );
}

export function generate(): string {
  const constants = [...scriptFiles()].map(([name, path]) => {
    const source = compile(path);
    const sha1 = createHash("sha1").update(source).digest("hex");
    const constant = name.replace(/[/-](\w)/g, (_, letter: string) => letter.toUpperCase());
    return `export const ${constant}: LuaScript = {\n  name: "${name}",\n  sha1: "${sha1}",\n  source: ${JSON.stringify(source)},\n};\n`;
  });
  return [
    "// Generated from the .lua files by `npm run build`. Do not edit.",
    "",
    "export interface LuaScript {",
    "  readonly name: string;",
    "  readonly sha1: string;",
    "  readonly source: string;",
    "}",
    "",
    constants.join("\n"),
  ].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(join(luaDir, "generated.ts"), generate());
