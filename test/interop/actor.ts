// Who takes locks in a scripted sequence: a thread of a Java service, or a flow of ours. Both are asked the same.
import type { Held, Lock, Locks, LocksOptions } from "../../src/index.ts";
import { createLocks } from "../support/bare-locks.ts";
import { type AskedArgs, type CounterCall, Counters } from "./counters.ts";
import { type CounterKind, type Kind, lockOf } from "./kinds.ts";

export interface Times {
  /** None: a watchdog renews. */
  readonly leaseMs?: number;
}

export interface WaitTimes extends Times {
  /** None: until it gets the lock. */
  readonly waitMs?: number;
}

export interface Actor {
  /** The same one, with locks of another kind. */
  with(kind: Kind): Actor;
  lock(name: string, times: Times): Promise<void>;
  /** Without waiting. */
  tryLock(name: string, times: Times): Promise<boolean>;
  /** Whether it got the lock. */
  waitFor(name: string, times: WaitTimes): Promise<boolean>;
  /** False: it does not hold the lock. */
  unlock(name: string): Promise<boolean>;
  /** Whether there was a lock. */
  forceUnlock(name: string): Promise<boolean>;
  isLocked(name: string): Promise<boolean>;
  holdCount(name: string): Promise<number>;
  /** Of a semaphore or latch: what it answers. */
  ask(kind: CounterKind, name: string, call: CounterCall, args: AskedArgs): Promise<unknown>;
  /** Whom Redis has seen as the holder of what it took, or as waiting for it. */
  owners(): Promise<readonly string[]>;
}

// setTimeout's limit, which is ours.
const FOR_EVER_MS = 2_147_483_647;

/** One client of ours, and its flows. */
export class Service {
  readonly locks: Locks;
  readonly counters: Counters;
  /** Whose first try is under way. */
  beginner: string[] = [];

  constructor(options: LocksOptions) {
    this.locks = createLocks({
      ...options,
      onEvent: (event) => {
        if (event.type === "waiting" && event.attempts === 1) this.beginner.push(event.owner);
      },
    });
    this.counters = new Counters(this.locks);
  }
}

/** What a thread is to Redisson: it has one owner for as long as it holds something, and ends its last hold first. */
export class Flow implements Actor {
  readonly #service: Service;
  readonly #kind: Kind;
  /** Of every kind. */
  readonly #holds: (readonly [Kind, Held])[];
  readonly #owners: string[];

  constructor(service: Service, kind: Kind, same?: Flow) {
    this.#service = service;
    this.#kind = kind;
    this.#holds = same === undefined ? [] : same.#holds;
    this.#owners = same === undefined ? [] : same.#owners;
  }

  with(kind: Kind): Flow {
    return new Flow(this.#service, kind, this);
  }

  async lock(name: string, times: Times): Promise<void> {
    if (!(await this.tryLock(name, times))) throw new Error("the lock is busy");
  }

  tryLock(name: string, times: Times): Promise<boolean> {
    return this.#take(name, { ...times, waitMs: 0 });
  }

  /** One flow of a service at a time begins to wait: its owner is that of the next refusal. */
  waitFor(name: string, times: WaitTimes): Promise<boolean> {
    this.#service.beginner = this.#owners;
    return this.#take(name, { waitMs: FOR_EVER_MS, ...times });
  }

  async #take(name: string, { waitMs, leaseMs }: WaitTimes): Promise<boolean> {
    const held = await this.#lock(name).tryAcquire({ owner: this.#owner(), waitMs, leaseMs });
    if (held === null) return false;
    if (leaseMs === undefined) held.keepAlive();
    this.#holds.push([this.#kind, held]);
    this.#owners.push(held.owner);
    return true;
  }

  async unlock(): Promise<boolean> {
    const last = this.#holds.findLastIndex(([kind]) => kind === this.#kind);
    const [[, held] = []] = last === -1 ? [] : this.#holds.splice(last, 1);
    if (held === undefined) return false;
    const { outcome } = await held.release();
    return outcome === "released" || outcome === "still-held";
  }

  forceUnlock(name: string): Promise<boolean> {
    return this.#lock(name).forceRelease();
  }

  isLocked(name: string): Promise<boolean> {
    return this.#lock(name).isLocked();
  }

  async holdCount(name: string): Promise<number> {
    const owner = this.#owner();
    return owner === undefined ? 0 : this.#lock(name).holdCount(owner);
  }

  ask(kind: CounterKind, name: string, call: CounterCall, args: AskedArgs): Promise<unknown> {
    return this.#service.counters.ask(kind, name, call, args);
  }

  async owners(): Promise<readonly string[]> {
    return this.#owners;
  }

  #owner(): string | undefined {
    return this.#holds.at(-1)?.[1].owner;
  }

  #lock(name: string): Lock {
    return lockOf(this.#service.locks, this.#kind, name);
  }
}
