// The processes of one subject: opens them, sends orders to their isolates, and ends them.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import type { FromIsolate, Moment, Order, Request, Start, ToHost } from "./protocol.ts";
import type { Endpoint, Subject } from "./subject.ts";

/** So many isolates have a process each. More of them are threads, because processes of their own do not fit. */
const MOST_PROCESSES = 20;
const THREADS_EACH = 25;

// Halves the time to start an isolate, and there are a thousand.
const ENV = { ...process.env, NODE_COMPILE_CACHE: resolve("node_modules/.cache/bench-peers/compiled") };

interface Call {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

export class Isolates implements AsyncDisposable {
  readonly count: number;
  readonly #processes: readonly ChildProcess[];
  readonly #perProcess: number;
  readonly #calls = new Map<number, Call>();
  #listener: ((moment: Moment) => void) | undefined;
  #lastId = 0;

  private constructor(processes: readonly ChildProcess[], count: number, perProcess: number) {
    this.count = count;
    this.#processes = processes;
    this.#perProcess = perProcess;
    for (const child of processes) {
      child.on("message", (message: FromIsolate) => this.#receive(message));
      child.once("exit", () => this.#fail(new Error("a process of the bench has ended")));
    }
  }

  static open(subject: Subject, count: number, endpoint: Endpoint): Promise<Isolates> {
    const endpoints = Array.from({ length: count }, () => endpoint);
    return Isolates.openAt(subject, endpoints, count > MOST_PROCESSES ? THREADS_EACH : 1);
  }

  /** One isolate for each endpoint. Several in one process are threads. */
  static async openAt(
    { id, isOneProcess = false }: Subject,
    endpoints: readonly Endpoint[],
    mostPerProcess: number,
  ): Promise<Isolates> {
    const count = endpoints.length;
    const perProcess = isOneProcess ? count : mostPerProcess;
    const processes = Array.from({ length: Math.ceil(count / perProcess) }, () =>
      fork(new URL("./host.ts", import.meta.url), { stdio: ["ignore", "inherit", "inherit", "ipc"], env: ENV }),
    );
    const isolates = new Isolates(processes, count, perProcess);
    const starts = processes.map(async (child, nth) => {
      const from = nth * perProcess;
      const areThreads = !isOneProcess && perProcess > 1;
      const start: Start = { subject: id, from, endpoints: endpoints.slice(from, from + perProcess), areThreads };
      const ready = Promise.race([
        once(child, "message"),
        once(child, "exit").then(() => {
          throw new Error(`a process of ${id} could not start`);
        }),
      ]);
      child.send(start);
      await ready;
    });
    await Promise.all(starts);
    return isolates;
  }

  /** Sends an order to one isolate, and resolves to its result. */
  call<Result = void>(isolate: number, order: Order): Promise<Result> {
    this.#lastId += 1;
    const request: Request = { id: this.#lastId, isolate, order };
    return this.#send(isolate, request);
  }

  /** Ends the threads of these isolates, as a crash does. */
  async kill(isolates: readonly number[]): Promise<void> {
    await Promise.all(
      isolates.map((kills) => {
        this.#lastId += 1;
        return this.#send<void>(kills, { id: this.#lastId, kills });
      }),
    );
  }

  /** The same order to every isolate. */
  callAll<Result = void>(order: Order): Promise<Result[]> {
    return Promise.all(Array.from({ length: this.count }, (_, isolate) => this.call<Result>(isolate, order)));
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

  #send<Result>(isolate: number, message: ToHost): Promise<Result> {
    return new Promise<Result>((fulfil, reject) => {
      this.#calls.set(message.id, { resolve: fulfil, reject });
      this.#processes[Math.floor(isolate / this.#perProcess)]?.send(message);
    });
  }

  #receive(message: FromIsolate): void {
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
