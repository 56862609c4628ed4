// Bundles the command to dist/cli with the packages that it uses, so that the package itself depends on none of them.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

export async function buildCli(root: string): Promise<void> {
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const { metafile } = await build({
    metafile: true,
    absWorkingDir: root,
    entryPoints: { main: "src/cli/main.ts", guard: "src/cli/run/guard.ts" },
    outdir: "dist/cli",
    bundle: true,
    // Each command loads only what it needs.
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node20",
    // The client of Redis loads it only if asked for metrics, which `dev` does not do.
    external: ["@opentelemetry/api"],
    define: { LEASEHOUND_VERSION: JSON.stringify(version) },
    // Packages in CommonJS call require.
    banner: {
      js: 'import { createRequire as commonJs } from "node:module"; const require = commonJs(import.meta.url);',
    },
    minify: true,
    legalComments: "none",
  });
  const packages = packagesIn(Object.keys(metafile.inputs));
  writeFileSync(join(root, "dist/cli/LICENSES.txt"), packages.map((folder) => noticeOf(join(root, folder))).join("\n"));
}

/** Returns the folders of the packages that these files are of. */
function packagesIn(files: readonly string[]): string[] {
  const folders = files.map((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]);
  return [...new Set(folders.filter((folder) => folder !== undefined))].sort();
}

/** Returns the notice that copies of a package must contain: its name, its license, and the terms. */
function noticeOf(folder: string): string {
  const about: { name: string; version: string; license: string; homepage?: string; author?: unknown } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  );
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  const terms = file === undefined ? termsOf(about.license) : readFileSync(join(folder, file), "utf8");
  const { author } = about;
  const by = typeof author === "string" ? author : (Object(author).name ?? about.homepage ?? "");
  return `${about.name} ${about.version}, ${about.license}, ${by}\n\n${terms.trim()}\n`;
}

/** Returns the terms of a package without a file of them. Those of the MIT license are in our own. */
function termsOf(license: string): string {
  if (license !== "MIT") throw new Error(`a bundled package has the license ${license}, and no file of its terms`);
  const own = readFileSync(new URL("../LICENSE", import.meta.url), "utf8");
  return own.slice(own.indexOf("Permission is hereby granted"));
}
