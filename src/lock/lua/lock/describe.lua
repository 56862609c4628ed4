-- Included first by the scripts that describe a lock: sets `mode`, the `count` of the owner's holds, and `left`, the
-- lock's remaining ms.
-- KEYS 1 lock hash   2 owner state of the owner
-- ARGV 2 owner, or ""
local lock, owner_state, owner, epoch, hold_mark = KEYS[1], KEYS[2], ARGV[2], '', ''
-- @include lock-hash.lua
look()
local left = time_left()
