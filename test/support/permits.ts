// A permit-expirable semaphore in Redis, where ids are raw bytes, and the operations of Redisson that tests need.
import { permitLeasesKey, semaphoreChannel } from "../../src/lock/keys.ts";
import type { EmptyRedis } from "./empty-redis.ts";
import { command, type Endpoint } from "./rest.ts";

const LOOK = `local told = {}
local list = redis.call('ZRANGE', KEYS[2], 0, -1, 'WITHSCORES')
for at = 1, #list, 2 do
  local hex = string.gsub(list[at], '.', function(byte) return string.format('%02x', string.byte(byte)) end)
  table.insert(told, #list[at] == 16 and hex or 'odd')
  table.insert(told, list[at + 1])
end
local time = redis.call('TIME')
return { redis.call('GET', KEYS[1]), told, time[1] * 1000 + math.floor(time[2] / 1000) }`;

export interface PermitsLooked {
  /** Null: the number was never set. */
  readonly available: string | null;
  /** Scores, as Redis formats them, by the id in hex. */
  readonly leases: Readonly<Record<string, string>>;
  /** The Redis clock, epoch ms. */
  readonly now: number;
}

export function lookAtPermits(redis: Endpoint, key: string): Promise<PermitsLooked> {
  return permitsSeen((...words) => command(redis, ...words), key);
}

/** `send`: runs one command. */
export async function permitsSeen(send: EmptyRedis["command"], key: string): Promise<PermitsLooked> {
  const looked = await send<[string | null, string[], number]>("EVAL", LOOK, 2, key, permitLeasesKey(key));
  const [available, flat, now] = looked;
  const leases = Object.fromEntries(
    Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i], String(flat[2 * i + 1])] as const),
  );
  return { available, leases, now };
}

const AGE = `for _, id in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  redis.call('ZINCRBY', KEYS[1], -tonumber(ARGV[1]), id)
end`;

/** Brings the ends of all leases nearer, as if this time had passed. */
export async function ageLeases(redis: Endpoint, key: string, ms: number): Promise<void> {
  await command(redis, "EVAL", AGE, 1, permitLeasesKey(key), ms);
}

const BYTES = `local function raw(hex)
  return (string.gsub(hex, '%x%x', function(byte) return string.char(tonumber(byte, 16)) end))
end
`;

// Redisson 4.7, tryAcquireAsync of one permit; ARGV id, expiry, now, channel.
export const JAVA_ACQUIRES = `${BYTES}
local over = redis.call('ZRANGEBYSCORE', KEYS[2], 0, ARGV[3], 'LIMIT', 0, 1)
if #over > 0 then
  redis.call('ZREM', KEYS[2], unpack(over))
  local value = redis.call('INCRBY', KEYS[1], #over)
  if tonumber(value) > 0 then redis.call('PUBLISH', ARGV[4], value) end
end
local value = redis.call('GET', KEYS[1])
if value ~= false and tonumber(value) >= 1 then
  redis.call('DECRBY', KEYS[1], 1)
  redis.call('ZADD', KEYS[2], ARGV[2], raw(ARGV[1]))
  local ttl = redis.call('PTTL', KEYS[1])
  if ttl > 0 then redis.call('PEXPIRE', KEYS[2], ttl) end
  return 'OK'
end
local first = redis.call('ZRANGE', KEYS[2], 0, 0, 'WITHSCORES')
if first[1] ~= nil and first[2] ~= '922337203685477' then return ':' .. first[2] end
return nil`;

// tryReleaseAsync of one id; ARGV id, channel, now.
export const JAVA_RELEASES = `${BYTES}
local till = redis.call('ZSCORE', KEYS[2], raw(ARGV[1]))
if redis.call('ZREM', KEYS[2], raw(ARGV[1])) ~= 1 then return 0 end
local value = redis.call('INCRBY', KEYS[1], 1)
redis.call('PUBLISH', ARGV[2], value)
if tonumber(till) <= tonumber(ARGV[3]) then return 0 end
return 1`;

export function javaAcquires(redis: Endpoint, key: string, id: string, till: number, now: number): Promise<unknown> {
  const keys = [key, permitLeasesKey(key)];
  return command(redis, "EVAL", JAVA_ACQUIRES, 2, ...keys, id, till, now, semaphoreChannel(key));
}

export function javaReleases(redis: Endpoint, key: string, id: string, now: number): Promise<unknown> {
  return command(redis, "EVAL", JAVA_RELEASES, 2, key, permitLeasesKey(key), id, semaphoreChannel(key), now);
}
