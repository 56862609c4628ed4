// Everything that is in a Redis, with holders by the names that a sequence gives them.
import { setTimeout as sleep } from "node:timers/promises";
import { command, type Endpoint, hash, pairs } from "../support/rest.ts";

export interface StoredKey {
  readonly type: string;
  /** Fields of a hash, members of a sorted set with their scores, elements, or the text. */
  readonly value: unknown;
  /** -1: it has none. */
  readonly ttlMs: number;
}

const QUIET_MS = 20;

export type Snapshot = Readonly<Record<string, StoredKey>>;

const READ: Readonly<Record<string, (endpoint: Endpoint, key: string) => Promise<unknown>>> = {
  string: (endpoint, key) => command(endpoint, "GET", key),
  hash,
  zset: (endpoint, key) => pairs(endpoint, "ZRANGE", key, "0", "-1", "WITHSCORES"),
  list: (endpoint, key) => command(endpoint, "LRANGE", key, "0", "-1"),
  set: async (endpoint, key) => (await command<string[]>(endpoint, "SMEMBERS", key)).sort(),
};

/**
 * Redis has no list of all keys with their values: it must be quiet meanwhile. That is waited for, since Redisson deletes a
 * latch after its call has returned.
 * @param known applied to every key and value
 */
export async function snapshot(endpoint: Endpoint, known: (text: string) => string): Promise<Snapshot> {
  // Ends when two looks have found the same.
  for (let before = await look(endpoint, known); ; ) {
    await sleep(QUIET_MS);
    const now = await look(endpoint, known);
    if (Object.keys(now).join() === Object.keys(before).join()) return now;
    before = now;
  }
}

async function look(endpoint: Endpoint, known: (text: string) => string): Promise<Snapshot> {
  const keys = await command<string[]>(endpoint, "KEYS", "*");
  const found = await Promise.all(keys.map(async (key) => [known(key), await stored(endpoint, key, known)] as const));
  // A key that ran out in between is not there.
  return Object.fromEntries(
    found.filter(([, { type }]) => type !== "none").sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

async function stored(endpoint: Endpoint, key: string, known: (text: string) => string): Promise<StoredKey> {
  const type = await command<string>(endpoint, "TYPE", key);
  const ttlMs = await command<number>(endpoint, "PTTL", key);
  const read = READ[type];
  if (type === "none" || ttlMs === -2) return { type: "none", value: null, ttlMs };
  if (read === undefined) throw new Error(`a key of type ${type}`);
  const value: unknown = JSON.parse(known(JSON.stringify(await read(endpoint, key))));
  return { type, value, ttlMs };
}
