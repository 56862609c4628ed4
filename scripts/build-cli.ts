// Bundles the command to dist/cli with the packages that it uses, so that the package itself depends on none of them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

/** Returns the files that the bundle is made of. */
export async function buildCli(root: string): Promise<string[]> {
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const { metafile } = await build({
    metafile: true,
    absWorkingDir: root,
    entryPoints: {
      main: "src/tools/cli/main.ts",
      guard: "src/tools/cli/run/guard.ts",
      sweep: "src/tools/cli/prove/sweep.ts",
    },
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
  return Object.keys(metafile.inputs);
}
