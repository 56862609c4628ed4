-- Counts a latch down, once per request. At 0 the latch is open, and its key is deleted. Redisson's countDown.
-- KEYS 1 count (Redisson's)   2 record of this request
-- ARGV 1 nonce   2 record life, ms   3 channel of the latch
-- reply {"done", nonce, count left}   0 also when there is no such key
-- @include ../request/idempotent.lua
if not value then return done(0, write) end
local left = value - 1
local reply = done(math.max(left, 0), write)
call('DECR', key)
if left > 0 then return reply end
undo('INCR', key)
call('DEL', key)
-- Below 0, the latch was open before, and nobody waits.
if left == 0 then publish(ARGV[3], '0') end
return reply
