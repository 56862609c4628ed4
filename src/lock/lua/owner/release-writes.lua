-- Ends all write holds of one owner, once per request. After that, the lock is free, or is kept by the read holds of
-- the same owner (downgrade).
-- KEYS 1 lock hash   2 owner state   3 record of this request
-- ARGV 1 to 4 see once.lua; the field ends with ":write"   5 and 6 see end-owner.lua   7 prefix of the timeout keys
-- reply {"done", nonce, 1 | 0}   see once.lua
-- @include ../lock/hold-state.lua
local timeouts = ARGV[7]
-- @include ../read-write/timeouts.lua
-- @include ../lock/lock-hash.lua
local function freed()
  publish(ARGV[5], '1')
end
-- @include ../read-write/write-release.lua
-- @include once.lua
-- @include end-owner.lua
if hold_mark ~= '' then return answer(hold_mark) end
if not held_count(false) then return done(0) end
local reply = done(1)
end_owner(end_last)
return reply
