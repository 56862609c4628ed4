// A stream, with the faults of the request that opened it: its lines come late or never.
import type { Timers } from "./effect.ts";
import type { Exchange, OpenStream } from "./exchange.ts";

/** The parts of an exchange that concern its stream. */
type StreamExchange = Pick<Exchange<unknown>, "lineDelayMs" | "confirmed">;

export class FaultedStream<Line> {
  readonly #exchange: StreamExchange;
  readonly #timers: Timers;
  readonly #write: (line: Line) => void;
  /** Undefined: it is confirmed. */
  #early: Line[] | undefined = [];

  /** @param write gets each line in its time, also after the end of the stream */
  constructor(exchange: StreamExchange, timers: Timers, write: (line: Line) => void) {
    this.#exchange = exchange;
    this.#timers = timers;
    this.#write = write;
  }

  /** It stands for a silent network. */
  get isFrozen(): boolean {
    return this.#exchange.lineDelayMs() === Number.POSITIVE_INFINITY;
  }

  /** Its client has the confirmation, or never gets it. Lines that came before follow it. */
  confirm(stream: OpenStream): void {
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const line of early) this.pass(line);
    this.#exchange.confirmed(stream);
  }

  pass(line: Line): void {
    const delayMs = this.#exchange.lineDelayMs();
    if (this.#early !== undefined) this.#early.push(line);
    else if (delayMs === 0) this.#write(line);
    // Timers of one length fire in the order in which they were set, so delayed lines keep theirs.
    else if (!this.isFrozen) this.#timers.after(delayMs, () => this.#write(line));
  }
}
