// Suspends processes, and sets their wall clock: the other side of shifted-clock.ts.
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const PRELOADED = new URL("./shifted-clock.ts", import.meta.url);

/** The clocks of a machine, which several processes may share. */
export class ClockFile implements Disposable {
  readonly #folder = mkdtempSync(join(tmpdir(), "leasehound-clock-"));
  readonly #path = join(this.#folder, "shifts");
  #suspendedMs = 0;
  #wallMs = 0;

  constructor() {
    this.#write();
  }

  /** The environment of the processes: they, and those that they start, have these clocks. */
  get env(): Record<string, string> {
    return { SHIFTED_CLOCK: this.#path, NODE_OPTIONS: `--import=${PRELOADED}` };
  }

  /** Suspends the machine with these processes. `meanwhile` begins after `ms`; then the machine continues. */
  async suspend<Result>(pids: readonly number[], ms: number, meanwhile: () => Promise<Result>): Promise<Result> {
    const since = performance.now();
    for (const pid of pids) process.kill(pid, "SIGSTOP");
    try {
      await sleep(ms);
      return await meanwhile();
    } finally {
      this.#suspendedMs += performance.now() - since;
      this.#write();
      for (const pid of pids) process.kill(pid, "SIGCONT");
    }
  }

  /** Sets the wall clock forward, or back. */
  setWall(byMs: number): void {
    this.#wallMs += byMs;
    this.#write();
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true });
  }

  #write(): void {
    // At once: a process may read it at any moment.
    writeFileSync(`${this.#path}.new`, `${this.#suspendedMs} ${this.#wallMs}`);
    renameSync(`${this.#path}.new`, this.#path);
  }
}
