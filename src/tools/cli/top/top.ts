// `leasehound top`: the held locks, live, in a terminal.
import { waitersOf } from "../../../lock/kinds/describe-locks.ts";
import { ownersIn } from "../../../lock/kinds/freeing.ts";
import { CommandError, EXIT, failureOf } from "../exit-code.ts";
import type { Output } from "../output.ts";
import type { HeldLock, LockState, Service } from "../service.ts";
import { ORDERS, type Order, sorted } from "./order.ts";
import { draw } from "./screen.ts";
import { Terminal } from "./terminal.ts";

/** The options of `top` on the command line. */
export interface TopFlags {
  readonly every?: number | undefined;
}

const EVERY_MS = 2_000;

/** Shows the locks until `q`, Ctrl-C or SIGTERM. With `--json`, prints them each time, without a terminal. */
export async function top(
  service: Service,
  output: Output,
  pattern: string | undefined,
  { every = EVERY_MS }: TopFlags,
): Promise<number> {
  const ended = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => ended.abort());
  if (output.isJson) {
    while (!ended.signal.aborted) {
      const locks = sorted(await service.list(pattern), "age").map((lock) => ({ ...lock, waiters: waitersOf(lock) }));
      output.result(locks, "");
      await pause(every, ended.signal);
    }
    return EXIT.ok;
  }
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    throw new CommandError("NO_TERMINAL", "top needs a terminal: use ls, or top --json", EXIT.usage);
  }
  const top = new Top(service, pattern, () => ended.abort());
  // Before the screen changes: a refusal is then an error like any other.
  await top.ask();
  const terminal = new Terminal((key) => top.onKey(key));
  try {
    top.showOn(terminal);
    while (!ended.signal.aborted) {
      await pause(every, ended.signal);
      if (!ended.signal.aborted) await top.ask();
    }
  } finally {
    terminal.restore();
  }
  return EXIT.ok;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

class Top {
  readonly #service: Service;
  readonly #pattern: string | undefined;
  readonly #quit: () => void;
  #terminal: Terminal | undefined;
  #locks: HeldLock[] = [];
  #order: Order = "age";
  #chosen: string | undefined;
  #asked: { readonly lock: LockState; readonly typed: string } | undefined;
  #news = "";
  #hasAsked = false;

  constructor(service: Service, pattern: string | undefined, quit: () => void) {
    this.#service = service;
    this.#pattern = pattern;
    this.#quit = quit;
  }

  showOn(terminal: Terminal): void {
    this.#terminal = terminal;
    this.#draw();
  }

  /** Asks for the locks. Throws the first time; later, a failure is a line on the screen. */
  async ask(): Promise<void> {
    try {
      this.#locks = sorted(await this.#service.list(this.#pattern), this.#order);
      this.#hasAsked = true;
    } catch (error) {
      if (!this.#hasAsked) throw error;
      this.#news = failureOf(error).message;
    }
    if (!this.#locks.some(({ name }) => name === this.#chosen)) this.#chosen = this.#locks[0]?.name;
    this.#draw();
  }

  onKey(key: string): void {
    if (key === "\u0003") this.#quit();
    else if (this.#asked !== undefined) this.#type(key, this.#asked);
    else this.#command(key);
    this.#draw();
  }

  #command(key: string): void {
    this.#news = "";
    const order = Object.entries(ORDERS).find(([name]) => name === key)?.[1];
    if (key === "q") this.#quit();
    else if (key === "up" || key === "k") this.#choose(-1);
    else if (key === "down" || key === "j") this.#choose(1);
    else if (key === "f") void this.#begin();
    else if (order !== undefined) {
      this.#order = order;
      this.#locks = sorted(this.#locks, order);
    }
  }

  #choose(step: number): void {
    const at = this.#locks.findIndex(({ name }) => name === this.#chosen) + step;
    this.#chosen = this.#locks[Math.max(0, Math.min(at, this.#locks.length - 1))]?.name;
  }

  /** Asks for the name of the chosen lock. Its holders of now are those that it may be taken from. */
  async #begin(): Promise<void> {
    const name = this.#chosen;
    if (name === undefined) return;
    await this.#told(async () => {
      const lock = await this.#service.inspect(name);
      if (lock.kind === "free") return `${JSON.stringify(name)} is free already`;
      this.#asked = { lock, typed: "" };
      return "";
    });
  }

  #type(key: string, { lock, typed }: { readonly lock: LockState; readonly typed: string }): void {
    if (key === "escape") this.#asked = undefined;
    else if (key === "backspace") this.#asked = { lock, typed: typed.slice(0, -1) };
    else if (key === "enter") {
      this.#asked = undefined;
      if (typed === lock.name) void this.#free(lock);
      else this.#news = "nothing was freed: its name was not typed";
    } else if (key !== "up" && key !== "down") this.#asked = { lock, typed: typed + key };
  }

  async #free(lock: LockState): Promise<void> {
    await this.#told(async () => {
      const name = JSON.stringify(lock.name);
      if (ownersIn(await this.#service.inspect(lock.name)) !== ownersIn(lock)) {
        return `${name} stays as it is: its holders changed meanwhile`;
      }
      await this.#service.free(lock);
      return `${name} is free now; its holder may go on until it learns of the loss`;
    });
    await this.ask();
  }

  async #told(work: () => Promise<string>): Promise<void> {
    try {
      this.#news = await work();
    } catch (error) {
      this.#news = failureOf(error).message;
    }
    this.#draw();
  }

  #draw(): void {
    const asked = this.#asked && { name: this.#asked.lock.name, typed: this.#asked.typed };
    const view = { locks: this.#locks, order: this.#order, chosen: this.#chosen, asked, news: this.#news };
    this.#terminal?.write((columns, lines) => draw(view, columns, lines));
  }
}
