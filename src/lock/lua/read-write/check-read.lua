-- Checks whether this read hold still counts, and for how long. As the plain lock's check.
-- KEYS 1 lock hash   2 owner state   [3 record: only when the caller passed the owner]
-- ARGV 1 to 4 as the plain lock's   5 prefix of the timeout keys   6 how much longer than a hold its record lives, ms
-- reply {"counted", nonce, hold count, remaining ms}   of this hold; 0: it outlived its lease, and no writer has come
--     since
--       {"ended", nonce, how}                          as the plain lock's
-- @include ../lock/hold-state.lua
local timeouts = ARGV[5]
-- @include timeouts.lua
-- @include ../lock/lock-hash.lua
-- @include ../lock/hold-count.lua
local function hold_left(count)
  return read_left(count, ARGV[6])
end
-- @include ../lock/check-hold.lua
