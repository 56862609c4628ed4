// Runs a module of the tests in workerd, bundled as wrangler would.
import { build } from "esbuild";
import { Miniflare, type MiniflareOptions } from "miniflare";

type Config = MiniflareOptions["workers"][number]["config"];

/** Bundles the module, and starts it. */
export async function startModule(path: string, name: string, config: Partial<Config>): Promise<Miniflare> {
  const miniflare = new Miniflare(await workerOf(path, name, config));
  await miniflare.ready;
  return miniflare;
}

/** Bundles the module, and returns the Worker with it. */
export async function workerOf(
  path: string,
  name: string,
  { env, exports, compatibilityDate = "2026-10-23", compatibilityFlags }: Partial<Config>,
): Promise<MiniflareOptions> {
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    format: "esm",
    target: "es2022",
    external: ["cloudflare:workers", "node:async_hooks"],
    write: false,
  });
  const modules = { "index.mjs": { type: "esm" as const, contents: outputFiles[0]?.text ?? "" } };
  const manifest = { mainModule: "index.mjs", modules };
  return { workers: [{ config: { name, compatibilityDate, compatibilityFlags, manifest, env, exports } }] };
}
