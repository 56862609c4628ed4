// The process that starts workerd. It leads the process group that is ended as a whole. It is separate because
// Miniflare starts workerd itself, and does not expose its process id.
import { Miniflare } from "miniflare";
import { type WorkerSettings, workerOptions } from "./worker-options.ts";

export type ToWorker =
  | { readonly kind: "start"; readonly settings: WorkerSettings }
  | { readonly kind: "restart" }
  | { readonly kind: "stop" };

export type FromWorker =
  | { readonly kind: "listening"; readonly url: string }
  | { readonly kind: "failed"; readonly reason: string };

type Running = { readonly miniflare: Miniflare; readonly options: Awaited<ReturnType<typeof workerOptions>> };

let running: Running | undefined;

async function obey(message: ToWorker): Promise<void> {
  if (message.kind === "stop") {
    await running?.miniflare.dispose();
    process.exit();
  }
  if (message.kind === "start") {
    const options = await workerOptions(message.settings);
    running = { miniflare: new Miniflare(options), options };
  } else {
    await running?.miniflare.setOptions(running.options);
  }
  const url = await running?.miniflare.ready;
  if (url !== undefined) tell({ kind: "listening", url: url.href.replace(/\/$/, "") });
}

function tell(message: FromWorker): void {
  process.send?.(message);
}

process.on("message", (message: ToWorker) => {
  obey(message).catch((error: unknown) => {
    tell({ kind: "failed", reason: error instanceof Error ? error.message : String(error) });
  });
});
process.once("disconnect", () => process.exit(1));
