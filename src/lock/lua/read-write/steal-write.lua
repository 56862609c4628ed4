-- Acquires the lock for writing even if others hold it: ends the holds of the writer and all readers, also those of the
-- thief's own reads. As the plain lock's steal. The timeout keys of the readers expire, as after a release by force.
-- KEYS 1 lock hash   2 owner state   [3 record: only when the caller passed the owner]
-- ARGV 1 to 9 as acquire-write.lua's   6 "0"   10 "stolen:<thief>"   11 channel that tells the robbed
-- reply {"held", nonce, hold count, remaining ms, epoch, [fields]}   as the plain lock's steal
--       {"ended", nonce, how}   never {"busy", …}
-- error NOT_A_LOCK   also for a lock that is no read/write lock
-- @include ../lock/hold-state.lua
local timeouts = ARGV[9]
-- @include ../lock/lock-hash.lua
-- @include write-lease-left.lua
-- @include write-acquire.lua
-- @include ../lock/grant.lua
-- @include ../lock/new-owner.lua
local theft, told_on = ARGV[10], ARGV[11]
-- @include ../lock/take-away.lua
local function steal(left)
  if mode == 'plain' then refuse(lock) end
  return take_away(left, take)
end
local take_first, take_free = take_new, take
local function known()
  load_state()
  return settled()
end
-- @include ../lock/steal-answer.lua
return answer()
