// What ends a proof early: a signal, or its time.
import { CommandError, EXIT } from "../exit-code.ts";
import { exitCodeOfSignal } from "../run/passed-signals.ts";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
// Twice what a round trip of 50 ms needs.
const LIMIT_MS = 120_000;

export class Stop {
  #reject: (error: CommandError) => void = () => {};
  readonly #stopped = new Promise<never>((_, reject) => {
    this.#reject = reject;
  });
  readonly #handlers = SIGNALS.map((name) => [name, () => this.#receive(name)] as const);
  readonly #timer = setTimeout(() => this.#expire(), LIMIT_MS);

  constructor() {
    this.#stopped.catch(() => {});
    for (const [name, handler] of this.#handlers) process.on(name, handler);
  }

  /** Resolves as `work` does. Rejects at a signal with INTERRUPTED, and when the time is over with TOO_SLOW. */
  orDone<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#stopped]);
  }

  /** Ends the timer. A signal still does not kill the process, which deletes its keys. */
  end(): void {
    clearTimeout(this.#timer);
  }

  #receive(name: NodeJS.Signals): void {
    this.#reject(new CommandError("INTERRUPTED", `stopped by ${name}`, exitCodeOfSignal(name)));
  }

  #expire(): void {
    const sentence = `the database is too slow: not all checks were made in ${LIMIT_MS / 1_000} s`;
    this.#reject(new CommandError("TOO_SLOW", sentence, EXIT.unfinished));
  }
}
