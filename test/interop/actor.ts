// Who takes locks in a scripted sequence: a thread of a Java service, or a flow of ours. Both are asked the same.
import { type Held, type Locks, untilProcessEnds } from "../../src/index.ts";

export interface Times {
  /** None: a watchdog renews. */
  readonly leaseMs?: number;
}

export interface Actor {
  lock(name: string, times: Times): Promise<void>;
  /** Without waiting. */
  tryLock(name: string, times: Times): Promise<boolean>;
  /** False: it does not hold the lock. */
  unlock(name: string): Promise<boolean>;
  /** Whether there was a lock. */
  forceUnlock(name: string): Promise<boolean>;
  isLocked(name: string): Promise<boolean>;
  holdCount(name: string): Promise<number>;
  /** Whom Redis has seen as the holder of what it took, the latest last. */
  owners(): Promise<readonly string[]>;
}

/** What a thread is to Redisson: it has one owner for as long as it holds something, and ends its last hold first. */
export class Flow implements Actor {
  readonly #locks: Locks;
  readonly #holds: Held[] = [];
  readonly #owners: string[] = [];

  constructor(locks: Locks) {
    this.#locks = locks;
  }

  async lock(name: string, times: Times): Promise<void> {
    if (!(await this.tryLock(name, times))) throw new Error("the lock is busy");
  }

  async tryLock(name: string, { leaseMs }: Times): Promise<boolean> {
    const owner = this.#holds.at(-1)?.owner;
    const held = await this.#locks.lock(name).tryAcquire({ owner, leaseMs });
    if (held === null) return false;
    if (leaseMs === undefined) held.keepAlive(untilProcessEnds);
    this.#holds.push(held);
    this.#owners.push(held.owner);
    return true;
  }

  async unlock(): Promise<boolean> {
    const held = this.#holds.pop();
    if (held === undefined) return false;
    const { outcome } = await held.release();
    return outcome === "released" || outcome === "still-held";
  }

  forceUnlock(name: string): Promise<boolean> {
    return this.#locks.lock(name).forceRelease();
  }

  isLocked(name: string): Promise<boolean> {
    return this.#locks.lock(name).isLocked();
  }

  async holdCount(name: string): Promise<number> {
    const owner = this.#holds.at(-1)?.owner;
    return owner === undefined ? 0 : this.#locks.lock(name).holdCount(owner);
  }

  async owners(): Promise<readonly string[]> {
    return this.#owners;
  }
}
