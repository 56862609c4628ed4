-- @use lib/state lib/once

-- A latch: a count that opens it at 0.

-- @script count-down
-- Counts a latch down, once per request. At 0 the latch is open, and its key is deleted. Redisson's countDown.
-- KEYS count, record
-- ARGV nonce, life_ms, channel
--   count: Redisson's   record: of this request
--   channel: of the latch
-- reply {"done", nonce, count left}   0 also when there is no such key
-- @with lib/once
-- @run once
if not value then return done(0, write) end
local left = value - 1
local reply = done(math.max(left, 0), write)
call('DECR', key)
if left > 0 then return reply end
undo('INCR', key)
call('DEL', key)
-- Below 0, the latch was open before, and nobody waits.
if left == 0 then publish(ARGV.channel, '0') end
return reply

-- @script delete
-- Deletes a latch, once per request, so that its waiters continue. Redisson's delete.
-- KEYS count, record
-- ARGV nonce, life_ms, channel
--   as count-down's
-- reply {"done", nonce, 1 | 0}   1: deleted, by this run or an earlier one; 0: it did not exist
-- @with lib/once
-- @run once
if not value then return done(0, write) end
local reply = done(1, write)
call('DEL', key)
publish(ARGV.channel, '1')
-- Redisson publishes only this 1, "closed", and its waiters keep waiting.
publish(ARGV.channel, '0')
return reply
