-- Included first by the scripts that describe a lock: sets `mode`, the `count` of the owner's holds, and `left`, the
-- lock's remaining ms.
-- KEYS 1 lock hash
-- ARGV 2 owner, or ""   3 owner state of that owner
local lock, owner_state, owner, epoch, hold_mark = KEYS[1], ARGV[3], ARGV[2], '', ''
local call = redis.call
-- @include lock-hash.lua
look()
local left = time_left()
