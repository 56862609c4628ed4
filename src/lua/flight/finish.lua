-- Ends the hold of a single flight, and keeps the result of whoever still had it: one who lost it overwrites nothing.
-- KEYS 1 lock hash   2 owner state   3 result
-- ARGV as the plain lock's release   10 result   11 how long it may be served, ms
-- reply {"ended", nonce, how}   as the plain lock's; the result was kept, by this run or an earlier one, when it says
--     released
-- @include ../lock/hold-state.lua
record = nil
-- @include ../lock/lock-hash.lua
-- @include ../lock/hold-count.lua
local function end_last()
  -- A Redis without memory keeps no result, but lets the lock go.
  redis.pcall('SET', KEYS[3], ARGV[10], 'PX', ARGV[11])
  call('DEL', lock)
  -- Not "0", which wakes one: there is something for each who waits.
  call('PUBLISH', ARGV[9], '1')
end
local function give_up() end
-- @include ../lock/exclusive-release.lua
-- @include ../lock/end-hold.lua
return end_hold(ARGV[4])
