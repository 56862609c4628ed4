-- Acquires the lock even if others hold it: ends their holds, and grants it to this one. Safe to repeat: a copy of it
-- never ends a hold that was granted after its own, because it finds its own hold, or how that ended.
-- The queue of a fair lock is not touched: its first waiter is told when the thief releases the lock.
-- KEYS as acquire.lua's
-- ARGV 1 to 5, 7 and 8 as acquire.lua's   6 "0"
--      9 "stolen:<thief>", see take-away.lua   10 channel that tells the robbed
-- reply {"held", nonce, hold count, remaining ms, epoch}   as acquire.lua's
--       {"held", …, fields}     it was stolen by this run; fields: of the robbed, separated by spaces, 65 at most
--       {"ended", nonce, how}   as acquire.lua's; never {"busy", …}
-- error NOT_A_LOCK   also for a read/write lock
-- @include hold-state.lua
-- @include lock-hash.lua
-- @include exclusive-acquire.lua
-- @include grant.lua
-- @include new-owner.lua
local theft, told_on = ARGV[9], ARGV[10]
-- @include take-away.lua
local function steal(left)
  if mode ~= 'plain' then refuse(lock) end
  return take_away(left, take)
end
local take_first, take_free = take_new, take
local function known()
  load_state()
  return settled()
end
-- @include steal-answer.lua
return answer()
