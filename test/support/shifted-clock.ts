// Shifts the clocks of a process: `node --import ./test/support/shifted-clock.ts`. While a machine is suspended, its
// monotonic clock and all timers stand still, and its wall clock continues. In a stopped process (SIGSTOP) both clocks
// continue, so this file subtracts the time of the stop from the monotonic clock and the timers. It works for sources
// and built files alike, and for Node's global timers alone. See clock-file.ts.
import { readFileSync } from "node:fs";

const FILE = process.env["SHIFTED_CLOCK"];
const wallNow = Date.now;
const monotonicNow = performance.now.bind(performance);
const realSetTimeout = globalThis.setTimeout;
const realClearTimeout = globalThis.clearTimeout;

/** Returns for how many ms the machine was suspended so far, and by how many ms its wall clock was set. */
function shifts(): readonly [suspendedMs: number, wallMs: number] {
  const [suspendedMs = 0, wallMs = 0] = FILE === undefined ? [] : readFileSync(FILE, "utf8").split(" ").map(Number);
  return [suspendedMs, wallMs];
}

function now(): number {
  return monotonicNow() - shifts()[0];
}

/** A timer that is late by the time of a suspension. */
class ShiftedTimer {
  readonly #run: () => void;
  readonly #ms: number;
  readonly #repeats: boolean;
  #dueAt: number;
  #isRef = true;
  #real: NodeJS.Timeout | undefined;

  constructor(run: () => void, ms: number, repeats: boolean) {
    this.#run = run;
    this.#ms = Math.max(1, Number(ms) || 1);
    this.#repeats = repeats;
    this.#dueAt = now() + this.#ms;
    this.#arm();
  }

  ref(): this {
    this.#isRef = true;
    this.#real?.ref();
    return this;
  }

  unref(): this {
    this.#isRef = false;
    this.#real?.unref();
    return this;
  }

  hasRef(): boolean {
    return this.#isRef;
  }

  refresh(): this {
    this.close();
    this.#dueAt = now() + this.#ms;
    this.#arm();
    return this;
  }

  close(): void {
    realClearTimeout(this.#real);
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #arm(): void {
    this.#real = realSetTimeout(() => this.#fire(), Math.max(1, this.#dueAt - now()));
    if (!this.#isRef) this.#real.unref();
  }

  #fire(): void {
    if (now() < this.#dueAt - 1) this.#arm();
    else {
      if (this.#repeats) this.refresh();
      this.#run();
    }
  }
}

function clear(timer: unknown): void {
  if (timer instanceof ShiftedTimer) timer.close();
  else Reflect.apply(realClearTimeout, undefined, [timer]);
}

function starter(repeats: boolean) {
  return (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
    new ShiftedTimer(() => run(...args), ms, repeats);
}

Date.now = () => wallNow() + shifts()[1];
performance.now = now;
Object.assign(globalThis, {
  setTimeout: starter(false),
  setInterval: starter(true),
  clearTimeout: clear,
  clearInterval: clear,
});
