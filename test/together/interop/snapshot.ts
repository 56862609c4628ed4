// The complete content of a Redis, with holders by the names of a sequence.
import { setTimeout as sleep } from "node:timers/promises";
import { command, type Endpoint } from "../../support/rest.ts";

export interface StoredKey {
  readonly type: string;
  /**
   * Fields of a hash; members of a sorted set, each with the time until its score, ms, -1: never; elements; or the
   * text.
   */
  readonly value: unknown;
  /** -1: it has none. */
  readonly ttlMs: number;
}

const QUIET_MS = 20;
// Redisson's score of a permit without an end.
const NEVER = 922_337_203_685_477;

export type Snapshot = Readonly<Record<string, StoredKey>>;

type Looked = readonly [key: string, type: string, ttlMs: number, content: string | string[]];

// At one instant, and in one request.
const LOOK = `
local read = { string = 'GET', hash = 'HGETALL', list = 'LRANGE', zset = 'ZRANGE', set = 'SMEMBERS' }
local range = { list = { 0, -1 }, zset = { 0, -1, 'WITHSCORES' } }
local found = {}
for _, key in ipairs(redis.call('KEYS', '*')) do
  local type = redis.call('TYPE', key).ok
  local content = redis.call(read[type], key, unpack(range[type] or {}))
  -- Ids of permits are bytes, which JSON has not: as digits.
  if type == 'zset' and string.find(key, ':timeout$') then
    for at = 1, #content, 2 do
      content[at] = string.gsub(content[at], '.', function(byte) return string.format('%02x', string.byte(byte)) end)
    end
  end
  table.insert(found, { key, type, redis.call('PTTL', key), content })
end
return { redis.call('TIME'), found }`;

/**
 * Reads Redis when it is idle: Redisson deletes a latch after its call has returned.
 *
 * @param known applied to every key and value
 */
export async function snapshot(endpoint: Endpoint, known: (text: string) => string): Promise<Snapshot> {
  // Ends when two reads are equal.
  for (let before = await look(endpoint, known); ; ) {
    await sleep(QUIET_MS);
    const now = await look(endpoint, known);
    if (Object.keys(now).join() === Object.keys(before).join()) return now;
    before = now;
  }
}

async function look(endpoint: Endpoint, known: (text: string) => string): Promise<Snapshot> {
  const [[seconds, microseconds], found] = await command<[[string, string], Looked[]]>(endpoint, "EVAL", LOOK, 0);
  const now = Number(seconds) * 1_000 + Number(microseconds) / 1_000;
  const keys = found.map(([key, type, ttlMs, content]) => {
    const value: unknown = JSON.parse(known(JSON.stringify(contentOf(type, content, now))));
    return [known(key), { type, value, ttlMs }] as const;
  });
  return Object.fromEntries(keys.sort(([one], [other]) => (one < other ? -1 : 1)));
}

function contentOf(type: string, content: string | string[], now: number): unknown {
  if (typeof content === "string" || type === "list") return content;
  if (type === "set") return content.sort();
  const fields = Array.from({ length: content.length / 2 }, (_, at) => [content[2 * at], content[2 * at + 1]] as const);
  // Scores are times: by the Redis clock for ours, by the clock of the same machine for Redisson.
  if (type === "zset") return Object.fromEntries(fields.map(([member, at]) => [member, leftOf(Number(at), now)]));
  return Object.fromEntries(fields);
}

function leftOf(at: number, now: number): number {
  return at >= NEVER ? -1 : Math.round(at - now);
}
