// Notices each use of something outside the simulation: a real clock, timer, request or random number. Also notices a
// rejection that nobody handles. The globals are replaced during a simulation, and work as before.
import { isOwn } from "../../base/errors.ts";

/** A use of something outside. */
export interface OutsideUse {
  /** Its name, such as `setTimeout`. */
  readonly name: string;
  /** The replacement that the program has. */
  readonly instead: string;
  readonly stack: string;
}

interface Watched {
  readonly holder: object;
  readonly key: string;
  readonly name: string;
  readonly instead: string;
}

type Callable = (...args: unknown[]) => unknown;

interface ProcessEvents {
  rawListeners(event: string): Callable[];
  on(event: string, listener: (error: unknown, promise: unknown) => void): void;
  off(event: string, listener: (error: unknown, promise: unknown) => void): void;
}

const UNHANDLED = "unhandledRejection";

/** Gets what was noticed. */
export interface OutsideWatcher {
  /** Returns whether code of the program may be running. Other uses are not of the program. */
  isWatched(): boolean;
  used(use: OutsideUse): void;
  /** A promise that nobody awaits has rejected. */
  rejected(error: unknown): void;
}

/** Watches until `end()`. */
export class Outside {
  readonly #watcher: OutsideWatcher;
  readonly #restore: (() => void)[] = [];

  constructor(watcher: OutsideWatcher) {
    this.#watcher = watcher;
    for (const watched of watchedGlobals()) this.#watch(watched);
    this.#watchDate();
    this.#watchRejections();
  }

  /** Puts everything back. */
  end(): void {
    for (const restore of this.#restore.splice(0)) restore();
  }

  #watch({ holder, key, name, instead }: Watched): void {
    const real: unknown = Reflect.get(holder, key);
    if (typeof real !== "function") return;
    const note = (): void => this.#note(name, instead);
    const replacement = new Proxy(real, {
      apply(target, self, args) {
        note();
        return Reflect.apply(target, self, args);
      },
    });
    this.#replace(holder, key, replacement);
  }

  #watchDate(): void {
    const note = (): void => this.#note("Date", "now()");
    const replacement = new Proxy(Date, {
      construct(target, args, newTarget) {
        if (args.length === 0) note();
        return Reflect.construct(target, args, newTarget);
      },
      apply(target, self, args) {
        note();
        return Reflect.apply(target, self, args);
      },
      get(target, key) {
        if (key === "now") note();
        return Reflect.get(target, key);
      },
    });
    this.#replace(globalThis, "Date", replacement);
  }

  #replace(holder: object, key: string, value: unknown): void {
    const own = Object.getOwnPropertyDescriptor(holder, key);
    Object.defineProperty(holder, key, {
      value,
      configurable: true,
      writable: true,
      enumerable: own?.enumerable ?? false,
    });
    this.#restore.push(() => {
      if (own === undefined) Reflect.deleteProperty(holder, key);
      else Object.defineProperty(holder, key, own);
    });
  }

  /** Takes unhandled rejections: the report names them, and the test runner would fail for them. */
  #watchRejections(): void {
    const process: ProcessEvents | undefined = Object(globalThis).process;
    if (typeof process?.rawListeners !== "function") return;
    const others = process.rawListeners(UNHANDLED);
    for (const other of others) process.off(UNHANDLED, other);
    const listener = (error: unknown, promise: unknown): void => {
      if (this.#watcher.isWatched()) this.#watcher.rejected(error);
      else if (others.length === 0) throw error;
      else for (const other of others) Reflect.apply(other, process, [error, promise]);
    };
    process.on(UNHANDLED, listener);
    this.#restore.push(() => {
      process.off(UNHANDLED, listener);
      for (const other of others) process.on(UNHANDLED, other);
    });
  }

  #note(name: string, instead: string): void {
    if (this.#watcher.isWatched()) this.#watcher.used({ name, instead, stack: new Error(name).stack ?? "" });
  }
}

function watchedGlobals(): Watched[] {
  const { crypto } = globalThis;
  const time = { holder: globalThis, instead: "sleep(ms)" };
  const chance = { instead: "random()" };
  return [
    ...["setTimeout", "setInterval"].map((key) => ({ ...time, key, name: key })),
    { holder: AbortSignal, key: "timeout", name: "AbortSignal.timeout", instead: "sleep(ms)" },
    { holder: performance, key: "now", name: "performance.now", instead: "now()" },
    { holder: globalThis, key: "fetch", name: "fetch", instead: "step(what)" },
    { holder: Math, key: "random", name: "Math.random", ...chance },
    { holder: crypto, key: "randomUUID", name: "crypto.randomUUID", ...chance },
    { holder: crypto, key: "getRandomValues", name: "crypto.getRandomValues", ...chance },
  ];
}

/** Returns the text of anything that was thrown, on one line. */
export function textOf(error: unknown): string {
  try {
    if (isOwn(error)) return `${error.code}: ${error.message}`;
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return text.replaceAll(/\s+/g, " ");
  } catch {
    return "an error that cannot be shown";
  }
}
