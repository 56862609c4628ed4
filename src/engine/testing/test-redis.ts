// The database of a test: an engine, and what goes wrong on the way to it.
import { InvalidOptionError, neverSent, OutcomeUnknownError, RedisUnreachableError } from "../../base/errors.ts";
import { wholeNumber } from "../../base/validate.ts";
import { DEFAULT_PREFIX, type LocksOptions } from "../../lock/client-options.ts";
import { createLocks, type Locks } from "../../lock/create-locks.ts";
import type { Held } from "../../lock/hold/held.ts";
import { oneRequest } from "../../lock/http/http.ts";
import { lockName } from "../../lock/keys.ts";
import type { RunLimits, StreamEnd } from "../../lock/protocol.ts";
import { commandPort } from "../../lock/redis/command-sender.ts";
import type { RedisPort } from "../../lock/redis/port.ts";
import type { Answer, CommandTransport } from "../../lock/redis/script-port.ts";
import type { Engine } from "../engine.ts";
import { engineTransport } from "../transport.ts";
import { checkClocks } from "./clocks.ts";

/** The options of `createLocks`, without those of its database. */
export type TestLocksOptions = Omit<LocksOptions, "redis" | "keyLocking" | "pipelining">;

/** Throws INVALID_OPTION for options about the database, which is the test's own. */
export function checkTestOptions(options: unknown): void {
  if (typeof options !== "object" || options === null) throw new InvalidOptionError("options", "must be an object");
  for (const option of ["redis", "keyLocking", "pipelining"]) {
    if (Object.hasOwn(options, option)) throw new InvalidOptionError(option, "is chosen by createTestLocks");
  }
}

/** A command that the database ran. */
export interface TestCommand {
  /** Its words, such as `["EVALSHA", …]`. */
  readonly command: readonly string[];
  /** Redis' result; undefined: it replied an error. */
  readonly result: unknown;
}

/** The database of `createTestLocks`. */
export interface TestRedis {
  /** For `createClient`, `createLightLocks` and whatever else takes a port. */
  readonly port: RedisPort;
  /** Whether its memory is full. Commands that need memory are then refused with OOM. Default: false. */
  isFull: boolean;
  /**
   * Creates another client of this database: another process, as far as locks know.
   * @param options the options of `createLocks`, without those of its database. Default: those of `createTestLocks`
   * @returns its locks
   * @throws INVALID_OPTION when an option is wrong
   * @example
   * const other = locks.redis.locks();
   */
  locks(options?: TestLocksOptions): Locks;
  /**
   * Deletes the key of a lock, like a flush or an eviction. A semaphore has further keys. Its holder learns of it at
   * its next request; waiters, when they next attempt.
   * @param name the lock's name, without the prefix
   * @throws INVALID_OPTION when `name` is wrong
   * @example
   * locks.redis.loseHold("orders:42");
   */
  loseHold(name: string): void;
  /**
   * Gives a plain or a fair lock to another owner, as if the lease of its holder had ended unnoticed.
   * @param name the lock's name, without the prefix
   * @returns the hold of the other owner
   * @throws INVALID_OPTION when `name` is wrong
   * @example
   * const stolen = await locks.redis.stealHold("orders:42");
   */
  stealHold(name: string): Promise<Held>;
  /**
   * Loses the next replies: each command runs, and its caller gets no answer.
   * @param count how many, 1 or more. Default: 1
   * @throws INVALID_OPTION when `count` is wrong
   * @example
   * locks.redis.dropNextReply();
   */
  dropNextReply(count?: number): void;
  /**
   * Answers nothing from now on. Requests wait, and run when the database is back, unless their deadline passes before.
   * @returns a function that brings it back
   * @example
   * const back = locks.redis.hang();
   */
  hang(): () => void;
  /**
   * Refuses all connections from now on: calls throw REDIS_UNREACHABLE.
   * @returns a function that brings it back
   * @example
   * const back = locks.redis.goAway();
   */
  goAway(): () => void;
  /**
   * Lists the commands that the database ran.
   * @returns the commands and their results, the oldest first
   * @example
   * console.log(locks.redis.witness().length);
   */
  witness(): readonly TestCommand[];
  /**
   * Runs a command of Redis, without the faults of the test.
   * @param words the name of the command, and its arguments
   * @returns its result, or its error
   * @example
   * await locks.redis.command("KEYS", "*");
   */
  command(...words: readonly string[]): Promise<Answer>;
}

const DEADLINE_MS = 5_000;
const MOST_DROPS = 1_000_000;

/** @internal */
export class TestDatabase implements TestRedis {
  readonly port: RedisPort;
  readonly #engine: Engine;
  readonly #direct: CommandTransport;
  readonly #options: TestLocksOptions;
  readonly #witnessed: TestCommand[] = [];
  readonly #hanging = new Set<Promise<void>>();
  readonly #streams = new Set<AbortController>();
  #away = 0;
  #drops = 0;

  constructor(engine: Engine, options: TestLocksOptions) {
    this.#engine = engine;
    this.#options = options;
    this.#direct = engineTransport(engine);
    this.port = commandPort({
      ...this.#direct,
      send: (command, limits) => this.#send(command, limits),
      follow: (...followed) => this.#follow(...followed),
    });
  }

  get isFull(): boolean {
    return this.#engine.isFull;
  }

  set isFull(isFull: boolean) {
    this.#engine.isFull = isFull;
  }

  locks(options: TestLocksOptions = this.#options): Locks {
    checkTestOptions(options);
    return createLocks({ ...options, redis: this.port });
  }

  loseHold(name: string): void {
    void this.command("DEL", lockName(this.#prefix, name).key);
  }

  async stealHold(name: string): Promise<Held> {
    this.loseHold(name);
    const other = createLocks({ prefix: this.#prefix, redis: commandPort(this.#direct) });
    return other.lock(name).acquire({ waitMs: 0 });
  }

  dropNextReply(count: number = 1): void {
    this.#drops += wholeNumber("count", count, { from: 1, to: MOST_DROPS });
  }

  hang(): () => void {
    let end = (): void => {};
    const hanging = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.#hanging.add(hanging);
    this.#endStreams();
    return () => {
      this.#hanging.delete(hanging);
      end();
    };
  }

  goAway(): () => void {
    let isAway = true;
    this.#away += 1;
    this.#endStreams();
    return () => {
      if (isAway) this.#away -= 1;
      isAway = false;
    };
  }

  witness(): readonly TestCommand[] {
    return [...this.#witnessed];
  }

  command(...words: readonly string[]): Promise<Answer> {
    return this.#direct.send(words, { timeoutMs: DEADLINE_MS });
  }

  #endStreams(): void {
    for (const stream of this.#streams) stream.abort();
  }

  async #follow(...[channel, listener, signal]: Parameters<CommandTransport["follow"]>): Promise<StreamEnd> {
    if (this.#away > 0 || this.#hanging.size > 0 || signal.aborted) return "ended";
    const stream = new AbortController();
    const stop = (): void => stream.abort();
    this.#streams.add(stream);
    signal.addEventListener("abort", stop);
    const end = await this.#direct.follow(channel, listener, stream.signal);
    this.#streams.delete(stream);
    signal.removeEventListener("abort", stop);
    return end;
  }

  get #prefix(): string {
    return this.#options.prefix ?? DEFAULT_PREFIX;
  }

  #send(command: readonly string[], limits: RunLimits): Promise<Answer> {
    return oneRequest(limits, [], async (signal) => {
      checkClocks();
      if (this.#away > 0) throw neverSent(new RedisUnreachableError("the test made Redis unreachable"));
      // Ends when every hang has ended: one may begin while another is awaited.
      while (this.#hanging.size > 0) await Promise.all(this.#hanging);
      // Its caller has its answer already.
      if (signal.aborted) throw new OutcomeUnknownError("the deadline has passed");
      const answer = await this.#direct.send(command, { ...limits, signal });
      this.#witnessed.push({ command, result: "result" in answer ? answer.result : undefined });
      // A script that the database does not know has not run yet: it is sent again, whole.
      if (this.#drops === 0 || "error" in answer) return answer;
      this.#drops -= 1;
      throw new OutcomeUnknownError("the test dropped the reply");
    });
  }
}
