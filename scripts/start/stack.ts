// Redis, the gateway in front of it, and the Worker of wrangler.toml in workerd: what production is, on this machine.
import { once } from "node:events";
import { createServer } from "node:net";
import { build } from "esbuild";
import { Miniflare } from "miniflare";
import { unstable_readConfig } from "wrangler";
import { type Gateway, startGateway } from "../gateway/index.ts";

export interface Stack extends AsyncDisposable {
  readonly gateway: Gateway;
  /** Where the Worker listens; another place after a restart, unless a port was asked for. */
  readonly url: string;
  readonly apiToken: string;
  /** Starts the Worker anew, as a deploy does: memory is gone, what its objects stored is not. */
  restartWorker(): Promise<void>;
}

interface DurableObject {
  readonly name: string;
  readonly class_name: string;
}

/** `leaseMs`: the lease that the Worker's keepAlive renews. `port` 0: any free port. */
export async function startStack(leaseMs: number, port: number): Promise<Stack> {
  const redisUrl = process.env["REDIS_URL"];
  const gateway = await startGateway(redisUrl === undefined ? {} : { redisUrl });
  const apiToken = "dev";
  try {
    await mustBeFree(port);
    const options = await workerOptions(gateway, apiToken, leaseMs, port);
    const miniflare = new Miniflare(options);
    const listening = async (): Promise<string> => (await miniflare.ready).href.replace(/\/$/, "");
    let url = await listening();
    const restartWorker = async (): Promise<void> => {
      await miniflare.setOptions(options);
      url = await listening();
    };
    const stop = async (): Promise<void> => {
      await miniflare.dispose();
      await gateway.close();
    };
    return {
      gateway,
      get url() {
        return url;
      },
      apiToken,
      restartWorker,
      [Symbol.asyncDispose]: stop,
    };
  } catch (error) {
    await gateway.close();
    throw error;
  }
}

/** workerd tells of a taken port in its own way, and late. */
async function mustBeFree(port: number): Promise<void> {
  const probe = createServer();
  const listening = once(probe, "listening");
  probe.listen(port, "127.0.0.1");
  await listening.catch((cause: unknown) => {
    throw new Error(`port ${port} is taken by another program`, { cause });
  });
  await new Promise((resolve) => probe.close(resolve));
}

async function workerOptions(
  gateway: Gateway,
  apiToken: string,
  leaseMs: number,
  port: number,
): Promise<ConstructorParameters<typeof Miniflare>[0]> {
  const config = unstable_readConfig({ config: "wrangler.toml" });
  if (config.main === undefined || config.compatibility_date === undefined) {
    throw new Error("wrangler.toml names no main or no compatibility_date");
  }
  const bundle = await build({
    entryPoints: [config.main],
    bundle: true,
    format: "esm",
    target: "es2022",
    write: false,
    external: ["cloudflare:workers"],
    logLevel: "silent",
  });
  const text = (value: string): { type: "text"; value: string } => ({ type: "text", value });
  const classes = config.durable_objects.bindings.map(({ name, class_name }: DurableObject) => ({ name, class_name }));
  return {
    host: "127.0.0.1",
    port,
    // A holder that dies on purpose would otherwise be reported as the Worker's failure.
    handleStructuredLogs: ({ level, message }) => {
      if (level === "error" && !message.includes("died")) console.error(message);
    },
    workers: [
      {
        config: {
          name: config.name ?? "worker",
          compatibilityDate: config.compatibility_date,
          compatibilityFlags: config.compatibility_flags,
          manifest: {
            mainModule: "index.mjs",
            modules: { "index.mjs": { type: "esm", contents: bundle.outputFiles[0]?.text ?? "" } },
          },
          env: {
            UPSTASH_REDIS_REST_URL: text(gateway.url),
            UPSTASH_REDIS_REST_TOKEN: text(gateway.token),
            LOCK_API_TOKEN: text(apiToken),
            LEASE_MS: text(String(leaseMs)),
            DEMO: text("on"),
            ...Object.fromEntries(
              classes.map(({ name, class_name }: DurableObject) => [
                name,
                { type: "durable-object" as const, worker: config.name ?? "worker", exportName: class_name },
              ]),
            ),
          },
          exports: Object.fromEntries(
            classes.map(({ class_name }: DurableObject) => [
              class_name,
              { type: "durable-object" as const, storage: "sqlite" as const },
            ]),
          ),
        },
      },
    ],
  };
}
