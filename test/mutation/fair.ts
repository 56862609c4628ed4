// What tells a mutant of the fair lock's scripts: the walks of its model. Their other lines are those of the plain lock, and judged
// there.
import { type RedisServer, startRedisServer } from "../../scripts/gateway/redis-server.ts";
import * as generated from "../../src/lua/generated.ts";
import { compare, walkFrom } from "../model/fair/compare.ts";
import { hearing } from "../model/fair/hearing.ts";
import { type Connection, connect, load } from "../model/real.ts";

const WALKS = 600;
const TOGETHER = 20;
// A mutant that never ends is told from one that is slow: Redis then refuses everything else.
const BUSY_MS = 500;

const walks = Array.from({ length: WALKS }, (_, index) => walkFrom(index + 1));
const scripts = Object.values(generated);

export function isFair(script: string): boolean {
  return script.startsWith("fair/");
}

export class FairWalks {
  #server: RedisServer | undefined;
  #connections: Connection[] = [];
  #heard: (key: string) => Promise<readonly string[]> = async () => [];

  /** Ends at the first walks that tell it from the model. */
  async survives(name: string, source: string): Promise<boolean> {
    const place = await this.#place();
    for (let at = 0; at < WALKS; at += TOGETHER) {
      const instead = { name, source, sha1: "" };
      const together = walks.slice(at, at + TOGETHER).map((walk) => compare({ ...place, instead }, walk));
      const watch = this.#watch();
      const failures = await Promise.race([Promise.all(together), watch.refused]).catch(() => undefined);
      watch.end();
      // It has left Redis busy, or a key of another type.
      if (failures === undefined) await this.stop();
      if (failures === undefined || failures.some(({ failure }) => failure !== undefined)) return false;
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

  /** Whoever waits for a script that never ends is not refused, but waits: so another asks, now and then. */
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

  async #place() {
    if (this.#server === undefined) {
      this.#server = await startRedisServer();
      const { url } = this.#server;
      this.#connections = [await connect(url), await connect(url), await connect(url)];
      await load(this.#connection(0), scripts);
      await this.#connection(0).sendCommand(["CONFIG", "SET", "lua-time-limit", String(BUSY_MS)]);
      this.#heard = await hearing(this.#connection(1));
    }
    return { connection: this.#connection(0), heard: this.#heard };
  }

  #connection(index: number): Connection {
    const connection = this.#connections[index];
    if (connection === undefined) throw new Error("not connected");
    return connection;
  }
}
