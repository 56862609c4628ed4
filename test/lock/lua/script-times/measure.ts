// How long Redis executes one script beside n of something: waiters, readers, permits, holds. Redis' own time, so that
// neither the network nor this process is part of it.

import { argumentsOf } from "../../../../src/lock/lua/reply.ts";
import type { ScriptCall } from "../../../../src/lock/protocol.ts";
import { quietClient } from "../../../../src/tools/gateway/redis-link.ts";
import { type RedisServer, startRedisServer } from "../../../../src/tools/gateway/redis-server.ts";

/** Words of one command. */
export type Command = readonly string[];

/** One script beside n of something. */
export interface Scene {
  readonly name: string;
  /** The most that one call accepts: the script gets all n itself, and its time grows with them. */
  readonly most?: number;
  /** Why the time grows with n all the same. */
  readonly grows?: string;
  /** Redis itself scans all n: ZDIFF, LPOS, LREM. That takes less than 0.1 µs for each. */
  readonly scans?: true;
  /** The state in which the script runs. `now`: the clock of Redis, epoch ms. */
  state(n: number, now: number): readonly Command[];
  /** The measured run. */
  call(n: number): ScriptCall<unknown>;
}

// More arguments of one command than this, and Redis would refuse some.
const TOGETHER = 1_000;

/** A redis-server for measurements, with nothing else in it. */
export class ScriptTimes implements AsyncDisposable {
  readonly #server: RedisServer;
  readonly #redis: ReturnType<typeof quietClient.duplicate>;

  private constructor(server: RedisServer) {
    this.#server = server;
    this.#redis = quietClient.duplicate({ url: server.url });
  }

  static async start(): Promise<ScriptTimes> {
    const times = new ScriptTimes(await startRedisServer());
    await times.#redis.connect();
    return times;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#redis.destroy();
    await this.#server.stop();
  }

  /** Returns the median time beside each of some n, µs: of runs in turn, each in a new state. */
  async medians(scene: Scene, ns: readonly number[], runs: number): Promise<number[]> {
    const all = ns.map((n): { n: number; micros: number[] } => ({ n, micros: [] }));
    for (let run = 0; run < runs; run += 1) {
      for (const { n, micros } of all) micros.push(await this.#once(scene, n));
    }
    return all.map(({ micros }) => micros.sort((one, other) => one - other)[Math.floor(runs / 2)] ?? Number.NaN);
  }

  async #once(scene: Scene, n: number): Promise<number> {
    await this.#send(["FLUSHALL"]);
    const now = await this.#now();
    const commands = scene.state(n, now);
    for (let from = 0; from < commands.length; from += TOGETHER) {
      await Promise.all(commands.slice(from, from + TOGETHER).map((words) => this.#send(words)));
    }
    const call = scene.call(n);
    // Compiles the script.
    await this.#send(["SCRIPT", "LOAD", call.script.source]);
    await this.#send(["CONFIG", "RESETSTAT"]);
    await this.#run(call);
    const stats = String(await this.#send(["INFO", "commandstats"]));
    return Number(/^cmdstat_evalsha:calls=1,usec=(\d+)/m.exec(stats)?.[1] ?? Number.NaN);
  }

  async #run(call: ScriptCall<unknown>): Promise<void> {
    await this.#send(["SCRIPT", "LOAD", call.script.source]);
    call.decode(await this.#send(["EVALSHA", call.script.sha1, ...argumentsOf(call, "nonce")]));
  }

  async #now(): Promise<number> {
    const [seconds, micros]: [string, string] = Object(await this.#send(["TIME"]));
    return Number(seconds) * 1_000 + Math.floor(Number(micros) / 1_000);
  }

  #send(words: Command): Promise<unknown> {
    return this.#redis.sendCommand([...words]);
  }
}
