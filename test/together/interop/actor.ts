// The actors of a scripted sequence, each of which acquires locks: a thread of a Java service, or a flow of ours. Both
// have the same interface.
import type { Held, Lock, Locks, LocksOptions } from "../../../src/index.ts";
import { createLocks } from "../../support/bare-locks.ts";
import { type AskedArgs, type CounterCall, Counters } from "./counters.ts";
import { type CounterKind, type Kind, lockOf } from "./kinds.ts";

export interface Times {
  /** Undefined: a watchdog renews. */
  readonly leaseMs?: number;
}

export interface WaitTimes extends Times {
  /** Undefined: waits until it gets the lock. */
  readonly waitMs?: number;
}

export interface Actor {
  /** The same actor, with locks of another kind. */
  with(kind: Kind): Actor;
  lock(name: string, times: Times): Promise<void>;
  /** Without waiting. */
  tryLock(name: string, times: Times): Promise<boolean>;
  /** Resolves to whether it got the lock. */
  waitFor(name: string, times: WaitTimes): Promise<boolean>;
  /** False: it does not hold the lock. */
  unlock(name: string): Promise<boolean>;
  /** Resolves to whether there was a lock. */
  forceUnlock(name: string): Promise<boolean>;
  isLocked(name: string): Promise<boolean>;
  holdCount(name: string): Promise<number>;
  /** Calls a semaphore or latch, and resolves to the reply. */
  ask(kind: CounterKind, name: string, call: CounterCall, args: AskedArgs): Promise<unknown>;
  /** Its owners in Redis, as holder or waiter. */
  owners(): Promise<readonly string[]>;
}

// setTimeout's limit, which is ours.
const FOR_EVER_MS = 2_147_483_647;

/** One client of ours, and its flows. */
export class Service {
  readonly locks: Locks;
  readonly counters: Counters;
  /** The owners whose first attempt is pending. */
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

/** Behaves like a thread in Redisson: it has one owner while it holds something, and ends its last hold first. */
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

  /** One flow of a service at a time starts to wait, so that its owner is that of the next refusal. */
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
