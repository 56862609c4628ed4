-- Ends the hold of a single flight, and stores the result if the hold still counted: a lost hold overwrites nothing.
-- KEYS 1 lock hash   2 owner state   3 result
-- ARGV as the plain lock's release   10 result   11 how long it may be served, ms
-- reply {"ended", nonce, how}   as the plain lock's; released: the result was stored, by this run or an earlier one
-- @include ../lock/hold-state.lua
record = nil
-- @include ../lock/lock-hash.lua
-- @include ../lock/hold-count.lua
local function end_last()
  -- A full Redis stores no result, but still frees the lock.
  redis.pcall('SET', KEYS[3], ARGV[10], 'PX', ARGV[11])
  call('DEL', lock)
  -- "0" would wake one waiter: the result is for all of them.
  call('PUBLISH', ARGV[9], '1')
end
local function give_up() end
-- @include ../lock/exclusive-release.lua
-- @include ../lock/end-hold.lua
return end_hold(ARGV[4])
