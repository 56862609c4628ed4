-- Checks whether this write hold still counts, and for how long. As the plain lock's check.
-- KEYS 1 lock hash   2 owner state   [3 record: only when the caller passed the owner]
-- ARGV 1 nonce   2 owner, followed by ":write"   3 hold id   4 record life, ms
--      5 how much longer than a hold its owner state lives, ms
-- reply {"counted", nonce, hold count, remaining ms}   as the plain lock's, but no more than the write holds have
--       {"ended", nonce, how}                          as the plain lock's
-- @include ../lock/hold-state.lua
-- @include write-lease-left.lua
-- @include ../lock/lock-hash.lua
-- @include ../lock/hold-count.lua
local function hold_left()
  return write_left(ARGV[4], ARGV[5])
end
-- @include ../lock/check-hold.lua
