// A process of the bench: it runs one subject in one isolate, or all clients of Redisson. Ends with the bench.
import { flushCompileCache } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import type { Grant, Locker } from "../locker.ts";
import { SUBJECTS } from "../subjects.ts";
import type { Flood, FromHost, Moment, Order, Request, Start } from "./protocol.ts";

// Longer than any measurement, so that no lease is renewed.
const LEASE_MS = 300_000;

const send = (message: FromHost): void => {
  process.send?.(message);
};

const tell = (what: Moment["what"]): void => send({ what, atMs: Number(process.hrtime.bigint()) / 1e6 });

class Isolate {
  readonly #acquire: Locker;
  #held: Grant | undefined;

  constructor(acquire: Locker) {
    this.#acquire = acquire;
  }

  async run(order: Order): Promise<unknown> {
    if (order.task === "cycles") return this.#cycles(order);
    if (order.task === "flood") return this.#flood(order);
    if (order.task === "hold") this.#held = await this.#acquire(order.lockName);
    if (order.task === "queue") this.#queue(order);
    if (order.task !== "release") return undefined;
    tell("releasing");
    await this.#held?.release();
    return undefined;
  }

  /** Returns the duration of each acquire and release, ms. */
  async #cycles({ lockName, count = 1 }: Order): Promise<number[]> {
    const times: number[] = [];
    for (let cycle = 0; cycle < count; cycle += 1) {
      const start = performance.now();
      const held = await this.#acquire(lockName);
      await held.release();
      times.push(performance.now() - start);
    }
    return times;
  }

  /** Cycles of different locks, several at a time. */
  async #flood({ lockName, count = 1, ms = 0 }: Order): Promise<Flood> {
    const [start, cpu] = [performance.now(), process.cpuUsage()];
    let cycles = 0;
    const loop = async (name: string): Promise<void> => {
      for (; performance.now() - start < ms; cycles += 1) await (await this.#acquire(name)).release();
    };
    await Promise.all(Array.from({ length: count }, (_, caller) => loop(`${lockName}-${caller}`)));
    const seconds = (performance.now() - start) / 1_000;
    const { user, system } = process.cpuUsage(cpu);
    return { cyclesPerSecond: cycles / seconds, cpuUsPerCycle: (user + system) / cycles };
  }

  /** Starts callers that each acquire, hold and release. An error ends the process. */
  #queue({ lockName, count = 1, ms }: Order): void {
    const waits = async (): Promise<void> => {
      const held = await this.#acquire(lockName);
      tell("granted");
      await sleep(ms);
      tell("releasing");
      await held.release();
    };
    for (let waiter = 0; waiter < count; waiter += 1) waits();
  }
}

process.once("message", async ({ subject, isolates, endpoint }: Start) => {
  const open = await SUBJECTS.find(({ id }) => id === subject)?.load();
  if (open === undefined) throw new Error(`there is no ${subject}`);
  const opened = new Map<number, Isolate>();
  for (const nth of isolates) opened.set(nth, new Isolate(await open(endpoint, LEASE_MS, nth)));
  flushCompileCache(); // the process ends by a signal, which would lose the cache
  process.on("message", ({ id, isolate, order }: Request) => {
    opened
      .get(isolate)
      ?.run(order)
      .then(
        (result) => send({ id, result }),
        (error: unknown) => send({ id, error: error instanceof Error ? (error.stack ?? error.message) : `${error}` }),
      );
  });
  send("ready");
});
// The bench may end at any time, and with it what was measured.
process.once("disconnect", () => process.exit(0));
