// Writes src/lock/lua/generated.ts: every Lua script with its SHA-1, so that nothing is hashed or loaded at run time.
// Comments, indentation and long names stay in the .lua files: the text that travels and is hashed has none of them.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { shorten, shortNames } from "./lua-names.ts";

const luaDir = fileURLToPath(new URL("../src/lock/lua/", import.meta.url));
// A script of its own may be a part of another one, by "@script". A file that is included by "@include" is not one.
const partLine = /^-- @(include|script) (\S+)$/;
/** Says in the contract of a script, or of a file that it includes, that the script touches keys outside its KEYS. */
const otherKeysLine = /^-- keys beyond KEYS: /m;
/** Says in the contract of a script that it runs without the frame, and why. */
const framelessLine = /^-- without the frame: /m;
const framePath = join(luaDir, "frame.lua");

/** A piece of a script: text of its own, or a file that it includes. */
type Piece = { readonly text: string } | { readonly file: string; readonly isScript: boolean };

type Read = (path: string) => string;

function withoutComments(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "" && !line.startsWith("--")).join("\n");
}

/** Drops comments, blank lines and indentation. */
function piecesOf(path: string, read: Read): Piece[] {
  const pieces: Piece[] = [];
  let lines: string[] = [];
  const endText = (): void => {
    const text = withoutComments(lines.join("\n"));
    if (text !== "") pieces.push({ text });
    lines = [];
  };
  for (const line of read(path).split("\n")) {
    const [, how, included] = partLine.exec(line.trim()) ?? [];
    if (included !== undefined) {
      endText();
      pieces.push({ file: join(dirname(path), included), isScript: how === "script" });
    } else lines.push(line);
  }
  endText();
  return pieces;
}

function readText(path: string): string {
  return readFileSync(path, "utf8");
}

/** Returns the text of a file with its included files. `read`: replaces the content of a file. */
export function compile(path: string, read: Read = readText): string {
  return piecesOf(path, read)
    .map((piece) => ("file" in piece ? compile(piece.file, read) : piece.text))
    .join("\n");
}

/** Returns what the frame has before and behind a script. */
function frame(read: Read = readText): [before: string, behind: string] {
  const [before = "", behind = ""] = read(framePath).split("-- @body\n");
  return [withoutComments(before), withoutComments(behind)];
}

function isFramed(path: string, read: Read = readText): boolean {
  return !framelessLine.test(read(path));
}

/** Returns a script as Redis runs it, but with its long names: in the frame. */
export function compileScript(path: string, read: Read = readText): string {
  const body = compile(path, read);
  if (!isFramed(path, read)) return body;
  const [before, behind] = frame(read);
  return [before, body, behind].join("\n");
}

/** Returns whether a script says that it touches keys outside its KEYS. Upstash must then lock the whole database. */
export function hasOtherKeys(path: string, read: Read = readText): boolean {
  const included = piecesOf(path, read).flatMap((piece) => ("file" in piece ? [piece.file] : []));
  return otherKeysLine.test(read(path)) || included.some((file) => hasOtherKeys(file, read));
}

/** Returns script files by name ("lock/acquire"), without files that others include. */
export function scriptFiles(read: Read = readText): Map<string, string> {
  const paths = readdirSync(luaDir, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".lua"))
    .sort();
  const included = new Set(
    paths.flatMap((path) =>
      read(join(luaDir, path))
        .split("\n")
        .flatMap((line) => {
          const [, how, name = ""] = partLine.exec(line) ?? [];
          return how === "include" ? [join(dirname(path), name)] : [];
        }),
    ),
  );
  return new Map(
    paths
      .filter((path) => !included.has(path) && join(luaDir, path) !== framePath)
      .map((path) => [path.replace(/\.lua$/, ""), join(luaDir, path)]),
  );
}

function constantOf(file: string): string {
  return file.replace(/\.lua$/, "").replace(/[/-](\w)/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * Returns the generated module. It contains each included file once: the text of a script is assembled where it is
 * loaded. `read`: replaces the content of a file.
 */
export function generate(read: Read = readText): string {
  const files = scriptFiles(read);
  const names = shortNames([...files.values()].map((path) => compileScript(path, read)));
  const included = new Set<string>();
  const expressionOf = (path: string): string =>
    piecesOf(path, read)
      .map((piece) => {
        if ("text" in piece) return JSON.stringify(shorten(piece.text, names));
        if (piece.isScript) return expressionOf(piece.file);
        included.add(piece.file);
        return constantOf(relative(luaDir, piece.file));
      })
      .join(", ");
  const scripts = [...files].map(([name, path]) => {
    const sha1 = createHash("sha1")
      .update(shorten(compileScript(path, read), names))
      .digest("hex");
    const expression = isFramed(path, read) ? `BEGIN, ${expressionOf(path)}, END` : expressionOf(path);
    const make = hasOtherKeys(path, read) ? "scriptWithOtherKeys" : "script";
    return `export const ${constantOf(name)}: LuaScript = /* @__PURE__ */ ${make}("${name}", "${sha1}", ${expression});\n`;
  });
  const parts = [...included]
    .sort()
    .map(
      (file) =>
        `const ${constantOf(relative(luaDir, file))} =\n  ${JSON.stringify(shorten(compile(file, read), names))};\n`,
    );
  const [begin, end] = frame(read).map((text) => JSON.stringify(shorten(text, names)));
  return [
    "// Generated from the .lua files by `npm run build`. Do not edit.",
    "",
    'import type { LuaScript } from "../protocol.ts";',
    "",
    "function script(name: string, sha1: string, ...parts: readonly string[]): LuaScript {",
    '  return { name, sha1, source: parts.join("\\n") };',
    "}",
    "",
    "function scriptWithOtherKeys(...of: Parameters<typeof script>): LuaScript {",
    "  return { ...script(...of), hasOtherKeys: true };",
    "}",
    "",
    `const BEGIN =\n  ${begin};\nconst END = ${end};\n`,
    [...parts, ...scripts].join("\n"),
  ].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(join(luaDir, "generated.ts"), generate());
