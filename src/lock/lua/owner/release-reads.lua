-- Ends all read holds of one owner, once per request, and frees the lock with the last of all readers.
-- KEYS 1 lock hash   2 owner state   3 record of this request
-- ARGV 1 to 4 see once.lua   5 and 6 see end-owner.lua   7 prefix of the timeout keys
-- reply {"done", nonce, 1 | 0}   see once.lua
-- @include ../lock/hold-state.lua
local timeouts = ARGV[7]
-- @include ../read-write/timeouts.lua
-- @include ../lock/lock-hash.lua
local function freed()
  publish(ARGV[5], '0')
end
-- @include ../read-write/read-release.lua
-- @include once.lua
-- @include end-owner.lua
-- @include end-reads.lua
return end_reads()
