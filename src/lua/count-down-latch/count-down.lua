-- Counts a latch down, once per request; at 0 it is open, and its key is gone. Redisson's countDown.
-- KEYS 1 count (Redisson's)   2 record of this request
-- ARGV 1 nonce   2 record life, ms   3 channel of the latch
-- reply {"done", nonce, count left}   0 also when there is no such key
-- @include ../request/idempotent.lua
if not value then return done(0) end
local left = call('DECR', key)
if left > 0 then return done(left) end
call('DEL', key)
-- Below 0, it was open before: nobody waits.
if left == 0 then call('PUBLISH', ARGV[3], '0') end
return done(0)
