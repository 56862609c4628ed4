-- Ends the hold of a single flight, and stores the result if the hold still counted: a lost hold overwrites nothing.
-- KEYS 1 lock hash   2 owner state   3 result   4 list of standing requests of the plain lock   5 its flag
-- ARGV as the plain lock's release   10 result   11 how long it may be served, ms
-- reply {"ended", nonce, how}   as the plain lock's; released: the result was stored, by this run or an earlier one
-- @include ../lock/hold-state.lua
record = nil
-- @include ../lock/lock-hash.lua
-- @include ../lock/hold-count.lua
-- @include ../lock/clock.lua
-- @include ../lock/standing.lua
-- @include ../lock/call-first.lua
local function end_last()
  -- A full Redis stores no result, but still frees the lock.
  redis.pcall('SET', KEYS[3], ARGV[10], 'PX', ARGV[11])
  local deleted = call('DEL', lock, flag)
  -- "0" would wake one waiter: the result is for all of them.
  call('PUBLISH', ARGV[9], '1')
  -- The list may be a key of another type.
  if deleted == 2 then pcall(call_first) end
end
local function give_up() end
-- @include ../lock/exclusive-release.lua
-- @include ../lock/end-hold.lua
return end_hold(ARGV[4])
