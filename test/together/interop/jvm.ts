// A Java process with real Redisson clients, which executes requests line by line.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { buildFor } from "./redisson-build.ts";

export interface Request {
  /** One RedissonClient, created at its first use. */
  readonly client: string;
  /** To Redisson, a thread is an owner. Its calls run one by one. */
  readonly thread: string;
  readonly do: string;
  /** `lock` unless given. */
  readonly kind?: string;
  readonly name?: string;
  /** The members of a multi or red lock. */
  readonly names?: readonly string[];
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

// Also ends a stopped process, which cannot notice that its harness has ended.
const UNTIL_WE_END = 'exec 4<&0; "$@" <&4 3<&- 4<&- & exec 4<&-; read -r _ <&3; kill -9 $!';

export class Jvm implements AsyncDisposable {
  readonly #shell: ChildProcess;
  readonly #pid: number;
  readonly #calls = new Map<number, Call>();
  #lastId = 0;
  #hasEnded = false;

  private constructor(shell: ChildProcess, pid: number) {
    this.#shell = shell;
    this.#pid = pid;
  }

  static async start(redisUrl: string, version: string): Promise<Jvm> {
    const classPath = await buildFor(version);
    const java = ["java", "-Xmx256m", "-cp", classPath, "leasehound.interop.Main", redisUrl];
    const shell = spawn("sh", ["-c", UNTIL_WE_END, "sh", ...java], { stdio: ["pipe", "pipe", "inherit", "pipe"] });
    const { stdin, stdout } = shell;
    if (stdin === null || stdout === null) throw new Error("unreachable");
    const lines = createInterface({ input: stdout });
    const ended = once(lines, "close");
    const [line] = await Promise.race([once(lines, "line"), ended.then(() => ["{}"])]);
    const hello = Object(Object(JSON.parse(String(line))).hello);
    const jvm = new Jvm(shell, Number(hello.pid));
    if (hello.redisson !== version) {
      await jvm[Symbol.asyncDispose]();
      throw new Error(`Redisson ${hello.redisson} answered instead of ${version}`);
    }
    lines.on("line", (answer) => jvm.#answered(Object(JSON.parse(answer))));
    ended.then(() => jvm.#ended());
    // Ignores writes to a killed process.
    stdin.on("error", () => {});
    return jvm;
  }

  /** Resolves to the result of the call; rejects with JavaError, or when the process has ended. */
  async call(request: Request): Promise<unknown> {
    if (this.#hasEnded) throw new Error("the Java process has ended");
    this.#lastId += 1;
    const id = this.#lastId;
    const answer = new Promise<unknown>((resolve, reject) => this.#calls.set(id, { resolve, reject }));
    this.#shell.stdin?.write(`${JSON.stringify({ id, ...request })}\n`);
    return answer;
  }

  /** Waits for the end after SIGKILL; SIGSTOP and SIGCONT leave the process running. */
  async signal(signal: "SIGKILL" | "SIGSTOP" | "SIGCONT"): Promise<void> {
    if (this.#hasEnded) return;
    process.kill(this.#pid, signal);
    if (signal === "SIGKILL") await this[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#shell.exitCode !== null || this.#shell.signalCode !== null) return;
    const exited = once(this.#shell, "exit");
    this.#shell.stdio[3]?.destroy();
    await exited;
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
