// The other side of gateway-thread.ts.
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { FaultPlan, WitnessValue } from "../../../src/tools/gateway/gateway.ts";
import { sharedOffset } from "./clock.ts";

/** One executed command, in Redis' order. */
export interface Witnessed {
  readonly seq: number;
  /** The time at which its reply had arrived, on the shared clock; it was executed before. */
  readonly at: number;
  readonly command: readonly WitnessValue[];
  /** Undefined when Redis answered with an error. */
  readonly reply: WitnessValue | undefined;
  /** The connection to Redis broke: the outcome is unknown. */
  readonly unknown: boolean;
}

export type ToGateway =
  | { readonly kind: "faults"; readonly plan: FaultPlan }
  | { readonly kind: "flush" }
  | { readonly kind: "close" };

export type FromGateway =
  | { readonly kind: "started"; readonly url: string; readonly token: string }
  | { readonly kind: "witnessed"; readonly batch: Witnessed[]; readonly lateMs: number }
  | { readonly kind: "flushed" }
  | { readonly kind: "closed" };

/** Called with every batch: entries on this thread's `performance.now()`, and the lateness of the gateway's loop. */
export type WitnessListener = (batch: readonly Witnessed[], lateMs: number) => void;

export class SoakGateway {
  readonly url: string;
  readonly token: string;
  readonly #worker: Worker;

  private constructor(worker: Worker, started: { url: string; token: string }, onWitnessed: WitnessListener) {
    this.#worker = worker;
    this.url = started.url;
    this.token = started.token;
    worker.on("message", (message: FromGateway) => {
      if (message.kind !== "witnessed") return;
      const local = message.batch.map((entry) => ({ ...entry, at: entry.at - sharedOffset }));
      onWitnessed(local, message.lateMs);
    });
  }

  static async start(onWitnessed: WitnessListener): Promise<SoakGateway> {
    // Without the flags of the parent process: the thread runs on Node alone.
    const worker = new Worker(new URL("./gateway-thread.ts", import.meta.url), { execArgv: [] });
    return new SoakGateway(worker, await told(worker, "started"), onWitnessed);
  }

  faults(plan: FaultPlan): void {
    this.#tell({ kind: "faults", plan });
  }

  /** Resolves when all executed commands have been reported. */
  async flush(): Promise<void> {
    const flushed = told(this.#worker, "flushed");
    this.#tell({ kind: "flush" });
    await flushed;
  }

  async close(): Promise<void> {
    const exit = once(this.#worker, "exit");
    this.#tell({ kind: "close" });
    await exit;
  }

  #tell(message: ToGateway): void {
    this.#worker.postMessage(message);
  }
}

/** Resolves to the next message of a kind; rejects when the thread fails or ends before. */
function told<Kind extends FromGateway["kind"]>(
  worker: Worker,
  kind: Kind,
): Promise<Extract<FromGateway, { kind: Kind }>> {
  return new Promise((resolve, reject) => {
    const look = (message: FromGateway): void => {
      if (!isOf(message, kind)) return;
      stop();
      resolve(message);
    };
    const fail = (error: unknown): void => {
      stop();
      reject(error instanceof Error ? error : new Error(`the gateway's thread ended: ${error}`));
    };
    const stop = (): void => {
      worker.off("message", look);
      worker.off("error", fail);
      worker.off("exit", fail);
    };
    worker.on("message", look);
    worker.on("error", fail);
    worker.on("exit", fail);
  });
}

function isOf<Kind extends FromGateway["kind"]>(
  message: FromGateway,
  kind: Kind,
): message is Extract<FromGateway, { kind: Kind }> {
  return message.kind === kind;
}
