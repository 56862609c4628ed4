-- Acquires the free lock for writing, or adds one hold for the writer. Redisson's write lock, safe to repeat. In
-- Redisson, a re-entry adds the lease to the remaining one, and a reader that asks for the write lock waits for itself.
-- KEYS 1 lock hash   2 owner state   [3 record: only when the caller passed the owner]
-- ARGV 1 nonce   2 owner, followed by ":write"   3 hold id   4 lease, ms   5 record life, ms
--      6 "1": the last attempt, as the plain lock's   7 "0"   8 about   9 prefix of the timeout keys
-- reply {"held", nonce, hold count, remaining ms, epoch}, {"busy", nonce, remaining ms}   as the plain lock's
--       {"ended", nonce, how}   as the plain lock's; also upgrade: this owner holds the read lock
-- @include ../lock/hold-state.lua
local timeouts = ARGV[9]
-- @include ../lock/lock-hash.lua
-- @include timeouts.lua
-- @include write-lease-left.lua
-- @include write-acquire.lua
-- @include ../lock/grant.lua
-- @include ../lock/new-owner.lua
-- @include ../lock/with-holder.lua

if record then
  -- Fast path: none of the keys exists.
  if read('EXISTS', unpack(KEYS)) == 0 then return take() end
else
  local left = left_of_others(ARGV[6] ~= '2')
  local answer = left == -2 and take_new() or refuse_new(left)
  if answer then return with_holder(answer) end
end

load_state()
local answer = settled()
if answer then return answer end

local left = time_left()
if left == -2 then return take() end
-- A default owner is new, and so holds no read lock. A reader that outlived all its leases is dead, and gets no upgrade
-- refusal.
local reader = string.sub(owner, 1, -7)
if record and longest_of(reader, tonumber(read('HGET', lock, reader) or 0)) > 0 then return remember_end('upgrade', life_ms) end
if last then remember_end('refused', life_ms) end
return with_holder({ 'busy', nonce, left })
