// A Java process with real Redisson clients, which does what it is told line by line.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { buildFor } from "./redisson-build.ts";

export interface Request {
  /** One RedissonClient, made when it is first used. */
  readonly client: string;
  /** To Redisson, a thread is an owner. Its calls run one by one. */
  readonly thread: string;
  readonly do: string;
  /** `lock` unless given. */
  readonly kind?: string;
  readonly name?: string;
  readonly args?: object;
}

/** An exception of the Java side. */
export class JavaError extends Error {
  /** Such as IllegalMonitorStateException. */
  readonly exception: string;

  constructor(exception: string, message: string) {
    super(`${exception}: ${message}`);
    this.exception = exception;
  }
}

interface Call {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export class Jvm implements AsyncDisposable {
  /** The version of Redisson, as its jar says. */
  readonly redisson: string;
  readonly #process: ChildProcess;
  readonly #exited: Promise<unknown>;
  readonly #calls = new Map<number, Call>();
  #lastId = 0;
  #hasEnded = false;

  private constructor(process: ChildProcess, exited: Promise<unknown>, redisson: string) {
    this.#process = process;
    this.#exited = exited;
    this.redisson = redisson;
  }

  static async start(redisUrl: string, version: string): Promise<Jvm> {
    const classPath = await buildFor(version);
    const started = spawn("java", ["-Xmx256m", "-cp", classPath, "leasehound.interop.Main", redisUrl], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    const exited = once(started, "exit");
    const lines = createInterface({ input: started.stdout });
    const [hello] = await Promise.race([once(lines, "line"), exited.then(() => ["{}"])]);
    const redisson = Object(JSON.parse(String(hello))).hello?.redisson;
    if (redisson !== version) throw new Error(`Redisson ${redisson} answered instead of ${version}`);
    const jvm = new Jvm(started, exited, version);
    lines.on("line", (line) => jvm.#answered(Object(JSON.parse(line))));
    exited.then(() => jvm.#ended());
    // What is written to a process that was killed.
    started.stdin.on("error", () => {});
    return jvm;
  }

  /** Resolves to what the call returned, when it has returned; rejects with JavaError, or when the process has ended. */
  async call(request: Request): Promise<unknown> {
    if (this.#hasEnded) throw new Error("the Java process has ended");
    this.#lastId += 1;
    const id = this.#lastId;
    const answer = new Promise<unknown>((resolve, reject) => this.#calls.set(id, { resolve, reject }));
    this.#process.stdin?.write(`${JSON.stringify({ id, ...request })}\n`);
    return answer;
  }

  /** SIGKILL is waited for; SIGSTOP and SIGCONT leave the process running. */
  async signal(signal: "SIGKILL" | "SIGSTOP" | "SIGCONT"): Promise<void> {
    this.#process.kill(signal);
    if (signal === "SIGKILL") await this.#exited;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.signal("SIGKILL");
  }

  #answered({ id, ok, error, message }: Record<string, unknown>): void {
    const call = this.#calls.get(Number(id));
    this.#calls.delete(Number(id));
    if (error === undefined) call?.resolve(ok);
    else call?.reject(new JavaError(String(error), String(message)));
  }

  #ended(): void {
    this.#hasEnded = true;
    for (const { reject } of this.#calls.values()) reject(new Error("the Java process has ended"));
    this.#calls.clear();
  }
}
