-- Asks whether this very read hold still counts, and for how long. As the plain lock's check.
-- KEYS 1 lock hash   2 page   [3 record: only when the caller passed the owner]
-- ARGV 1 to 3 as the plain lock's   4 what the names of timeout keys begin with   5 how much longer than a hold its record lives, ms
-- reply {"counted", hold id, hold count, remaining ms}   of this hold; 0 when it has outlived its lease, and nobody wrote since
--       {"ended", hold id, how}                          as the plain lock's
-- @include ../lock/hold-state.lua
local timeouts = ARGV[4]
-- @include timeouts.lua
-- @include ../lock/counted.lua
local function told_left(count)
  return read_left(count, ARGV[5])
end
-- @include ../lock/check-hold.lua
