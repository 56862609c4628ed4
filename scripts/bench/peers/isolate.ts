// Runs one subject in one isolate, and measures what only the isolate can measure.
import { flushCompileCache } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type FromIsolate, type Moment, nowMs, type Order, type Request, type Start, type Task } from "./protocol.ts";
import type { Locker, Release } from "./subject.ts";
import { SUBJECTS } from "./subjects.ts";

/** What a race yields. */
export interface Raced {
  /** Of each caller. */
  readonly grants: readonly number[];
  /** From a call of acquire to its grant, or to the end of the race. */
  readonly longestWaitMs: number;
}

/** What a flood yields. */
export interface Flood {
  readonly cyclesPerSecond: number;
  /** Of the whole process. */
  readonly cpuUsPerCycle: number;
}

export interface Usage {
  readonly cpuMs: number;
  readonly heapBytes: number;
}

// The time until a waiter has settled: it was refused, and listens.
const SETTLED_MS = 300;
const KEPT_AT_ONCE = 64;

export class Isolate {
  readonly #locker: Locker;
  readonly #nth: number;
  readonly #tell: (moment: Moment) => void;
  readonly #queueing = new AbortController();
  #release: Release | undefined;

  constructor(locker: Locker, nth: number, tell: (moment: Moment) => void) {
    this.#locker = locker;
    this.#nth = nth;
    this.#tell = tell;
  }

  run(order: Order): Promise<unknown> {
    const tasks: Readonly<Record<Task, () => Promise<unknown>>> = {
      abort: async () => this.#queueing.abort(),
      cycles: () => this.#cycles(order),
      floods: () => this.#flood(order),
      hold: () => this.#hold(order),
      keep: () => this.#keep(order),
      queue: () => this.#queue(order),
      race: () => this.#race(order),
      release: () => this.#releaseHeld(),
      rounds: () => this.#rounds(order),
      usage: async () => usage(),
    };
    return tasks[order.task]();
  }

  /** Returns the duration of each acquire and release, ms. */
  async #cycles({ lockName, count = 1 }: Order): Promise<number[]> {
    const times: number[] = [];
    for (let cycle = 0; cycle < count; cycle += 1) {
      const start = performance.now();
      const release = await this.#locker.acquire(lockName);
      await release();
      times.push(performance.now() - start);
    }
    return times;
  }

  async #hold({ lockName }: Order): Promise<void> {
    this.#release = await this.#locker.acquire(lockName);
  }

  async #releaseHeld(): Promise<void> {
    this.#tell({ what: "releasing", isolate: this.#nth, atMs: nowMs() });
    await this.#release?.();
  }

  /** Starts callers that each acquire, hold and release. Does not wait for them. An abort ends their waits. */
  async #queue({ lockName, count = 1, heldMs = 0, times = 1 }: Order): Promise<void> {
    const { signal } = this.#queueing;
    const isolate = this.#nth;
    const waits = async (): Promise<void> => {
      for (let time = 0; time < times; time += 1) {
        const askedAtMs = nowMs();
        const release = await this.#locker.acquire(lockName, signal);
        this.#tell({ what: "granted", isolate, atMs: nowMs(), askedAtMs });
        await sleep(heldMs);
        this.#tell({ what: "releasing", isolate, atMs: nowMs() });
        await release();
      }
    };
    for (let waiter = 0; waiter < count; waiter += 1) {
      waits().catch((error: unknown) => {
        if (!signal.aborted) fail(error);
      });
    }
  }

  /** Returns the duration of each hand-over from a holder to the only waiter, ms. */
  async #rounds({ lockName, pausesMs = [] }: Order): Promise<number[]> {
    const times: number[] = [];
    for (const pauseMs of pausesMs) {
      const release = await this.#locker.acquire(lockName);
      const granted = this.#locker.acquire(lockName).then((next) => ({ next, at: performance.now() }));
      await sleep(SETTLED_MS + pauseMs);
      const releasedAt = performance.now();
      await release();
      const { next, at } = await granted;
      times.push(at - releasedAt);
      await next();
    }
    return times;
  }

  /** Callers acquire, hold and release in a loop. */
  async #race({ lockName, count = 1, heldMs = 0, forMs = 0 }: Order): Promise<Raced> {
    const grants = Array.from({ length: count }, () => 0);
    const asking = new Map<number, number>();
    let longestWaitMs = 0;
    let isOver = false;
    const waited = (caller: number): void => {
      const askedAt = asking.get(caller);
      if (askedAt !== undefined) longestWaitMs = Math.max(longestWaitMs, performance.now() - askedAt);
      asking.delete(caller);
    };
    const loops = async (caller: number): Promise<void> => {
      while (!isOver) {
        asking.set(caller, performance.now());
        const release = await this.#locker.acquire(lockName);
        waited(caller);
        grants[caller] = (grants[caller] ?? 0) + 1;
        await sleep(heldMs);
        await release();
      }
    };
    for (let caller = 0; caller < count; caller += 1) loops(caller).catch(fail);
    await sleep(forMs);
    isOver = true;
    for (let caller = 0; caller < count; caller += 1) waited(caller);
    return { grants: [...grants], longestWaitMs };
  }

  /** Cycles of different locks, several at a time. */
  async #flood({ lockName, count = 1, forMs = 0 }: Order): Promise<Flood> {
    let cycles = 0;
    let isOver = false;
    const loops = async (caller: number): Promise<void> => {
      while (!isOver) {
        const release = await this.#locker.acquire(`${lockName}-${caller}`);
        await release();
        if (!isOver) cycles += 1;
      }
    };
    const cpu = process.cpuUsage();
    const start = performance.now();
    const all = Array.from({ length: count }, (_, caller) => loops(caller));
    await sleep(forMs);
    isOver = true;
    const seconds = (performance.now() - start) / 1_000;
    const { user, system } = process.cpuUsage(cpu);
    const flood = { cyclesPerSecond: cycles / seconds, cpuUsPerCycle: (user + system) / cycles };
    await Promise.all(all);
    return flood;
  }

  async #keep({ lockName, count = 1 }: Order): Promise<void> {
    let next = 0;
    const acquires = async (): Promise<void> => {
      while (next < count) {
        next += 1;
        await this.#locker.keep?.(`${lockName}-${next}`);
      }
    };
    await Promise.all(Array.from({ length: KEPT_AT_ONCE }, acquires));
  }
}

/** CPU time of the process so far, and the heap that is in use after a collection. */
function usage(): Usage {
  const { user, system } = process.cpuUsage();
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return { cpuMs: (user + system) / 1_000, heapBytes: process.memoryUsage().heapUsed };
}

/** Ends the process with the error, also from a thread, whose own exit would lose its output. */
function fail(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}

/** Opens the isolate of that number, and returns the function that takes its requests. */
export async function openIsolate(
  { subject, from, endpoints }: Start,
  nth: number,
  send: (message: FromIsolate) => void,
): Promise<(request: Request) => void> {
  const load = SUBJECTS.find(({ id }) => id === subject)?.load;
  const endpoint = endpoints[nth - from];
  if (load === undefined || endpoint === undefined) throw new Error(`no subject ${subject} for isolate ${nth}`);
  const open = await load();
  const isolate = new Isolate(await open(endpoint, nth), nth, send);
  flushCompileCache(); // the process ends by a signal, which would lose the cache
  return ({ id, order }) => {
    isolate.run(order).then(
      (result) => send({ id, result }),
      (error: unknown) => send({ id, error: error instanceof Error ? (error.stack ?? error.message) : `${error}` }),
    );
  };
}
