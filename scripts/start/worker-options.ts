// The Worker of wrangler.toml as Miniflare takes it: bundled with the routes of the demo, and the gateway as its Redis.
import { build } from "esbuild";
import type { MiniflareOptions } from "miniflare";
import { unstable_readConfig } from "wrangler";
import { buildPublic } from "../build-public.ts";

export interface WorkerSettings {
  /** The gateway's address and token. */
  readonly redis: { readonly url: string; readonly token: string };
  readonly apiToken: string;
  /** The lease that the Worker's keepAlive renews, ms. */
  readonly leaseMs: number;
  /** 0: any free port. */
  readonly port: number;
  /** The prefix of its locks. Default: that of the library. */
  readonly prefix?: string;
  /** How many requests one principal may send. Default: any number. */
  readonly rateLimit?: { readonly limit: number; readonly periodS: 10 | 60 };
  /** Whether it has its static assets. Default: true. */
  readonly hasAssets?: boolean;
}

export async function workerOptions({
  redis,
  apiToken,
  leaseMs,
  port,
  prefix,
  rateLimit,
  hasAssets = true,
}: WorkerSettings): Promise<MiniflareOptions> {
  const config = unstable_readConfig({ config: "wrangler.toml" });
  if (config.compatibility_date === undefined || config.assets?.directory === undefined) {
    throw new Error("wrangler.toml names no compatibility_date or no directory of assets");
  }
  await buildPublic();
  const bundle = await build({
    entryPoints: ["src/service/worker/with-demo.ts"],
    bundle: true,
    format: "esm",
    target: "es2022",
    write: false,
    external: ["cloudflare:workers"],
    logLevel: "silent",
  });
  const text = (value: string): { type: "text"; value: string } => ({ type: "text", value });
  const classes: readonly { readonly name: string; readonly class_name: string }[] = config.durable_objects.bindings;
  return {
    host: "127.0.0.1",
    port,
    // A holder that dies on purpose would otherwise be reported as an error of the Worker.
    handleStructuredLogs: ({ level, message }) => {
      if (level === "error" && !message.includes("died")) console.error(message);
    },
    // It does not meet the Workers of other programs on this machine.
    enableDevRegistry: false,
    workers: [
      {
        config: {
          name: config.name ?? "worker",
          compatibilityDate: config.compatibility_date,
          compatibilityFlags: config.compatibility_flags,
          ...(hasAssets && {
            assets: {
              directory: config.assets.directory,
              hasUserWorker: true,
              runWorkerFirst: config.assets.run_worker_first,
            },
          }),
          manifest: {
            mainModule: "index.mjs",
            modules: { "index.mjs": { type: "esm", contents: bundle.outputFiles[0]?.text ?? "" } },
          },
          env: {
            UPSTASH_REDIS_REST_URL: text(redis.url),
            UPSTASH_REDIS_REST_TOKEN: text(redis.token),
            LOCK_API_TOKEN: text(apiToken),
            LEASE_MS: text(String(leaseMs)),
            ...(prefix !== undefined && { LOCK_PREFIX: text(prefix) }),
            // So that the forgotten lock of the play can be freed by the page.
            ALLOW_FORCE_RELEASE: text("on"),
            ...(rateLimit && {
              RATE_LIMIT: text(`${rateLimit.limit}/${rateLimit.periodS}`),
              RATE_LIMITER: {
                type: "rate-limit" as const,
                namespace: "1",
                simple: { limit: rateLimit.limit, period: rateLimit.periodS },
              },
            }),
            ...Object.fromEntries(
              classes.map(({ name, class_name }) => [
                name,
                { type: "durable-object" as const, worker: config.name ?? "worker", exportName: class_name },
              ]),
            ),
          },
          exports: Object.fromEntries(
            classes.map(({ class_name }) => [
              class_name,
              { type: "durable-object" as const, storage: "sqlite" as const },
            ]),
          ),
        },
      },
    ],
  };
}
