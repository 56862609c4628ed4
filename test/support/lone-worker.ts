// One Worker in Miniflare, whose requests go straight to it. The proxies of wrangler's harness (4.164) go through Node.
// Node keeps a connection open that one of its ends has left.
import { build } from "esbuild";
import { Miniflare } from "miniflare";
import type { Endpoint } from "./rest.ts";

/** Builds and starts the Worker of this file, with the database and a binding SELF to itself. Dispose of it. */
export async function loneWorker(
  entryPoint: string,
  { url, token }: Endpoint,
  compatibilityFlags: string[] = [],
): Promise<Miniflare> {
  const { outputFiles } = await build({
    entryPoints: [entryPoint],
    bundle: true,
    format: "esm",
    target: "es2022",
    write: false,
  });
  return new Miniflare({
    workers: [
      {
        config: {
          name: "lone",
          compatibilityDate: "2026-10-23",
          compatibilityFlags,
          manifest: {
            mainModule: "index.mjs",
            modules: { "index.mjs": { type: "esm", contents: outputFiles[0]?.text ?? "" } },
          },
          env: {
            UPSTASH_REDIS_REST_URL: { type: "text", value: url },
            UPSTASH_REDIS_REST_TOKEN: { type: "text", value: token },
            SELF: { type: "worker", worker: "lone" },
          },
        },
      },
    ],
  });
}
