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

/**
 * Bundles a program as its author would. `minify`: default true. `external`: packages that are not part of it. `folder`:
 * where its packages are found, default this one.
 */
export async function bundle(
  imports: string,
  {
    minify = true,
    external = ["@opentelemetry/api", "@upstash/redis", "cloudflare:workers", "hono", "hono/*"],
    folder = process.cwd(),
  }: BundleOptions = {},
): Promise<Bundle> {
  const built: BuildResult<{ write: false; metafile: true }> = await build({
    stdin: { contents: imports, resolveDir: folder },
    ...{ bundle: true, minify, format: "esm", target: "es2022", platform: "neutral", mainFields: ["module", "main"] },
    external: [...external],
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

export interface BundleOptions {
  readonly minify?: boolean;
  readonly external?: readonly string[];
  readonly folder?: string;
}
