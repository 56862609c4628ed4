// Walks of a model that distinguish a mutant from its original, on a Redis of their own, because a mutant may keep it
// busy.

import * as generated from "../../../src/lock/lua/generated.ts";
import type { LuaScript } from "../../../src/lock/protocol.ts";
import { type RedisServer, startRedisServer } from "../../../src/tools/gateway/redis-server.ts";
import { fullFirst } from "../model/harness/full-first.ts";
import type { Heard } from "../model/harness/messages.ts";
import { type Connection, connect, load } from "../model/real.ts";

const TOGETHER = 20;
// After this time Redis refuses all other commands: a mutant that never ends then differs from a slow one.
const BUSY_MS = 2_000;

/** The connection on which walks are compared. */
export interface WalkPlace {
  readonly connection: Connection;
  readonly heard: Heard;
  /** The one that hears. */
  readonly subscriber: Connection;
}

/** Returns whether the scripts match the model in this walk. */
export type Compares<Walk> = (place: WalkPlace, walk: Walk) => Promise<boolean>;

export class JudgedWalks<Walk> {
  readonly #walks: readonly Walk[];
  readonly #hearing: (subscriber: Connection) => Promise<Heard>;
  readonly #together: number;
  #server: RedisServer | undefined;
  #connections: Connection[] = [];
  #heard: Heard = async () => [];

  /** `together`: how many at a time; each needs keys of its own. */
  constructor(walks: readonly Walk[], hearing: (subscriber: Connection) => Promise<Heard>, together = TOGETHER) {
    this.#together = together;
    this.#walks = walks;
    this.#hearing = hearing;
  }

  /** Ends at the first walks that differ. `scripts`: those that are run beside ours. */
  async allAgree(compares: Compares<Walk>, scripts: readonly LuaScript[] = []): Promise<boolean> {
    const place = await this.#place();
    const isLua = await load(place.connection, scripts).then(
      () => true,
      () => false,
    );
    if (!isLua) return false;
    for (let at = 0; at < this.#walks.length; at += this.#together) {
      const together = this.#walks.slice(at, at + this.#together).map((walk) => compares(place, walk));
      const watch = this.#watch();
      const agree = await Promise.race([Promise.all(together), watch.refused]).catch(() => undefined);
      watch.end();
      // It has left Redis busy, or a key of another type.
      if (agree === undefined) await this.stop();
      if (agree === undefined || agree.includes(false)) return false;
    }
    return true;
  }

  async stop(): Promise<void> {
    for (const connection of this.#connections) connection.destroy();
    this.#connections = [];
    await this.#server?.kill("SIGKILL");
    await this.#server?.stop();
    this.#server = undefined;
  }

  /** Redis does not refuse a client that waits for an endless script. Another connection therefore asks regularly. */
  #watch(): { readonly refused: Promise<undefined>; end(): void } {
    let end = (): void => undefined;
    const refused = new Promise<undefined>((resolve) => {
      const timer = setInterval(() => {
        this.#connection(2)
          .ping()
          .catch(() => resolve(undefined));
      }, BUSY_MS);
      end = () => clearInterval(timer);
    });
    return { refused, end };
  }

  async #place(): Promise<WalkPlace> {
    if (this.#server === undefined) {
      this.#server = await startRedisServer();
      const { url } = this.#server;
      this.#connections = [fullFirst(await connect(url)), await connect(url), await connect(url)];
      await load(this.#connection(0), Object.values(generated));
      await this.#connection(0).sendCommand(["CONFIG", "SET", "lua-time-limit", String(BUSY_MS)]);
      this.#heard = await this.#hearing(this.#connection(1));
    }
    return { connection: this.#connection(0), heard: this.#heard, subscriber: this.#connection(1) };
  }

  #connection(index: number): Connection {
    const connection = this.#connections[index];
    if (connection === undefined) throw new Error("not connected");
    return connection;
  }
}
