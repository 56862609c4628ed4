-- Acquires the read lock, if no other owner holds the write lock. Redisson's read lock, safe to repeat.
-- KEYS 1 lock hash: "mode", and readers and the writer with their hold counts (Redisson's)   2 owner state
--      [3 record: only when the caller passed the owner]
-- ARGV 1 nonce   2 owner   3 hold id   4 lease, ms   5 record life, ms   6 "1": the last attempt, as the plain lock's
--      7 "0"   8 about   9 prefix of the timeout keys
-- reply {"held", nonce, hold count, remaining ms, epoch}   remaining: of this hold
--       {"busy", nonce, remaining ms}   another owner holds the write lock
--       {"ended", nonce, how}           as the plain lock's
-- @include ../lock/hold-state.lua
local timeouts = ARGV[9]
-- @include ../lock/lock-hash.lua
-- @include timeouts.lua
-- @include read-acquire.lua
-- @include ../lock/grant.lua
-- @include ../lock/new-owner.lua
-- @include ../lock/with-holder.lua

if record then
  -- Fast path: none of the keys exists.
  if read('EXISTS', unpack(KEYS)) == 0 then return take() end
else
  local left = left_of_others(true)
  local answer
  if left and (not mode or (mode == 'read' and left >= 0)) then
    answer = take_new()
  else
    answer = refuse_new(left)
  end
  if answer then return with_holder(answer) end
end

load_state()
forget_outlived()
local answer = settled()
if answer then return answer end

local left = time_left()
if left == -2 then return take() end
if mode == 'read' or (mode == 'write' and read('HEXISTS', lock, owner .. ':write') == 1) then return take() end
if last then remember_end('refused', life_ms) end
return with_holder({ 'busy', nonce, left })
