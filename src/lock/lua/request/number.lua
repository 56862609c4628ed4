-- Reads a counter: the permits of a semaphore, or the count of a latch.
-- KEYS 1 the counter (Redisson's)
-- ARGV 1 nonce
-- reply {"done", nonce, number}   0 when there is no such key
-- error NOT_A_LOCK
-- @include counter.lua
return { 'done', ARGV[1], tonumber(counter(read('GET', KEYS[1])) or 0) }
