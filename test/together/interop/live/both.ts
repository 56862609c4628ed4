// One redis-server with a Java process and clients of ours.

import type { Locks, LocksOptions } from "../../../../src/index.ts";
import { queueKey, readWriteChannel, releaseChannel, tokenKey } from "../../../../src/lock/keys.ts";
import type { RedisPort } from "../../../../src/lock/redis/port.ts";
import { followChannel, OpeningSlots } from "../../../../src/lock/redis/streams.ts";
import { upstashPort } from "../../../../src/lock/redis/upstash.ts";
import { type Gateway, startGateway } from "../../../../src/tools/gateway/gateway.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { eventually } from "../../../support/eventually.ts";
import { command } from "../../../support/rest.ts";
import { JavaThread } from "../java-thread.ts";
import { Jvm } from "../jvm.ts";

/** The lease of a Java client's watchdog unless its test has another, ms. */
export const JAVA_WATCHDOG_MS = 30_000;

interface JavaOptions {
  readonly jvm?: Jvm;
  readonly watchdogMs?: number;
  /** The kind of its locks: the plain one by default. */
  readonly kind?: string;
}

/** Running from `start` to `stop`. */
export class Both {
  gateway!: Gateway;
  jvm!: Jvm;
  readonly #version: string;
  #threads = 0;
  #isolates = 0;

  constructor(version: string) {
    this.#version = version;
  }

  async start(): Promise<void> {
    this.gateway = await startGateway();
    this.jvm = await this.another();
  }

  async stop(): Promise<void> {
    await this.jvm?.[Symbol.asyncDispose]();
    await this.gateway?.close();
  }

  /** Starts another Java process, which a test may kill or stop. */
  another(): Promise<Jvm> {
    return Jvm.start(this.gateway.redisUrl, this.#version);
  }

  /** Returns a thread of a Java service. With `watchdogMs`, it is a separate service with that watchdog. */
  async java({ jvm = this.jvm, watchdogMs, kind }: JavaOptions = {}): Promise<JavaThread> {
    this.#threads += 1;
    const nth = String(this.#threads);
    if (watchdogMs === undefined) return new JavaThread(jvm, "shared", nth, kind);
    const thread = new JavaThread(jvm, `own-${nth}`, nth, kind);
    await thread.open({ lockWatchdogTimeout: watchdogMs });
    return thread;
  }

  locks(options: Partial<LocksOptions> = {}): Locks {
    return createLocks({ redis: this.gateway, ...options });
  }

  /**
   * Returns a client with a mailbox of its own, as an isolate has it: it shares nothing but the database. `by`: a port
   * that it has for itself. Default: HTTP.
   */
  isolate(options: Partial<LocksOptions>, by?: RedisPort): Locks {
    this.#isolates += 1;
    const [real, slots] = [by ?? upstashPort(this.gateway), new OpeningSlots()];
    const redis: RedisPort = {
      run: (...call) => real.run(...call),
      follow: (...followed) =>
        by === undefined ? followChannel(this.gateway, slots, ...followed) : by.follow(...followed),
      database: `${real.database} isolate ${this.#isolates}`,
    };
    return this.locks({ ...options, redis });
  }

  /** Waits until so many waiters are in the queue of a fair lock. */
  async queued(name: string, waiters: number): Promise<void> {
    await eventually(async () => (await command(this.gateway, "LLEN", queueKey(name))) === waiters);
  }

  /** Waits until nothing of a lock is in Redis, except a fenced lock's token, and records of ours with a TTL. */
  async nothingLeft(name: string): Promise<void> {
    await eventually(async () => {
      const keys = (await command<string[]>(this.gateway, "KEYS", "*")).filter(
        (key) => key.includes(name) && key !== tokenKey(name),
      );
      const ends = await Promise.all(keys.map((key) => command<number>(this.gateway, "PTTL", key)));
      return keys.every((key) => /^(leasehound|redisson_unlock_latch)/.test(key)) && !ends.includes(-1);
    });
  }

  /**
   * Waits until so many Java clients listen for the release of a lock; for a fair one, on the channel of this waiter.
   */
  async listening(name: string, clients = 1, waiter?: JavaThread): Promise<void> {
    await this.listeningTo(releaseChannel(name) + (waiter === undefined ? "" : `:${await waiter.owner()}`), clients);
  }

  /** Waits until so many clients of either side listen for the release of a read/write lock. */
  async listeningShared(name: string, clients = 1): Promise<void> {
    await this.listeningTo(readWriteChannel(name), clients);
  }

  /**
   * Waits until all these threads sleep. A message that wakes all waiters of a client wakes only those who sleep, and none
   * whose second attempt has just been refused.
   */
  async asleep(threads: readonly JavaThread[]): Promise<void> {
    await eventually(async () => (await Promise.all(threads.map((thread) => thread.isAsleep()))).every(Boolean));
  }

  /** Waits until a client listens on a channel of this name. */
  async someListen(name: string): Promise<void> {
    await eventually(async () => (await command<string[]>(this.gateway, "PUBSUB", "CHANNELS", `*${name}*`)).length > 0);
  }

  /** Waits until so many patterns are followed: isolates follow the channel of a plain lock by one. */
  async following(patterns: number): Promise<void> {
    await eventually(async () => (await command<number>(this.gateway, "PUBSUB", "NUMPAT")) === patterns);
  }

  /** Waits until so many clients listen on a channel by its name. */
  async listeningTo(channel: string, clients = 1): Promise<void> {
    await eventually(async () => {
      const [, count] = await command<[string, number]>(this.gateway, "PUBSUB", "NUMSUB", channel);
      return count >= clients;
    });
  }
}
