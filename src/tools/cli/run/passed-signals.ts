// The signals that `run` gets: they end a wait, and go to the command once it runs.
import { constants } from "node:os";

const PASSED = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGWINCH"] as const;
// Their default action ends no process.
const HARMLESS: readonly NodeJS.Signals[] = ["SIGWINCH"];

export class PassedSignals {
  readonly #interrupted = new AbortController();
  readonly #handlers = PASSED.map((name) => [name, () => this.#receive(name)] as const);
  #first: NodeJS.Signals | undefined;
  #target: ((name: NodeJS.Signals) => void) | undefined;

  constructor() {
    for (const [name, handler] of this.#handlers) process.on(name, handler);
  }

  /** Aborts at a signal that came before the command ran, and at `hangUp()`. */
  get interrupted(): AbortSignal {
    return this.#interrupted.signal;
  }

  /** The exit code for such a signal, as of shells; undefined if there was none. */
  get exitCode(): number | undefined {
    return this.#first === undefined ? undefined : exitCodeOfSignal(this.#first);
  }

  /** Passes on signals from now on. */
  passTo(target: (name: NodeJS.Signals) => void): void {
    this.#target = target;
  }

  /** Ends the wait or the command, because the starter has ended and sends no signal. */
  hangUp(): void {
    this.#first ??= "SIGHUP";
    this.#interrupted.abort();
  }

  stop(): void {
    for (const [name, handler] of this.#handlers) process.off(name, handler);
  }

  #receive(name: NodeJS.Signals): void {
    if (this.#target !== undefined) this.#target(name);
    else if (!HARMLESS.includes(name)) {
      this.#first ??= name;
      this.#interrupted.abort();
    }
  }
}

/** Returns 128 and the signal's number, as shells do. */
export function exitCodeOfSignal(name: NodeJS.Signals): number {
  return 128 + constants.signals[name];
}
