-- @use lib/state lib/once

-- A semaphore: permits without leases. The record of an acquire is "+<permits>" taken, or "-<how>" ended.

local function ended(how)
  return { 'ended', nonce, how }
end

-- Records the end, and returns it. Call it before the effect.
local function remember_end(how)
  write('SET', record, '-' .. how, 'PX', life_ms)
  undo('UNLINK', record)
  return ended(how)
end

local function permits()
  -- MGET returns nothing for a key of another type; GET raises an error.
  return counter(value or read('GET', key))
end

-- Publishes the number of permits. A negative one would throw in the listener of a Java client.
local function notify(channel, permits)
  if permits >= 0 then publish(channel, permits) end
end

-- @block acquire_record
local key, record, nonce, life_ms = KEYS[1], KEYS[2], ARGV.nonce, ARGV.life_ms
local value, mark = unpack(read('MGET', key, record))
local taken = mark and string.match(mark, '^%+(%d+)$')
if mark and not taken then return ended(string.sub(mark, 2)) end

-- @script acquire
-- Acquires permits, all or none. Redisson's tryAcquire, safe to repeat.
-- KEYS permits, record
-- ARGV nonce, life_ms, wanted, last
--   permits: Redisson's   record: of this acquire
--   wanted: number of permits, at least 1   last: "1": the caller's last attempt, so a refusal is recorded and final;
--     "0": it may
--     ask again
-- reply {"held", nonce, permits left}    acquired, by this run or an earlier one
--       {"busy", nonce, permits left}   too few; may be negative
--       {"ended", nonce, how}            it has ended: refused, unset (there is no such key), released or
--           free (cancelled)
-- @run acquire_record
local wanted = ARGV.wanted
value = permits()
if taken then return { 'held', nonce, tonumber(value or 0) } end
if not value then return remember_end('unset') end
if tonumber(value) >= tonumber(wanted) then
  call('SET', record, '+' .. wanted, 'PX', life_ms)
  undo('UNLINK', record)
  return { 'held', nonce, call('DECRBY', key, wanted) }
end
if ARGV.last == '1' then remember_end('refused') end
return { 'busy', nonce, tonumber(value) }

-- @script cancel
-- Ends an acquire that may or may not have run: gives back what it provably took. A later copy of the acquire takes
-- nothing.
-- KEYS permits, record
-- ARGV nonce, life_ms, channel
--   permits: Redisson's   record: of the acquire
-- reply {"ended", nonce, how}   released: given back, if the semaphore exists; free: nothing had been taken; or the
--                                 stored end
-- @run acquire_record
if not taken then return remember_end('free') end
-- Permits given back must not recreate a semaphore whose TTL has passed: it would have no TTL.
local is_set = permits()
local reply = remember_end('released')
undo('SET', record, mark, 'PX', life_ms)
if is_set then notify(ARGV.channel, write('INCRBY', key, taken)) end
return reply

-- @script add-permits
-- Adds permits, or removes some without checking that they exist, once per request: Redisson's release and addPermits.
-- KEYS permits, record
-- ARGV nonce, life_ms, more, channel
--   permits: Redisson's; a missing key counts as 0   record: of this request
--   more: permits, may be negative
-- reply {"done", nonce, permits left}
-- @with lib/once
-- @run once
-- Unlike Redisson's SET, INCRBY leaves the TTL as it is.
local permits = (value or 0) + ARGV.more
local reply = done(permits, write)
call('INCRBY', key, ARGV.more)
notify(ARGV.channel, permits)
return reply

-- @script drain
-- Takes all permits, once per request. Redisson's drainPermits, which publishes nothing either.
-- KEYS permits, record
-- ARGV nonce, life_ms
--   permits: Redisson's   record: of this request
-- reply {"done", nonce, permits taken}   0 when there is no such key; negative: that many were added
-- @with lib/once
-- @run once
if not value then return done(0, write) end
local reply = done(value, call)
-- Down or up to 0. Unlike Redisson's SET, DECRBY keeps the TTL.
call('DECRBY', key, value)
return reply
