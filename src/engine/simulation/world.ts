// A simulated world: its time, its events, and a hash of all that happened. Everything in it follows from one seed.
import { fnv1a } from "../../base/fnv1a.ts";
import { EventQueue, type PlannedEvent } from "./event-queue.ts";
import { Random } from "./random.ts";

export interface WorldOptions {
  readonly seed: number;
  /** Gets each line of the log, with the time before it. Default: only the hash remembers them. */
  readonly onLine?: ((line: string) => void) | undefined;
}

/** What a fault disturbs. */
export interface FaultReach {
  /** How long it lasts, in ms from now. Default: 0. */
  readonly forMs?: number;
  /** It only delays or loses messages of streams, which waiters survive by their polls. Default: false. */
  readonly isSoft?: boolean;
}

// One turn of the event loop of Node takes longer than most events: so many share it.
const EVENTS_OF_A_TURN = 256;
const NEVER = Number.NEGATIVE_INFINITY;

export class World {
  readonly seed: number;
  /** For the parts of the world, each of which takes a fork. */
  readonly random: Random;
  /** Violations of promises, with their times. */
  readonly problems: string[] = [];
  /** The time since its beginning, ms. */
  now = 0;
  /** When the last fault ends or ended, ms of the world. */
  lastFaultAt: number = NEVER;
  /** The same, without faults of streams alone. */
  lastHardFaultAt: number = NEVER;
  readonly #events = new EventQueue();
  readonly #onLine: WorldOptions["onLine"];
  #hash = 0x811c9dc5;
  /** The event loop is between two turns of events: whatever runs now was not caused by an event. */
  #isBetweenTurns = false;
  /** It runs, and its first event has come. */
  #hasBegun = false;

  constructor({ seed, onLine }: WorldOptions) {
    this.seed = seed;
    this.random = new Random(seed);
    this.#onLine = onLine;
  }

  /** A number that depends on each line of the log. */
  get hash(): number {
    return this.#hash;
  }

  /** Whether an event runs, with the microtasks that it causes. Other code of the process may run at other times. */
  get isInEvent(): boolean {
    return this.#hasBegun && !this.#isBetweenTurns;
  }

  /** Whether lines of the log are read: those that do not change the hash cost nothing otherwise. */
  get isLogged(): boolean {
    return this.#onLine !== undefined;
  }

  /** Adds a line to the log, and to the hash. */
  log(text: string): void {
    const line = `${this.now.toFixed(3)} ${text}`;
    this.#hash = fnv1a(line, this.#hash);
    this.#onLine?.(line);
  }

  problem(text: string): void {
    this.problems.push(`${this.now.toFixed(1)} ${text}`);
    this.log(`PROBLEM ${text}`);
  }

  /**
   * Called by code of an isolate. Notes a problem if no event has caused it. Then a thread, a real timer or a socket has
   * settled a promise, at a time that no seed repeats.
   */
  mustHaveCaused(code: string): void {
    if (this.#isBetweenTurns) this.problem(`NOT BY THE WORLD: something else runs code of ${code}`);
  }

  /** Notes that the world does harm. */
  fault(text: string, { forMs = 0, isSoft = false }: FaultReach = {}): void {
    this.lastFaultAt = Math.max(this.lastFaultAt, this.now + forMs);
    if (!isSoft) this.lastHardFaultAt = Math.max(this.lastHardFaultAt, this.now + forMs);
    this.log(`fault ${text}`);
  }

  /** Plans an event, in `ms` from now. */
  after(ms: number, run: () => void): PlannedEvent {
    return this.#events.add(this.now + Math.max(0, ms), run);
  }

  /**
   * Runs all events until `untilMs`, each with all the microtasks that it causes, or until `isDone` returns true.
   * Resolves to whether it was done.
   */
  run(untilMs: number, isDone: () => boolean = () => false): Promise<boolean> {
    // Node runs all microtasks between two of these callbacks.
    const { setImmediate } = Object(globalThis);
    return new Promise((resolve) => {
      let hasEnded = false;
      const step = (): void => {
        this.#isBetweenTurns = false;
        if (hasEnded) return;
        this.#hasBegun = true;
        const isOver = isDone();
        if (isOver || this.#events.nextAt > untilMs) {
          hasEnded = true;
          this.#hasBegun = false;
          if (!isOver) this.now = Math.max(this.now, untilMs);
          resolve(isOver);
          return;
        }
        this.#runNext();
      };
      const begin = (): void => {
        for (let steps = 0; steps < EVENTS_OF_A_TURN; steps += 1) setImmediate(step);
        setImmediate(turn);
      };
      const turn = (): void => {
        if (hasEnded) return;
        begin();
        // Node looks at threads, timers and sockets now.
        this.#isBetweenTurns = true;
      };
      // Microtasks of the caller run before the first event.
      begin();
    });
  }

  #runNext(): void {
    const event = this.#events.take();
    if (event?.run === undefined) return;
    this.now = event.at;
    try {
      event.run();
    } catch (error) {
      this.problem(`UNCAUGHT ${Object(error).stack ?? error}`);
    }
  }
}
