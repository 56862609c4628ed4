// Jobs that run while the Worker serves, so that its page has locks to show. Most acquire and release repeatedly. One
// never releases its lock.
import { setTimeout } from "node:timers/promises";
import { mulberry32 } from "../../src/engine/faults/random.ts";
import { type Held, isLockError, type Locks } from "../../src/index.ts";
import type { Stack } from "./stack.ts";

/** The lock that nobody releases. */
export const FORGOTTEN = "invoices:may";

const FORGOTTEN_MS = 30 * 60_000;
const WAIT_MS = 60 * 60_000;
const HAND_OFF_AGAIN_MS = 70_000;
const REGIONS = ["fra1", "iad1", "sin1"];

/** Runs the jobs until it is disposed. */
export class Traffic implements AsyncDisposable {
  readonly #stack: Stack;
  readonly #locks: Locks;
  readonly #ended = new AbortController();
  readonly #random = mulberry32(42);
  readonly #jobs: Promise<unknown>[];

  constructor(stack: Stack) {
    this.#stack = stack;
    this.#locks = stack.locks({ waitMs: WAIT_MS });
    this.#jobs = [
      ...REGIONS.map((region) => this.#repeated(`checkout in ${region}`, 2_500, () => this.#locks.lock("orders:7"))),
      ...REGIONS.map((region) =>
        this.#repeated(`report of ${region}`, 6_000, () => this.#locks.fairLock("reports:daily")),
      ),
      ...REGIONS.map((region) => this.#repeated(`shop in ${region}`, 4_000, () => this.#catalog().readLock())),
      this.#repeated("price update", 3_000, () => this.#catalog().writeLock()),
      this.#forgotten(),
      this.#handedOff(),
    ];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ended.abort();
    await Promise.all(this.#jobs);
  }

  #catalog(): ReturnType<Locks["readWriteLock"]> {
    return this.#locks.readWriteLock("catalog");
  }

  /** Acquires a lock repeatedly, and holds it for about `aboutMs` each time. */
  #repeated(label: string, aboutMs: number, lockOf: () => Taken): Promise<void> {
    return this.#untilEnded(async () => {
      await using held = await lockOf().acquire({ label, signal: this.#ended.signal });
      held.keepAlive();
      await this.#pause(aboutMs * (0.5 + this.#random()));
      await held.release();
      await this.#pause(aboutMs * this.#random());
    });
  }

  /** Acquires a lock with a long lease, like a job that crashed. Two others wait for it, and each holds it once. */
  async #forgotten(): Promise<void> {
    const lock = this.#locks.fairLock(FORGOTTEN);
    const wait = async (label: string): Promise<void> => {
      await using _held = await lock.acquire({ label, signal: this.#ended.signal });
      await this.#pause(5_000);
    };
    await this.#caught(async () => {
      await lock.acquire({ label: "a job that crashed at night", leaseMs: FORGOTTEN_MS });
      await Promise.all([wait("accounting"), wait("a customer's download")]);
    });
  }

  /** Makes holds that the Worker's watchdog keeps. */
  #handedOff(): Promise<void> {
    const { worker, apiToken } = this.#stack;
    return this.#untilEnded(async () => {
      await fetch(`${worker.url}/demo/hand-offs/exports:q2`, {
        method: "POST",
        headers: { authorization: `Bearer ${apiToken}` },
        signal: this.#ended.signal,
      });
      await this.#pause(HAND_OFF_AGAIN_MS);
    });
  }

  async #untilEnded(work: () => Promise<void>): Promise<void> {
    while (!this.#ended.signal.aborted) await this.#caught(work);
  }

  /** Runs one round of a job. A viewer may free its lock by the page, so a lost lock is no failure. */
  async #caught(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!isLockError(error) && !this.#ended.signal.aborted) throw error;
      await this.#pause(1_000);
    }
  }

  async #pause(ms: number): Promise<void> {
    await setTimeout(ms, undefined, { signal: this.#ended.signal }).catch(() => {});
  }
}

interface Taken {
  acquire(options: { readonly label: string; readonly signal: AbortSignal }): Promise<Held>;
}
