// The modules of the API reference: the entries of the package, each with what the first line of its source says.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./places.ts";

const { name, exports }: { name: string; exports: Readonly<Record<string, string | { readonly types: string }>> } =
  JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

export const MODULES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(exports).flatMap(([entry, target]) =>
    typeof target === "string" ? [] : [[join(name, entry), textOf(target.types)]],
  ),
);

/** Returns the text behind the name of the entry, as a sentence: `// "leasehound/web": a lock …`. */
function textOf(declarations: string): string {
  const source = declarations.replace("dist/", "src/").replace(".d.ts", ".ts");
  const [, first = "", rest = ""] =
    /^\/\/ "leasehound[\w/-]*": (.)(.*)/.exec(readFileSync(join(root, source), "utf8")) ?? [];
  return first.toUpperCase() + rest;
}
