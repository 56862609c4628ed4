// Starts the process that deletes the keys of a proof, and tells it the keys.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Swept } from "../../../engine/prove/used-keys.ts";
import type { DatabaseAddress } from "../way.ts";

const SWEEP = fileURLToPath(new URL("./sweep.js", import.meta.url));
const SWEEP_MS = 10_000;

export class Sweeper {
  // A session of its own: Ctrl-C must not end it.
  readonly #process = spawn(process.execPath, [SWEEP], { stdio: ["pipe", "pipe", "ignore"], detached: true });
  readonly #said = text(this.#process.stdout);
  readonly #started: Promise<unknown>;
  readonly #keys = new Set<string>();
  #ended: Promise<Swept> | undefined;

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
  end(): Promise<Swept> {
    this.#ended ??= this.#end();
    return this.#ended;
  }

  /** Says at the end of a sentence what became of the keys. */
  async rest(): Promise<string> {
    const { used, left } = await this.end();
    if (used === 0) return "";
    return left === 0 ? "; its keys are deleted" : `; ${left} keys may be left, and are still being deleted`;
  }

  async #end(): Promise<Swept> {
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
