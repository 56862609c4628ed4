// A real redis-server whose clock is set: libfaketime reads the time from a file, each time that the server asks for it.
import { globSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { findRedisServer } from "../../../../src/tools/gateway/find-redis-server.ts";
import { guard, type RedisServer, startRedisServer } from "../../../../src/tools/gateway/redis-server.ts";
import { RawRedis, type Wire } from "../../../engine/raw-redis.ts";
import type { Following, Repeater } from "./judge.ts";
import type { Message } from "./recording.ts";

const LIBRARY = "node_modules/.cache/libfaketime/usr/lib/*/faketime/libfaketime.so.1";
// In memory: the time is set before each command, and a rename on a disk takes ten times as long.
const MEMORY = "/dev/shm";
/** An instant that the clock of the machine does not show. */
const SOME_US = 1_000_000_000_000_000;

export class ClockedRedis implements Repeater {
  readonly #server: RedisServer;
  readonly #clock: ClockFile;
  readonly #redis: RawRedis;
  readonly #idle: RawRedis[] = [];
  readonly #connections: RawRedis[];

  private constructor(server: RedisServer, clock: ClockFile, redis: RawRedis) {
    this.#server = server;
    this.#clock = clock;
    this.#redis = redis;
    this.#connections = [redis];
  }

  static async start(): Promise<ClockedRedis> {
    const clock = new ClockFile();
    const { path, env } = findRedisServer();
    const server = await startRedisServer({ binary: { path, env: { ...env, ...clock.env } } });
    clock.belongsTo(server);
    const redis = new ClockedRedis(server, clock, await RawRedis.connect(server.url));
    redis.setClock(SOME_US);
    if (String(await redis.command(["TIME"])) === "$1000000000,$0") return redis;
    await redis.stop();
    throw new Error(`libfaketime does not set the clock of ${path}: set REDIS_SERVER to one of Debian or Ubuntu`);
  }

  setClock(us: number): void {
    this.#clock.set(us);
  }

  command(words: readonly string[]): Promise<Wire> {
    return this.#redis.command(words);
  }

  /** Each follower is a client of its own, as each stream is. */
  async follow(name: string, isPattern: boolean): Promise<Following> {
    const connection = this.#idle.pop() ?? (await this.#connect());
    const messages: Message[] = [];
    connection.onMessage = (words) => {
      const [channel = "", text = ""] = words.slice(-2).map((word) => String(word).slice(1));
      messages.push([channel, text]);
    };
    await connection.command([isPattern ? "PSUBSCRIBE" : "SUBSCRIBE", name]);
    return {
      end: async () => {
        await connection.command([isPattern ? "PUNSUBSCRIBE" : "UNSUBSCRIBE", name]);
        this.#idle.push(connection);
        return messages;
      },
    };
  }

  async stop(): Promise<void> {
    for (const connection of this.#connections) connection.close();
    await this.#server.stop();
    this.#clock.remove();
  }

  async #connect(): Promise<RawRedis> {
    const connection = await RawRedis.connect(this.#server.url);
    this.#connections.push(connection);
    return connection;
  }
}

/** The time of a process, in a file. */
class ClockFile {
  readonly #folder = mkdtempSync(join(MEMORY, "redis-clock-"));
  readonly #path = join(this.#folder, "time");
  #endGuard = (): void => {};

  constructor() {
    this.set(0);
  }

  get env(): NodeJS.ProcessEnv {
    const [library] = globSync(LIBRARY);
    if (library === undefined) throw new Error("there is no libfaketime: run the judge by npm run test:full -- judge");
    return {
      // Redis' own allocator asks for the time before libfaketime is ready, and would wait for it for ever.
      LD_PRELOAD: `${resolve(library)}:libc.so.6`,
      FAKETIME_TIMESTAMP_FILE: this.#path,
      FAKETIME_NO_CACHE: "1",
      FAKETIME_FMT: "%s",
      // The timers of the server run on.
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
      NO_FAKE_STAT: "1",
      TZ: "UTC",
    };
  }

  set(us: number): void {
    const fraction = String(us % 1_000_000).padStart(6, "0");
    // Another half of a microsecond: libfaketime computes in fractions, and rounds down.
    writeFileSync(`${this.#path}.new`, `${Math.floor(us / 1_000_000)}.${fraction}5\n`);
    // At once: the server may read it at any moment.
    renameSync(`${this.#path}.new`, this.#path);
  }

  /** Nothing stays in memory, even if this process and the server are killed. */
  belongsTo({ pid }: RedisServer): void {
    if (pid === undefined) return;
    this.#endGuard = guard(pid, this.#folder);
    // The processes that a server starts would open these of libfaketime. It starts none.
    for (const name of [`faketime_shm_${pid}`, `sem.faketime_sem_${pid}`]) rmSync(join(MEMORY, name), { force: true });
  }

  remove(): void {
    this.#endGuard();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
