-- Sets a counter unless it exists, once per request: Redisson's trySetPermits of a semaphore, and trySetCount of a
-- latch.
-- KEYS 1 the counter (Redisson's)   2 record of this request
-- ARGV 1 nonce   2 record life, ms   3 new value   4 channel   5 message   [6 TTL of the counter, ms; default: none]
-- reply {"done", nonce, 1 | 0}   1: set, by this run or an earlier one; 0: it existed, and is unchanged
-- @include idempotent.lua
local number, ttl_ms = ARGV[3], ARGV[6]
if value then return done(0, write) end
local reply = done(1, call)
if ttl_ms then call('SET', key, number, 'PX', ttl_ms) else call('SET', key, number) end
publish(ARGV[4], ARGV[5])
return reply
