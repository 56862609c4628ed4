-- Deletes a latch, once per request, so that its waiters continue. Redisson's delete.
-- KEYS 1 count (Redisson's)   2 record of this request
-- ARGV 1 nonce   2 record life, ms   3 channel of the latch
-- reply {"done", nonce, 1 | 0}   1: deleted, by this run or an earlier one; 0: it did not exist
-- @include ../request/idempotent.lua
if not value then return done(0, write) end
local reply = done(1, write)
call('DEL', key)
publish(ARGV[3], '1')
-- Redisson publishes only this 1, "closed", and its waiters keep waiting.
publish(ARGV[3], '0')
return reply
