// The Worker of wrangler.toml in workerd. However this process ends, the Worker ends with it, and its files are
// removed.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { guard } from "../../src/tools/gateway/redis-server.ts";
import type { WorkerSettings } from "./worker-options.ts";
import type { FromWorker, ToWorker } from "./worker-process.ts";

const stopMs = 5_000;

export class Worker implements AsyncDisposable {
  readonly #process: ChildProcess;
  readonly #folder: string;
  readonly #exited: Promise<unknown>;
  readonly #callOffGuard: () => void;
  #url = "";
  #isStopped = false;

  private constructor(folder: string) {
    this.#folder = folder;
    this.#process = fork(new URL("./worker-process.ts", import.meta.url), {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      // Miniflare's files on disk are removed with the folder.
      env: { ...process.env, TMPDIR: folder },
      // Its own process group, with workerd in it.
      detached: true,
    });
    this.#callOffGuard = this.#process.pid === undefined ? () => {} : guard(this.#process.pid, folder);
    this.#exited = once(this.#process, "exit");
    this.#exited.catch(() => {}); // it could not be started: every awaited reply reports that
  }

  static async start(settings: WorkerSettings): Promise<Worker> {
    await mustBeFree(settings.port);
    const worker = new Worker(await mkdtemp(join(tmpdir(), "leasehound-worker-")));
    try {
      await worker.#ask({ kind: "start", settings });
      return worker;
    } catch (error) {
      await worker[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Its address; another one after a restart, unless a port was requested. */
  get url(): string {
    return this.#url;
  }

  /** Restarts it, as a deploy does: memory is lost, the storage of its objects is not. */
  restart(): Promise<void> {
    return this.#ask({ kind: "restart" });
  }

  /** Rejects when it ends unexpectedly. */
  async unexpectedEnd(): Promise<never> {
    await this.#exited;
    if (this.#isStopped) return new Promise(() => {});
    throw new Error("the Worker's process ended by itself");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopped = true;
    if (this.#process.connected) this.#send({ kind: "stop" });
    const tooLate = setTimeout(() => this.#killGroup(), stopMs);
    await this.#exited.catch(() => {});
    clearTimeout(tooLate);
    this.#killGroup(); // workerd survives when its parent process was killed
    this.#callOffGuard();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Resolves when it listens again. */
  async #ask(message: ToWorker): Promise<void> {
    const answered = once(this.#process, "message");
    this.#send(message);
    const [answer]: FromWorker[] = await Promise.race([answered, this.unexpectedEnd()]);
    if (answer?.kind !== "listening") throw new Error(answer?.reason ?? "the Worker gave no answer");
    this.#url = answer.url;
  }

  #send(message: ToWorker): void {
    this.#process.send(message, () => {}); // a channel that has closed: "exit" tells
  }

  #killGroup(): void {
    try {
      if (this.#process.pid !== undefined) process.kill(-this.#process.pid, "SIGKILL");
    } catch {
      // The group is empty.
    }
  }
}

/** workerd reports a port in use in its own way, and late. */
async function mustBeFree(port: number): Promise<void> {
  const probe = createServer();
  const listening = once(probe, "listening");
  probe.listen(port, "127.0.0.1");
  await listening.catch((cause: unknown) => {
    throw new Error(`port ${port} is taken by another program`, { cause });
  });
  await new Promise((resolve) => probe.close(resolve));
}
