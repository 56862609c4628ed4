-- Takes the free lock to write, or counts one more hold of the writer. Redisson's write lock, safe to repeat; there,
-- re-entry adds the lease to what is left, and a reader that wants to write waits for itself.
-- KEYS 1 lock hash   2 owner state   [3 record: only when the caller passed the owner]
-- ARGV 1 nonce   2 owner, with ":write" behind it   3 hold id   4 lease, ms   5 record life, ms   6 "1": the last try,
--     as the plain lock's
--      7 "0"   8 what the names of timeout keys begin with
-- reply {"held", nonce, hold count, remaining ms, epoch}, {"busy", nonce, remaining ms}   as the plain lock's
--       {"ended", nonce, how}   as the plain lock's; also upgrade: this owner reads
-- @include ../lock/hold-state.lua
local timeouts = ARGV[8]
-- @include ../lock/lock-hash.lua
-- @include timeouts.lua
-- @include write-lease-left.lua
local function begin(lease_ms)
  call('HSET', lock, 'mode', 'write', owner, 1)
  call('PEXPIRE', lock, lease_ms)
end
local function add(lease_ms)
  return call('HINCRBY', lock, owner, 1), tonumber(lease_ms)
end
local function hold_left(_, life_ms)
  return write_left(life_ms, life_ms - ARGV[4])
end
local function is_this_kind()
  return mode == 'write'
end
-- @include ../lock/grant.lua

-- The fast path: nothing is there at all.
if call('EXISTS', unpack(KEYS)) == 0 then return take() end

load_state()
local answer = settled()
if answer then return answer end

local left = time_left()
if left == -2 then return take() end
-- Nobody knew a default owner before. A reader whose client died does not wait for itself.
local reader = string.sub(owner, 1, -7)
if record and longest_of(reader, tonumber(call('HGET', lock, reader) or 0)) > 0 then return remember_end('upgrade', life_ms) end
if last then remember_end('refused', life_ms) end
return { 'busy', nonce, left }
