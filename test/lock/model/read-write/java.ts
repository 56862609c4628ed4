// The effect of Redisson's clients on the same lock, from the docs of its wire format, in the model and in Lua for
// Redis.
import { tell } from "./ours.ts";
import { free, lockLeft, longestRead, setSlot, type World, writerField } from "./world.ts";

export const JAVA_OPS = ["read", "unlock read", "renew read", "write", "unlock write", "renew write"] as const;
export type JavaOp = (typeof JAVA_OPS)[number];

/** Returns the script's reply; null: acquired, or not held by this owner. */
export function java(world: World, op: JavaOp, holder: string, lease: number): number | null {
  const ends = world.now + lease;
  const writer = writerField(holder);
  switch (op) {
    case "read": {
      const isOpen = world.mode !== "write" || world.counts.has(writer);
      if (!isOpen) return lockLeft(world);
      world.mode ??= "read";
      const count = (world.counts.get(holder) ?? 0) + 1;
      world.counts.set(holder, count);
      setSlot(world, holder, count - 1, ends);
      world.until = Math.max(world.until, ends);
      return null;
    }
    case "write": {
      if (world.mode !== undefined && !(world.mode === "write" && world.counts.has(writer))) return lockLeft(world);
      world.until = world.mode === undefined ? ends : world.until + lease;
      world.mode = "write";
      world.counts.set(writer, (world.counts.get(writer) ?? 0) + 1);
      return null;
    }
    case "renew read": {
      const count = world.counts.get(holder);
      if (count === undefined) return 0;
      for (let n = 0; n < count; n += 1) {
        if ((world.slots.get(holder)?.[n] ?? 0) > world.now) setSlot(world, holder, n, ends);
      }
      world.until = ends;
      return 1;
    }
    case "renew write": {
      if (!world.counts.has(writer)) return 0;
      world.until = ends;
      return 1;
    }
    case "unlock read":
      return unlockRead(world, holder);
    case "unlock write":
      return unlockWrite(world, writer, ends);
  }
}

function unlockRead(world: World, holder: string): number | null {
  const count = world.counts.get(holder);
  if (world.mode === undefined) tell(world, "read");
  if (count === undefined) return null;
  if (count > 1) world.counts.set(holder, count - 1);
  else world.counts.delete(holder);
  setSlot(world, holder, count - 1, 0);
  const longest = longestRead(world);
  if (longest > world.now) world.until = longest;
  else if (world.mode === "read" || world.counts.size === 0) {
    free(world);
    tell(world, "read");
    return 1;
  }
  return 0;
}

function unlockWrite(world: World, writer: string, ends: number): number | null {
  if (world.mode === undefined) tell(world, "write");
  const count = world.counts.get(writer);
  if (world.mode !== "write" || count === undefined) return null;
  if (count > 1) {
    world.counts.set(writer, count - 1);
    world.until = ends;
    return 0;
  }
  world.counts.delete(writer);
  if (world.counts.size > 0) world.mode = "read";
  else {
    free(world);
    tell(world, "write");
  }
  return 1;
}

// KEYS 1 lock; ARGV 1 operation   2 holder   3 lease, ms   4 channel   5 prefix of timeout keys
export const JAVA = `
local lock, op, holder, lease, channel = KEYS[1], ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local writer = holder .. ':write'
local mode = redis.call('HGET', lock, 'mode')
local function slot(reader, n) return ARGV[5] .. reader .. ':rwlock_timeout:' .. n end
local function count(field) return tonumber(redis.call('HGET', lock, field) or '0') end
local function finish(message)
  redis.call('DEL', lock)
  redis.call('PUBLISH', channel, message)
  return 1
end

if op == 'read' then
  if mode == 'write' and count(writer) == 0 then return redis.call('PTTL', lock) end
  if not mode then redis.call('HSET', lock, 'mode', 'read') end
  redis.call('SET', slot(holder, redis.call('HINCRBY', lock, holder, 1)), '1', 'PX', lease)
  redis.call('PEXPIRE', lock, math.max(redis.call('PTTL', lock), lease))
  return false
elseif op == 'write' then
  if mode and count(writer) == 0 then return redis.call('PTTL', lock) end
  local left = mode and redis.call('PTTL', lock) or 0
  redis.call('HSET', lock, 'mode', 'write')
  redis.call('HINCRBY', lock, writer, 1)
  redis.call('PEXPIRE', lock, left + lease)
  return false
elseif op == 'renew read' then
  for n = 1, count(holder) do redis.call('PEXPIRE', slot(holder, n), lease) end
  return count(holder) > 0 and redis.call('PEXPIRE', lock, lease) or 0
elseif op == 'renew write' then
  return count(writer) > 0 and redis.call('PEXPIRE', lock, lease) or 0
elseif op == 'unlock read' then
  if not mode then redis.call('PUBLISH', channel, '0') end
  if count(holder) == 0 then return false end
  local left = redis.call('HINCRBY', lock, holder, -1)
  if left == 0 then redis.call('HDEL', lock, holder) end
  redis.call('DEL', slot(holder, left + 1))
  if redis.call('HLEN', lock) == 1 then return finish('0') end
  local longest = -3
  local fields = redis.call('HGETALL', lock)
  for at = 1, #fields, 2 do
    for n = 1, tonumber(fields[at + 1]) or 0 do longest = math.max(longest, redis.call('PTTL', slot(fields[at], n))) end
  end
  if longest > 0 then redis.call('PEXPIRE', lock, longest) return 0 end
  return mode == 'write' and 0 or finish('0')
else
  if not mode then redis.call('PUBLISH', channel, '1') end
  if mode ~= 'write' or count(writer) == 0 then return false end
  if redis.call('HINCRBY', lock, writer, -1) > 0 then redis.call('PEXPIRE', lock, lease) return 0 end
  redis.call('HDEL', lock, writer)
  if redis.call('HLEN', lock) == 1 then return finish('1') end
  redis.call('HSET', lock, 'mode', 'read')
  return 1
end`;
