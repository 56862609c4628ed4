// Starts the process that deletes the keys of a proof, and tells it the keys.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { DatabaseAddress } from "../way.ts";

const SWEEP = fileURLToPath(new URL("./sweep.js", import.meta.url));
const SWEEP_MS = 10_000;

/** How many keys a proof used, and how many are left. */
export interface Swept {
  readonly used: number;
  readonly left: number;
}

export class Sweeper {
  // A session of its own: Ctrl-C must not end it.
  readonly #process = spawn(process.execPath, [SWEEP], { stdio: ["pipe", "pipe", "ignore"], detached: true });
  readonly #said = text(this.#process.stdout);
  readonly #started: Promise<unknown>;
  readonly #keys = new Set<string>();

  constructor(place: DatabaseAddress) {
    this.#process.stdin.on("error", () => {});
    this.#started = once(this.#process, "spawn");
    this.#said.catch(() => {});
    this.#tell(JSON.stringify(place));
  }

  /** Resolves when the process runs. Rejects if it cannot. */
  async started(): Promise<void> {
    await this.#started;
  }

  /** Names a key, before it is used. */
  add(key: string): void {
    if (this.#keys.has(key)) return;
    this.#keys.add(key);
    this.#tell(key);
  }

  /** Deletes the keys. While the database is away, the process goes on by itself, and the keys count as left. */
  async end(): Promise<Swept> {
    this.#process.stdin.end("\n");
    const said = await Promise.race([this.#said, sleep(SWEEP_MS, "", { ref: false })]);
    this.#process.stdout.destroy();
    this.#process.unref();
    const { used = this.#keys.size, left = used }: Partial<Swept> = said === "" ? {} : JSON.parse(said);
    return { used, left };
  }

  #tell(line: string): void {
    this.#process.stdin.write(`${line}\n`);
  }
}
