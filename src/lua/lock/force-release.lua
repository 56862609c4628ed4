-- Frees the lock whoever has it, once per request. Redisson's forceUnlock, safe to repeat.
-- KEYS 1 lock hash   2 latch of this request
-- ARGV 1 request id   2 latch life, ms   3 channel for the release message
-- reply {"forced", request id, 1 | 0}   1: a lock was there and is gone; a repeated request gets the first answer
local stored = redis.call('GET', KEYS[2])
if stored then return { 'forced', ARGV[1], tonumber(stored) } end
local freed = redis.call('DEL', KEYS[1])
if freed == 1 then redis.call('PUBLISH', ARGV[3], '0') end
redis.call('SET', KEYS[2], freed, 'PX', ARGV[2])
return { 'forced', ARGV[1], freed }
