// Bundles a program as its author would.
import { gzipSync } from "node:zlib";
import { type BuildResult, build } from "esbuild";

export interface Bundle {
  readonly text: string;
  readonly bytes: number;
  /** The modules that the bundle imports from outside. */
  readonly imports: readonly string[];
  /** The bytes that each source file adds to the bundle, before gzip. */
  readonly addedBytes: ReadonlyMap<string, number>;
}

/** Packages that are not part of a bundle. */
const EXTERNAL = ["@opentelemetry/api", "@upstash/redis", "cloudflare:workers", "hono", "hono/*"];

export async function bundle(imports: string, { minify = true }: { readonly minify?: boolean } = {}): Promise<Bundle> {
  const built: BuildResult<{ write: false; metafile: true }> = await build({
    stdin: { contents: imports, resolveDir: process.cwd() },
    ...{ bundle: true, minify, format: "esm", target: "es2022", platform: "neutral", mainFields: ["module", "main"] },
    external: EXTERNAL,
    write: false,
    metafile: true,
  });
  const contents = built.outputFiles[0]?.contents ?? new Uint8Array();
  const outputs = Object.values(built.metafile.outputs);
  const added = outputs.flatMap(({ inputs }) => Object.entries(inputs));
  return {
    text: new TextDecoder().decode(contents),
    bytes: gzipSync(contents).length,
    imports: outputs.flatMap((output) => output.imports.map(({ path }) => path)),
    addedBytes: new Map(added.map(([file, { bytesInOutput }]) => [file, bytesInOutput])),
  };
}
