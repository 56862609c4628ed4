// Starts fence-worker.ts in workerd, with D1 and an object of each kind of storage.
import { build } from "esbuild";
import { Miniflare } from "miniflare";
import type { FenceStep } from "./fence-worker.ts";

export interface FenceRuntimes extends AsyncDisposable {
  /** Takes the steps one after the other, and tells what each gave, or `{ error }`. */
  take(where: "sql" | "kv" | "d1", ...steps: FenceStep[]): Promise<unknown[]>;
}

export async function startFenceRuntimes(): Promise<FenceRuntimes> {
  const { outputFiles } = await build({
    entryPoints: ["test/support/fence-worker.ts"],
    bundle: true,
    format: "esm",
    target: "es2022",
    write: false,
  });
  const name = "fence";
  const miniflare = new Miniflare({
    workers: [
      {
        config: {
          name,
          compatibilityDate: "2026-11-17",
          manifest: {
            mainModule: "index.mjs",
            modules: { "index.mjs": { type: "esm", contents: outputFiles[0]?.text ?? "" } },
          },
          env: {
            DB: { type: "d1", name: "db", id: "db" },
            SQL: { type: "durable-object", worker: name, exportName: "SqlObject" },
            KV: { type: "durable-object", worker: name, exportName: "KvObject" },
          },
          exports: {
            SqlObject: { type: "durable-object", storage: "sqlite" },
            KvObject: { type: "durable-object", storage: "legacy-kv" },
          },
        },
      },
    ],
  });
  const url = await miniflare.ready;
  return {
    async take(where, ...steps) {
      const response = await fetch(new URL(where, url), { method: "POST", body: JSON.stringify(steps) });
      if (!response.ok) throw new Error(await response.text());
      const results: unknown[] = await response.json();
      return results;
    },
    [Symbol.asyncDispose]: () => miniflare.dispose(),
  };
}
