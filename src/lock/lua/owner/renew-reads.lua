-- Extends the leases of all read holds of one owner, once per request. Never shortens, never revives.
-- KEYS 1 lock hash   2 owner state   3 record of this request
-- ARGV 1 to 4 see once.lua   5 lease, ms   6 life of the owner state, ms   7 prefix of the timeout keys
-- reply {"done", nonce, 1 | 0}   see once.lua
--       {"done", nonce, 1, epoch}   see hold-state.lua
-- @include ../lock/hold-state.lua
local timeouts = ARGV[7]
-- @include ../read-write/timeout-key.lua
-- @include ../lock/lock-hash.lua
-- @include once.lua
if hold_mark ~= '' then return answer(hold_mark) end
local holds = held_count(false)
if not holds then return done(0) end
extend(lock, ARGV[5])
keep(owner_state, ARGV[6])
for n = 1, holds do
  local key = timeout_key(owner, n)
  if not extend(key, ARGV[5]) then call('SET', key, '1', 'PX', ARGV[5], 'NX') end
end
return renewed()
