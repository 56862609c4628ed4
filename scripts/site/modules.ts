// The modules of the API reference: the entries of the package, each with what the first line of its source says.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./places.ts";

export interface Module {
  /** How a program imports it. */
  readonly name: string;
  /** Its text in the list of modules. */
  readonly text: string;
}

const { name, exports }: { name: string; exports: Readonly<Record<string, string | { readonly types: string }>> } =
  JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

export const MODULES: readonly Module[] = Object.entries(exports).flatMap(([entry, target]) =>
  typeof target === "string" ? [] : [{ name: join(name, entry), text: textOf(target.types) }],
);

/** Returns the text behind the name of the entry, as a sentence: `// "leasehound/web": a lock …`. */
function textOf(declarations: string): string {
  const source = declarations.replace("dist/", "src/").replace(".d.ts", ".ts");
  const [, first = "", rest = ""] =
    /^\/\/ "leasehound[\w/-]*": (.)(.*)/.exec(readFileSync(join(root, source), "utf8")) ?? [];
  return first.toUpperCase() + rest;
}
