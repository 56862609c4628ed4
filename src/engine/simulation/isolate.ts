// An isolate of a simulated world: a copy of the code under test, which sees clocks, timers, randomness and `fetch` of
// the world alone.
import { sha1 } from "../../base/sha1.ts";
import { remembered } from "../remembered.ts";
import type { Connection, OnMessage } from "./connection.ts";
import { FIRST_EPOCH_MS } from "./database.ts";
import type { PlannedEvent } from "./event-queue.ts";
import type { FetchOptions, Network, Sender } from "./network.ts";
import type { Random } from "./random.ts";
import type { World } from "./world.ts";

/** The names of the globals that the code of an isolate gets from its world, in the place of the real ones. */
export const SHADOWED: readonly (keyof SimulatedGlobals)[] = [
  "setTimeout",
  "clearTimeout",
  "setInterval",
  "clearInterval",
  "performance",
  "Date",
  "Math",
  "crypto",
  "fetch",
  "console",
  "globalThis",
  "__defers",
];

/** The globals of one isolate. */
export interface SimulatedGlobals {
  readonly setTimeout: unknown;
  readonly clearTimeout: unknown;
  readonly setInterval: unknown;
  readonly clearInterval: unknown;
  readonly performance: unknown;
  readonly Date: unknown;
  readonly Math: unknown;
  readonly crypto: unknown;
  readonly fetch: unknown;
  readonly console: unknown;
  readonly globalThis: unknown;
  /**
   * Called by an async function that goes on. Returns whether it must not do so now: the promise that it awaits was settled
   * by another invocation of a Worker. A runtime lets it go on in an event of its own, or never, if it was cut.
   */
  readonly __defers: unknown;
}

/** Runs the code under test once, with these globals, and returns what it exports. */
export type Load<Library> = (globals: SimulatedGlobals) => Library;

/** Code of an isolate that began together: all of a program in Node, or one request to a Worker. */
export class Invocation {
  /** A Worker's timers have a number in each invocation. */
  readonly timers: Map<number, SimulatedTimer> = new Map();
  readonly #onCut: (() => void)[] = [];
  isCut: boolean = false;

  /** Ends it, as a runtime does: its timers and answers come no more. */
  cut(): void {
    if (this.isCut) return;
    this.isCut = true;
    for (const ended of this.#onCut.splice(0)) ended();
  }

  onCut(ended: () => void): void {
    this.#onCut.push(ended);
  }
}

/** Finds the invocation of the code that runs: an `AsyncLocalStorage` of Node. */
export interface Invocations {
  run<Result>(invocation: Invocation, work: () => Result): Result;
  getStore(): Invocation | undefined;
}

export interface IsolateOptions {
  readonly name: string;
  /** It is a Worker: background work ends with its invocation. Default: false. */
  readonly isWorker?: boolean;
  /** How fast its monotonic clock and its timers are. Default: 1. */
  readonly rate?: number;
  /** By how much its wall clock is wrong, ms. Default: 0. */
  readonly wallOffsetMs?: number;
  /** Its `crypto.subtle`, whose promises must be settled at once. Default: it has SHA-1 alone. */
  readonly subtle?: object | undefined;
  /** Gets each text that its code logs. Default: the text is a problem of the world. */
  readonly onLog?: ((text: string) => void) | undefined;
}

interface SimulatedTimer {
  /** By the monotonic clock. */
  readonly dueAt: number;
  event: PlannedEvent | undefined;
}

/** A suspension. `stopsMonotonic`: the monotonic clock stands still, as on a suspended machine. */
interface Suspension {
  readonly since: number;
  readonly stopsMonotonic: boolean;
}

// Where the monotonic clock begins, ms.
const FIRST_MONOTONIC_MS = 1_000;
// A timer that is due by less than this is due: sums of times are not exact.
const EXACT_MS = 1e-6;

export class Isolate<Library> {
  readonly name: string;
  readonly isWorker: boolean;
  readonly library: Library;
  readonly random: Random;
  readonly #world: World;
  readonly #network: Network;
  readonly #invocations: Invocations;
  readonly #rate: number;
  readonly #bornAt: number;
  readonly #onLog: (text: string) => void;
  readonly #onDeath = new Set<() => void>();
  #wallOffsetMs: number;
  /** For how long its monotonic clock has stood still, ms. */
  #stoodMs = 0;
  #suspension: Suspension | undefined;
  /** That of the current event. */
  #running: Invocation | undefined;
  /** Timers and answers that have come while it is suspended. */
  #deferred: (() => void)[] = [];
  #isDead = false;
  /** The number of its suspensions. */
  suspensions: number = 0;

  constructor(network: Network, invocations: Invocations, load: Load<Library>, options: IsolateOptions) {
    const { name, isWorker = false, rate = 1, wallOffsetMs = 0, subtle = { digest: sha1Digest } } = options;
    this.name = name;
    this.isWorker = isWorker;
    this.#network = network;
    this.#world = network.world;
    this.#invocations = invocations;
    this.#rate = rate;
    this.#wallOffsetMs = wallOffsetMs;
    this.#bornAt = this.#world.now;
    this.random = this.#world.random.fork();
    this.#onLog = options.onLog ?? ((text) => this.#world.problem(`LOGGED by ${name}: ${text}`));
    this.library = load(this.#globals(subtle));
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  get isSuspended(): boolean {
    return this.#suspension !== undefined;
  }

  /** Returns its wall clock, epoch ms. */
  wallMs(): number {
    return FIRST_EPOCH_MS + this.#world.now + this.#wallOffsetMs;
  }

  /** Returns its monotonic clock, ms. */
  monotonicMs(): number {
    const now = this.#suspension?.stopsMonotonic ? this.#suspension.since : this.#world.now;
    return FIRST_MONOTONIC_MS + (now - this.#bornAt - this.#stoodMs) * this.#rate;
  }

  /** Runs code of its user. `cut()` of the returned invocation ends it as a runtime ends a request to a Worker. */
  invoke(work: (invocation: Invocation) => void): Invocation {
    const invocation = new Invocation();
    this.within(invocation, () => work(invocation));
    return invocation;
  }

  /** Runs code as a part of an invocation. */
  within<Result>(invocation: Invocation, work: () => Result): Result {
    this.#running = invocation;
    return this.#invocations.run(invocation, work);
  }

  /** Pauses code of its user, ms by its own clock. */
  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#startTimer(resolve, ms));
  }

  /** Runs code of its user in `ms`, when it is not suspended. A dead isolate runs none. */
  after(ms: number, run: () => void): void {
    this.#deliver(ms, run, undefined);
  }

  /** Starts a connection of TCP: see `Network`. It belongs to the whole isolate. */
  connect(hostname: string, ...told: [onMessage: OnMessage, onEnd: () => void]): Connection {
    const peer: Sender = {
      name: this.name,
      deliver: (ms, run) => this.#deliver(ms, run, undefined),
      onEnd: (ended) => void this.#onDeath.add(ended),
    };
    return this.#network.connect(peer, hostname, ...told);
  }

  jumpWall(ms: number): void {
    this.#world.fault(`wall clock of ${this.name} jumps by ${ms} ms`);
    this.#wallOffsetMs += ms;
  }

  /** Suspends it: timers and answers come when it resumes. */
  suspend(ms: number, stopsMonotonic: boolean, resumed: () => void = () => {}): void {
    if (this.isSuspended || this.#isDead) return;
    const how = stopsMonotonic ? "with its monotonic clock" : "alone";
    this.#world.fault(`${this.name} is suspended for ${ms.toFixed(0)} ms, ${how}`, { forMs: ms });
    const suspension = { since: this.#world.now, stopsMonotonic };
    this.#suspension = suspension;
    this.suspensions += 1;
    this.#world.after(ms, () => {
      if (stopsMonotonic) this.#stoodMs += this.#world.now - suspension.since;
      this.#suspension = undefined;
      resumed();
      for (const run of this.#deferred.splice(0)) this.#world.after(0, run);
    });
  }

  /** Calls `ended` when it dies, until the returned function is called. */
  onDeath(ended: () => void): () => void {
    this.#onDeath.add(ended);
    return () => this.#onDeath.delete(ended);
  }

  /** Ends it, as a process that is killed. */
  kill(): void {
    if (this.#isDead) return;
    this.#world.fault(`${this.name} is killed`);
    this.#isDead = true;
    for (const ended of this.#onDeath) ended();
  }

  #deliver(ms: number, run: () => void, invocation: Invocation | undefined): void {
    const arrive = (): void => {
      if (this.#isDead || invocation?.isCut) return;
      if (this.isSuspended) {
        this.#deferred.push(arrive);
        return;
      }
      this.#running = invocation;
      run();
    };
    this.#world.after(ms, arrive);
  }

  #sender(): Sender {
    const invocation = this.#invocations.getStore();
    return {
      name: this.name,
      deliver: (ms, run) => this.#deliver(ms, run, invocation),
      onEnd: (ended) => {
        this.#onDeath.add(ended);
        invocation?.onCut(ended);
      },
    };
  }

  #startTimer(run: () => void, givenMs: number): SimulatedTimer {
    // As Node does.
    const ms = Math.max(1, Math.trunc(givenMs) || 0);
    this.#world.mustHaveCaused(this.name);
    const invocation = this.#invocations.getStore();
    const timer: SimulatedTimer = { dueAt: this.monotonicMs() + ms, event: undefined };
    const fire = (): void => {
      if (timer.event === undefined || this.#isDead || invocation?.isCut) return;
      if (this.isSuspended) {
        this.#deferred.push(fire);
        return;
      }
      const leftMs = timer.dueAt - this.monotonicMs();
      if (leftMs > EXACT_MS) {
        timer.event = this.#world.after(leftMs / this.#rate, fire);
        return;
      }
      timer.event = undefined;
      if (invocation !== undefined) {
        this.within(invocation, run);
        return;
      }
      this.#running = undefined;
      run();
    };
    timer.event = this.#world.after(ms / this.#rate, fire);
    return timer;
  }

  #timers(): Pick<SimulatedGlobals, "setTimeout" | "clearTimeout" | "setInterval" | "clearInterval"> {
    const clear = (timer: SimulatedTimer | undefined): void => {
      if (timer?.event === undefined) return;
      timer.event.run = undefined;
      timer.event = undefined;
    };
    const unknown = (): never => {
      throw new Error("the simulation has no intervals");
    };
    const intervals = { setInterval: unknown, clearInterval: unknown };
    if (!this.isWorker) {
      const timers = new WeakMap<object, SimulatedTimer>();
      return {
        ...intervals,
        setTimeout: (run: (...args: unknown[]) => void, ms: number, ...args: unknown[]) => {
          const shown = { unref: () => shown, ref: () => shown };
          timers.set(
            shown,
            this.#startTimer(() => run(...args), ms),
          );
          return shown;
        },
        clearTimeout: (shown: object | undefined) => clear(shown && timers.get(shown)),
      };
    }
    return {
      ...intervals,
      setTimeout: (run: (...args: unknown[]) => void, ms: number, ...args: unknown[]) => {
        const { timers } = this.#invocation();
        const number = timers.size + 1;
        timers.set(
          number,
          this.#startTimer(() => run(...args), ms),
        );
        return number;
      },
      clearTimeout: (number: number) => clear(this.#invocation().timers.get(number)),
    };
  }

  /** Returns the invocation of the code that runs. Throws outside one, as a Worker does at its top level. */
  #invocation(): Invocation {
    const invocation = this.#invocations.getStore();
    if (invocation === undefined) throw new Error("a Worker may do this only in an invocation");
    return invocation;
  }

  #globals(subtle: object): SimulatedGlobals {
    const wallMs = (): number => Math.floor(this.wallMs());
    const { random } = this;
    const log = (...what: unknown[]): void => this.#onLog(what.join(" "));
    class SimulatedDate extends Date {
      constructor(given: number | string = wallMs()) {
        super(given);
      }
      static override now(): number {
        return wallMs();
      }
    }
    const shadowed = {
      ...this.#timers(),
      performance: { now: () => this.monotonicMs() },
      Date: SimulatedDate,
      Math: Object.create(Math, { random: { value: () => random.next() } }),
      crypto: { ...randomCrypto(random), subtle },
      fetch: (url: string, options: FetchOptions = {}) => {
        this.#world.mustHaveCaused(this.name);
        // The event that killed the isolate still runs to its end.
        if (this.#isDead) return new Promise(() => {});
        return this.#network.fetch(this.#sender(), url, options);
      },
      // The sources log only problems that no caller learns of.
      console: { error: log, warn: log },
    };
    return {
      ...shadowed,
      globalThis: { ...shadowed, ...(this.isWorker ? this.#workerGlobals() : {}) },
      __defers: (goOn: (value: unknown) => void, value: unknown) => this.#defers(goOn, value),
    };
  }

  #defers(goOn: (value: unknown) => void, value: unknown): boolean {
    this.#world.mustHaveCaused(this.name);
    const invocation = this.#invocations.getStore();
    if (invocation?.isCut) return true;
    if (!this.isWorker || invocation === this.#running || invocation === undefined) return false;
    this.#deliver(0, () => this.within(invocation, () => goOn(value)), invocation);
    return true;
  }

  /** Returns the global by which code knows a Worker, and its own invocation: the sockets of another one are refused. */
  #workerGlobals(): Readonly<Record<string, unknown>> {
    const invocation = (): Invocation => this.#invocation();
    class Socket {
      readonly #owner = invocation();
      get readyState(): number {
        if (this.#owner !== invocation()) throw new Error("Cannot perform I/O on behalf of a different request.");
        return 1;
      }
    }
    return {
      WebSocketPair: class WebSocketPair {
        readonly 0 = new Socket();
        readonly 1 = new Socket();
      },
    };
  }
}

/** Returns the parts of Web Crypto that give random numbers. */
function randomCrypto(random: Random): object {
  const digits = (count: number): string =>
    Array.from({ length: count }, () => random.between(0, 15).toString(16)).join("");
  return {
    getRandomValues(values: Uint8Array | Uint32Array) {
      const most = 2 ** (8 * values.BYTES_PER_ELEMENT) - 1;
      for (let at = 0; at < values.length; at += 1) values[at] = random.between(0, most);
      return values;
    },
    randomUUID: () => `${digits(8)}-${digits(4)}-4${digits(3)}-8${digits(3)}-${digits(12)}`,
  };
}

const digestOf = remembered(sha1);

function sha1Digest(algorithm: string, data: Uint8Array): Promise<ArrayBuffer> {
  if (algorithm !== "SHA-1") throw new Error(`the simulation has no ${algorithm}`);
  const text = digestOf(Array.from(data, (byte) => String.fromCharCode(byte)).join(""));
  const pairs = text.match(/../g) ?? [];
  return Promise.resolve(Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16)).buffer);
}
