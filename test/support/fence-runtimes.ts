// Starts fence-worker.ts in workerd, with D1 and an object of each kind of storage.
import type { FenceStep } from "./fence-worker.ts";
import { startModule } from "./start-module.ts";

export interface FenceRuntimes extends AsyncDisposable {
  /** Takes the steps one after the other, and returns the result of each, or `{ error }`. */
  take(where: "sql" | "kv" | "d1", ...steps: FenceStep[]): Promise<unknown[]>;
}

export async function startFenceRuntimes(): Promise<FenceRuntimes> {
  const name = "fence";
  const miniflare = await startModule("test/support/fence-worker.ts", name, {
    env: {
      DB: { type: "d1", name: "db", id: "db" },
      SQL: { type: "durable-object", worker: name, exportName: "SqlObject" },
      KV: { type: "durable-object", worker: name, exportName: "KvObject" },
    },
    exports: {
      SqlObject: { type: "durable-object", storage: "sqlite" },
      KvObject: { type: "durable-object", storage: "legacy-kv" },
    },
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
