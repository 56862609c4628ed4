// The same scripts and commands on the engine and on a real Redis, with all replies and the whole database compared.
import { afterAll } from "vitest";
import { Engine, type EngineOptions } from "../../src/engine/engine.ts";
import { toBytes } from "../../src/engine/keyspace/byte-text.ts";
import type { ScriptCall } from "../../src/lock/protocol.ts";
import { startRedisServer } from "../../src/tools/gateway/redis-server.ts";
import { plain, RawRedis, type Wire, wireOf } from "./raw-redis.ts";

/** Two clocks were read, at two instants. */
const TOLERANCE_MS = 1_500;

const DUMP = `local all = {}
for _, key in ipairs(redis.call('KEYS', '*')) do
  local kind = redis.call('TYPE', key).ok
  local value
  if kind == 'string' then value = redis.call('GET', key)
  elseif kind == 'hash' then value = redis.call('HGETALL', key)
  elseif kind == 'list' then value = redis.call('LRANGE', key, 0, -1)
  elseif kind == 'zset' then value = redis.call('ZRANGE', key, 0, -1, 'WITHSCORES')
  else value = redis.call('SMEMBERS', key) end
  table.insert(all, { key, kind, redis.call('PTTL', key), value })
end
return all`;

export class Both {
  readonly engine: Engine;
  readonly redis: RawRedis;
  /** The calls whose replies were compared. */
  compared = 0;
  #nonces = 0;

  constructor(redis: RawRedis, options?: EngineOptions) {
    this.redis = redis;
    this.engine = new Engine(options);
  }

  /** Empties both. */
  async clear(): Promise<void> {
    await this.redis.command(["FLUSHALL"]);
    this.engine.command(["FLUSHALL"]);
  }

  /** Runs a command on both, and returns both replies. */
  async command(words: readonly string[]): Promise<[redis: Wire, engine: Wire]> {
    this.compared += 1;
    const bytes = words.map(toBytes);
    return [await this.redis.command(bytes), wireOf(this.engine, bytes)];
  }

  /** Runs a script on both, with one nonce. Returns its decoded reply, and throws if the replies differ. */
  readonly run = async <Reply>({ script, keys, args, decode }: ScriptCall<Reply>): Promise<Reply> => {
    this.#nonces += 1;
    const rest = [String(keys.length), ...keys, `n${this.#nonces}`, ...args];
    const [redis, engine] = await this.command(["EVAL", script.source, ...rest]);
    if (!isNear(redis, engine)) {
      throw new Error(`${script.name}: Redis replies ${JSON.stringify(redis)}, engine ${JSON.stringify(engine)}`);
    }
    return decode(plain(redis));
  };

  /** Fills the memory of both, or empties it. */
  async fill(isFull: boolean): Promise<void> {
    await this.redis.command(["CONFIG", "SET", "maxmemory", isFull ? "1" : "0"]);
    this.engine.isFull = isFull;
  }

  /** Subscribes to channels on both. Returns a function that ends it. */
  async follow(url: string, ...channels: readonly string[]): Promise<() => void> {
    const subscriber = await RawRedis.connect(url);
    await subscriber.command(["SUBSCRIBE", ...channels.map(toBytes)]);
    const ends = channels.map((channel) => this.engine.follow(toBytes(channel), false, () => {}));
    return () => {
      subscriber.close();
      for (const end of ends) end();
    };
  }

  /** Returns the whole database of both, in an order of its own. */
  async states(): Promise<[redis: Wire, engine: Wire]> {
    const [redis, engine] = await this.command(["EVAL", DUMP, "0"]);
    return [ordered(redis), ordered(engine)];
  }
}

/** Starts a Redis, and an engine. */
export async function startBoth(options?: EngineOptions): Promise<Both & { readonly url: string }> {
  const server = await startRedisServer();
  const both = Object.assign(new Both(await RawRedis.connect(server.url), options), { url: server.url });
  afterAll(async () => {
    both.redis.close();
    await server.stop();
  });
  return both;
}

/** Sorts keys, and the fields of hashes and the members of sets, which are in no order. */
function ordered(state: Wire): Wire {
  if (!Array.isArray(state)) return state;
  const keys = state.map((entry) => {
    const [key = null, kind = null, ttl = null, value = null] = Array.isArray(entry) ? entry : [];
    if (kind === "$set") return [key, kind, ttl, sorted(value)];
    // Members may be in another order if their scores are instants of another millisecond.
    const hasOrder = kind === "$list" || kind === "$string" || (kind === "$zset" && !hasInstants(value));
    return [key, kind, ttl, hasOrder ? value : pairs(value)];
  });
  return sorted(keys);
}

function hasInstants(members: Wire): boolean {
  return Array.isArray(members) && members.some((score, at) => at % 2 === 1 && /^\$\d{13}$/.test(String(score)));
}

function pairs(flat: Wire): Wire {
  if (!Array.isArray(flat)) return flat;
  return sorted(Array.from({ length: flat.length / 2 }, (_, i) => flat.slice(2 * i, 2 * i + 2)));
}

function sorted(list: Wire): Wire {
  if (!Array.isArray(list)) return list;
  return [...list].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

/** Says whether replies are the same, but for instants. */
export function isNear(a: Wire, b: Wire): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, i) => isNear(item, b[i] ?? null));
  if (typeof a !== "string" || typeof b !== "string" || a[0] !== b[0]) return false;
  const [x, y] = [numbersOf(a), numbersOf(b)];
  if (x.rest !== y.rest || x.numbers.length !== y.numbers.length) return false;
  return x.numbers.every((number, i) => Math.abs(number - (y.numbers[i] ?? 0)) <= toleranceOf(number));
}

/** Separates the numbers of four digits and more, which may be instants, from a text. */
function numbersOf(text: string): { rest: string; numbers: number[] } {
  const numbers: number[] = [];
  const rest = text.replaceAll(/(?<![\da-z])\d{4,20}(?![\da-z])/g, (digits) => {
    numbers.push(Number(digits));
    return "#";
  });
  return { rest, numbers };
}

function toleranceOf(number: number): number {
  // Microseconds since the epoch, or milliseconds.
  return number > 1e15 ? TOLERANCE_MS * 1_000 : TOLERANCE_MS;
}
