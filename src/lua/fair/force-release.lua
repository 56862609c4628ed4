-- Frees the lock whoever has it, once per request, and tells the first of the queue, which stays. Redisson's fair forceUnlock, safe to
-- repeat.
-- KEYS 1 lock hash   2 latch of this request   3 queue   4 scores   5 last tries
-- ARGV 1 request id   2 latch life, ms   3 channel of each waiter, up to its owner   4 patience, ms
-- reply {"forced", request id, 1 | 0}   1: a lock was there and is gone; a repeated request gets the first answer
local call = redis.call
local patience_ms = tonumber(ARGV[4])
-- @include queue.lua
local stored = call('GET', KEYS[2])
if stored then return { 'forced', ARGV[1], tonumber(stored) } end
local freed = call('DEL', KEYS[1])
if freed == 1 then tell_head(ARGV[3]) end
call('SET', KEYS[2], freed, 'PX', ARGV[2])
return { 'forced', ARGV[1], freed }
