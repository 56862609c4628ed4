// The processes of one subject: opens them, sends orders to their isolates, and ends them.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { Endpoint } from "../locker.ts";
import { ENV } from "../settings.ts";
import type { Subject } from "../subjects.ts";
import type { FromHost, Moment, Order, Request, Start } from "./protocol.ts";

interface Call {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

export class Isolates implements AsyncDisposable {
  readonly #processes: readonly ChildProcess[];
  readonly #calls = new Map<number, Call>();
  readonly #count: number;
  #listener: ((moment: Moment) => void) | undefined;
  #lastId = 0;

  private constructor(processes: readonly ChildProcess[], count: number) {
    this.#processes = processes;
    this.#count = count;
    for (const child of processes) {
      child.on("message", (message: FromHost) => this.#receive(message));
      child.once("exit", () => this.#fail(new Error("a process of the bench has ended")));
    }
  }

  /** A process for each isolate. The clients of Redisson share one. */
  static async open({ id }: Subject, count: number, endpoint: Endpoint): Promise<Isolates> {
    const numbers = Array.from({ length: count }, (_, nth) => nth);
    const shares = id === "redisson" ? [numbers] : numbers.map((nth) => [nth]);
    const processes = shares.map(() =>
      fork(new URL("./host.ts", import.meta.url), { stdio: ["ignore", "inherit", "inherit", "ipc"], env: ENV }),
    );
    const isolates = new Isolates(processes, count);
    const starts = processes.map(async (child, nth) => {
      const start: Start = { subject: id, isolates: shares[nth] ?? [], endpoint };
      child.send(start);
      const [message] = await Promise.race([once(child, "message"), once(child, "exit")]);
      if (message !== "ready") throw new Error(`a process of ${id} could not start`);
    });
    await Promise.all(starts);
    return isolates;
  }

  /** Sends an order to one isolate, and resolves to its result. */
  call<Result = void>(isolate: number, order: Order): Promise<Result> {
    this.#lastId += 1;
    const request: Request = { id: this.#lastId, isolate, order };
    return new Promise<Result>((resolve, reject) => {
      this.#calls.set(request.id, { resolve, reject });
      (this.#processes[isolate] ?? this.#processes[0])?.send(request);
    });
  }

  /** The same order to every isolate. */
  async callAll(order: Order): Promise<void> {
    await Promise.all(Array.from({ length: this.#count }, (_, isolate) => this.call(isolate, order)));
  }

  onMoment(listener: (moment: Moment) => void): void {
    this.#listener = listener;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const running = this.#processes.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
    const ended = running.map((child) => once(child, "exit"));
    this.#listener = undefined;
    for (const child of running) child.kill("SIGKILL");
    await Promise.all(ended);
  }

  #receive(message: FromHost): void {
    if (message === "ready") return;
    if ("what" in message) {
      this.#listener?.(message);
      return;
    }
    const call = this.#calls.get(message.id);
    this.#calls.delete(message.id);
    if (message.error === undefined) call?.resolve(message.result);
    else call?.reject(new Error(message.error));
  }

  #fail(error: Error): void {
    for (const { reject } of this.#calls.values()) reject(error);
    this.#calls.clear();
  }
}
