// Code blocks of the docs: written to files, compiled under strict options, and run in workerd as deployed.
import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Miniflare } from "miniflare";
import { startModule } from "./start-module.ts";

/** The pages that may contain examples. */
export const PAGES: readonly string[] = ["README.md", ...globSync("docs/**/*.md").sort()];

export interface CodeBlock {
  readonly page: string;
  /** The heading of the second level above the block; "" if there is none. */
  readonly section: string;
  /** The word after ```ts. */
  readonly marker: string;
  readonly code: string;
  readonly path: string;
}

/** Returns the blocks of all pages that begin with ```ts and one of the markers. `folder`: where their files go. */
export function codeBlocks(markers: readonly string[], folder: string): CodeBlock[] {
  return allCodeBlocks(folder).filter(({ marker }) => markers.includes(marker));
}

/** Returns every block of TypeScript; the marker of one without a word after ```ts is "". */
export function allCodeBlocks(folder: string): CodeBlock[] {
  return PAGES.flatMap((page) => {
    const text = readFileSync(page, "utf8");
    const found = text.matchAll(/^```ts *([^\n]*)\n(.*?)^```$/gms);
    const name = page.replace(/\W/g, "-");
    return [...found].map(({ index, 1: marker = "", 2: code = "" }, at) => {
      const [, section = ""] = [...text.slice(0, index).matchAll(/^## (.*)$/gm)].at(-1) ?? [];
      return { page, section, marker, code, path: join(folder, `${name}-${at}-${marker.replace(/\W/g, "-")}.ts`) };
    });
  });
}

/** Removes the files of an earlier run from the folder. */
export function writeCodeBlocks(folder: string, blocks: readonly CodeBlock[]): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { path, code } of blocks) writeFileSync(path, code);
}

/**
 * Throws the compiler's errors.
 *
 * @param name of this compilation, in the folder
 *
 * @param ambient declarations that all of the blocks see
 */
export function compileStrictly(
  folder: string,
  name: string,
  runtime: "worker" | "node",
  blocks: readonly CodeBlock[],
  ambient = "",
): void {
  const compilerOptions = {
    target: "es2022",
    module: "nodenext",
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    lib: ["es2022", "esnext.disposable", ...(runtime === "worker" ? [] : ["dom"])],
    types: [runtime === "worker" ? "@cloudflare/workers-types" : "node"],
  };
  writeFileSync(join(folder, `${name}.d.ts`), ambient);
  const files = [...blocks.map(({ path }) => path.replace(folder, ".")), `./${name}.d.ts`];
  const config = join(folder, `${name}.tsconfig.json`);
  writeFileSync(config, JSON.stringify({ compilerOptions, files }));
  try {
    execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", config], { encoding: "utf8" });
  } catch (error) {
    throw new Error(String(Object(error).stdout), { cause: error });
  }
}

/** Runs a block as a Worker, with texts as bindings; a Durable Object class is bound under its given name. */
export async function startWorker(
  { path, marker: name }: CodeBlock,
  texts: Readonly<Record<string, string>>,
  objects: Readonly<Record<string, string>> = {},
  compatibilityDate?: string,
): Promise<Miniflare> {
  const text = Object.entries(texts).map(([key, value]) => [key, { type: "text" as const, value }] as const);
  const bound = Object.entries(objects).map(
    ([key, exportName]) => [key, { type: "durable-object" as const, worker: name, exportName }] as const,
  );
  const classes = Object.values(objects).map(
    (exportName) => [exportName, { type: "durable-object" as const, storage: "sqlite" as const }] as const,
  );
  return startModule(path, name, {
    ...(compatibilityDate === undefined ? {} : { compatibilityDate }),
    env: Object.fromEntries<(typeof text)[number][1] | (typeof bound)[number][1]>([...text, ...bound]),
    exports: Object.fromEntries(classes),
  });
}
