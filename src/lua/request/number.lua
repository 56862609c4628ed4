-- What a key that counts something says: the permits of a semaphore, the count of a latch.
-- KEYS 1 the counter (Redisson's)
-- ARGV 1 request id
-- reply {"done", request id, number}   0 when there is no such key
return { 'done', ARGV[1], tonumber(redis.call('GET', KEYS[1]) or 0) }
