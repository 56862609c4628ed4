-- Frees the lock of all readers, or of the writer and its readers, once per request. Redisson's forceUnlock, safe to repeat.
-- KEYS 1 lock hash   2 latch of this request
-- ARGV 1 request id   2 latch life, ms   3 channel for the release message   4 "read" | "write": else it is left alone
-- reply {"forced", request id, 1 | 0}   as the plain lock's
local stored = redis.call('GET', KEYS[2])
if stored then return { 'forced', ARGV[1], tonumber(stored) } end
local freed = 0
if redis.call('HGET', KEYS[1], 'mode') == ARGV[4] then
  freed = redis.call('DEL', KEYS[1])
  redis.call('PUBLISH', ARGV[3], ARGV[4] == 'write' and '1' or '0')
end
redis.call('SET', KEYS[2], freed, 'PX', ARGV[2])
return { 'forced', ARGV[1], freed }
