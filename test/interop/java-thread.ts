// A thread of a Java service as tests speak to it.
import type { Actor, WaitTimes } from "./actor.ts";
import type { AskedArgs, CounterCall } from "./counters.ts";
import { JavaError, type Jvm } from "./jvm.ts";
import type { CounterKind } from "./kinds.ts";

export interface JavaTimes {
  readonly waitMs?: number;
  /** None: the watchdog of Redisson renews. */
  readonly leaseMs?: number;
}

/** Of a multi or red lock: the locks that it is made of. */
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

  /** Makes its client, with Redisson's settings under Redisson's names; else it is made with the defaults. */
  async open(settings: object): Promise<void> {
    await this.call("client", undefined, settings);
  }

  /** Ends its client. */
  async shutDown(): Promise<void> {
    await this.call("shutdown");
  }

  /**
   * Whom Redis sees as the holder of what it takes. Not to be asked first while it waits for a lock: it is busy then.
   */
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

  /** Whether it got the lock. */
  async tryLock(name: Named, times: JavaTimes = {}): Promise<boolean> {
    // In Java, a lease is only given together with a time to wait.
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

  /** Whether there was a lock. */
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

  /** Of a fenced lock: takes it, and its token. */
  async lockAndGetToken(name: string): Promise<number> {
    return Number(await this.call("lockAndGetToken", name));
  }

  /** The latest token of a fenced lock. */
  async token(name: string): Promise<number> {
    return Number(await this.call("getToken", name));
  }

  /** Of a semaphore or latch: what it answers. */
  ask(kind: CounterKind, name: string, call: CounterCall, args: AskedArgs): Promise<unknown> {
    return this.with(kind).call(call, name, args);
  }

  /** Any call of the Java side. */
  call(what: string, name?: Named, args: object = {}): Promise<unknown> {
    const named = name === undefined ? {} : typeof name === "string" ? { name } : { names: name };
    return this.#jvm.call({ client: this.#client, thread: this.#thread, kind: this.#kind, do: what, args, ...named });
  }
}
