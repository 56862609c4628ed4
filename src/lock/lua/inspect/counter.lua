-- Describes a semaphore or a latch. Changes nothing.
-- KEYS 1 the counter (Redisson's)
-- ARGV 1 nonce   2 channel
-- reply {"counter", nonce, 1 | 0, number, remaining ms, subscriptions}   0: there is no such key, and the number is 0
--   remaining: -1 if it does not expire, -2 if there is none   subscriptions: -1 if Redis refuses to count them
-- error NOT_A_LOCK
-- @include ../request/counter.lua
-- @include subscriptions.lua
local number = counter(read('GET', KEYS[1]))
local left = read('PTTL', KEYS[1])
return { 'counter', ARGV[1], number and 1 or 0, tonumber(number or 0), left, subscriptions({ ARGV[2] }) }
