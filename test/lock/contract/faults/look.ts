// What Redis holds for a name, whatever the kind of lock.
import { command, type Endpoint } from "../../../support/rest.ts";
import type { Kept } from "./row.ts";

const LOOK = `local all = {}
for _, key in ipairs(redis.call('KEYS', '*' .. ARGV[1] .. '*')) do
  local type = redis.call('TYPE', key).ok
  local value
  if type == 'hash' then value = redis.call('HGETALL', key)
  elseif type == 'list' then value = redis.call('LRANGE', key, 0, -1)
  elseif type == 'zset' then value = redis.call('ZCARD', key)
  else value = redis.call('GET', key) end
  table.insert(all, { key, type, value, redis.sha1hex(redis.call('DUMP', key)), redis.call('PTTL', key) })
end
return all`;

/** The records of requests, holds and owners, and the latest token of a lock: they stay for a while by design. */
const RECORD =
  /^redisson_lock_token:|^leasehound:[^:]*:(record|owner|forced|request|write|waiter|tries|rw-tries|stands|spend):/;
const MADE = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:-?\d+/g;

export interface Look {
  readonly held: Kept;
  /** The whole content of each key of Redisson's. */
  readonly contents: Readonly<Record<string, string>>;
  /** The time that each of these has left, ms; -1: for ever. */
  readonly left: Readonly<Record<string, number>>;
}

type Found = readonly [key: string, type: string, value: unknown, content: string, left: number];

export async function look(redis: Endpoint, name: string): Promise<Look> {
  const found = (await command<Found[]>(redis, "EVAL", LOOK, 0, name)).sort(([one], [other]) => (one < other ? -1 : 1));
  const lasting = found.filter(([key]) => !key.startsWith("leasehound:"));
  return {
    held: Object.fromEntries(
      found
        .filter(([key]) => !RECORD.test(key))
        .map(([key, type, value]) => [key.replaceAll(name, "x").replaceAll(MADE, "made"), shown(type, value)]),
    ),
    contents: Object.fromEntries(lasting.map(([key, , , content]) => [key, content])),
    left: Object.fromEntries(lasting.map(([key, , , , left]) => [key, left])),
  };
}

function shown(type: string, value: unknown): unknown {
  if (!Array.isArray(value)) return typeof value === "string" ? plain(value) : value;
  if (type !== "hash") return value.map((member) => plain(String(member)));
  return Object.fromEntries(
    Array.from({ length: value.length / 2 }, (_, nth) => [plain(String(value[2 * nth])), value[2 * nth + 1]]),
  );
}

const plain = (text: string): string => text.replaceAll(MADE, "made");
