// Processes that tests start. Their output is awaited line by line, and they end with `await using`.
import { type ChildProcess, spawn } from "node:child_process";
import { on, once } from "node:events";
import { createInterface } from "node:readline";
import { eventually } from "./eventually.ts";

const LINE_MS = 30_000;

export interface Ended {
  /** Null when a signal ended the process. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts Node with a module or options, and arguments. The variables of `env` are added to those of this process. */
export function startNode(
  args: readonly (string | number)[],
  env: Record<string, string> = {},
  cwd?: string,
): StartedProcess {
  return startProgram(process.execPath, args, env, cwd);
}

export function startProgram(
  program: string,
  args: readonly (string | number)[],
  env: Record<string, string> = {},
  cwd: string = process.cwd(),
): StartedProcess {
  const words = args.map(String);
  const child = spawn(program, words, { stdio: "pipe", env: { ...process.env, ...env }, cwd });
  return new StartedProcess(child, [program, ...words].join(" "));
}

export class StartedProcess implements AsyncDisposable {
  /** Resolves when the process has ended and its output is complete. */
  readonly ended: Promise<Ended>;
  readonly #exited: Promise<unknown>;
  readonly #child: ChildProcess;
  readonly #name: string;
  readonly #lines: NodeJS.EventEmitter;
  readonly #printed: string[] = [];
  #stdout = "";
  #stderr = "";
  #hasClosed = false;

  constructor(child: ChildProcess, name: string) {
    const { stdin, stdout, stderr } = child;
    if (stdin === null || stdout === null || stderr === null) throw new Error("a stream of the process is no pipe");
    this.#child = child;
    this.#name = name;
    stdout.setEncoding("utf8").on("data", (text) => {
      this.#stdout += text;
    });
    stderr.setEncoding("utf8").on("data", (text) => {
      this.#stderr += text;
    });
    // The process may end before it reads what was sent.
    stdin.on("error", () => {});
    this.#lines = createInterface({ input: stdout })
      .on("line", (line) => this.#printed.push(line))
      .once("close", () => {
        this.#hasClosed = true;
      });
    this.#exited = once(child, "exit");
    this.ended = once(child, "close").then(([code, signal]) => {
      return { code, signal, stdout: this.#stdout, stderr: this.#stderr };
    });
    // A program that cannot be started rejects both. Tests that await neither fail at their next line().
    for (const end of [this.#exited, this.ended]) end.catch(() => {});
  }

  get pid(): number {
    if (this.#child.pid === undefined) throw new Error(`${this.#name} was not started`);
    return this.#child.pid;
  }

  /** Returns the standard output so far. */
  get stdout(): string {
    return this.#stdout;
  }

  /** Waits until standard error matches. */
  errorText(pattern: RegExp): Promise<boolean> {
    return eventually(() => pattern.test(this.#stderr), LINE_MS);
  }

  /**
   * Waits for a line of standard output that matches. Lines that were printed before the call count too.
   * @throws an error with the output when the process ends, or 30 s pass, before there is such a line
   */
  async line(pattern: RegExp = /^/): Promise<string> {
    const earlier = this.#printed.find((line) => pattern.test(line));
    if (earlier !== undefined) return earlier;
    const signal = AbortSignal.timeout(LINE_MS);
    try {
      const lines = on(this.#lines, "line", { signal, close: ["close"] });
      if (!this.#hasClosed) for await (const [line] of lines) if (pattern.test(line)) return line;
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    const problem = signal.aborted ? `printed no ${pattern} in ${LINE_MS} ms` : `ended and printed no ${pattern}`;
    throw new Error(`${this.#name} ${problem}\n${this.#stdout}${this.#stderr}`);
  }

  /** Writes the text to standard input and ends it. */
  endInput(text = ""): void {
    this.#child.stdin?.end(text);
  }

  /** Writes the text to standard input, which stays open. */
  write(text: string): void {
    this.#child.stdin?.write(text);
  }

  /** Sends a signal. */
  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  /** Sends a signal and waits until the process has ended. */
  kill(name: NodeJS.Signals = "SIGKILL"): Promise<Ended> {
    this.signal(name);
    return this.ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.signal("SIGKILL");
    await this.#exited.catch(() => {});
  }
}
