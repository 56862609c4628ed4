-- Ends all read holds of one owner of a fair read/write lock, once per request, and tells those who may acquire next.
-- KEYS 1 lock hash   2 owner state   3 queue   4 writers   5 last attempts   6 record of this request
-- ARGV as release-reads.lua's
-- reply {"done", nonce, 1 | 0}   see once.lua
-- @include ../lock/hold-state.lua
record = KEYS[6]
local releases, timeouts, me = ARGV[5], ARGV[7], ''
-- @include ../read-write/timeouts.lua
-- @include ../lock/lock-hash.lua
-- @include ../fair-read-write/queue.lua
-- @include ../fair-read-write/next.lua
local function freed()
  wake_next('free')
  publish(releases, '0')
end
-- @include ../read-write/read-release.lua
-- @include once.lua
-- @include end-owner.lua
-- @include end-reads.lua
return end_reads()
