// The package's public surface, from its declarations: the exports of each entry, and their types. A change must be
// intended, and is recorded by `npx vitest run --config test/vitest.config.ts test/together/package/surface.test.ts -u`, after a
// build.
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

const manifest: { exports: Record<string, { types?: string }> } = JSON.parse(readFileSync("package.json", "utf8"));
const entries = Object.entries(manifest.exports).flatMap(([entry, { types }]) =>
  types === undefined ? [] : [{ entry, types, name: entry.replace(/^\.\/?/, "") || "index" }],
);

const DECLARATION = /^(?:export (?:declare )?|declare )?(?:abstract )?(?:class|interface|type|const|function) (\w+)/;

/** Returns the declarations without comments. */
function bare(source: string): string {
  return source.replace(/^ *\/\*\*[\s\S]*?\*\/\n/gm, "").replace(/^ *(#private;|\/\/.*)\n/gm, "");
}

/** Returns the declarations of a file by name: each starts at the left margin. */
function declarationsOf(path: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const block of bare(readFileSync(path, "utf8")).split(/\n(?=\S)(?!\})/)) {
    const name = DECLARATION.exec(block)?.[1];
    // A type and a value may share a name.
    if (name !== undefined) found.set(name, [found.get(name) ?? [], block.trimEnd()].flat().join("\n"));
  }
  return found;
}

/** Returns the exports of an entry, its own and re-exported ones, with the classes and types that they refer to. */
function exportsOf(path: string): string[] {
  const all = new Map<string, string>();
  for (const [, names = ""] of readFileSync(path, "utf8").matchAll(/^export (?:type )?\{([^}]*)\} from/gm)) {
    for (const name of names.split(",")) add(all, path, name.replace(/\btype\b/, "").trim());
  }
  for (const [name, text] of declarationsOf(path)) if (text.startsWith("export")) add(all, path, name);
  return [...all.values()].sort();
}

function add(all: Map<string, string>, path: string, name: string): void {
  if (name === "" || all.has(name)) return;
  const text = declarationsOf(path).get(name);
  if (text === undefined) {
    const source = readFileSync(path, "utf8");
    const named = new RegExp(`^(?:export|import) [^;]*\\b${name}\\b[^;]*from "(\\.[^"]+)"`, "m").exec(source);
    // Without a block, the name comes from an `export *`, from outside the package, or from the language.
    const from = named === null ? [...source.matchAll(/^export \* from "(\.[^"]+)"/gm)] : [named];
    for (const [, file = ""] of from) add(all, join(dirname(path), file.replace(/\.ts$/, ".d.ts")), name);
    return;
  }
  all.set(name, text);
  for (const [, base = ""] of text.matchAll(/(?:\bextends |^export type \w+ = )(?:Pick<)?(\w+)/gm))
    add(all, path, base);
}

it.each(entries)("$entry exports the recorded declarations", async ({ types, name }) => {
  const surface = exportsOf(types);
  expect(surface.length).toBeGreaterThan(0);
  await expect(`${surface.join("\n\n")}\n`).toMatchFileSnapshot(`surface/${name}.txt`);
});

it("the declarations show no member that is for the package alone", () => {
  const shown = globSync("dist/**/*.d.ts").filter((file) => readFileSync(file, "utf8").includes("@internal"));
  expect(shown).toEqual([]);
});
