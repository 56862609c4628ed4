// A gateway in a process of its own, so that its work does not count as the client's.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

export class ThroughputStage implements AsyncDisposable {
  readonly url: string;
  readonly token: string;
  readonly #process: ChildProcess;

  private constructor(child: ChildProcess, { url, token }: { url: string; token: string }) {
    this.#process = child;
    this.url = url;
    this.token = token;
  }

  static async open(): Promise<ThroughputStage> {
    const child = spawn(process.execPath, ["scripts/gateway.ts", "--json"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(child, "exit").then(([code]) => {
      throw new Error(`the gateway ended with ${code}`);
    });
    const [line] = await Promise.race([once(createInterface(child.stdout), "line"), ended]);
    // Later its end is no failure.
    ended.catch(() => {});
    return new ThroughputStage(child, JSON.parse(String(line)));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#process, "exit");
    this.#process.kill("SIGTERM");
    await ended;
  }

  /** Returns the number of HTTP requests since the last call. */
  async requests(): Promise<number> {
    const headers = { authorization: `Bearer ${this.token}` };
    const response = await fetch(`${this.url}/__counters`, { headers });
    const { requests }: { requests: number } = JSON.parse(await response.text());
    await fetch(`${this.url}/__counters`, { method: "DELETE", headers });
    return requests;
  }
}
