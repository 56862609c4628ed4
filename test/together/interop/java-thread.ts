// A thread of a Java service, for tests.
import type { Actor, WaitTimes } from "./actor.ts";
import type { AskedArgs, CounterCall } from "./counters.ts";
import { JavaError, type Jvm } from "./jvm.ts";
import type { CounterKind } from "./kinds.ts";

export interface JavaTimes {
  readonly waitMs?: number;
  /** Undefined: the watchdog of Redisson renews. */
  readonly leaseMs?: number;
}

/** Several names: the members of a multi or red lock. */
type Named = string | readonly string[];

export class JavaThread implements Actor {
  readonly #jvm: Jvm;
  readonly #client: string;
  readonly #thread: string;
  readonly #kind: string;
  #owner: Promise<string> | undefined;

  /** `kind`: of its locks, as the Java side names it. */
  constructor(jvm: Jvm, client: string, thread = "main", kind = "lock") {
    this.#jvm = jvm;
    this.#client = client;
    this.#thread = thread;
    this.#kind = kind;
  }

  /** The same thread, with locks of another kind. */
  with(kind: string): JavaThread {
    return new JavaThread(this.#jvm, this.#client, this.#thread, kind);
  }

  /** Creates its client with these settings under Redisson's names; without this call it has the defaults. */
  async open(settings: object): Promise<void> {
    await this.call("client", undefined, settings);
  }

  /** Ends its client. */
  async shutDown(): Promise<void> {
    await this.call("shutdown");
  }

  /** Returns its owner in Redis. Must be called before it first waits for a lock, because a waiting thread is busy. */
  owner(): Promise<string> {
    this.#owner ??= this.call("owner").then(String);
    return this.#owner;
  }

  async owners(): Promise<readonly string[]> {
    return [await this.owner()];
  }

  async lock(name: Named, times: JavaTimes = {}): Promise<void> {
    await this.call("lock", name, times);
  }

  /** Resolves to whether it got the lock. */
  async tryLock(name: Named, times: JavaTimes = {}): Promise<boolean> {
    // In Java, a lease needs a time to wait.
    const args = times.leaseMs === undefined ? times : { waitMs: 0, ...times };
    return (await this.call("tryLock", name, args)) === true;
  }

  async waitFor(name: string, { waitMs, ...times }: WaitTimes): Promise<boolean> {
    if (waitMs !== undefined) return this.tryLock(name, { waitMs, ...times });
    await this.lock(name, times);
    return true;
  }

  /** False: Redisson says that this thread does not hold it. */
  async unlock(name: Named): Promise<boolean> {
    try {
      await this.call("unlock", name);
      return true;
    } catch (error) {
      if (error instanceof JavaError && error.exception === "IllegalMonitorStateException") return false;
      throw error;
    }
  }

  /** Resolves to whether there was a lock. */
  async forceUnlock(name: string): Promise<boolean> {
    return (await this.call("forceUnlock", name)) === true;
  }

  async isLocked(name: string): Promise<boolean> {
    return (await this.call("isLocked", name)) === true;
  }

  async holdCount(name: string): Promise<number> {
    return Number(await this.call("getHoldCount", name));
  }

  async remainingMs(name: string): Promise<number> {
    return Number(await this.call("remainTimeToLive", name));
  }

  /** Acquires a fenced lock, and resolves to its token. */
  async lockAndGetToken(name: string): Promise<number> {
    return Number(await this.call("lockAndGetToken", name));
  }

  /** Resolves to the latest token of a fenced lock. */
  async token(name: string): Promise<number> {
    return Number(await this.call("getToken", name));
  }

  /** Resolves to whether its running call sleeps until a message of its lock. */
  async isAsleep(): Promise<boolean> {
    return (await this.call("isAsleep")) === true;
  }

  /** Calls a semaphore or latch, and resolves to the reply. */
  ask(kind: CounterKind, name: string, call: CounterCall, args: AskedArgs): Promise<unknown> {
    return this.with(kind).call(call, name, args);
  }

  /** Makes any call of the Java side. */
  call(what: string, name?: Named, args: object = {}): Promise<unknown> {
    const named = name === undefined ? {} : typeof name === "string" ? { name } : { names: name };
    return this.#jvm.call({ client: this.#client, thread: this.#thread, kind: this.#kind, do: what, args, ...named });
  }
}
