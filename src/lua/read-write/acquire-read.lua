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
local function begin(lease_ms)
  local left = mode and call('PTTL', lock) or -2
  if mode == 'write' then
    call('HSET', lock, owner, 1)
  else
    call('HSET', lock, 'mode', 'read', owner, 1)
  end
  call('SET', timeout_key(owner, 1), '1', 'PX', lease_ms)
  if left < tonumber(lease_ms) then call('PEXPIRE', lock, lease_ms) end
end
local function add(lease_ms, _, life_ms)
  local count = call('HINCRBY', lock, owner, 1)
  call('SET', timeout_key(owner, count), '1', 'PX', lease_ms)
  -- Exactly this life, and no more: own_left computes the remaining lease from it.
  call('PEXPIRE', record, life_ms)
  return count, tonumber(lease_ms)
end
local function hold_left(count, life_ms)
  return read_left(count, life_ms - ARGV[4])
end
local function is_this_kind()
  return mode == 'read' or mode == 'write'
end
-- @include ../lock/grant.lua
-- @include ../lock/new-owner.lua
-- @include ../lock/with-holder.lua

if record then
  -- Fast path: none of the keys exists.
  if call('EXISTS', unpack(KEYS)) == 0 then return take() end
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
if record and not owner_state_exists and hold_mark == '' then
  -- The owner's earlier holds are forgotten, and outlived their leases beside other readers: this hold starts anew.
  look()
  if count and is_this_kind() and longest_of(owner, tonumber(count)) == 0 then
    time_left()
    -- Without a reader there is no lock.
    call(call('HLEN', lock) == 2 and 'DEL' or 'HDEL', lock, owner)
  end
end
local answer = settled()
if answer then return answer end

local left = time_left()
if left == -2 then return take() end
if mode == 'read' or (mode == 'write' and call('HEXISTS', lock, owner .. ':write') == 1) then return take() end
if last then remember_end('refused', life_ms) end
return with_holder({ 'busy', nonce, left })
